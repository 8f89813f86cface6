// Checks keys, names of moves, texts, shared links and saved files. Each check is a function of a Visit (page_checks.js).
"use strict";
const fs = require("node:fs");
const { expect, selectFile, openHash, rotationIn } = require("./browser.js");

const kRuns = {
  "an agent's run": "#maze=3x3x3,all,7",
  "a run by hand": "#maze=3x3x3,all,7&hand=1",
  "a flat maze": "#maze=4x4x1,flat,7&hand=1",
  "a maze turned freely": "#maze=3x3x3,all,7&scheme=free",
  lamps: "#world=four-bit,3&hand=1",
  "a board": "#world=jump,3&hand=1",
};
/** Presses Share at the end of a run. */
const kShare =
  "[...document.querySelectorAll('#end-buttons button')].find((it) => it.textContent === 'Share').click()";
const kKeyOf = {
  arrows: "ArrowLeft",
  "\u2190 \u2192": "ArrowLeft",
  digits: "1",
  space: " ",
  Esc: "Escape",
};

const settle = (page) =>
  page.until(
    "!page.engine.isBusy && (page.run.ended || page.run.state.waits || page.run.isTilt || page.playback.playing)",
  );

/** Runs in the page. Returns the state that a key can change. */
function visibleState() {
  const { run, playback, dock, sheet, title } = page;
  const { state, command } = run;
  const boxes = [...document.querySelectorAll("input")].map((it) => [it.checked, it.value]);
  window.runs = new Set(window.runs).add(run);
  const number = [...window.runs].indexOf(run);
  const moment = [playback.time.toFixed(2), playback.playing, title, dock.state, dock.hinted];
  const control = [state.orientations, state.turning_to, command];
  const others = [state.counters.moves, sheet.isOpen];
  return JSON.stringify([boxes, number, moment, control, others, $("message").textContent]);
}

/** Presses each key that the page lists, and returns the keys that change nothing. */
async function idleKeys(page, begin) {
  await begin();
  const names = await page.all("#keys dt", "it.textContent");
  const idle = [];
  for (const name of names) {
    await begin();
    if (/^(Home|,|\.|End)$/.test(name))
      await page.value(`page.playback.seek(${/End|\./.test(name) ? 0 : "page.run.duration_s"})`);
    const before = await page.evaluate(visibleState);
    await page.key(kKeyOf[name] ?? (name.length === 1 ? name.toLowerCase() : name), false);
    const end = Date.now() + 20000;
    let isChanged = false;
    while (!isChanged && Date.now() < end)
      isChanged = (await page.evaluate(visibleState)) !== before;
    if (!isChanged) idle.push(name);
    await page.keyUp(kKeyOf[name] ?? name);
  }
  return { names, idle };
}

/** Runs in the page. Returns texts that are wrong at some moments of the run. */
function wrongTexts(moments) {
  const { run, playback, dock } = page;
  const isSeen = (it) => it.getClientRects().length > 0;
  const said = (id) => (isSeen($(id)) ? $(id).textContent : "");
  const statements = (i) => {
    playback.seek(i < moments ? ((i * 0.618) % 1) * run.duration_s : run.duration_s);
    const { time } = playback;
    const [{ phase }, later] = [time, time + 0.02].map((at) =>
      run.pose(Math.min(at, run.duration_s)),
    );
    const displacement = later.marble.map((v, axis) => v - run.pose(time).marble[axis]);
    const move = run.moves[run.moveAt(time)] ?? { plan: [] };
    const isWatched = dock.state === "watch" && run.moves.includes(move);
    const planned = /^To (cell (\d+)|the target)/.exec(said("rule"));
    const mayChoose = run.state.waits && time >= run.duration_s;
    const offers = [...document.querySelectorAll("#choices button:not([aria-disabled=true])")];
    const isHand = dock.state === "hand" && !document.body.hasAttribute("data-back");
    const internal = document.body.innerText.match(
      /\b(waiting|stable|accelerating|decelerating|finished|kruskal)\b/i,
    );
    return Object.entries({
      [`"${said("phase")}" while it moves`]:
        !/rests|still/.test(said("phase")) || Math.hypot(...displacement) < 0.006,
      [`"${said("phase")}" in ${phase}`]:
        dock.state !== "watch" || /turning/.test(said("phase")) === /ELERATING$/.test(phase),
      [`"${said("now")}" in move ${move.number}`]:
        !isWatched || said("now").includes(`${move.number}: ${run.names[run.moveAt(time)].words}`),
      [`"${said("rule")}", planned ${move.plan}`]:
        !planned || Number(planned[2] ?? run.maze.target) === move.plan[0],
      [`the internal word ${internal}`]: !internal,
      "your move": !isHand || said("turn") !== "Your move" || run.state.waits,
      "a move is offered that cannot be made": mayChoose || !offers.some(isSeen),
      "Play at the user's move": !isHand || !isSeen($("play")),
      Solved:
        dock.state !== "end" ||
        said("end-title").startsWith("Solved") === (run.outcome === "solved"),
    }).flatMap(([words, holds]) => (holds ? [] : [`${words} at ${time.toFixed(2)} s`]));
  };
  return Array.from({ length: moments + 1 }, (_, i) => statements(i)).flat();
}

/** Runs in the page. Returns the last move, its name and its row in the list. */
function lastMove() {
  const row = document.querySelector("#moves li:last-child .words").textContent;
  return { ...page.run.moves.at(-1), words: page.run.names.at(-1).words, row };
}
/** Returns the rotation of the maze during the first half of the last move, and the page's texts about the move. */
async function lastTip(page) {
  const { begin_s, end_s, words, row } = await page.evaluate(lastMove);
  return { ...(await rotationIn(page, begin_s, (begin_s + end_s) / 2)), words, row };
}
const kSigns = {
  ArrowLeft: "\u2190",
  ArrowUp: "\u2191",
  ArrowRight: "\u2192",
  ArrowDown: "\u2193",
};
const kMoments = 250; // per run
const kSides = {
  right: ({ right }) => right,
  left: ({ right }) => -right,
  away: ({ away }) => away,
  "towards you": ({ away }) => -away,
};

const kTextChecks = {
  async "every listed key has an effect"(visit) {
    const page = await visit.open("#maze=3x3x3,all,9");
    let tried = 0;
    for (const [name, hash] of Object.entries(kRuns)) {
      const { names, idle } = await idleKeys(page, async () => {
        await openHash(page, hash);
        await settle(page);
        if (name.startsWith("an agent")) await page.until("page.playback.time > 0.3");
      });
      expect(!idle.length, `in ${name} these do nothing: ${idle}`);
      await page.expectTrue("!document.body.dataset.fault", name);
      tried += names.length;
    }
    return `${tried} keys`;
  },
  async "a replay lists and accepts only the keys of a replay"(visit) {
    const shown = await visit.replay("#maze=3x3x3,all,7");
    const { names, idle } = await idleKeys(shown, () =>
      shown.value("page.playback.seek(page.run.duration_s / 2)"),
    );
    expect(names.length > 4 && !idle.length, `these do nothing: ${idle}`);
    for (const key of ["x", "r", "n", "h", "1"]) await shown.key(key);
    await shown.expectTrue(
      "!document.body.dataset.fault && !$('message').textContent",
      "x, r, n, h and 1 do nothing",
    );
    return names.join(" ");
  },
  async "texts are correct at 250 moments of agents' runs, manual runs and replays"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7");
    for (const hash of [
      "#maze=3x3x3,all,7",
      "#maze=4x4x1,flat,33&agent=breadth-first",
      "#lesson=frozen",
      "#maze=3x3x3,all,5&hand=1&moves=01",
    ]) {
      await openHash(page, hash);
      await page.choose("speed", "16");
      await page.until("page.run.duration_s > 3 || page.run.ended || page.run.state.waits");
      const found = await page.evaluate(wrongTexts, kMoments);
      expect(!found.length, `${hash}: ${found.length} statements, the first ${found[0]}`);
    }
    const shown = await visit.replay("#maze=3x3x3,all,7");
    const found = await shown.evaluate(wrongTexts, kMoments);
    expect(!found.length, `a replay: ${found[0]}`);
    await shown.value("page.sheet.show(true)");
    await shown.expectTrue(
      "page.sheet.graph.arcs.size === page.run.moves.length",
      "it learns the last move",
    );
    return `${5 * (kMoments + 1)} moments`;
  },
  async "the graph contains every state if a move had two results"(visit) {
    const page = await visit.open("#lesson=not-repeatable");
    await page.choose("speed", "16");
    await visit.outcome("solved");
    await page.value("page.sheet.show(true); page.playback.seek(page.run.duration_s)");
    await page.expectTrue(
      "page.sheet.graph.nodes.size === new Set(page.run.moves.flatMap(({ states }) => states)).size",
      "each state is there",
    );
  },
  async "arrow keys tip the maze in their direction, and moves are named correctly, for every camera"(
    visit,
  ) {
    const page = await visit.open("#maze=3x3x3,all,5&hand=1");
    await page.choose("speed", "16");
    let tried = 0;
    for (const [hash, keys] of [
      ["#maze=3x3x3,all,5&hand=1", ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]],
      ["#maze=4x4x1,flat,7&hand=1", ["ArrowLeft", "ArrowRight"]],
    ]) {
      for (const yaw of [0.57, 2.2, 3.8, 5.4]) {
        await openHash(page, hash);
        await settle(page);
        await page.value(`page.marbleView.moveCamera({ yaw: ${yaw} })`);
        for (const key of keys) {
          const before = await page.value("page.run.moves.length"),
            can = await page.value(`page.marbleView.namedMoves(page.run).map(({ sign }) => sign)`);
          const sign = kSigns[key];
          await page.key(key);
          if (!can.includes(sign)) {
            await page.expectTrue(`page.run.moves.length === ${before} && page.run.state.waits`);
            continue;
          }
          await page.until(
            `page.run.moves.length === ${before + 1} && (page.run.state.waits || page.run.ended) && !page.engine.isBusy`,
          );
          const tip = await lastTip(page),
            said = tip.words.replace("tip ", "");
          expect(
            kSides[said](tip) > (hash.includes("flat") ? 0.02 : 0.15),
            `${hash}, yaw ${yaw}, ${key}: said ${said}, went ${JSON.stringify(tip)}`,
          );
          expect(tip.row.endsWith(tip.words), `the list says ${tip.row}`);
          ++tried;
          if (await page.value("page.run.ended")) break;
        }
      }
    }
    await openHash(page, "#maze=4x4x1,flat,7&hand=1");
    await settle(page);
    for (const key of ["ArrowUp", "ArrowDown"]) await page.key(key);
    await page.expectTrue("page.run.moves.length === 0", "up and down tip no flat maze");
    return `${tried} moves`;
  },
  async "shortcuts do nothing while a control has the focus, and letter keys can be disabled"(
    visit,
  ) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1");
    await settle(page);
    await page.value("page.sheet.show(true); $('trail').focus()");
    const checked = await page.value("$('trail').checked");
    await page.key(" ");
    expect((await page.value("$('trail').checked")) !== checked, "the space bar switches a box");
    for (const id of ["trail", "more", "seed", "speed", "moves"]) {
      await page.value(`$("${id}").focus()`);
      for (const key of ["ArrowRight", "1", "n", "p"]) await page.key(key);
    }
    await page.expectTrue(
      "page.run.moves.length === 0 && page.link.of.seed === '7' && !$('path').checked",
      "nothing happened to the run",
    );
    await page.value("page.sheet.show(false)");
    await page.expectTrue("document.activeElement.id === 'more'", "the sheet gives the focus back");
    await openHash(page, "#maze=3x3x3,all,7");
    await page.until("page.run.moves.length > 0");
    await page.value("$('scrub').focus()");
    const before = await page.value("(page.playback.play(false), page.playback.time)");
    await page.key("ArrowRight");
    await page.expectTrue(
      `!page.run.state.by_hand && page.playback.time >= ${before}`,
      "it moves time alone",
    );
    await page.value("document.activeElement.blur(); $('letters').checked = false");
    await page.key("n");
    await page.expectTrue("page.link.of.seed === '7'", "N does nothing then");
    await page.value("$('letters').checked = true");
  },
  async "shared texts state the player and the outcome"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7");
    const { solution } = visit;
    const ofDay = `marblemaze 29 Feb: ${solution.length} moves, minimum ${solution.length} \u2605\u2605\u2605`;
    for (const [hash, expected] of [
      [`#day=60&hand=1&moves=${solution}`, ofDay],
      [
        "#lesson=frozen",
        "marblemaze Lesson: A marble that freezes: Complete Solution Prediction, not solved",
      ],
      ["#lesson=unsolvable", "marblemaze Lesson: Nothing left to try: Breadth-First, not solved"],
      [
        "#maze=3x3x3,all,7",
        "marblemaze 3 \u00d7 3 \u00d7 3 cube, number 7: Complete Solution Prediction, solved in 5",
      ],
    ]) {
      await openHash(page, hash);
      await page.choose("speed", "16");
      await page.until("page.run.ended && page.playback.time === page.run.duration_s");
      const { shared } = await page.after(kShare, "shared");
      expect(shared.split("\n")[0] === expected, shared);
    }
    // An agent's moves are never credited to the user who continues the run, not even after a reload.
    await openHash(page, "#maze=3x3x3,all,7");
    await page.until("page.run.state.counters.moves > 1");
    await page.value(
      'Object.defineProperty(page.engine, "isSlow", { value: true, configurable: true }); page.setByHand(true)',
    );
    await page.until("page.run.state.by_hand && page.run.state.waits");
    await page.value("delete page.engine.isSlow");
    for (const moment of ["at once", "after a reload"]) {
      await page.expectTrue(`page.run.moves.length > 0 && page.playedBy() !== ""`, moment);
      await openHash(page, await page.value("location.hash"));
    }
    const phone = await visit.open(`#day=60&hand=1&moves=${solution}`, [390, 844], true);
    await phone.value("navigator.share = async (given) => { window.given = given; }");
    await phone.value("page.playback.seek(page.run.duration_s)");
    await phone.value(kShare, true);
    const { text, url } = await phone.value("given");
    expect(
      text === ofDay && url.includes("#day=60") && !url.includes("moves="),
      `a phone's own dialogue gets ${text}, ${url}`,
    );
  },
  async "a saved recording can be opened, and is saved again byte for byte"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7");
    await page.choose("speed", "16");
    await visit.outcome("solved");
    const moves = await page.value("String(page.run.moves.map(({ move }) => move))"),
      first = fs.readFileSync(await visit.saved("recording-file"));
    await openHash(page, "#maze=4x4x1,flat,7&agent=breadth-first");
    await page.until("page.run.moves.length > 0");
    await selectFile(page, "mine.rec", first);
    await page.until("page.title === 'mine.rec'");
    await page.expectTrue(`String(page.run.moves.map(({ move }) => move)) === "${moves}"`);
    expect(fs.readFileSync(await visit.saved("recording-file")).equals(first), "its bytes");
    const { shared } = await page.after("$('link').click()", "shared");
    expect(shared.includes("walls=3x3x3") && !shared.includes("moves="), shared);
    await page.key("End");
    await page.expectText("end-title", /^Solved/);
    await selectFile(page, "broken.rec", first.subarray(0, 3000));
    await page.untilMessage("truncated");
  },
};

module.exports = { kTextChecks };

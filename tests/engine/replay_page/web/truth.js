// Checks that the page's texts and controls are correct: keys, names of moves, states, shared links and saved files. Each check
// is a function of a Visit (visit.js). The page draws nothing, because the texts do not depend on it.
"use strict";
const fs = require("node:fs");
const { expect, give } = require("./browser.js");

const kRuns = {
  "an agent's run": "#maze=3x3x3,all,7",
  "a run by hand": "#maze=3x3x3,all,7&hand=1",
  "a flat maze": "#maze=4x4x1,flat,7&hand=1",
  "a maze turned freely": "#maze=3x3x3,all,7&scheme=free",
  lamps: "#world=four-bit,3&hand=1",
  "a board": "#world=jump,3&hand=1",
};
const kKeyOf = {
  arrows: "ArrowLeft",
  "\u2190 \u2192": "ArrowLeft",
  digits: "1",
  space: " ",
  Esc: "Escape",
};

const goTo = (page, hash) => page.value(`page.openLink(${JSON.stringify(hash)})`);
const settle = (page) =>
  page.until(
    "page.run.pending === false && (page.run.ended || page.run.now.waits || page.run.free || page.player.playing)",
  );

/** Runs in the page: returns everything that a key can change. */
function everything() {
  const boxes = [...document.querySelectorAll("input")].map(
    ({ checked, value }) => `${checked} ${value}`,
  );
  const { now, pull } = page.run;
  window.runsSeen ??= [];
  if (!window.runsSeen.includes(page.run)) window.runsSeen.push(page.run);
  return JSON.stringify([
    boxes,
    document.body.dataset.dock,
    page.player.time.toFixed(2),
    page.player.playing,
    page.title,
    now.orientations,
    now.turning_to,
    now.counters.moves,
    page.dock.hinted,
    pull,
    document.getElementById("say").textContent,
    page.sheet.isOpen,
    window.runsSeen.indexOf(page.run),
  ]);
}

/** Presses each key that the page lists in a run, and returns the keys that change nothing. */
async function idleKeys(page, begin) {
  await begin();
  const names = await page.value(
    "[...document.querySelectorAll('#keys dt')].map((it) => it.textContent)",
  );
  const idle = [];
  for (const name of names) {
    await begin();
    if (/^(Home|,|\.|End)$/.test(name))
      await page.value(`page.player.seek(${/End|\./.test(name) ? 0 : "page.run.duration_s"})`);
    const before = await page.value(`(${everything})()`);
    await page.key(kKeyOf[name] ?? (name.length === 1 ? name.toLowerCase() : name), false);
    const changed =
      await page.value(`(async () => { const end = Date.now() + 20000, before = ${JSON.stringify(before)}, now = ${everything};
      while (Date.now() < end) { if (now() !== before) return true; await new Promise((done) => setTimeout(done, 10)); } return false; })()`);
    if (!changed) idle.push(name);
    await page.keyUp(kKeyOf[name] ?? name);
  }
  return { names, idle };
}

/** Runs in the page: returns false statements about the current moment. */
function untrueNow() {
  const { run, player } = page,
    { time } = player,
    untrue = [];
  const speed = (a, b) =>
    Math.hypot(...run.pose(a).marble.map((v, i) => v - run.pose(b).marble[i])) /
    Math.max(b - a, 1e-6);
  const phase = document.getElementById("phase").textContent,
    { dock } = document.body.dataset;
  const later = Math.min(time + 0.02, run.duration_s),
    isMoving = later > time && speed(time, later) > 0.3;
  const isTurning = run.pose(time).phase.endsWith("ELERATING");
  if (dock === "watch") {
    if (/rests|still/.test(phase) && isMoving)
      untrue.push(`"${phase}" at ${time.toFixed(2)} s, while it moves`);
    if (/turns/.test(phase) !== isTurning)
      untrue.push(`"${phase}" at ${time.toFixed(2)} s, in ${run.pose(time).phase}`);
    const move = run.moves[run.moveAt(time)],
      said = document.getElementById("now").textContent;
    if (move && !said.includes(`${move.number}: ${run.names[run.moveAt(time)].words}`))
      untrue.push(`"${said}" in move ${move.number}`);
    const rule = document.getElementById("rule").textContent,
      cell = /^To cell (\d+)/.exec(rule)?.[1];
    if (cell && Number(cell) !== move.plan[0]) untrue.push(`"${rule}", planned ${move.plan}`);
  }
  if (
    dock === "hand" &&
    document.getElementById("turn").textContent === "Your move" &&
    !run.now.waits
  )
    untrue.push("your move");
  const enabled = [...document.querySelectorAll("#choices button")].some(
    (it) => it.getClientRects().length && it.ariaDisabled !== "true",
  );
  if (enabled && !(run.now.waits && time >= run.duration_s))
    untrue.push("a move is offered that cannot be made");
  if (
    document.getElementById("play").getClientRects().length &&
    dock === "hand" &&
    !document.body.hasAttribute("data-back")
  )
    untrue.push("Play at a person's move");
  if (
    dock === "end" &&
    document.getElementById("end-title").textContent.startsWith("Solved") !==
      (run.outcome === "solved")
  )
    untrue.push("Solved");
  return untrue;
}

/** Runs in the page: returns how far the top of the maze tipped to the right and away from the camera in the last move, and the page's text about it. */
function lastTip() {
  const i = page.run.moves.length - 1,
    move = page.run.moves[i];
  // Shortly after the beginning: a turn of up to a right angle keeps its side.
  const turns = [move.begin_s, move.begin_s + 0.5 * (move.end_s - move.begin_s)].map(
    (time) => page.run.pose(Math.min(time, page.run.duration_s)).maze,
  );
  const [[a, b, c, d], [x, y, z, w]] = turns;
  const [p, q, r, s] = [
    -w * a + x * d - y * c + z * b,
    -w * b + x * c + y * d - z * a,
    -w * c - x * b + y * a + z * d,
    w * d + x * a + y * b + z * c,
  ];
  const up = [2 * (p * r + q * s), 2 * (q * r - p * s)],
    { right, away } = page.marbleView.eye;
  const along = (to) => up[0] * to[0] + up[1] * to[1];
  return {
    right: along(right),
    away: along(away),
    words: page.run.names[i].words,
    row: document.querySelector("#moves li:last-child .words").textContent,
  };
}
const kSides = {
  right: ({ right }) => right,
  left: ({ right }) => -right,
  away: ({ away }) => away,
  "towards you": ({ away }) => -away,
};

const kTruths = {
  async "every key that the page lists does something there"(visit) {
    const page = await visit.open("#maze=3x3x3,all,9");
    let tried = 0;
    for (const [name, hash] of Object.entries(kRuns)) {
      const { names, idle } = await idleKeys(page, async () => {
        await goTo(page, hash);
        await settle(page);
        if (name.startsWith("an agent")) await page.until("page.player.time > 0.3");
      });
      expect(!idle.length, `in ${name} these do nothing: ${idle}`);
      expect(await page.value("!document.body.dataset.fault"), name);
      tried += names.length;
    }
    return `${tried} keys`;
  },
  async "a replay lists and obeys its own keys alone"(visit) {
    const shown = await visit.replay("#maze=3x3x3,all,7");
    const { names, idle } = await idleKeys(shown, () =>
      shown.value("page.player.seek(page.run.duration_s / 2)"),
    );
    expect(names.length > 4 && !idle.length, `these do nothing: ${idle}`);
    for (const key of ["x", "r", "n", "h", "1"]) await shown.key(key);
    expect(
      await shown.value(
        "!document.body.dataset.fault && !document.getElementById('say').textContent",
      ),
      "x, r, n, h and 1 do nothing",
    );
    return names.join(" ");
  },
  async "what is said is true at random moments of agents' runs, of runs by hand and of replays"(
    visit,
  ) {
    const page = await visit.open("#maze=3x3x3,all,7");
    let moments = 0;
    for (const hash of [
      "#maze=3x3x3,all,7",
      "#maze=4x4x1,flat,33&agent=breadth-first",
      "#lesson=frozen",
      "#maze=3x3x3,all,5&hand=1&moves=01",
    ]) {
      await goTo(page, hash);
      await page.choose("speed", "16");
      await page.until("page.run.duration_s > 3 || page.run.ended || page.run.now.waits");
      const untrue =
        await page.value(`(() => { const all = []; for (let i = 0; i < 60; ++i) { page.player.seek(((i * 0.618) % 1) * page.run.duration_s); all.push(...(${untrueNow})()); }
        page.player.seek(page.run.duration_s); all.push(...(${untrueNow})()); return all; })()`);
      expect(!untrue.length, `${hash}: ${untrue.length} of 61 are not: ${untrue[0]}`);
      moments += 61;
    }
    const shown = await visit.replay("#maze=3x3x3,all,7");
    const untrue = await shown.value(
      `(() => { const all = []; for (let i = 0; i < 60; ++i) { page.player.seek((i / 60) * page.run.duration_s); all.push(...(${untrueNow})()); } return all; })()`,
    );
    expect(!untrue.length, `a replay: ${untrue[0]}`);
    expect(
      await shown.value(
        "(() => { page.player.seek(page.run.duration_s); page.sheet.show(true); page.sheet.story(page.player.time); return page.sheet.learned === page.run.moves.length; })()",
      ),
      "the last move is learned",
    );
    return `${moments + 60} moments`;
  },
  async "arrow keys tip the maze to the side that they and the names say, from any side of the camera"(
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
        await goTo(page, hash);
        await settle(page);
        await page.value(`page.marbleView.see({ yaw: ${yaw} })`);
        for (const key of keys) {
          const before = await page.value("page.run.moves.length"),
            can = await page.value(`page.marbleView.tips(page.run).map(({ sign }) => sign)`);
          const sign = {
            ArrowLeft: "\u2190",
            ArrowUp: "\u2191",
            ArrowRight: "\u2192",
            ArrowDown: "\u2193",
          }[key];
          await page.key(key);
          if (!can.includes(sign)) {
            expect(
              await page.value(`page.run.moves.length === ${before} && page.run.now.waits`),
              `${key} makes no move that is not offered (${can})`,
            );
            continue;
          }
          await page.until(
            `page.run.moves.length === ${before + 1} && (page.run.now.waits || page.run.ended) && !page.run.pending`,
          );
          const tip = await page.value(`(${lastTip})()`),
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
    await goTo(page, "#maze=4x4x1,flat,7&hand=1");
    await settle(page);
    for (const key of ["ArrowUp", "ArrowDown"]) await page.key(key);
    expect(await page.value("page.run.moves.length === 0"), "up and down tip no flat maze");
    return `${tried} moves`;
  },
  async "keys never act while a control has the focus, and letters can be switched off"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1");
    await settle(page);
    await page.value("page.sheet.show(true); document.getElementById('trail').focus()");
    const checked = await page.value("document.getElementById('trail').checked");
    await page.key(" ");
    expect(
      (await page.value("document.getElementById('trail').checked")) !== checked,
      "the space bar switches a box",
    );
    for (const id of ["trail", "more", "seed", "speed", "moves"]) {
      await page.value(`document.getElementById("${id}").focus()`);
      for (const key of ["ArrowRight", "1", "n", "p"]) await page.key(key);
    }
    expect(
      await page.value(
        "page.run.moves.length === 0 && page.link.of.seed === '7' && !document.getElementById('path').checked",
      ),
      "nothing happened to the run",
    );
    await page.value("page.sheet.show(false)");
    expect(
      (await page.value("document.activeElement.id")) === "more",
      "the sheet gives the focus back",
    );
    await goTo(page, "#maze=3x3x3,all,7");
    await page.until("page.run.moves.length > 0");
    await page.value("document.getElementById('scrub').focus()");
    const before = await page.value("(page.player.play(false), page.player.time)");
    await page.key("ArrowRight");
    expect(
      (await page.value("page.run.now.by_hand === false")) &&
        (await page.value("page.player.time")) >= before,
      "an arrow key on the bar moves time alone",
    );
    await page.value(
      "document.activeElement.blur(); document.getElementById('letters').checked = false",
    );
    await page.key("n");
    expect(await page.value("page.link.of.seed === '7'"), "N does nothing then");
    await page.value("document.getElementById('letters').checked = true");
  },
  async "what is shared says who played and how it ended"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7"),
      shared = async (hash) => {
        await goTo(page, hash);
        await page.choose("speed", "16");
        await page.until("page.run.ended && page.player.time === page.run.duration_s");
        await page.value(
          "[...document.querySelectorAll('#end-buttons button')].find((it) => it.textContent === 'Share').click()",
          true,
        );
        return (await page.data()).shared;
      };
    const { solution } = visit,
      count = solution.length;
    expect(
      (await shared(`#day=60&hand=1&moves=${solution}`)) ===
        `marblemaze 29 Feb: ${count} of ${count} \u2605\u2605\u2605`,
      (await page.data()).shared,
    );
    expect(
      (await shared("#lesson=frozen")) ===
        "marblemaze Lesson: A marble that freezes: Complete Solution Prediction, not solved",
      (await page.data()).shared,
    );
    expect(
      /Breadth-First, not solved$/.test(await shared("#lesson=unsolvable")),
      (await page.data()).shared,
    );
    const agent = await shared("#maze=3x3x3,all,7");
    expect(
      agent.endsWith("Complete Solution Prediction, solved in 5") && !agent.includes("\u2605"),
      agent,
    );
    return agent;
  },
  async "the recording that is shown is the one that is saved"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7");
    await page.choose("speed", "16");
    await visit.outcome("solved");
    const first = fs.readFileSync(await visit.saved("recording-file"));
    await goTo(page, "#maze=4x4x1,flat,7&agent=breadth-first");
    await page.until("page.run.moves.length > 0");
    await give(page, "mine.rec", first);
    await page.until("page.title === 'mine.rec'");
    expect(fs.readFileSync(await visit.saved("recording-file")).equals(first), "its bytes");
    await page.value("document.getElementById('link').click()");
    await page.until("document.body.dataset.link");
    expect(
      (await page.data()).link.includes("walls=3x3x3") &&
        !(await page.data()).link.includes("moves="),
      (await page.data()).link,
    );
  },
};

module.exports = { kTruths };

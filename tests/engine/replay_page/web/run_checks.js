// Checks runs, links, files and controls of the page. Each check is a function of a Visit (page_checks.js).
"use strict";
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const { expect, selectFile, waits, waitsAfter } = require("./browser.js");
const { kControlledClock } = require("./controlled_clock.js");

const kDesktop = [1280, 800],
  kLow = [1000, 120],
  kPhone = [390, 844],
  kFirstMaze_ms = 2000,
  kFirstProcessor_ms = 500,
  kFirstDecision_ms = 3000;

/** Prevents the engine from starting, and stops the time. */
const kNoEngine =
  "WebAssembly.compile = () => new Promise(() => {}); window.requestAnimationFrame = () => 0;";

const kRunChecks = {
  // Limits the CPU time of the page, because the elapsed time includes the start of the browser.
  async "the first maze is drawn before the engine has started"(visit) {
    await visit.leave();
    const page = await visit.browser.open(visit.address, kDesktop, false, kNoEngine);
    visit.page = page;
    await page.until("document.body.dataset.view === 'marble'", "a maze is drawn");
    const processor_s = await page.cpuTime();
    await page.expectText("title", "Maze of the day");
    await page.expectText("goal-words", /^Tip the glass/);
    await page.expectTrue("document.querySelectorAll('#choices button').length >= 2", "its moves");
    await page.until("performance.now() > 600", "a thought would be called long");
    await page.value("$('trail').dispatchEvent(new Event('change'))");
    await page.expectTrue("$('thinking').hidden", "no agent thinks yet");
    await visit.picture("first");
    const isQuick = !visit.checksTimes || 1000 * processor_s <= kFirstProcessor_ms;
    expect(isQuick, `the first picture takes ${processor_s} s of processor time`);
    return `${processor_s} s of processor time, load ${os.loadavg()[0].toFixed(1)}`;
  },
  async "an agent solves the first maze"(visit) {
    const page = await visit.load("#maze=3x3x3,all,7");
    const ready = Number((await page.data()).ready),
      processor_s = await page.cpuTime();
    await page.until("document.querySelectorAll('#moves li').length > 0", "the first decision");
    const decided = await page.value("performance.now()");
    await visit.picture("desktop");
    await page.choose("speed", "16");
    await visit.outcome("solved");
    await page.until("page.playback.time === page.run.duration_s && page.dock.state === 'end'");
    await page.expectText("end-title", "Solved by Complete Solution Prediction");
    await page.expectText("end-words", "5 moves.");
    await page.value("page.sheet.show(true)");
    await page.expectText("graph-words", /^6 positions known/);
    await page.value("page.sheet.show(false)");
    if (visit.checksTimes) {
      expect(ready <= kFirstMaze_ms, `the maze after ${ready} ms`);
      expect(decided <= kFirstDecision_ms, `the first decision after ${decided} ms`);
    }
    return `the maze after ${ready} ms and ${processor_s} s of processor time, the first decision after ${Math.round(decided)} ms`;
  },
  async "keys and clicks seek on the timeline"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7"),
      time = async () => Number((await page.data()).time);
    await page.choose("speed", "16");
    await page.until("page.dock.state === 'end'");
    await page.value("page.playback.seek(page.run.duration_s / 2)");
    await page.click("#previous");
    const isPlaying = await page.value("page.playback.playing");
    await page.key(" ");
    expect(
      (await page.value("page.playback.playing")) !== isPlaying,
      "after a click, the space bar plays or pauses and does not repeat the click",
    );
    await page.key("Home");
    expect((await time()) === 0, "Home leads to the beginning");
    await page.key(".");
    expect((await page.data()).move === "1", "a full stop leads to the first move");
    await page.value("page.sheet.show(true)");
    await page.click("#moves li:nth-child(3) button");
    expect((await page.data()).move === "3", "a row leads to its move");
    await page.value("page.sheet.show(false); document.activeElement.blur()");
    await page.clickAt(...(await page.middle("#scrub")));
    const middle = await time();
    await page.expectTrue(`Math.abs(${middle} - page.run.duration_s / 2) < 0.5`, "half of the bar");
    await page.value("document.activeElement.blur()");
    await page.key("End");
    // Records the times in the page, because playback may end before this script asks for them.
    await page.evaluate(recordTimes);
    await page.key(" ");
    await page.until(
      "times.slice(times.indexOf(0)).some((time) => time > 0.05) && times.includes(0)",
      "it plays again",
    );
    await page.key(" ");
  },
  async "a user plays with mouse, keyboard and screen reader, and requests a hint"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7");
    await page.choose("speed", "4");
    await page.click("#i-play");
    await page.until(waits);
    await page.expectText("spoken", /Open: \w/);
    await page.click("#more");
    await page.click("#hint");
    await page.until("document.querySelector('#choices .hinted')", "a move is hinted");
    await page.expectText("message", /^Hint: tip (left|right|away|towards you)\. /);
    const before = await page.value("page.run.state.counters.moves");
    // Buttons of moves are visible only at the end of the run.
    await page.value("page.playback.seek(page.run.duration_s)");
    await page.click("#choices button");
    await page.until(waitsAfter(before + 1));
    await page.value("document.querySelector('#choices button').focus()");
    await page.key("Enter");
    await page.until(`page.run.state.counters.moves === ${before + 2} && !page.engine.isBusy`);
    await page.expectTrue("document.activeElement.closest('#choices') !== null", "the focus stays");
    await visit.picture("desktop-by-hand");
  },
  async "a level keeps its best number of stars"(visit) {
    const page = await visit.open("#level=1&hand=1");
    await page.value("localStorage.setItem('marblemaze-levels', JSON.stringify({ 1: 3 }))");
    await page.choose("speed", "16");
    for (let moves = 1; moves < 30 && !(await page.value("page.run.ended")); ++moves) {
      await page.until(waits);
      await page.value("page.playback.seek(page.run.duration_s)");
      await page.value("$('hint').click()");
      await page.until("document.querySelector('#choices .hinted')", "a move is hinted");
      await page.value("document.querySelector('#choices .hinted').click()");
      await page.until(`page.run.state.counters.moves === ${moves} && !page.engine.isBusy`);
      await page.until(`page.run.ended || ${waits}`);
    }
    await page.expectTrue("page.run.outcome === 'solved' && page.stars < 3", "solved with hints");
    const stored = await page.value("localStorage.getItem('marblemaze-levels')");
    expect(stored === '{"1":3}', `stored: ${stored}`);
  },
  async "a move is rejected while the run starts again"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1");
    await page.until(waits);
    const choose = "page.choose(page.run.state.choices[0].move)";
    await page.value(`window.oldRun = page.run; $("restart").click(); ${choose}`);
    await page.until(`page.run !== oldRun && ${waits}`);
    await page.value(choose);
    await page.until(waitsAfter(1), "the new run continues with the next move");
  },
  async "a run switches between 8 and 24 orientations, and is saved as a recording, picture, maze and link"(
    visit,
  ) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1&moves=0");
    await page.choose("speed", "16");
    await page.until(waits);
    await page.key("x");
    await page.until(`page.run.state.orientations === 24 && ${waits}`);
    await page.until("document.querySelectorAll('#choices button').length === 4", "four moves");
    await page.value("$('agent-plays').click()");
    await page.until("page.run.ended && document.body.dataset.outcome !== 'running'");
    const { moves, outcome } = await page.data();
    const saved = await visit.saved("recording-file");
    // `verify` exits with status 1, because the reasons of manual moves cannot be verified.
    const verified = spawnSync(visit.program, ["verify", saved], { encoding: "utf8" }).stdout;
    expect(verified.startsWith("identical:"), verified);
    const png = fs.readFileSync(await visit.saved("picture-file"));
    expect(png.subarray(1, 4).toString() === "PNG", `a picture of ${png.length} bytes`);
    const info = execFileSync(visit.program, ["info", await visit.saved("maze-file")], {
      encoding: "utf8",
    });
    expect(info.includes("3"), info);
    const { shared } = await page.after("$('link').click()", "shared");
    await visit.open(shared.slice(shared.indexOf("#")));
    await visit.outcome(outcome);
    const there = await page.data();
    expect(there.moves === moves, `the link gives ${there.moves} moves, expected ${moves}`);
    await page.value("window.oldRun = page.run");
    await page.key("x"); // starts again if the run has ended
    await page.until("page.run !== oldRun && page.run.state.orientations === 8");
    return verified.trim();
  },
  async "invalid addresses are rejected in one line"(visit) {
    const all = [
      ["#maze=3x3x3,all", "size, layers and seed"],
      ["#maze=99999999999999x3x3,all,1", "expected 2 to 12"],
      ["#maze=3x3x3,all,18446744073709551616", "seed"],
      ["#maze=3x3x3,all,1e9", "seed"],
      ["#maze=3x3x3,wood,1", "expected all, outer or flat"],
      ["#maze=3x3x3,all,1&agent=nobody", 'agent "nobody"'],
      ["#maze=3x3x3,all,1&scheme=12", "expected 8, 24 or free"],
      ["#maze=3x3x3,all,1&scheme=free&agent=breadth-first", "expected cem or floor"],
      ["#maze=3x3x3,all,1&moves=0129", "moves"],
      ["#maze=3x3x3,all,1&moves=" + "0".repeat(2001), "2001"],
      ["#maze=3x3x3,all,7&moves=0102001", "the run had already ended"],
      ["#walls=3x3x3,all,1,27,zz", "hexadecimal"],
      ["#walls=3x3x3,all,1,28,00000000000000", "target"],
      ["#walls=3x3x3,all,1,27,00000000000000", ""],
      ["#day=367", "1 to 366"],
      ["#day=0", "1 to 366"],
      ["#lesson=none", "lesson"],
      ["#world=jump,-1", "seed"],
      ["#level=13", "1 to 12"],
      ["#hello", "part of the address"],
      ["#maze=3x3x3,all,1&day=3", "2 mazes"],
      ["#maze=3x3x3,all,1&maze=3x3x3,all,1", "twice"],
      ["#%00<script>alert(1)</script>", "part of the address"],
      ["#" + "a".repeat(30000), "characters"],
      ["#agent=breadth-first", "0 mazes"],
    ];
    const expectRejected = async (page, [hash, words]) => {
      const { refused = "", fault } = await page.data();
      const [message, title] = [await page.text("message"), await page.text("title")];
      const isRejected = refused.toLowerCase().includes(words.toLowerCase()) && message === refused;
      const status = `${hash.slice(0, 60)}: ${refused} ${fault} ${message} ${title}`;
      expect(
        isRejected && !message.includes("\n") && !fault && title.startsWith("Maze of "),
        status,
      );
    };
    const page = await visit.open("#maze=3x3x3%2Call%2C9&utm_source=mail"); // ignores utm_source
    await page.expectText("title", /number 9$/);
    await visit.open("#day=60");
    for (const row of all) {
      await page.after(`location.hash = ${JSON.stringify(row[0])}`, "refused");
      await expectRejected(page, row);
    }
    for (const row of [all[0], all[9]]) await expectRejected(await visit.load(row[0]), row);
    return `${all.length} addresses`;
  },
  // Presses all controls in runs by an agent, by hand, under continuous control, at the end of a run, and in a logic maze.
  async "every button and key leaves one animation loop in step with the clock"(visit) {
    const { solution } = visit;
    const runs = [
      "#maze=3x3x3,all,7",
      "#maze=3x3x3,all,7&hand=1",
      "#maze=3x3x3,all,7&scheme=free",
      `#day=60&hand=1&moves=${solution}`,
    ];
    let pressed = 0;
    for (const [size, addresses] of [
      [kLow, runs],
      [kPhone, ["#world=jump,3"]],
    ]) {
      const page = await visit.open("#maze=3x3x3,all,9", size, size === kPhone, kControlledClock);
      for (const address of addresses) {
        const faults = await page.value(`testClock.pressAll(${JSON.stringify(address)})`, true);
        expect(!faults.length, `${faults.length} faults, the first ${faults[0]}`);
      }
      pressed += await page.value("testClock.pressed");
    }
    return `${pressed} presses`;
  },
};

/** Runs in the page. Appends all times that playback shows to window.times. */
function recordTimes() {
  window.times = [];
  const record = () => window.times.push(Number(document.body.dataset.time));
  new MutationObserver(record).observe(document.body, { attributeFilter: ["data-time"] });
}
/** Runs in the page. Returns the name and the ending of each move in the list. */
function listedMoves() {
  const textOf = (row, selector) => row.querySelector(selector).textContent;
  const rows = [...document.querySelectorAll("#moves li")];
  return rows.map((row) => [textOf(row, ".words"), textOf(row, ".to")]);
}

/** Lets an agent solve a logic maze, and makes a manual move. */
async function playFamily(visit, name) {
  const page = await visit.open(`#world=${name},3`);
  await page.choose("speed", "16");
  await visit.outcome("solved");
  await visit.picture(name);
  await page.value("document.activeElement.blur()");
  await page.choose("speed", "0.25"); // keeps the agent busy until the next click
  await page.key("r");
  await page.until("!page.run.ended");
  await page.click("#i-play");
  await page.until(waits);
  const { moves } = await page.data();
  await page.click("#choices button");
  await page.until(`document.body.dataset.moves !== "${moves}"`);
}

const kSlowChecks = {
  async "files are opened and rejected"(visit) {
    const page = await visit.open("#maze=3x3x3,all,9&hand=1"),
      made = (side) => execFileSync(visit.program, ["generate", "--size", side, "--seed", "3"]);
    await selectFile(page, "other.json", '{"some": "other file"}');
    await page.untilMessage("xpected a maze file");
    await selectFile(
      page,
      "broken.json",
      '{"format": "marblemaze-maze", "version": 1, "dims": [3, 3, 99999]}',
    );
    await page.untilMessage("File broken.json");
    await page.expectTrue("page.link.of.seed === '9'", "the old run is left in place");
    await selectFile(page, "mine.json", made("4"));
    await page.until("page.title === 'mine.json'");
    const { shared } = await page.after("$('link').click()", "shared");
    expect(shared.includes("#walls=4x4x4,all,1,64,"), "a maze of its own travels with its walls");
    await selectFile(page, "huge.json", made("40"));
    await page.untilMessage("too many for a browser");
    await selectFile(page, "large.json", made("14"));
    await page.until("page.title === 'large.json'");
    const again = await visit.open(await page.value("location.hash"));
    expect(
      (await again.text("title")).startsWith("14 \u00d7 14 \u00d7 14 cube"),
      `${await again.text("title")}: ${await again.text("message")}`,
    );
  },
  async "lessons have the outcomes that their texts describe"(visit) {
    const outcomes = {
      "no-undo": "running",
      frozen: "frozen",
      "not-repeatable": "solved",
      unsolvable: "unsolvable",
      prediction: "solved",
    };
    for (const [name, outcome] of Object.entries(outcomes)) {
      const page = await visit.open(`#lesson=${name}`);
      await page.choose("speed", "16");
      await visit.outcome(outcome);
      await page.expectTrue(
        "$('goal-more').getClientRects().length > 0",
        `the text of ${name} is there`,
      );
      const rows = await page.evaluate(listedMoves);
      if (name === "not-repeatable")
        expect(
          rows[1][0] === rows[5][0] && rows[1][1] !== rows[5][1],
          `moves 2 and 6: ${rows[1]} and ${rows[5]}`,
        );
    }
  },
};
for (const name of ["four-bit", "jump", "jump-no-u-turn", "rook"])
  kSlowChecks[`logic maze: ${name}`] = (visit) => playFamily(visit, name);

module.exports = { kRunChecks, kSlowChecks };

// Tests the browser version with mouse, touch and keys in a headless browser. Prints a line for each check.
//   node page_checks.js BROWSER PAGE PROGRAM [PICTURES [WHAT]]
// PROGRAM verifies the recordings that the page saves. PICTURES is a folder for screenshots. WHAT is "quick", or a regular
// expression that selects checks.
// Exit status: 0, or 1 if a check fails.
"use strict";
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const {
  Browser,
  Fault,
  expect,
  give,
  kUndrawn,
  pause,
  waits,
  waitsAfter,
} = require("./browser.js");
const { kOwnClock } = require("./controlled_clock.js");
const { kDeviceChecks } = require("./device_checks.js");
const { kLayoutChecks } = require("./layout_checks.js");
const { kTextChecks } = require("./text_checks.js");

const kDesktop = [1280, 800],
  kLow = [1000, 120],
  kPhone = [390, 844],
  kFirstMaze_ms = 2000,
  kFirstProcessor_ms = 500,
  kFirstDecision_ms = 3000;

/** Prevents the engine from starting, because the worker receives no messages, and stops the time. */
const kNoEngine =
  "Worker.prototype.postMessage = () => {}; window.requestAnimationFrame = () => 0;";

/** Runs in the page. Resets all settings and opens an address. */
function forget(hash) {
  for (const place of [localStorage, sessionStorage]) place.clear();
  for (const it of document.querySelectorAll("input[type=checkbox]:not(#light)"))
    it.checked = it.defaultChecked;
  $("speed").value = "1";
  $("picture").dispatchEvent(new Event("dblclick")); // resets the camera
  for (const name of ["saved", "link", "refused", "shared", "frame"])
    delete document.body.dataset[name];
  page.phone = null;
  page.sheet.show(false);
  document.activeElement.blur();
  if (window.walk) window.walk.frame_ms = 16;
  return page.openLink(hash);
}

class Visit {
  constructor(browser, address, program, pictures, only) {
    Object.assign(this, { browser, address, program, pictures, only, faults: 0 });
    this.shared = new Map();
    this.replays = new Map();
  }
  /** Opens an address in a new page. */
  async load(hash = "", size = kDesktop, phone = false, first = this.drawing) {
    await this.leave();
    this.page = await this.browser.open(this.address + hash, size, phone, first);
    await this.page.ready();
    return this.page;
  }
  /** Closes or pauses the current page, which would otherwise continue to use the CPU. */
  async leave() {
    if (![...this.shared.values()].includes(this.page)) await this.page?.close();
    else await this.page.value("page.player.play(false)");
    this.page = null;
  }
  /** Opens an address in a page that checks share, because loading a page takes seconds. The page is reset first. */
  async open(hash, size = kDesktop, phone = false, first = this.drawing) {
    const key = `${phone} ${first}`,
      known = this.shared.get(key);
    if (known !== this.page) await this.leave();
    this.page = known ?? (await this.load(hash, size, phone, first));
    this.shared.set(key, this.page);
    await this.page.resize(size, phone);
    await this.page.value(`(${forget})(${JSON.stringify(hash)})`);
    return this.page;
  }
  /** Opens the replay of an agent's run in a new page. */
  async replay(hash, size = kDesktop) {
    if (!this.replays.has(hash)) {
      await this.open(hash);
      await this.page.choose("speed", "16");
      await this.page.until("page.run.ended");
      const recording = await this.saved("recording-file"),
        replay = `${recording}.html`;
      execFileSync(this.program, ["export", recording, "--html", replay], { stdio: "ignore" });
      this.replays.set(hash, replay);
    }
    await this.leave();
    this.page = await this.browser.open(`file://${this.replays.get(hash)}`, size, false, kUndrawn);
    await this.page.ready();
    expect(!(await this.page.data()).fault, (await this.page.data()).fault);
    return this.page;
  }
  /** Returns a script for new pages. It disables drawing unless screenshots are requested. */
  get drawing() {
    return this.pictures ? "" : kUndrawn;
  }
  /** Returns the certified solution of the maze of 29 February. */
  get solution() {
    const days = path.join(__dirname, "../../../../engine/replay_page/web/daily.txt");
    return fs.readFileSync(days, "utf8").split("\n")[59].split(" ")[2];
  }
  async picture(name) {
    if (this.pictures) await this.page.picture(path.join(this.pictures, `${name}.png`));
  }
  outcome(word) {
    return this.page.until(`document.body.dataset.outcome === "${word}"`);
  }
  async try(name, action) {
    if (!this.only.test(name)) return;
    const began_ms = Date.now(),
      seconds = () => `${((Date.now() - began_ms) / 1000).toFixed(1)} s`;
    try {
      const told = await action();
      expect(!this.page.said.length, `the console says ${this.page.said[0]}`);
      console.log(`ok    ${name}${told ? `: ${told}` : ""} (${seconds()})`);
    } catch (error) {
      ++this.faults;
      const words = error instanceof Fault ? error.message : error.stack;
      console.log(`FAULT ${name}: ${words} (${seconds()})`);
      for (const page of new Set([this.page, ...this.shared.values()])) await page?.close();
      this.shared.clear();
      this.page = null;
    }
  }

  // Returns true if times are checked. The quick suite and busy machines only print them.
  judges(quick) {
    return !quick && os.loadavg()[0] <= os.cpus().length;
  }
  // Limits the CPU time of the page, because the elapsed time includes the start of the browser.
  async drawsFirst(quick) {
    await this.leave();
    const page = await this.browser.open(this.address, kDesktop, false, kNoEngine);
    this.page = page;
    await page.until("document.body.dataset.view === 'marble'", "a maze is drawn");
    const processor_s = await page.processorTime();
    await page.reads("title", "Maze of the day");
    await page.reads("goal-words", /^Tip the glass/);
    await page.holds("document.querySelectorAll('#choices button').length >= 2", "its moves");
    await page.until("performance.now() > 600", "a thought would be called long");
    await page.value("$('trail').dispatchEvent(new Event('change'))");
    await page.holds("$('thinking').hidden", "no agent thinks yet");
    await this.picture("first");
    const isQuick = !this.judges(quick) || 1000 * processor_s <= kFirstProcessor_ms;
    expect(isQuick, `the first picture takes ${processor_s} s of processor time`);
    return `${processor_s} s of processor time, load ${os.loadavg()[0].toFixed(1)}`;
  }
  async solves(quick) {
    const page = await this.load("#maze=3x3x3,all,7");
    const ready = Number((await page.data()).ready),
      processor_s = await page.processorTime();
    await page.until("document.querySelectorAll('#moves li').length > 0", "the first decision");
    const decided = await page.value("performance.now()");
    await this.picture("desktop");
    await page.choose("speed", "16");
    await this.outcome("solved");
    await page.until("page.player.time === page.run.duration_s && page.dock.state === 'end'");
    await page.reads("end-title", "Solved by Complete Solution Prediction");
    await page.reads("end-words", "5 moves.");
    await page.value("page.sheet.show(true)");
    await page.reads("graph-words", /^6 positions known/);
    await page.value("page.sheet.show(false)");
    if (this.judges(quick)) {
      expect(ready <= kFirstMaze_ms, `the maze after ${ready} ms`);
      expect(decided <= kFirstDecision_ms, `the first decision after ${decided} ms`);
    }
    return `the maze after ${ready} ms and ${processor_s} s of processor time, the first decision after ${Math.round(decided)} ms`;
  }
  async scrubs() {
    const { page } = this,
      time = async () => Number((await page.data()).time);
    await page.value("document.activeElement.blur()");
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
    await page.holds(`Math.abs(${middle} - page.run.duration_s / 2) < 0.5`, "half of the bar");
    await page.value("document.activeElement.blur()");
    await page.key("End");
    // Records the times in the page, because playback may end before this script asks for them.
    await page.value(`{ window.times = []; const note = () => times.push(Number(document.body.dataset.time));
      new MutationObserver(note).observe(document.body, { attributeFilter: ["data-time"] }); }`);
    await page.key(" ");
    await page.until(
      "times.slice(times.indexOf(0)).some((time) => time > 0.05) && times.includes(0)",
      "it plays again",
    );
    await page.key(" ");
  }
  async playsByHand() {
    const page = await this.open("#maze=3x3x3,all,7");
    await page.choose("speed", "4");
    await page.click("#i-play");
    await page.until(waits);
    await page.click("#more");
    await page.click("#hint");
    await page.until("document.querySelector('#choices .hinted')", "a move is hinted");
    await page.reads("say", /^Hint: tip (left|right|away|towards you)\. /);
    const before = await page.value("page.run.now.counters.moves");
    // Buttons of moves are visible only at the end of the run.
    await page.value("page.player.seek(page.run.duration_s)");
    await page.click("#choices button");
    await page.until(waitsAfter(before + 1));
    await page.key("2");
    await page.until(`page.run.now.counters.moves === ${before + 2} && !page.run.pending`);
    await this.picture("desktop-by-hand");
  }
  async switches() {
    const page = await this.open("#maze=3x3x3,all,7&hand=1&moves=0");
    await page.choose("speed", "16");
    await page.until(waits);
    await page.key("x");
    await page.until(`page.run.now.orientations === 24 && ${waits}`);
    await page.until("document.querySelectorAll('#choices button').length === 4", "four moves");
    await page.value("$('agent-plays').click()");
    await page.until("page.run.ended && document.body.dataset.outcome !== 'running'");
    return (await page.data()).outcome;
  }
  // Saves the run of switches() as a recording, a link and an image.
  async keeps() {
    const { page } = this,
      { moves, outcome } = await page.data();
    const saved = await this.saved("recording-file");
    // `verify` exits with status 1, because the reasons of manual moves cannot be verified.
    const verified = spawnSync(this.program, ["verify", saved], { encoding: "utf8" }).stdout;
    expect(verified.startsWith("identical:"), verified);
    const png = fs.readFileSync(await this.saved("picture-file"));
    expect(png.subarray(1, 4).toString() === "PNG", `a picture of ${png.length} bytes`);
    const info = execFileSync(this.program, ["info", await this.saved("maze-file")], {
      encoding: "utf8",
    });
    expect(info.includes("3"), info);
    const { link } = await page.after("$('link').click()", "link");
    await this.open(link.slice(link.indexOf("#")));
    await this.outcome(outcome);
    const there = await this.page.data();
    expect(there.moves === moves, `the link gives ${there.moves} moves, expected ${moves}`);
    await this.page.value("window.ended = page.run");
    await this.page.key("x");
    await this.page.until("page.run !== ended && page.run.now.orientations === 8");
    return verified.trim();
  }
  /** Clicks a button that saves a file. Returns the path of the file. */
  async saved(id) {
    const { saved } = await this.page.after(`$("${id}").click()`, "saved");
    const cut = saved.lastIndexOf(" "),
      file = path.join(this.browser.downloads, saved.slice(0, cut)),
      isThere = () => fs.existsSync(file) && fs.statSync(file).size === Number(saved.slice(cut));
    for (let tries = 0; tries < 200 && !isThere(); ++tries) await pause(50);
    return file;
  }
  async opensFiles() {
    const page = await this.open("#maze=3x3x3,all,9&hand=1"),
      made = (side) => execFileSync(this.program, ["generate", "--size", side, "--seed", "3"]);
    await give(page, "other.json", '{"some": "other file"}');
    await page.says("xpected a maze file");
    await give(
      page,
      "broken.json",
      '{"format": "marblemaze-maze", "version": 1, "dims": [3, 3, 99999]}',
    );
    await page.says("File broken.json");
    await page.holds("page.link.of.seed === '9'", "the old run is left in place");
    await give(page, "mine.json", made("4"));
    await page.until("page.title === 'mine.json'");
    const { link } = await page.after("$('link').click()", "link");
    expect(link.includes("#walls=4x4x4,all,1,64,"), "a maze of its own travels with its walls");
    await give(page, "huge.json", made("40"));
    await page.says("too many for a browser");
    await give(page, "large.json", made("14"));
    await page.until("page.title === 'large.json'");
    const again = await this.open(await page.value("location.hash"));
    expect(
      (await again.text("title")).startsWith("14 \u00d7 14 \u00d7 14 cube"),
      `${await again.text("title")}: ${await again.text("say")}`,
    );
  }
  async lessons() {
    const outcomes = {
      "no-undo": "running",
      frozen: "frozen",
      "not-repeatable": "solved",
      unsolvable: "unsolvable",
      prediction: "solved",
    };
    for (const [name, outcome] of Object.entries(outcomes)) {
      const page = await this.open(`#lesson=${name}`);
      await page.choose("speed", "16");
      await this.outcome(outcome);
      await page.holds(
        "$('goal-more').getClientRects().length > 0",
        `the text of ${name} is there`,
      );
      const rows = await page.value(
        "[...document.querySelectorAll('#moves li')].map((row) => [row.querySelector('.words').textContent, row.querySelector('.to').textContent])",
      );
      if (name === "not-repeatable")
        expect(
          rows[1][0] === rows[5][0] && rows[1][1] !== rows[5][1],
          `moves 2 and 6: ${rows[1]} and ${rows[5]}`,
        );
    }
  }
  async family(name) {
    const page = await this.open(`#world=${name},3`);
    await page.choose("speed", "16");
    await this.outcome("solved");
    await this.picture(name);
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
  async daily() {
    const page = await this.open("#day=60");
    await page.reads("title", /^Maze of (the day|29 February)$/);
    await page.until(waits);
    const [solution, ...counts] = await page.value(
      "[page.known.days[59].split(' ')[2], page.known.days.length, page.known.levels.length]",
    );
    expect(String(counts) === "366,12", `${counts} days and levels`);
    await this.open(`#day=60&hand=1&moves=${solution}`);
    expect((await this.page.data()).outcome === "solved", "its certified solution solves it");
  }
  async refusesAll() {
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
    await this.open("#maze=3x3x3%2Call%2C9&utm_source=mail");
    expect(
      (await this.page.text("title")).includes("number 9"),
      "parts that senders add are borne",
    );
    await this.open("#day=60");
    const refused =
      await this.page.value(`(async () => { const told = []; for (const hash of ${JSON.stringify(all.map(([hash]) => hash))}) {
      delete document.body.dataset.refused; location.hash = hash;
      while (!document.body.dataset.refused) await new Promise((done) => setTimeout(done, 2));
      const { refused, fault } = document.body.dataset, [said, title] = ["say", "title"].map((id) => document.getElementById(id).textContent);
      told.push({ refused, fault, said, title }); } return told; })()`);
    for (const [i, { refused: told, fault, said, title }] of refused.entries()) {
      const [hash, words] = all[i];
      expect(
        told.toLowerCase().includes(words.toLowerCase()) && said === told && !said.includes("\n"),
        `${hash.slice(0, 60)}: the page says ${told}; ${said}`,
      );
      expect(
        fault === undefined && title.startsWith("Maze of "),
        `${hash.slice(0, 60)}: the first maze is there to play`,
      );
    }
    for (const [hash, words] of [all[0], all[9]]) {
      const page = await this.load(hash),
        data = await page.data();
      expect(
        data.refused?.toLowerCase().includes(words) &&
          (await page.text("say")) === data.refused &&
          data.fault === undefined,
        `${hash} at first: ${data.refused ?? data.fault}`,
      );
      expect(
        (await page.text("title")) === "Maze of the day" && data.outcome === "running",
        "the first maze is there to play",
      );
    }
    return `${all.length} addresses`;
  }
  async framesWith(agent) {
    const page = await this.load(`#maze=6x6x6,outer,3&agent=${agent}&scheme=24`);
    return page.value(`new Promise((done) => { let frames = 0; const end = performance.now() + 3000;
      const count = () => (performance.now() > end ? done(frames) : (++frames, requestAnimationFrame(count))); requestAnimationFrame(count); })`);
  }
  // While an agent computes, the page draws at least a third of its usual frames.
  async thinksBeside() {
    const usual = await this.framesWith("complete-solution-prediction"),
      beside = await this.framesWith("simulation-search");
    expect(
      beside >= Math.max(2, usual / 3),
      `${beside} frames in 3 s, ${usual} beside a quick agent`,
    );
    return `${beside} frames in 3 s of thinking, ${usual} beside a quick agent`;
  }

  // Presses all controls in runs by an agent, by hand, under continuous control, at the end of a run, and in a logic maze.
  async runsOneLoop() {
    const { solution } = this;
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
      const page = await this.open("#maze=3x3x3,all,9", size, size === kPhone, kOwnClock);
      for (const address of addresses) {
        const faults = await page.value(`walk.through(${JSON.stringify(address)})`, true);
        expect(!faults.length, `${faults.length} faults, the first ${faults[0]}`);
      }
      pressed += await page.value("walk.pressed");
    }
    return `${pressed} presses`;
  }

  async all(quick) {
    await this.try("the first maze is drawn before the engine has started", () =>
      this.drawsFirst(quick),
    );
    await this.try("an agent solves the first maze", () => this.solves(quick));
    await this.try("keys and clicks seek on the timeline", () => this.scrubs());
    await this.try("a user plays and requests a hint", () => this.playsByHand());
    await this.try("a run switches between 8 and 24 orientations", () => this.switches());
    await this.try("a run is saved as a recording, picture, maze and link, and X restarts it", () =>
      this.keeps(),
    );
    await this.try("invalid addresses are rejected in one line", () => this.refusesAll());
    await this.try("the maze of the day", () => this.daily());
    await this.try("every button and key leaves one animation loop in step with the clock", () =>
      this.runsOneLoop(),
    );
    for (const [name, check] of Object.entries({ ...kTextChecks, ...kLayoutChecks, ...kDeviceChecks }))
      await this.try(name, () => check(this));
    if (quick) return;
    await this.try("files are opened and rejected", () => this.opensFiles());
    await this.try("lessons have the outcomes that their texts describe", () => this.lessons());
    for (const name of ["four-bit", "jump", "jump-no-u-turn", "rook"])
      await this.try(`logic maze: ${name}`, () => this.family(name));
    await this.try("the page draws while an agent computes", () => this.thinksBeside());
  }
}

async function main(program, page, checker, pictures, what = "") {
  if (pictures) fs.mkdirSync(pictures, { recursive: true });
  const browser = new Browser(program, kDesktop);
  const visit = new Visit(
    browser,
    `file://${path.resolve(page)}`,
    checker,
    pictures,
    new RegExp(what === "quick" ? "" : what),
  );
  try {
    await visit.all(what === "quick");
  } finally {
    await browser.close();
  }
  console.log(`${visit.faults} faults`);
  process.exit(visit.faults ? 1 : 0);
}
main(...process.argv.slice(2));

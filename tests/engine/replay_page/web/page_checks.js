// Tests the browser version with mouse, touch and keys in a headless browser. Prints a line for each check.
//   node page_checks.js PAGE PROGRAM [PICTURES [WHAT]]
// PROGRAM verifies the recordings that the page saves. PICTURES is a folder for screenshots. WHAT is "quick", or a regular
// expression that selects checks.
// Exit status: 0, or 1 if a check fails.
"use strict";
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { Browser, Failure, expect, kNoDrawing, pause } = require("./browser.js");
const { kDeviceChecks } = require("./device_checks.js");
const { kLayoutChecks } = require("./layout_checks.js");
const { kRunChecks, kSlowChecks } = require("./run_checks.js");
const { kTextChecks } = require("./text_checks.js");

const kDesktop = [1280, 800];

/** Runs in the page. Resets all settings and opens an address. */
function reset(hash) {
  for (const place of [localStorage, sessionStorage]) place.clear();
  for (const it of document.querySelectorAll("input[type=checkbox]:not(#light)"))
    it.checked = it.defaultChecked;
  $("speed").value = "1";
  $("picture").dispatchEvent(new Event("dblclick")); // resets the camera
  for (const name of ["saved", "refused", "shared"]) delete document.body.dataset[name];
  page.tilt.phone = null;
  page.sheet.show(false);
  document.activeElement.blur();
  if (window.testClock) window.testClock.frame_ms = 16;
  return page.openLink(hash);
}

class Visit {
  constructor(browser, page, program, pictures, isQuick) {
    Object.assign(this, { browser, program, pictures, isQuick, faults: 0 });
    this.address = `file://${path.resolve(page)}`;
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
    else await this.page.value("page.playback.play(false)");
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
    await this.page.evaluate(reset, hash);
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
    this.page = await this.browser.open(
      `file://${this.replays.get(hash)}`,
      size,
      false,
      kNoDrawing,
    );
    await this.page.ready();
    expect(!(await this.page.data()).fault, (await this.page.data()).fault);
    return this.page;
  }
  /** Returns a script for new pages. It disables drawing unless screenshots are requested. */
  get drawing() {
    return this.pictures ? "" : kNoDrawing;
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
  async run(name, check) {
    const began_ms = Date.now(),
      seconds = () => `${((Date.now() - began_ms) / 1000).toFixed(1)} s`;
    try {
      const result = await check(this);
      expect(!this.page.messages.length, `the console says ${this.page.messages[0]}`);
      console.log(`ok    ${name}${result ? `: ${result}` : ""} (${seconds()})`);
    } catch (error) {
      ++this.faults;
      const words = error instanceof Failure ? error.message : error.stack;
      console.log(`FAULT ${name}: ${words} (${seconds()})`);
      for (const page of new Set([this.page, ...this.shared.values()])) await page?.close();
      this.shared.clear();
      this.page = null;
    }
  }
  /** Returns true if times are checked. The quick suite and busy machines only print them. */
  get checksTimes() {
    return !this.isQuick && os.loadavg()[0] <= os.cpus().length;
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
}

async function main(page, program, pictures, what = "") {
  if (pictures) fs.mkdirSync(pictures, { recursive: true });
  const browser = new Browser(kDesktop);
  const isQuick = what === "quick";
  const visit = new Visit(browser, page, program, pictures, isQuick);
  const checks = { ...kRunChecks, ...kTextChecks, ...kLayoutChecks, ...kDeviceChecks };
  const all = Object.entries({ ...checks, ...(isQuick ? {} : kSlowChecks) });
  const wanted = new RegExp(isQuick ? "" : what);
  try {
    for (const [name, check] of all) if (wanted.test(name)) await visit.run(name, check);
  } finally {
    await browser.close();
  }
  console.log(`${visit.faults} faults`);
  process.exit(visit.faults ? 1 : 0);
}
main(...process.argv.slice(2));

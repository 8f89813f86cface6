// Controls a headless Chromium by the DevTools protocol through a pipe. Needs only Node.
"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const kTimeout_ms = 120000;
const kCommandTimeout_ms = 300000; // time limit of a command
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const kPrograms = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
/** Returns the path of an installed Chromium. */
function findChromium() {
  const folders = process.env.PATH.split(path.delimiter);
  const files = kPrograms.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = files.find((file) => fs.existsSync(file));
  if (!found)
    throw new Error("Chromium is missing: install the Debian package chromium-headless-shell");
  return found;
}

class Browser {
  constructor(size = [1280, 800]) {
    this.profile = fs.mkdtempSync(path.join(os.tmpdir(), "marblemaze-browser-"));
    this.downloads = path.join(this.profile, "downloads");
    // The tests change the address more often than Chromium permits without this flag.
    this.child = spawn(
      findChromium(),
      [
        "--headless",
        "--disable-ipc-flooding-protection",
        "--no-sandbox",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        // The GPU compositor on a software renderer can block a page for a minute.
        "--disable-gpu-compositing",
        "--mute-audio",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        `--user-data-dir=${this.profile}`,
        `--window-size=${size}`,
        "--remote-debugging-pipe",
        "about:blank",
      ],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
    );
    this.last = 0;
    this.waiting = new Map();
    this.pages = new Map();
    let rest = "";
    this.child.stdio[4].on("data", (data) => {
      const messages = (rest + data).split("\0");
      rest = messages.pop();
      for (const message of messages) this.receive(JSON.parse(message));
    });
  }
  receive(message) {
    if (message.id) {
      const { done, failed } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) failed(new Error(message.error.message));
      else done(message.result);
    } else this.pages.get(message.sessionId)?.receive(message);
  }
  send(method, params = {}, sessionId = undefined) {
    return new Promise((done, failed) => {
      setTimeout(() => failed(new Error(`no answer to ${method}`)), kCommandTimeout_ms).unref();
      this.waiting.set(++this.last, { done, failed });
      this.child.stdio[3].write(
        JSON.stringify({ id: this.last, method, params, sessionId }) + "\0",
      );
    });
  }
  // Opens a page. `first` is a script that runs before the page's scripts.
  async open(address, size, phone = false, first = "") {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.pages.set(sessionId, page);
    for (const domain of ["Page", "Runtime", "Log", "Performance"])
      await page.send(`${domain}.enable`);
    await page.resize(size, phone);
    if (phone) await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const source = `window.$ = (id) => document.getElementById(id); ${nextFrame} ${rotationBetween} ${first}`;
    await page.send("Page.addScriptToEvaluateOnNewDocument", { source });
    await this.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: this.downloads,
    });
    await page.navigate(address);
    return page;
  }
  async close() {
    await this.send("Browser.close").catch(() => {});
    await new Promise((done) =>
      this.child.exitCode === null ? this.child.on("exit", done) : done(),
    );
    fs.rmSync(this.profile, { recursive: true, force: true });
  }
}

class Failure extends Error {}
const expect = (sound, what) => {
  if (!sound) throw new Failure(what);
};

class Page {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target, messages: [] });
  }
  receive({ method, params }) {
    if (method === "Runtime.consoleAPICalled")
      this.messages.push(params.args.map((value) => value.value ?? value.description).join(" "));
    if (method === "Runtime.exceptionThrown")
      this.messages.push(
        params.exceptionDetails.exception?.description ?? params.exceptionDetails.text,
      );
    // The software renderer reports that reading the canvas is slow. Desktop browsers do not know the permission web-share,
    // and report that they ignore the attribute autofocus in a frame.
    const isHarmless = /GL Driver Message.*Performance|'web-share'|autofocusing/.test(
      params.entry?.text,
    );
    if (method === "Log.entryAdded" && !isHarmless) this.messages.push(params.entry.text);
  }
  send(method, params) {
    return this.browser.send(method, params, this.session);
  }
  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.target });
  }
  async navigate(address) {
    await this.send("Page.navigate", { url: "about:blank" });
    await this.send("Page.navigate", { url: address });
  }
  ready() {
    return this.until(
      "document.body.dataset.ready || document.body.dataset.fault",
      "the page is ready",
    );
  }
  async reload() {
    await this.value("document.body.dataset.old = true");
    await this.send("Page.reload");
    await this.until("!document.body.dataset.old", "it is loaded again");
    await this.ready();
  }
  resize([width, height], phone = false) {
    const deviceScaleFactor = phone ? 2 : 1;
    const size = { width, height, deviceScaleFactor, mobile: phone };
    return this.send("Emulation.setDeviceMetricsOverride", size);
  }
  // Evaluates an expression and awaits its result. With `userGesture`, the browser treats the call as a click.
  async value(expression, userGesture = false) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
      userGesture,
    });
    if (exceptionDetails)
      throw new Error(
        `${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
      );
    return result.value;
  }
  /** Calls a function in the page and awaits its result. Arguments and result are JSON values. */
  evaluate(action, ...args) {
    return this.value(`(${action})(...${JSON.stringify(args)})`);
  }
  async until(expression, what = expression) {
    const end = Date.now() + kTimeout_ms;
    while (Date.now() < end) {
      // The expression may throw while the page is loading.
      if (await this.value(`Boolean(document.body && (${expression}))`).catch(() => false)) return;
      await pause(20);
    }
    throw new Error(
      `waited ${kTimeout_ms / 1000} s in vain until ${what}; the page: ${JSON.stringify(await this.data())}`,
    );
  }
  /** Asserts that an expression is true in the page. */
  async expectTrue(expression, what = expression) {
    expect(await this.value(`Boolean(${expression})`), what);
  }
  /** Asserts that the text of an element equals a string or matches a regular expression. */
  async expectText(id, wanted) {
    const text = await this.text(id);
    expect(wanted instanceof RegExp ? wanted.test(text) : text === wanted, `${id}: ${text}`);
  }
  /** Evaluates an expression of `it` for each element that matches a selector. */
  all(selector, expression) {
    const elements = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
    return this.value(`${elements}.map((it) => ${expression})`);
  }
  /** Returns the centre of an element. */
  async middle(selector) {
    const places = await this.all(selector, "it.getBoundingClientRect().toJSON()");
    return [places[0].x + places[0].width / 2, places[0].y + places[0].height / 2];
  }
  data() {
    return this.value("({ ...document.body.dataset })");
  }
  /** Returns the CPU time of the page in seconds. */
  async cpuTime() {
    return (await this.send("Performance.getMetrics")).metrics.find(
      ({ name }) => name === "ProcessTime",
    ).value;
  }
  /** Waits until the page's message contains these words. */
  untilMessage(words) {
    return this.until(`$("message").textContent.includes("${words}")`);
  }
  /** Runs a script as a click. Returns the data attributes when one of them has been set. */
  async after(script, attribute) {
    await this.value(`delete document.body.dataset.${attribute}; ${script}`, true);
    await this.until(`document.body.dataset.${attribute}`);
    return this.data();
  }
  text(id) {
    return this.value(`$("${id}").textContent`);
  }
  // Clicks the centre of an element. First waits up to 10 s until the element is visible and has stood still for two frames, because a growing
  // panel would move it away from the mouse.
  async click(selector) {
    const place = await this.evaluate(restingPlace, selector);
    if (!place[2]) throw new Error(`${selector} cannot be seen`);
    await this.clickAt(place[0], place[1]);
  }
  async clickAt(x, y) {
    for (const type of ["mousePressed", "mouseReleased"])
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  }
  async key(key, released = true) {
    const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
    const known = ["End", "Home", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"].indexOf(key);
    const codes = { Backspace: 8, Enter: 13, Escape: 27 };
    const windowsVirtualKeyCode =
      known < 0 ? (codes[key] ?? key.toUpperCase().charCodeAt(0)) : 35 + known;
    await this.send("Input.dispatchKeyEvent", {
      type: text ? "keyDown" : "rawKeyDown",
      key,
      text,
      windowsVirtualKeyCode,
    });
    if (released) await this.keyUp(key);
  }
  keyUp(key) {
    return this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }
  choose(id, value) {
    return this.evaluate(setField, id, { value });
  }
  async picture(file) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }
}

/** Runs in the page. Waits for an animation frame, but at most 0.2 s. */
function nextFrame() {
  return new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, 200);
  });
}
/** Runs in the page. Scrolls to an element, and returns its centre and its width when it has stood still for two frames. */
async function restingPlace(selector) {
  const it = document.querySelector(selector);
  it.scrollIntoView({ block: "center" }); // not at the edge, where the head of the sheet covers it
  const place = () => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return [x + width / 2, y + height / 2, width];
  };
  const end = performance.now() + 10000;
  let before = "";
  for (let kept = 0; kept < 2 && performance.now() < end; ) {
    const now = String(place());
    kept = now === before && place()[2] ? kept + 1 : 0;
    before = now;
    await nextFrame();
  }
  return place();
}
/** Runs in the page. Sets properties of a control and reports the change to the page. */
function setField(id, properties) {
  const it = Object.assign($(id), properties);
  for (const type of ["input", "change"]) it.dispatchEvent(new Event(type));
}
/** Runs in the page. Selects a file in the page's file dialogue. */
function selectFileInPage(name, base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const given = new DataTransfer();
  given.items.add(new File([bytes], name));
  const it = $("file");
  it.files = given.files;
  it.dispatchEvent(new Event("change"));
}
/** Runs in the page before its scripts. Replaces WebGL by a stub, because software rendering takes most of the time. */
function drawNothing() {
  const answers = {
    getParameter: "software",
    getProgramParameter: true,
    getInternalformatParameter: [4],
  };
  const isConstant = (name) => name === name.toUpperCase();
  const graphics = new Proxy(answers, {
    get: (_, name) => (isConstant(name) ? 1 : () => answers[name] ?? {}),
  });
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return kind === "webgl2" ? graphics : getContext.call(this, kind, ...more);
  };
}
const kNoDrawing = `(${drawNothing})();`;
/** Runs in the page, where all checks can call it. Returns the rotation of the maze between two times: how far its top tipped right and away, the angle in radians, and the angle about the vertical axis. */
function rotationBetween(since, until) {
  const { conjugate, dot, multiplyQuaternions, rotate } = linear;
  const [before, after] = [since, until].map(
    (time) => page.run.pose(Math.min(time, page.run.duration_s)).maze,
  );
  const rotation = multiplyQuaternions(after, conjugate(before));
  const up = rotate(rotation, [0, 0, 1]);
  const { right, away } = page.marbleView.eye;
  const all = 2 * Math.acos(Math.min(Math.abs(rotation[3]), 1));
  const about = 2 * Math.atan2(rotation[2], rotation[3]);
  return { right: dot(up, right), away: dot(up, away), all, about };
}
const rotationIn = (page, since, until) => page.evaluate(rotationBetween, since, until);
const openHash = (page, hash) => page.evaluate((address) => page.openLink(address), hash);
/** JavaScript expressions: the run waits for a manual move, in general or after some number of moves. */
const waits = "document.body.dataset.waits === 'true'";
const waitsAfter = (moves) => `page.run.state.counters.moves === ${moves} && ${waits}`;
/** Selects a file in the page's file dialogue. */
const selectFile = (page, name, bytes) =>
  page.evaluate(selectFileInPage, name, Buffer.from(bytes).toString("base64"));

module.exports = {
  Browser,
  expect,
  Failure,
  selectFile,
  openHash,
  kNoDrawing,
  pause,
  rotationIn,
  waits,
  waitsAfter,
};

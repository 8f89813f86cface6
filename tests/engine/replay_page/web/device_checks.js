// Checks the page on phones, embedded in other pages, with touch, keyboard and screen readers, and after a reload. Each check is a
// function of a Visit (page_checks.js).
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { expect, rotationIn, waits, waitsAfter } = require("./browser.js");
const { kControlledClock } = require("./controlled_clock.js");

const kPhone = [390, 844],
  kLandscape = [844, 390],
  kLow = [1000, 120];
const kPlayed_s = 300,
  kGrown_mb = 1;
const kLight = "$('light').click()"; // switches to light colours or back
const kTilt = "#maze=3x3x3,all,7&scheme=free";
const kHand = "#maze=3x3x3,all,7&hand=1";

const touch = (page, type, ...at) =>
  page.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y]) => ({ x, y })) });
const tap = async (page, selector) => {
  await touch(page, "touchStart", await page.middle(selector));
  await touch(page, "touchEnd");
};
const timeOf = (page) => page.value("page.run.duration_s");
/** Waits until a command takes effect and returns that time. Waits for two answers of the engine, because the first may have been under way. */
async function waitForCommand(page) {
  for (const _ of [1, 2]) await page.until(`page.run.duration_s > ${await timeOf(page)}`);
  return timeOf(page);
}
/** Runs in the page. Returns the first rotation since a time that exceeds 0.8 rad, or undefined. */
function rotationOnceFar(since) {
  for (let time = since; time < page.run.duration_s; time += 0.01) {
    const rotation = rotationBetween(since, time);
    if (rotation.all > 0.8) return rotation;
  }
  return undefined;
}
/** Returns the rotation during the first 0.8 rad of a drag. */
async function rotationOfDrag(page) {
  await page.until("String(page.run.command) !== '0,0,0'");
  const since = await waitForCommand(page);
  await page.until(`(${rotationOnceFar})(${since})`, "it turns far enough");
  return page.evaluate(rotationOnceFar, since);
}
/** Waits until the maze is still. */
async function waitUntilStill(page) {
  await page.until("String(page.run.command) === '0,0,0'");
  const since = await waitForCommand(page);
  await page.until(
    `page.run.duration_s > ${since + 0.2} && rotationBetween(page.run.duration_s - 0.2, page.run.duration_s).all < 0.005`,
    "it stands",
  );
}
/** Runs in the page. Returns the centre of the stage, its shorter side, and the distance of the maze's centre. */
async function drawnCentre() {
  await nextFrame();
  const { x, y, width, height } = $("stage").getBoundingClientRect();
  page.playback.show();
  const at = page.marbleView.toPixels(page.run.maze.dims.map((side) => side / 2));
  const middle = [x + width / 2, y + height / 2];
  const off = Math.hypot(...linear.subtract(at, middle));
  return [...middle, Math.min(width, height), off];
}
/** Returns the centre of the stage and its shorter side. Asserts that the maze is drawn at the centre. */
async function stageCentre(page) {
  const [x, y, size, off] = await page.evaluate(drawnCentre);
  expect(off < 0.05 * size, `the maze stands ${off} pixels from the middle of its stage`);
  return [x, y, size];
}
const rotatePhone = (page, beta, gamma) =>
  page.send("DeviceOrientation.setDeviceOrientationOverride", { alpha: 0, beta, gamma });
const emulate = (page, features) =>
  page.send("Emulation.setEmulatedMedia", {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });

const kDeviceChecks = {
  async "without JavaScript, the page asks for it"(visit) {
    const page = await visit.browser.open("about:blank", kLow);
    visit.page = page;
    await page.send("Emulation.setScriptExecutionDisabled", { value: true });
    await page.navigate(visit.address);
    await page.until("document.querySelector('noscript p')?.getClientRects().length", "it is said");
    const said = await page.value("document.querySelector('noscript').innerText");
    expect(said.includes("needs JavaScript"), said);
  },
  async "when the maze is solved, the complete trail glows"(visit) {
    const page = await visit.load(`#day=60&hand=1&moves=${visit.solution}`, [480, 400], false, "");
    await page.value("page.playback.seek(page.run.duration_s)");
    const dark = await page.evaluate(greenPixels, { trail: true });
    const shining = await page.evaluate(greenPixels, { trail: true, whole: true });
    const drawn = await page.evaluate(greenPixels, null);
    expect(shining > 4 * dark, `${dark} green pixels became ${shining}`);
    expect(drawn === shining, `the page draws ${drawn} of them`);
    return `${dark} green pixels became ${shining}`;
  },
  async "a lost WebGL context is reported and restored"(visit) {
    const page = await visit.load(kHand, [480, 400], false, "");
    await page.value("window.gl = page.marbleView.scene.gl");
    await page.value("window.loss = gl.getExtension('WEBGL_lose_context'); loss.loseContext()");
    await page.untilMessage("graphics card");
    await page.value("page.playback.show()");
    await page.value("loss.restoreContext()");
    await page.until("page.marbleView.scene && $('message').textContent === ''");
  },
  async '"Play myself" cancels a long computation, and a double click cancels nothing'(visit) {
    const page = await visit.open("#maze=6x6x6,outer,3&agent=simulation-search&scheme=24");
    await page.until("!$('thinking').hidden", "it thinks for long");
    await page.value("window.oldWorker = page.engine.worker");
    await page.click("#i-play");
    await page.until(waits, "it is the user's turn");
    await page.expectTrue("page.engine.worker !== oldWorker", "the computation is cancelled");
    await page.value("window.oldWorker = page.engine.worker; page.restart()");
    await page.until(waits);
    await page.value("new Promise((done) => setTimeout(done, 600))"); // a slow computation takes 0.5 s
    await page.value("page.restart(); page.restart()");
    await page.expectTrue("page.engine.worker === oldWorker", "the worker answers");
  },
  async "an address that the engine rejects during a long computation loses no move"(visit) {
    const page = await visit.open("#maze=6x6x6,outer,3&agent=simulation-search&scheme=24&hand=1");
    await page.choose("speed", "16");
    await page.until(waits);
    await page.click("#choices button");
    await page.until(waitsAfter(1));
    await page.value("$('hint').click()");
    await page.until("!$('thinking').hidden", "it thinks for long");
    await page.value('page.openLink("#maze=3x3x3,all,7&moves=0102001")');
    await page.untilMessage("the run had already ended");
    await page.expectTrue(
      `${waitsAfter(1)} && page.run.moves.length === 1`,
      "the move is still there",
    );
  },
  async "an address can be opened before the engine has started"(visit) {
    await visit.leave();
    visit.page = await visit.browser.open(
      `${visit.address}${kHand}`,
      kLow,
      false,
      `${visit.drawing}(${delayMessages})();`,
    );
    await visit.page.until("performance.now() > 800", "the first request is old");
    const shown = await visit.page.all("button, input", "it.getClientRects().length");
    expect(!shown.some(Boolean), "nothing can be pressed before there is a run");
    await visit.page.value("location.hash = '#maze=3x3x3,all,9&hand=1'");
    await visit.page.until(`$("title").textContent.endsWith("number 9") && ${waits}`);
    await visit.page.expectTrue("$('fault').hidden", "no error is shown");
  },
  async "controls have different names, and the sheet describes the current maze"(visit) {
    const page = await visit.open("#maze=4x4x1,flat,5&hand=1");
    const names = await page.all(
      "button:not(#moves *, #end[hidden] *)",
      "it.ariaLabel || it.textContent",
    );
    const twice = names.filter((name, i) => names.indexOf(name) !== i && name);
    expect(!twice.length, `twice: ${twice}`);
    await page.expectTrue("$('layers').value + $('size').value === 'flat4'");
  },
  async "logic mazes have their own texts, and lamps can be clicked"(visit) {
    const page = await visit.open("#world=four-bit,3&hand=1");
    await page.until(waits);
    await page.expectText("spoken", /^(?!.*marble).*lamps 3, 2, 1, 0/);
    await page.click("#board .lamp:last-child");
    await page.until("page.run.state.counters.moves === 1");
    await page.value("$('agent-plays').click()");
    await page.choose("speed", "16");
    await visit.outcome("solved");
    await page.key("End");
    await page.expectText("end-words", /^\d+ moves?\.$/);
    await page.value("page.openLink('#world=four-bit,3')");
    await page.until("page.run.moves.length > 0");
    await page.value("page.playback.seek(0)");
    await page.expectTrue(
      "document.querySelectorAll('.lamp.on').length === 4",
      "all are on at first",
    );
  },
  async "slow frames do not slow down playback"(visit) {
    const hash = "#maze=4x4x4,outer,1&agent=breadth-first",
      page = await visit.open(hash, kLow, false, kControlledClock);
    for (const frame_ms of [100, 400, 5000]) {
      // The last frame time exceeds the limit of a frame.
      const passed = Math.min(frame_ms / 1000, 2) * 10;
      const simulated = await page.evaluate(simulatedTime, frame_ms);
      const faults = `with frames of ${frame_ms} ms ${simulated} s go by in ${passed} s`;
      expect(Math.abs(simulated - passed) < 0.002, faults);
    }
  },
  async "a drag with the mouse turns the maze under continuous control, and releasing it stops the maze"(
    visit,
  ) {
    const page = await visit.open(kTilt),
      [x, y, size] = await stageCentre(page);
    const mouse = (type, [x, y]) =>
      page.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    // A drag in the middle turns the maze about the vertical axis. A drag at the top tips it sideways.
    for (const [from, sound] of [
      [[x, y], ({ about }) => about > 0.5],
      [[x, y - 0.38 * size], ({ right }) => right > 0.3],
    ]) {
      await mouse("mousePressed", from);
      await mouse("mouseMoved", [from[0] + 90, from[1]]);
      const result = await rotationOfDrag(page);
      await visit.picture(`free-${from[1] < y ? "tipped" : "turned"}`);
      await mouse("mouseReleased", [from[0] + 90, from[1]]);
      expect(sound(result), `pulled from ${from}: ${JSON.stringify(result)}`);
      await waitUntilStill(page);
    }
    await page.expectText("turn", /^\d+\.\d s$/);
  },
  async "touch and arrow keys turn the maze under continuous control, in portrait and landscape"(
    visit,
  ) {
    for (const size of [kPhone, kLandscape]) {
      const page = await visit.open(kTilt, size, true),
        [x, y] = await stageCentre(page);
      await touch(page, "touchStart", [x, y]);
      await touch(page, "touchMove", [x, y + 80]);
      const result = await rotationOfDrag(page);
      await visit.picture(`free-${size.join("x")}`);
      await touch(page, "touchEnd");
      expect(result.away < -0.5, `pulled down at ${size}: ${JSON.stringify(result)}`);
      await waitUntilStill(page);
      await page.key("ArrowRight", false);
      const tipped = await rotationOfDrag(page);
      await page.keyUp("ArrowRight");
      expect(tipped.right > 0.5, `an arrow key is held: ${JSON.stringify(tipped)}`);
      await waitUntilStill(page);
    }
  },
  async "turning the phone turns the maze, relative to the phone's initial pose"(visit) {
    for (const size of [kPhone, kLandscape]) {
      const page = await visit.load(kTilt, size, true);
      // Chromium provides an emulated sensor only to focused pages that are loaded afterwards.
      await page.send("Emulation.setFocusEmulationEnabled", { enabled: true });
      await page.browser.send("Browser.grantPermissions", { permissions: ["sensors"] });
      await rotatePhone(page, 40, 0);
      await page.reload();
      page.messages.length = 0; // messages of the emulation
      // The browser may take longer to start the sensor than the page waits.
      for (let tries = 0; tries < 20 && (await page.value("page.tilt.phone === null")); ++tries) {
        await rotatePhone(page, 40, tries % 2 ? 0.001 : 0); // an emulated sensor reports only changes
        await page.value("page.showMessage('')");
        await tap(page, "#motion");
        await page.until("page.tilt.phone || $('message').textContent");
      }
      await page.until("page.run.phone && !$('recentre').hidden");
      await waitUntilStill(page);
      const began = await timeOf(page);
      await rotatePhone(page, 70, 0);
      await page.until(
        "page.run.phone.down[1] < -0.9 && Math.hypot(...page.run.phone.velocity(page.run.pose(page.run.duration_s).maze)) < 0.02",
      );
      const result = await rotationIn(page, began, await timeOf(page));
      const isTowards = result.away < -0.3 && Math.abs(result.right) < 0.15;
      expect(isTowards, `its top towards you at ${size}: ${JSON.stringify(result)}`);
      await tap(page, "#recentre");
      const since = await waitForCommand(page);
      await waitUntilStill(page);
      const recentred = await rotationIn(page, since, await timeOf(page));
      expect(recentred.all < 0.2, `recentred, it stands: ${JSON.stringify(recentred)}`);
      await tap(page, "#motion");
      await page.expectTrue(
        "page.run.phone === null && $('recentre').hidden",
        "and is dragged again",
      );
    }
  },
  async "the page requests the motion sensor only after a click, and works without it"(visit) {
    const page = await visit.open(kTilt, kPhone, true);
    await tap(page, "#motion");
    await page.untilMessage("does not report its motion");
    await page.expectTrue("window.ondeviceorientation === null", "the sensor is stopped");
    await page.value('page.showMessage("")');
    await page.evaluate(denySensor);
    await page.value(`page.openLink("${kTilt}")`);
    await page.expectTrue("asked === 0", "not asked before");
    await page.value("$('motion').click(); $('motion').click()");
    await page.untilMessage("does not report its motion");
    await page.expectTrue("asked === 1 && $('recentre').hidden", "asked once");
    await page.value("delete DeviceOrientationEvent.requestPermission");
  },
  async "a tilt policy and a user solve a maze under continuous control, and the best time is stored"(
    visit,
  ) {
    const page = await visit.open("#maze=3x3x3,all,7&scheme=free&hand=0");
    await page.choose("speed", "4");
    await visit.outcome("solved");
    await page.until("document.body.dataset.dock === 'end'");
    await page.expectText("end-title", "Solved by Looks ahead");
    await page.expectText("end-words", /^\d+\.\d s\.$/);
    await page.expectTrue("page.run.moves.at(-1).to === 27 && page.run.moves.length > 6");
    await visit.picture("free-solved");
    const game = await visit.open("#maze=2x2x2,all,1&scheme=free");
    await game.choose("speed", "4");
    await game.value(`window.steering = setInterval(${steer}, 20)`);
    await visit.outcome("solved");
    await game.value("clearInterval(steering)");
    await game.until("document.body.dataset.dock === 'end'");
    const took = await game.text("clock");
    await game.expectText("end-title", "Solved");
    await game.expectText("end-words", new RegExp(`^${took}`));
    await game.value("page.restart()");
    await game.until(`$("count").textContent === "best ${took}" && !page.run.ended`);
    return `cem solves it, the user took ${took}`;
  },
  async "the heap does not grow in five minutes of play"(visit) {
    const page = await visit.load("#maze=4x4x4,outer,1", kLow, false, kControlledClock),
      heap_mb = async () => {
        await page.value("page.nextSeed().then(() => testClock.frame())");
        await page.send("HeapProfiler.collectGarbage");
        const { usedSize, backingStorageSize = 0 } = await page.send("Runtime.getHeapUsage");
        return (usedSize + backingStorageSize) / 1e6;
      };
    // Objects that remain after the first run belong to the page.
    const play = (seconds) => page.evaluate(playRuns, seconds);
    await page.choose("speed", "16");
    await page.value("testClock.frame_ms = 100");
    const first = await play(30),
      before = await heap_mb(),
      last = await play(kPlayed_s),
      after = await heap_mb();
    expect(after < before + kGrown_mb, `${before.toFixed(1)} MB became ${after.toFixed(1)} MB`);
    return `${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after ${last - first} runs`;
  },
  async "a maze is played by touch, in portrait and landscape"(visit) {
    for (const size of [kPhone, kLandscape]) {
      const page = await visit.open("#day=60", size, true);
      await page.choose("speed", "16");
      await page.until(waits);
      await visit.picture(`phone-${size[0]}`);
      await page.expectText("goal-words", /^Tip the glass/);
      await tap(page, "#more");
      await visit.picture(`phone-more-${size[0]}`);
      await tap(page, "#close");
      await tap(page, "#choices button");
      await page.until(waitsAfter(1));
      await page.expectTrue("$('goal').hidden", "the goal goes with the first move");
    }
  },
  async "settings and the current run survive a reload"(visit) {
    const page = await visit.open(kHand);
    await page.choose("speed", "8");
    await page.until(waits);
    await page.key("1");
    await page.until(waitsAfter(1));
    const cell = await page.value("page.run.state.cell");
    await page.reload();
    await page.until(waitsAfter(1));
    await page.expectTrue(
      `page.run.state.cell === ${cell} && $('speed').value === "8"`,
      "as it was",
    );
    await page.expectTrue("page.playback.time === page.run.duration_s", "at the newest moment");
  },
  async "a run with many moves is discarded only after confirmation"(visit) {
    const page = await visit.open(`#day=60&hand=1&moves=${visit.solution.slice(0, -1)}`);
    await page.until(waits);
    for (const [button, is] of [
      ["Keep playing", "==="],
      ["Discard the run", "!=="],
    ]) {
      await page.value("window.oldRun = page.run; $('restart').click()");
      await page.until("$('ask').open");
      await page.value(
        `[...$("ask").querySelectorAll("button")].find((it) => it.textContent === "${button}").click()`,
      );
      await page.until(`!$("ask").open && page.run ${is} oldRun`, button);
    }
  },
  async "an embedded page shows only the goal, moves, result and a link, and reports moves to its parent"(
    visit,
  ) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1&embed=1", [480, 560]),
      shown = async () =>
        (await page.all("button, select, a", "it.getClientRects().length && it.innerText")).filter(
          Boolean,
        );
    await page.until(waits);
    const seen = await shown();
    expect(seen.length === 4 && seen.at(-1).startsWith("Open in"), `seen: ${seen}`);
    await page.expectText("goal-words", /^Tip the glass/);
    await page.key("n");
    await page.expectTrue("page.link.of.seed === '7'", "N keeps the author's maze");
    await page.expectTrue(
      "$('picture').dispatchEvent(new WheelEvent('wheel', { deltaY: 50, cancelable: true }))",
      "the wheel is the page's around it",
    );
    const { shared } = await page.after("$('embed').click()", "shared");
    expect(shared.includes("embed=1"), shared);
    await page.evaluate(hearMessages);
    await page.key("1");
    await page.until(waitsAfter(1));
    const { solution } = visit;
    await page.value(`location.hash = "#day=60&hand=1&embed=1&moves=${solution.slice(0, -1)}"`);
    await page.until(waitsAfter(solution.length - 1));
    await page.value(`page.choose(${solution.at(-1)})`);
    await page.until("page.run.outcome === 'solved' && heard.length >= 2");
    const heard = await page.value("heard");
    expect(String(heard) === `moved 1 running,solved ${solution.length} solved`, `heard: ${heard}`);
    await page.value("page.playback.seek(page.run.duration_s)");
    await page.expectText("end-title", "Solved");
    expect((await shown())[0] === "Play again", `at the end: ${await shown()}`);
  },
  async "colour scheme and reduced motion follow the system settings"(visit) {
    const page = await visit.load("#maze=3x3x3,all,7");
    for (const scheme of ["dark", "light"]) {
      await page.value("localStorage.clear()");
      await emulate(page, { "prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce" });
      await page.reload();
      await page.expectTrue(`getComputedStyle(document.body).colorScheme === "${scheme}"`);
      await page.expectTrue("!(page.playback.playing)", "nothing moves on its own");
      await visit.picture(`desktop-${scheme}`);
    }
  },
  async "forced colours distinguish pressed buttons, hints, lamps, squares and the current move"(
    visit,
  ) {
    const page = await visit.open(kHand);
    await emulate(page, { "forced-colors": "active" });
    const differs = async (one, other, property, part = "") => {
      const [first, second] = await page.evaluate(styles, [one, other], part, property);
      expect(first !== second, `${one} and ${other} have ${property} ${first}`);
    };
    await page.until(waits);
    await differs('[aria-pressed="true"]', '[aria-pressed="false"]', "content", "::before");
    await page.value("page.giveHint()");
    await page.until("document.querySelector('.hinted')");
    await differs(".hinted", "#choices button:not(.hinted)", "outline-style");
    await page.value("page.openLink('#maze=3x3x3,all,7')");
    await page.until("page.run.moves.length > 2");
    await page.value("page.playback.seek(page.run.moves[1].begin_s)");
    await differs("#marks i.here", "#marks i:not(.here)", "background-color");
    await differs("#moves li.here", "#moves li:not(.here)", "outline-style");
    await page.value("page.openLink('#world=four-bit,3&hand=1&moves=0')");
    await page.until("document.querySelector('.lamp.off')");
    await differs(".lamp.on", ".lamp.off", "background-color", "::before");
    await page.value("page.openLink('#world=jump,3&hand=1')");
    await page.until("document.querySelector('.square.here')");
    await differs(".square.here", ".square:not(.here)", "outline-style");
    await emulate(page, { "forced-colors": "none" });
  },
  async "axe finds no serious accessibility violation"(visit) {
    const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
    let passes = 0;
    for (const [hash, size, prepare] of axeViews(visit)) {
      const page = hash
        ? await visit.open(hash, size, size[0] < 700)
        : await visit.load(hash, size);
      await page.value(prepare);
      // Colours in transition may have less contrast.
      await page.until("!document.getAnimations().some((it) => it instanceof CSSTransition)");
      if (!(await page.value("Boolean(window.axe)"))) await page.value(axe);
      const found = await page.evaluate(seriousViolations);
      expect(!found.words.length, `${hash} at ${size}: ${found.words.join("; ")}`);
      if (prepare === kLight) await page.value(kLight);
      passes += found.passes;
    }
    return `${passes} rules passed`;
  },
  async "the page has an icon and an image for shared links"(visit) {
    const page = await visit.open("#day=60");
    await page.value("window.icon = new Image(); icon.src = document.querySelector('link').href");
    await page.until("icon.naturalWidth === 128");
    const [name] = await page.all('meta[property="og:image"]', "it.content"),
      picture = fs.readFileSync(path.join(path.dirname(new URL(visit.address).pathname), name));
    const size = [16, 20].map((at) => picture.readUInt32BE(at));
    expect(picture.subarray(1, 4).toString() === "PNG", name);
    const isCard = String(size) === "1200,630" && picture.length < 200000;
    expect(isCard, `${name} of ${size} and ${picture.length} bytes: services show it whole`);
  },
};

/** Runs in the page repeatedly. Tips a maze of 2x2x2 cells so that the marble rolls to the next cell of the path. */
function steer() {
  const { run } = page;
  const { maze, marble } = run.pose(run.duration_s);
  const cell = marble.map((v) => linear.clamp(Math.floor(v), 0, 1));
  const at = run.path.indexOf(4 * cell[2] + 2 * cell[1] + cell[0] + 1);
  const to = run.path[at + 1] - 1;
  if (at < 0 || Number.isNaN(to)) return;
  const next = [to & 1, (to >> 1) & 1, to >> 2];
  const direction = linear.rotate(maze, linear.subtract(next, cell)); // world frame
  const { right, away } = page.marbleView.eye;
  const sides = [right, away].map((side) => linear.dot(side, direction));
  if (direction[2] < -0.9) page.tilt.setVelocity(null);
  else page.tilt.tiltTowards(...(Math.hypot(...sides) < 0.1 ? [1, 0] : sides));
}

/** Runs in the page before its scripts. Delays all messages to the worker. */
function delayMessages() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (...message) {
    setTimeout(() => postMessage.apply(this, message), 1500);
  };
}
/** Runs in the page. Denies access to the motion sensor, and counts the requests. */
function denySensor() {
  window.asked = 0;
  DeviceOrientationEvent.requestPermission = () => {
    ++window.asked;
    return Promise.resolve("denied");
  };
}
/** Runs in the page. Draws ten frames of this duration, and returns the simulated time. */
async function simulatedTime(frame_ms) {
  testClock.frame_ms = frame_ms;
  await testClock.frame();
  const { time } = await testClock.frame();
  for (let i = 0; i < 9; ++i) await testClock.frame();
  return (await testClock.frame()).time - time;
}
/** Runs in the page. Plays one run after another at 16 times the speed, with ten frames per second. Returns the last seed. */
async function playRuns(seconds) {
  for (let passed = 0; passed < seconds; passed += 16 * 0.1) {
    const { plays } = await testClock.frame();
    if (!plays) await page.nextSeed();
  }
  return Number(page.link.of.seed);
}
/** Runs in the page. Stores the messages to the parent page in window.heard. */
function hearMessages() {
  window.heard = [];
  window.addEventListener("message", ({ data: { marblemaze, moves, outcome } }) => {
    if (marblemaze) window.heard.push(`${marblemaze} ${moves} ${outcome}`);
  });
}
/** Runs in the page. Returns a property of the first element of each selector. */
function styles(selectors, part, property) {
  const elements = selectors.map((selector) => document.querySelector(selector));
  return elements.map((it) => getComputedStyle(it, part).getPropertyValue(property));
}
/** Runs in the page. Returns the number of rules that passed, and the serious violations. */
async function seriousViolations() {
  const { violations, passes } = await axe.run();
  const serious = violations.filter(({ impact }) => /serious|critical/.test(impact));
  const words = serious.map(
    ({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 100)} (${nodes.length})`,
  );
  return { passes: passes.length, words };
}

/** Returns the views that axe checks: address, size, and a script that prepares the view. */
const axeViews = ({ solution }) => [
  ["", [1280, 720], ""],
  ["#maze=3x3x3,all,7", [1280, 720], kLight],
  ["#maze=3x3x3,all,9&hand=1", [1280, 720], "page.sheet.show(true)"],
  [`#day=60&hand=1&moves=${solution}`, [1280, 720], "page.playback.seek(page.run.duration_s)"],
  ["#lesson=no-undo", kPhone, ""],
  ["#world=jump,3&hand=1", [1280, 720], ""],
  ["#maze=3x3x3,all,7&hand=1&embed=1", [480, 560], ""],
  [kTilt, kPhone, ""],
  ["#maze=3x3x3,all,7", kPhone, ""],
  ["#maze=3x3x3,all,7", kPhone, "page.sheet.show(true)"],
  ["#maze=3x3x3,all,7", kPhone, kLight],
];

/** Runs in the page. Returns the number of green pixels, drawn with these options or, with null, as the page draws. */
function greenPixels(options) {
  $("light").checked = false;
  if (options) page.view.draw(page.run, page.playback.time, options);
  else page.playback.show();
  // The canvas can be read only in the task that has drawn it.
  const { width, height } = $("picture"),
    context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  context.drawImage($("picture"), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const isGreen = (_, i) =>
    data[i + 1] > 90 && data[i + 1] > 1.5 * data[i] && data[i + 1] > 1.3 * data[i + 2];
  return data.filter((_, i) => i % 4 === 0 && isGreen(_, i)).length;
}

module.exports = { kDeviceChecks };

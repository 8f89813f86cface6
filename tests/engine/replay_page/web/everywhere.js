// Checks the page on a phone, in a frame, without a mouse, with a screen reader, and after a reload. Each check is a function
// of a Visit (visit.js) that opens new pages.
"use strict";
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { expect, give, kUndrawn, waits } = require("./browser.js");
const { kOwnClock } = require("./clock.js");

const kPhone = [390, 844],
  kLandscape = [844, 390],
  kLow = [1000, 120];
const kPlayed_s = 300,
  kGrown_mb = 1;
const kLight = "document.getElementById('light').click()"; // switches to light colours or back
const kContrast = 4.5; // of text and background, WCAG 2.1 AA

const tap = async (page, selector) => {
  const [x, y] = await page.value(
    `(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`,
  );
  await page.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await page.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
};
/** Drags a finger and keeps it there; `lift` ends the touch. */
const pull = async (page, from, to) => {
  await page.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [{ x: from[0], y: from[1] }],
  });
  await page.send("Input.dispatchTouchEvent", {
    type: "touchMove",
    touchPoints: [{ x: to[0], y: to[1] }],
  });
};
const lift = (page) => page.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
/** Runs in the page: returns how far the top of the maze tipped to the right and away between two times, and the total and the vertical rotation in rad. */
function turned(since, until) {
  const turns = [page.run.pose(since), page.run.pose(until)].map(({ maze: [x, y, z, w] }) => [
      x,
      y,
      z,
      w,
    ]),
    [[a, b, c, d], [x, y, z, w]] = turns;
  // The later rotation times the inverse of the earlier one.
  const [p, q, r, s] = [
    -w * a + x * d - y * c + z * b,
    -w * b + x * c + y * d - z * a,
    -w * c - x * b + y * a + z * d,
    w * d + x * a + y * b + z * c,
  ];
  const up = [2 * (p * r + q * s), 2 * (q * r - p * s), 1 - 2 * (p * p + q * q)],
    { right, away } = page.marbleView.eye;
  const along = (to) => up[0] * to[0] + up[1] * to[1];
  return {
    right: along(right),
    away: along(away),
    all: 2 * Math.acos(Math.min(Math.abs(s), 1)),
    about: 2 * Math.atan2(r, s),
  };
}
const turnedIn = (page, since, until) => page.value(`(${turned})(${since}, ${until})`);
const timeOf = (page) => page.value("page.run.duration_s");
/** Returns the time from which on a command acts: two answers of the engine later, because one may have been under way. */
async function commanded(page) {
  for (const _ of [1, 2]) await page.until(`page.run.duration_s > ${await timeOf(page)}`);
  return timeOf(page);
}
/** Returns the first 0.8 rad of the rotation by a drag, from the time at which it acts. A busy machine delivers events late. */
async function pulledFar(page) {
  await page.until("String(page.run.pull) !== '0,0,0'");
  const since = await commanded(page);
  await page.value(`window.far = () => { for (let time = ${since}; time < page.run.duration_s; time += 0.01) {
    const told = (${turned})(${since}, time); if (told.all > 0.8) return told; } }`);
  await page.until("far()", "it turns far enough");
  return page.value("far()");
}
/** Waits until the maze stands still. */
async function stands(page) {
  await page.until("String(page.run.pull) === '0,0,0'");
  const since = await commanded(page);
  await page.until(
    `page.run.duration_s > ${since + 0.2} && (${turned})(page.run.duration_s - 0.2, page.run.duration_s).all < 0.005`,
    "it stands",
  );
}
/**
 * Returns the middle of the uncovered part of the image and its shorter side, after a frame has shown the maze there. With a dock
 * this is not the middle of the image, and dragging the maze at its rim would roll it.
 */
async function middleOf(page) {
  const [x, y, size, off] =
    await page.value(`new Promise((done) => requestAnimationFrame(done)).then(() => { const r = document.getElementById("stage").getBoundingClientRect();
    page.player.show(); const at = page.marbleView.toPixels(page.run.maze.dims.map((side) => side / 2)), middle = [r.x + r.width / 2, r.y + r.height / 2];
    return [...middle, Math.min(r.width, r.height), Math.hypot(at[0] - middle[0], at[1] - middle[1])]; })`);
  expect(off < 0.05 * size, `the maze stands ${off} pixels from the middle of its stage`);
  return [x, y, size];
}
const feel = (page, beta, gamma) =>
  page.send("DeviceOrientation.setDeviceOrientationOverride", { alpha: 0, beta, gamma });
const kFree = "#maze=3x3x3,all,7&scheme=free";
const emulate = (page, features) =>
  page.send("Emulation.setEmulatedMedia", {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });

const kChecks = {
  async "parts that senders add to an address, and %2C, are borne"(visit) {
    const page = await visit.open("#maze=3x3x3%2Call%2C9&utm_source=mail");
    expect((await page.text("title")).includes("number 9"), await page.text("title"));
  },
  async "a maze with sides over 12 is read back from the page's own address"(visit) {
    const page = await visit.open("#maze=3x3x3,all,9&hand=1");
    await give(
      page,
      "large.json",
      execFileSync(visit.program, ["generate", "--size", "14", "--seed", "3"]),
    );
    await page.until("document.getElementById('title').textContent.includes('large.json')");
    const again = await visit.open(await page.value("location.hash"));
    expect(
      (await again.text("title")).startsWith("14 \u00d7 14 \u00d7 14 cube"),
      `${await again.text("title")}: ${await again.text("say")}`,
    );
  },
  async "a recording that was saved is opened, and shows its moves"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7");
    await page.choose("speed", "16");
    await visit.outcome("solved");
    const moves = await page.value("String(page.run.moves.map(({ move }) => move))"),
      saved = fs.readFileSync(await visit.saved("recording-file"));
    await page.value("page.openLink('#maze=3x3x3,all,9&hand=1')");
    await give(page, "mine.rec", saved);
    await page.until("page.title === 'mine.rec'");
    expect(
      (await page.value("String(page.run.moves.map(({ move }) => move))")) === moves,
      "the same moves",
    );
    await page.key("End");
    expect((await page.text("end-title")).startsWith("Solved"), await page.text("end-title"));
    await give(page, "broken.rec", saved.subarray(0, 3000));
    await page.until(
      "document.getElementById('say').textContent.includes('xpected')",
      "a broken one is refused in one line",
    );
  },
  async "a replay tells of no fault and says no words of the program's own"(visit) {
    for (const size of [[1280, 720], kPhone]) {
      const shown = await visit.replay("#maze=3x3x3,all,7", size),
        jargon = await shown.value(`(${jargonSaid})()`);
      expect(!jargon.length, `it says ${jargon}`);
      expect(
        await shown.value(
          "document.getElementById('stage').clientHeight > 160 && document.documentElement.scrollWidth <= innerWidth",
        ),
        `at ${size}`,
      );
    }
  },
  async "without JavaScript the page says what it needs"(visit) {
    const page = await visit.browser.open("about:blank", kLow);
    visit.page = page;
    await page.send("Emulation.setScriptExecutionDisabled", { value: true });
    await page.goTo(visit.address);
    await page.until("document.querySelector('noscript p')?.getClientRects().length", "it is said");
    expect(
      (await page.value("document.querySelector('noscript').innerText")).includes(
        "needs JavaScript",
      ),
      await page.value("document.body.innerText"),
    );
  },
  async "in the moment in which it is solved, light lies along the whole way"(visit) {
    const page = await visit.load(`#day=60&hand=1&moves=${visit.solution}`, [480, 400]);
    await page.value("page.player.seek(page.run.duration_s)");
    const [dark, shining] = await page.value(
      `[false, true].map((whole) => (${greenAfter})(() => page.view.draw(page.run, page.player.time, { trail: true, light: false, whole })))`,
    );
    expect(shining > 4 * dark, `${dark} green pixels became ${shining}`);
    const drawn = await page.value(
      `(${greenAfter})(() => { document.getElementById("light").checked = false; page.player.show(); })`,
    );
    expect(drawn === shining, `the page draws ${drawn} of them`);
    return `${dark} green pixels became ${shining}`;
  },
  async "a lost graphics card is said, and the picture comes back"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1");
    await page.value(
      "window.loss = page.marbleView.scene.gl.getExtension('WEBGL_lose_context'); loss.loseContext()",
    );
    await page.until("document.getElementById('say').textContent.includes('graphics card')");
    await page.value("page.player.show()");
    await page.value("loss.restoreContext()");
    await page.until("page.marbleView.scene && document.getElementById('say').textContent === ''");
  },
  async '"I play" ends a long thought at once'(visit) {
    const page = await visit.open("#maze=6x6x6,outer,3&agent=simulation-search&scheme=24");
    await page.until("!document.getElementById('thinking').hidden", "it thinks for long");
    await page.value("window.thought = page.thinker.worker");
    await page.click("#i-play");
    await page.until(waits, "it is the person's turn");
    expect(await page.value("page.thinker.worker !== thought"), "the thought was given up");
  },
  async "X after the end begins the maze anew under the other scheme"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7");
    await page.choose("speed", "16");
    await visit.outcome("solved");
    await page.key("x");
    await page.until(
      "document.body.dataset.scheme === '24' && document.body.dataset.moves === '0'",
    );
  },
  async "after a click the space bar plays, and does not press again"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7");
    await page.until("page.player.playing");
    await page.click("#previous");
    const playing = await page.value("page.player.playing");
    await page.key(" ");
    expect((await page.value("page.player.playing")) !== playing, "it plays or pauses");
  },
  async "no two controls have one name, and the panel tells the maze that is shown"(visit) {
    const page = await visit.open("#maze=4x4x1,flat,5&hand=1");
    const names = await page.value(
      "[...document.querySelectorAll('button:not(#moves *, #end[hidden] *)')].map((it) => it.ariaLabel || it.textContent)",
    );
    const twice = names.filter((name, i) => names.indexOf(name) !== i && name);
    expect(!twice.length, `twice: ${twice}`);
    expect(
      (await page.value(
        "document.getElementById('layers').value + document.getElementById('size').value",
      )) === "flat4",
      "flat, 4",
    );
  },
  async "mazes without a marble speak of themselves, and lamps are clicked"(visit) {
    const page = await visit.open("#world=four-bit,3&hand=1");
    await page.until(waits);
    expect(
      (await page.text("spoken")).includes("Lamps 3, 2, 1, 0 on") &&
        !(await page.text("spoken")).includes("marble"),
      await page.text("spoken"),
    );
    await page.click("#board .lamp:last-child");
    await page.until("document.body.dataset.moves === '1'");
    await page.value("document.getElementById('agent-plays').click()");
    await page.choose("speed", "16");
    await visit.outcome("solved");
    await page.key("End");
    expect(/^\d+ moves?\.$/.test(await page.text("end-words")), await page.text("end-words"));
  },
  async "where frames are slow a run keeps to the clock"(visit) {
    const page = await visit.open(
      "#maze=4x4x4,outer,1&agent=breadth-first",
      kLow,
      false,
      kOwnClock,
    );
    for (const frame_ms of [100, 400, 5000]) {
      // the last step is like one after a pause: the time advances by less
      const [passed, simulated] =
        await page.value(`(async () => { walk.frame_ms = ${frame_ms}; await walk.frame(); const { time } = await walk.frame();
        for (let i = 0; i < 9; ++i) await walk.frame(); return [${Math.min(frame_ms / 1000, 2)} * 10, (await walk.frame()).time - time]; })()`);
      expect(
        Math.abs(simulated - passed) < 0.002,
        `with frames of ${frame_ms} ms ${simulated} s go by in ${passed} s`,
      );
    }
  },
  async "a maze is turned freely with the mouse: it turns as it is pulled, and stands when it is let go"(
    visit,
  ) {
    const page = await visit.open(kFree),
      [x, y, size] = await middleOf(page);
    const mouse = (type, at, more = {}) =>
      page.send("Input.dispatchMouseEvent", {
        type,
        x: at[0],
        y: at[1],
        button: "left",
        buttons: 1,
        clickCount: 1,
        ...more,
      });
    // A drag in the middle turns the maze about the vertical axis, a drag at the top tips it to the side.
    for (const [from, sound] of [
      [[x, y], ({ about }) => about > 0.5],
      [[x, y - 0.38 * size], ({ right }) => right > 0.3],
    ]) {
      await mouse("mousePressed", from);
      await mouse("mouseMoved", [from[0] + 90, from[1]]);
      const told = await pulledFar(page);
      await visit.picture(`free-${from[1] < y ? "tipped" : "turned"}`);
      await mouse("mouseReleased", [from[0] + 90, from[1]]);
      expect(sound(told), `pulled from ${from}: ${JSON.stringify(told)}`);
      await stands(page);
    }
    expect(/^\d+\.\d s$/.test(await page.text("turn")), await page.text("turn"));
  },
  async "a maze is turned freely with a finger and by keys, upright and across"(visit) {
    for (const size of [kPhone, kLandscape]) {
      const page = await visit.open(kFree, size, true),
        [x, y] = await middleOf(page);
      await pull(page, [x, y], [x, y + 80]);
      const told = await pulledFar(page);
      await visit.picture(`free-${size.join("x")}`);
      await lift(page);
      expect(told.away < -0.5, `pulled down at ${size}: ${JSON.stringify(told)}`);
      await stands(page);
      await page.send("Input.dispatchKeyEvent", {
        type: "rawKeyDown",
        key: "ArrowRight",
        windowsVirtualKeyCode: 39,
      });
      const tipped = await pulledFar(page);
      await page.send("Input.dispatchKeyEvent", {
        type: "keyUp",
        key: "ArrowRight",
        windowsVirtualKeyCode: 39,
      });
      expect(
        tipped.right > 0.5,
        `an arrow key tips it while it is held: ${JSON.stringify(tipped)}`,
      );
      await stands(page);
    }
  },
  async "a phone that is turned turns the maze, from how it is held"(visit) {
    for (const size of [kPhone, kLandscape]) {
      const page = await visit.load(kFree, size, true, kUndrawn);
      // Chromium provides an emulated sensor only to pages that are loaded afterwards and are in front.
      await page.send("Emulation.setFocusEmulationEnabled", { enabled: true });
      await page.browser.send("Browser.grantPermissions", { permissions: ["sensors"] });
      await feel(page, 40, 0);
      await page.reload();
      page.said.length = 0; // messages of the emulation
      // The page waits for the sensor for a while only, and the browser may take longer to start it.
      for (let tries = 0; tries < 20 && (await page.value("page.phone === null")); ++tries) {
        await feel(page, 40, tries % 2 ? 0.001 : 0); // an emulated sensor reports changes only
        await page.value("page.say('')");
        await tap(page, "#motion");
        await page.until("page.phone || document.getElementById('say').textContent");
      }
      await page.until("page.run.phone && !document.getElementById('recentre').hidden");
      await stands(page);
      const began = await timeOf(page);
      await feel(page, 70, 0);
      await page.until(
        "page.run.phone.down[1] < -0.9 && Math.hypot(...page.run.phone.shares(page.run.pose(page.run.duration_s).maze)) < 0.02",
      );
      const told = await turnedIn(page, began, await timeOf(page));
      expect(
        told.away < -0.3 && Math.abs(told.right) < 0.15,
        `its top towards you at ${size}: ${JSON.stringify(told)}`,
      );
      await tap(page, "#recentre");
      const since = await commanded(page);
      await stands(page);
      const recentred = await turnedIn(page, since, await timeOf(page));
      expect(recentred.all < 0.2, `recentred, it stands: ${JSON.stringify(recentred)}`);
      await tap(page, "#motion");
      expect(
        await page.value("page.run.phone === null && document.getElementById('recentre').hidden"),
        "and is dragged again",
      );
    }
  },
  async "a phone is asked for its motion by a button alone, and may refuse or have none"(visit) {
    const page = await visit.open(kFree, kPhone, true),
      says = "document.getElementById('say').textContent.includes('reports no motion')";
    await tap(page, "#motion");
    await page.until(says, "there is none");
    await page.value(`page.say(""); window.asked = 0;
      DeviceOrientationEvent.requestPermission = () => { ++asked; return Promise.resolve("denied"); };`);
    await page.value(`page.openLink("${kFree}")`);
    expect((await page.value("asked")) === 0, "not asked before");
    await tap(page, "#motion");
    await page.until(says, "it is refused");
    expect(
      await page.value("asked === 1 && document.getElementById('recentre').hidden"),
      "asked once",
    );
    await page.value("delete DeviceOrientationEvent.requestPermission");
  },
  async "a controller brings the marble to the target, a person too, whose best time is kept"(
    visit,
  ) {
    const page = await visit.open("#maze=3x3x3,all,7&scheme=free&hand=0");
    await page.choose("speed", "4");
    await visit.outcome("solved");
    await page.until("document.body.dataset.dock === 'end'");
    expect(
      (await page.text("end-title")) === "Solved by Looks ahead" &&
        /^\d+\.\d s\.$/.test(await page.text("end-words")),
      await page.text("end-words"),
    );
    expect(
      await page.value("page.run.moves.at(-1).to === 27 && page.run.moves.length > 6"),
      "a row for each cell",
    );
    await visit.picture("free-solved");
    const game = await visit.open("#maze=2x2x2,all,1&scheme=free");
    await game.choose("speed", "4");
    await game.value(`window.steering = setInterval(${steer}, 20)`);
    await visit.outcome("solved");
    await game.value("clearInterval(steering)");
    await game.until("document.body.dataset.dock === 'end'");
    const took = await game.text("clock");
    expect(
      (await game.text("end-words")).startsWith(took) &&
        (await game.text("end-title")) === "Solved",
      await game.text("end-words"),
    );
    await game.value("page.again()");
    await game.until(
      `document.getElementById("count").textContent === "best ${took}" && document.body.dataset.outcome === "running"`,
    );
    return `cem solves it, the person took ${took}`;
  },
  async "five minutes of play leave the heap as it was"(visit) {
    const page = await visit.load("#maze=4x4x4,outer,1", kLow, false, kOwnClock),
      heap_mb = async () => {
        await page.value("page.nextSeed().then(() => walk.frame())");
        // A request's timer keeps the run before for half a second.
        await page.value("new Promise((done) => setTimeout(done, 1000))");
        await page.send("HeapProfiler.collectGarbage");
        const { usedSize, backingStorageSize = 0 } = await page.send("Runtime.getHeapUsage");
        return (usedSize + backingStorageSize) / 1e6;
      };
    // Plays runs one after another at sixteen times the speed, with ten frames per second. Objects that remain after the first run belong to the page.
    const play = (seconds) =>
      page.value(`(async () => { for (let passed = 0; passed < ${seconds}; passed += 16 * 0.1) {
      const { plays } = await walk.frame(); if (!plays) await page.nextSeed(); } return Number(page.link.of.seed); })()`);
    await page.choose("speed", "16");
    await page.value("walk.frame_ms = 100");
    const first = await play(30),
      before = await heap_mb(),
      last = await play(kPlayed_s),
      after = await heap_mb();
    expect(after < before + kGrown_mb, `${before.toFixed(1)} MB became ${after.toFixed(1)} MB`);
    return `${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after ${last - first} runs`;
  },
  async "a maze is played by touch, upright and across"(visit) {
    for (const size of [kPhone, kLandscape]) {
      const page = await visit.open("#day=60", size, true);
      await page.choose("speed", "16");
      await page.until(waits);
      expect((await page.text("goal-words")).startsWith("Tip the glass"), "the goal is said");
      await tap(page, "#choices button");
      await page.until(`document.body.dataset.moves === '1' && ${waits}`);
      expect(
        await page.value("document.getElementById('goal').hidden"),
        "the goal goes with the first move",
      );
    }
  },
  async "the maze of the day ends with a line that can be shared"(visit) {
    const { solution } = visit;
    const page = await visit.open(`#day=60&hand=1&moves=${solution}`);
    await page.key("End");
    await page.until("document.body.dataset.dock === 'end'");
    await visit.picture("solved");
    await page.value(
      "[...document.querySelectorAll('#end-buttons button')].find((it) => it.textContent === 'Share').click()",
      true,
    );
    const { shared } = await page.data();
    expect(
      shared === `marblemaze 29 Feb: ${solution.length} of ${solution.length} \u2605\u2605\u2605`,
      shared,
    );
    const phone = await visit.open(`#day=60&hand=1&moves=${solution}`, kPhone, true);
    await phone.value(
      "navigator.share = (given) => { window.given = given; return Promise.resolve(); }",
    );
    await phone.value("page.player.seek(page.run.duration_s)");
    await phone.value(
      "[...document.querySelectorAll('#end-buttons button')].find((it) => it.textContent === 'Share').click()",
      true,
    );
    const { text, url } = await phone.value("given");
    expect(
      text === shared && url.includes("#day=60") && !url.includes("moves="),
      `a phone's own dialogue gets ${text}, ${url}`,
    );
  },
  async "what was chosen and the run under way survive a reload"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1");
    await page.choose("speed", "8");
    await page.until(waits);
    await page.key("1");
    await page.until(`document.body.dataset.moves === '1' && ${waits}`);
    const cell = await page.value("page.run.now.cell");
    await page.reload();
    await page.until(`document.body.dataset.moves === '1' && ${waits}`);
    expect(
      (await page.value("page.run.now.cell")) === cell &&
        (await page.value("document.getElementById('speed').value")) === "8",
      "as it was",
    );
    expect(await page.value("page.player.time === page.run.duration_s"), "at the newest moment");
  },
  async "in a frame stand goal, moves, ending and a link alone"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1&embed=1", [480, 560]),
      shown = () =>
        page.value(
          "[...document.querySelectorAll('button, select, a')].filter((it) => it.getClientRects().length).map((it) => it.textContent.slice(1, 8))",
        );
    await page.until(waits);
    const seen = await shown();
    expect(seen.length === 4 && seen.at(-1).startsWith("pen in"), `seen: ${seen}`);
    expect((await page.text("goal-words")).startsWith("Tip the glass"), "the goal");
    await page.key("n");
    expect(await page.value("page.link.of.seed === '7'"), "N keeps the author's maze");
    expect(
      await page.value(
        "document.getElementById('picture').dispatchEvent(new WheelEvent('wheel', { deltaY: 50, cancelable: true }))",
      ),
      "the wheel is the page's around it",
    );
    await page.value("document.getElementById('embed').click()", true);
    expect((await page.data()).frame.includes("embed=1"), "the snippet embeds");
    await page.value(`page.openLink("#day=60&hand=1&embed=1&moves=${visit.solution}")`);
    await page.value("page.player.seek(page.run.duration_s)");
    expect(
      String((await shown())[0]) === "lay aga" && (await page.text("end-title")) === "Solved",
      `at the end: ${await shown()}`,
    );
  },
  async "light, dark and stillness are the system's until one is chosen"(visit) {
    const page = await visit.load("#maze=3x3x3,all,7", [1280, 800], false, kUndrawn);
    for (const scheme of ["dark", "light"]) {
      await page.value("localStorage.clear()");
      await emulate(page, { "prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce" });
      await page.reload();
      expect((await page.value("getComputedStyle(document.body).colorScheme")) === scheme, scheme);
      expect(!(await page.value("page.player.playing")), "nothing moves on its own");
      const faint = await page.value(`(${faintText})(${kContrast})`);
      expect(!faint.length, `${scheme}: ${faint.slice(0, 3).join("; ")}`);
      await visit.picture(`desktop-${scheme}`);
    }
  },
  async "axe finds nothing serious, wide and narrow, in both lights"(visit) {
    const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
    let passes = 0;
    for (const [hash, size, prepare] of axeViews(visit)) {
      const page = hash
        ? await visit.open(hash, size, size[0] < 700)
        : await visit.load(hash, size, false, kUndrawn);
      await page.value(prepare);
      // A colour that is still changing has another contrast.
      await page.until("!document.getAnimations().some((it) => it instanceof CSSTransition)");
      if (!(await page.value("Boolean(window.axe)"))) await page.value(axe);
      const found =
        await page.value(`axe.run().then(({ violations, passes }) => ({ passes: passes.length, words: violations.filter(({ impact }) => /serious|critical/.test(impact))
        .map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 100) + " (" + nodes.length + ")") }))`);
      expect(
        !found.words.length,
        `${hash || "the first maze"} at ${size}: ${found.words.join("; ")}`,
      );
      if (prepare === kLight) await page.value(kLight);
      passes += found.passes;
    }
    return `${passes} rules passed`;
  },
  async "the page has an icon, and a picture for who shares it"(visit) {
    const page = await visit.open("#day=60");
    const icon = await page.value(
      "new Promise((done) => { const it = new Image(); it.onload = it.onerror = () => done(it.naturalWidth); it.src = document.querySelector('link[rel=icon]').href; })",
    );
    expect(icon === 128, `the icon is ${icon} wide`);
    const name = await page.value("document.querySelector('meta[property=\"og:image\"]').content"),
      picture = fs.readFileSync(path.join(path.dirname(new URL(visit.address).pathname), name));
    expect(
      picture.subarray(1, 4).toString() === "PNG" &&
        picture.readUInt32BE(16) >= 1200 &&
        picture.readUInt32BE(20) >= 630,
      `${name}: a picture that services show whole`,
    );
  },
  async "a page around the frame is told of moves and of the end, and of nothing else"(visit) {
    const { solution } = visit,
      page = await visit.open("#maze=3x3x3,all,7&hand=1&embed=1", [480, 400]);
    await page.until(waits);
    await page.value(
      "window.heard = []; addEventListener('message', ({ data }) => data.marblemaze && heard.push(`${data.marblemaze} ${data.moves} ${data.outcome}`))",
    );
    await page.key("1");
    await page.until(`document.body.dataset.moves === '1' && ${waits}`);
    await page.value(`location.hash = "#day=60&hand=1&embed=1&moves=${solution.slice(0, -1)}"`);
    await page.until(`document.body.dataset.moves === '${solution.length - 1}' && ${waits}`);
    await page.key(String(Number(solution.at(-1)) + 1));
    await page.until("document.body.dataset.outcome === 'solved'");
    await page.until("heard.length >= 2");
    const heard = await page.value("heard");
    expect(String(heard) === `moved 1 running,solved ${solution.length} solved`, `heard: ${heard}`);
  },
  async "a maze can be played by keyboard and without seeing it"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1");
    await page.until(waits);
    expect(/Open: \w/.test(await page.text("spoken")), `said: ${await page.text("spoken")}`);
    await page.value("document.querySelector('#choices button').focus()");
    await page.send("Input.dispatchKeyEvent", {
      type: "keyDown",
      key: "Enter",
      text: "\r",
      windowsVirtualKeyCode: 13,
    });
    await page.send("Input.dispatchKeyEvent", {
      type: "keyUp",
      key: "Enter",
      windowsVirtualKeyCode: 13,
    });
    await page.until(`document.body.dataset.moves === '1' && ${waits}`);
    expect(
      await page.value("document.activeElement.closest('#choices') !== null"),
      "the focus stays",
    );
    expect(
      await page.value("!document.querySelector('output, :is(#clock, #now, #phase)[aria-live]')"),
      "neither clock nor phases are said",
    );
    expect(
      (
        await page.value("document.getElementById('scrub').getAttribute('aria-valuetext')")
      ).includes(" s"),
      "the bar's value is in words",
    );
    const unnamed = await page.value(
      "[...document.querySelectorAll('button, input, select, canvas')].filter((it) => !it.closest('[aria-hidden]') && !it.ariaLabel && !it.textContent.trim() && !it.labels?.length).map((it) => it.outerHTML)",
    );
    expect(!unnamed.length, `without a name: ${unnamed}`);
  },
};

/** Runs in the page, again and again: tips a maze of 2x2x2 cells by hand so that the marble rolls to the next cell of the path. */
function steer() {
  const { run } = page,
    { maze, marble } = run.pose(run.duration_s),
    cell = marble.map((v) => Math.min(Math.max(Math.floor(v), 0), 1)),
    at = run.path.indexOf(4 * cell[2] + 2 * cell[1] + cell[0] + 1),
    to = run.path[at + 1] - 1,
    [x, y, z] = [to & 1, (to >> 1) & 1, to >> 2].map((v, axis) => v - cell[axis]),
    [a, b, c, d] = maze;
  if (at < 0 || Number.isNaN(to)) return;
  // The direction of that cell in the room.
  const t = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)],
    way = [
      x + d * t[0] + b * t[2] - c * t[1],
      y + d * t[1] + c * t[0] - a * t[2],
      z + d * t[2] + a * t[1] - b * t[0],
    ],
    { right, away } = page.marbleView.eye,
    sides = [right, away].map((side) => side[0] * way[0] + side[1] * way[1]);
  if (way[2] < -0.9) page.pull(null);
  else page.arrow(...(Math.hypot(...sides) < 0.1 ? [1, 0] : sides));
}

/** Returns the views that axe checks: an address, a size, and actions before the check. */
const axeViews = ({ solution }) => [
  ["", [1280, 720], ""],
  ["#maze=3x3x3,all,7", [1280, 720], kLight],
  ["#maze=3x3x3,all,9&hand=1", [1280, 720], "page.sheet.show(true)"],
  [`#day=60&hand=1&moves=${solution}`, [1280, 720], "page.player.seek(page.run.duration_s)"],
  ["#lesson=no-undo", kPhone, ""],
  ["#world=jump,3&hand=1", [1280, 720], ""],
  ["#maze=3x3x3,all,7&hand=1&embed=1", [480, 560], ""],
  [kFree, kPhone, ""],
  ["#maze=3x3x3,all,7", kPhone, ""],
  ["#maze=3x3x3,all,7", kPhone, "page.sheet.show(true)"],
  ["#maze=3x3x3,all,7", kPhone, kLight],
];

/** Runs in a replay: returns internal words of the program in any text of the replay. */
function jargonSaid() {
  const said = Array.from({ length: 40 }, (_, i) => {
    page.player.seek((i / 39) * page.run.duration_s);
    return document.body.innerText;
  }).join();
  return said.match(/\b(waiting|stable|accelerating|decelerating|finished|kruskal)\b/gi) ?? [];
}

/** Runs in the page: returns the number of green pixels in the image after a call of `draw`. */
function greenAfter(draw) {
  draw(); // the image can be read only in the task that drew it
  const { width, height } = document.getElementById("picture"),
    copy = Object.assign(document.createElement("canvas"), { width, height }),
    context = copy.getContext("2d");
  context.drawImage(document.getElementById("picture"), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return Array.from({ length: width * height }, (_, i) => data.subarray(4 * i, 4 * i + 3)).filter(
    ([r, g, b]) => g > 90 && g > 1.5 * r && g > 1.3 * b,
  ).length;
}

/** Runs in the page: describes text whose contrast with its background is below `least`. */
function faintText(least) {
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = (colour) =>
    numbers(colour)
      .slice(0, 3)
      .map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (it) => {
    for (let at = it; at; at = at.parentElement)
      if ((numbers(getComputedStyle(at).backgroundColor)[3] ?? 1) > 0.5)
        return getComputedStyle(at).backgroundColor;
    return "rgb(255,255,255)";
  };
  const written = [...document.querySelectorAll("body *")].filter(
    (it) =>
      it.getClientRects().length &&
      !it.closest("#labels, option, script") &&
      [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) &&
      !it.matches(":disabled, [aria-disabled=true]"),
  );
  return written.flatMap((it) => {
    const [a, b] = [light(getComputedStyle(it).color), light(ground(it))].sort((x, y) => y - x),
      contrast = (a + 0.05) / (b + 0.05);
    return contrast < least ? [`"${it.textContent.slice(0, 30)}" ${contrast.toFixed(1)}`] : [];
  });
}

module.exports = { kChecks };

// Checks the layout from small phones to large windows: nothing covers the marble or the target, no control is clipped, and lessons
// are readable. Each check is a function of a Visit (page_checks.js).
"use strict";
const { expect, openHash } = require("./browser.js");

/** Window sizes in CSS pixels. The last two are a 1280x800 window at 200 % and 400 % zoom. */
const kSizes = (
  "320x568 390x844 667x375 844x390 768x1024 1024x768 " +
  "1280x800 1440x900 1920x1080 640x400 320x200"
)
  .split(" ")
  .map((size) => size.split("x").map(Number));
const kMoments = {
  arrival: "",
  "a move by hand": "#maze=4x4x4,all,2&hand=1&moves=01",
  "a hint": "#maze=3x3x3,all,7&hand=1",
  "an agent's move": "#maze=3x3x3,all,7",
  "a lesson": "#lesson=frozen",
  "a flat maze": "#lesson=no-undo",
  "turned freely": "#maze=3x3x3,all,7&scheme=free",
  "the end": "#day=60&hand=1&moves=",
  embedded: "#day=60&hand=1&embed=1",
};

/** Runs in the page. Returns elements that cover the marble or the target, are clipped, or are unreadable. */
function layoutFaults() {
  const { run, playback, view } = page;
  const [picture, stage] = ["picture", "stage"].map((id) => $(id).getBoundingClientRect());
  const faults = [];
  const visible = (selector) =>
    [...document.querySelectorAll(selector)]
      .filter((it) => it.getClientRects().length && getComputedStyle(it).visibility !== "hidden")
      .map((it) => ({
        it,
        r: it.getBoundingClientRect(),
        name: it.id || it.className || it.textContent,
      }));
  const toWindow = (place) => linear.add(view.toPixels(place), [picture.left, picture.top]);
  const distance = (r, [x, y]) =>
    Math.hypot(linear.clamp(x, r.left, r.right) - x, linear.clamp(y, r.top, r.bottom) - y);

  const { marble } = run.pose(playback.time);
  const places = { marble, target: view.scene.walls.centre(run.maze.target) };
  const covers =
    "h1, #about, header button, #streak, #goal *, #dock, #labels span, #legend, #thinking";
  for (const [object, place] of Object.entries(places)) {
    const at = toWindow(place);
    const top = toWindow(linear.add(place, [0, 0, run.marble_radius]));
    const radius = 0.9 * Math.hypot(...linear.subtract(top, at));
    for (const { r, name } of visible(covers))
      if (distance(r, at) < radius) faults.push(`${name} covers the ${object}`);
    if (distance(stage, at) > 0) faults.push(`the ${object} is outside of the stage`);
  }

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  if (stage.height < 159.5) faults.push(`the stage is ${stage.height} high`);
  const texts = "#goal-words, #goal-more, #turn, #count, #rule, #end-words, #end-title";
  for (const { it, r, name } of visible(`main button, main select, main input, ${texts}`)) {
    const [isButton, isControl] = [/BUTTON/, /BUTTON|SELECT/].map((tag) => tag.test(it.tagName));
    const found = {
      "is clipped":
        r.left < -0.5 || r.right > innerWidth + 0.5 || r.bottom + scrollY > scrollHeight + 0.5,
      "is too small for its text":
        isButton && (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1),
      "is too small to touch": isControl && Math.min(r.height, r.width) < 43.5,
      "has a small font": it.id === "goal-more" && parseFloat(getComputedStyle(it).fontSize) < 13.9,
      "overlaps the stage":
        it.id === "goal-more" &&
        it.textContent &&
        r.bottom > stage.top + 0.5 &&
        r.right > stage.left + 0.5,
    };
    for (const [fault, isFound] of Object.entries(found))
      if (isFound) faults.push(`${name} ${fault}`);
  }
  return faults;
}

/** Runs in the page. Returns the controls of the sheet that are clipped or too small. */
function badControls() {
  const controls = document.querySelectorAll("#sheet button, #sheet select, #sheet label");
  const isBad = (it) => {
    const { left, right, height } = it.getBoundingClientRect();
    const isClipped = left < 0 || right > innerWidth + 0.5 || it.scrollWidth > it.clientWidth + 1;
    return isClipped || height < 43.5;
  };
  return [...controls]
    .filter((it) => it.getClientRects().length && !it.closest("#moves") && isBad(it))
    .map((it) => it.id || it.textContent);
}

const kLayoutChecks = {
  async "at eleven sizes, nothing covers marble or target, no control is clipped, and lessons are readable"(
    visit,
  ) {
    const page = await visit.load(),
      faults = [];
    for (const [moment, hash] of Object.entries(kMoments)) {
      const address = hash.endsWith("moves=") ? hash + visit.solution : hash;
      if (hash) await openHash(page, address);
      if (moment === "a hint") await page.value("page.giveHint()");
      await page.value("page.playback.seek(page.run.duration_s)");
      if (moment === "an agent's move") {
        await page.until("page.run.moves.length > 1");
        await page.value("page.playback.seek(page.run.moves[1].begin_s + 0.2)");
      }
      await page.value("page.playback.play(false)"); // texts that change would move the stage
      for (const [width, height] of kSizes) {
        await page.resize([width, height]);
        await page.until(`innerWidth === ${width} && innerHeight === ${height}`);
        for (let i = 0; i < 2; ++i) await page.value("nextFrame()"); // waits for the new layout
        await page.value("page.playback.show()");
        const found = await page.evaluate(layoutFaults);
        if (found.length) faults.push(`${moment}, ${width}x${height}: ${found.join(", ")}`);
      }
    }
    expect(!faults.length, faults.join("; "));
    return `${kSizes.length} sizes, ${Object.keys(kMoments).length} moments`;
  },
  async "a replay fits a desktop and a phone"(visit) {
    for (const size of [
      [1280, 720],
      [390, 844],
    ]) {
      const page = await visit.replay("#maze=3x3x3,all,7", size);
      await page.expectTrue(
        "$('stage').clientHeight > 160 && document.documentElement.scrollWidth <= innerWidth",
        `at ${size}`,
      );
    }
  },
  async "the sheet fits at each size, and closes when a run starts"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1", [390, 844], true);
    for (const [width, height] of kSizes) {
      await page.resize([width, height]);
      await page.value("page.sheet.show(true)");
      const small = await page.evaluate(badControls);
      expect(!small.length, `at ${width}x${height}: ${small}`);
    }
    await page.resize([390, 844], true);
    for (const id of ["today", "next-seed", "agent-plays"]) {
      await page.value("page.sheet.show(true)");
      await page.value(`$("${id}").click()`);
      await page.until("!page.sheet.isOpen", `${id} closes the sheet`);
    }
  },
};

module.exports = { kLayoutChecks };

// Checks the layout from small phones to large windows: nothing covers the marble or the target, no control is clipped, and lessons
// are readable. Each check is a function of a Visit (page_checks.js).
"use strict";
const { expect } = require("./browser.js");

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
function flaws() {
  const whole = $("picture").getBoundingClientRect(),
    found = [],
    { run, player, view } = page;
  const seen = (it) =>
    it.getClientRects().length > 0 && getComputedStyle(it).visibility !== "hidden";
  for (const [name, place] of [
    ["marble", run.pose(player.time).marble],
    [
      "target",
      run.maze ? [0, 1, 2].map((axis) => view.scene.walls.centre(run.maze.target)[axis]) : null,
    ],
  ]) {
    const [x, y] = view.toPixels(place),
      [u, v] = view.toPixels([place[0], place[1], place[2] + run.marble_radius]),
      radius = Math.hypot(u - x, v - y) * 0.9;
    for (const it of document.querySelectorAll(
      "h1, #about, header button, #streak, #goal:not([hidden]) *, #dock, #labels span, #legend, #thinking",
    )) {
      const r = it.getBoundingClientRect(),
        near = [
          Math.max(r.left, Math.min(x + whole.left, r.right)),
          Math.max(r.top, Math.min(y + whole.top, r.bottom)),
        ];
      if (seen(it) && Math.hypot(near[0] - x - whole.left, near[1] - y - whole.top) < radius)
        found.push(`${it.id || it.className || it.tagName} covers the ${name}`);
    }
    const stage = $("stage").getBoundingClientRect();
    if (
      x + whole.left < stage.left ||
      x + whole.left > stage.right ||
      y + whole.top < stage.top ||
      y + whole.top > stage.bottom
    )
      found.push(`the ${name} is outside of the stage`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  const end = document.documentElement.scrollHeight;
  for (const it of document.querySelectorAll(
    "main button, main select, main input, #goal-words, #goal-more, #turn, #count, #rule, #end-words, #end-title",
  )) {
    if (!seen(it)) continue;
    const r = it.getBoundingClientRect(),
      name = it.id || it.textContent.slice(0, 20);
    if (r.left < -0.5 || r.right > innerWidth + 0.5 || r.bottom + scrollY > end + 0.5)
      found.push(`${name} is cut`);
    if (
      it.tagName === "BUTTON" &&
      (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1)
    )
      found.push(`${name} is too small for its words`);
    if (/BUTTON|SELECT/.test(it.tagName) && (r.height < 43.5 || r.width < 43.5))
      found.push(`${name} is ${Math.round(r.width)}x${Math.round(r.height)}`);
  }
  const words = $("goal-more"),
    stage = $("stage").getBoundingClientRect();
  if (seen(words) && words.textContent) {
    const r = words.getBoundingClientRect();
    if (parseFloat(getComputedStyle(words).fontSize) < 13.9) found.push("the text is small");
    if (r.bottom > stage.top + 0.5 && r.right > stage.left + 0.5)
      found.push("the text lies in the stage");
  }
  if (stage.height < 159.5) found.push(`the stage is ${stage.height} high`);
  return found;
}

const kLayoutChecks = {
  async "at eleven sizes, nothing covers marble or target, no control is clipped, and lessons are readable"(
    visit,
  ) {
    const page = await visit.load(),
      faults = [],
      { solution } = visit;
    for (const [moment, hash] of Object.entries(kMoments)) {
      if (hash)
        await page.value(
          `page.openLink(${JSON.stringify(hash + (hash.endsWith("moves=") ? solution : ""))})`,
        );
      if (moment === "a hint") await page.value("page.giveHint()");
      await page.value("page.player.seek(page.run.duration_s)");
      if (moment === "an agent's move")
        await page
          .until("page.run.moves.length > 1")
          .then(() => page.value("page.player.seek(page.run.moves[1].begin_s + 0.2)"));
      for (const [width, height] of kSizes) {
        await page.resize([width, height]);
        await page.until(`innerWidth === ${width} && innerHeight === ${height}`);
        for (let i = 0; i < 2; ++i) await page.frame(); // waits for the new layout
        await page.value("page.player.show()");
        const found = await page.value(`(${flaws})()`);
        if (found.length) faults.push(`${moment}, ${width}x${height}: ${found.join(", ")}`);
      }
    }
    expect(
      !faults.length,
      `${faults.length} of ${kSizes.length * Object.keys(kMoments).length}: ${faults.join("; ")}`,
    );
    return `${kSizes.length} sizes, ${Object.keys(kMoments).length} moments`;
  },
  async "the sheet fits at each size, and closes when a run starts"(visit) {
    const page = await visit.open("#maze=3x3x3,all,7&hand=1", [390, 844], true);
    for (const [width, height] of kSizes) {
      await page.resize([width, height]);
      await page.value("page.sheet.show(true)");
      const small =
        await page.value(`[...document.querySelectorAll("#sheet button, #sheet select, #sheet label")].filter((it) => it.getClientRects().length && !it.closest("#moves"))
        .filter((it) => { const r = it.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth + 0.5 || r.height < 43.5 || it.scrollWidth > it.clientWidth + 1; }).map((it) => it.id || it.textContent)`);
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

// Opens the browser version under a controlled clock and presses all its controls. It finds buttons, boxes and lists on the page,
// and keys by the buttons that name them.
"use strict";

/** Runs in the page before its own scripts. Each requested frame comes 16 ms (or walk.frame_ms) after the last one. */
function ownClock() {
  const coming = new Map();
  let now_ms = 1000,
    last = 0;
  window.requestAnimationFrame = (draw) => {
    coming.set(++last, draw);
    return last;
  };
  window.cancelAnimationFrame = (id) => coming.delete(id);
  performance.now = () => now_ms;
  // Nobody sees the page, and without a graphics card drawing takes minutes.
  for (const draw of ["drawArrays", "drawArraysInstanced"])
    WebGL2RenderingContext.prototype[draw] = () => {};
  const asked = () => window.page?.thinker.waiting.size > 0;

  window.walk = {
    done: new Set(),
    frame_ms: 16,
    /** Draws one frame after the engine has answered all requests. */
    async frame() {
      while (asked()) await new Promise((done) => setTimeout(done, 1));
      now_ms += this.frame_ms;
      const due = [...coming.values()];
      coming.clear();
      for (const draw of due) draw(now_ms);
      while (asked()) await new Promise((done) => setTimeout(done, 1));
      const { time, duration, outcome, waits } = document.body.dataset;
      const plays = window.page.player.playing;
      return {
        plays,
        loops: coming.size,
        time: Number(time),
        duration: Number(duration),
        mayRest: outcome !== "running" || waits === "true",
      };
    },
    /** Returns faults of the next frames: more or less than one loop while time passes, or a time that differs from the clock. */
    async faults() {
      const speed = Number(document.getElementById("speed").value),
        faults = [];
      let before = await this.frame();
      for (let i = 0; i < 2; ++i) {
        const now = await this.frame();
        if (now.loops !== (now.plays ? 1 : 0))
          faults.push(`${now.loops} loops while the page ${now.plays ? "plays" : "rests"}`);
        const clock = before.time + (before.plays ? (this.frame_ms / 1000) * speed : 0);
        const expected = now.mayRest ? Math.min(clock, now.duration) : clock;
        if (now.time.toFixed(3) !== expected.toFixed(3))
          faults.push(`time ${now.time}, expected ${expected.toFixed(3)}`);
        before = now;
      }
      return faults;
    },
    /** Presses the first control that was not pressed yet and returns its name; null if all were pressed. */
    next() {
      const nameOf = (it) =>
        it.id ||
        `${it.closest("[id]")?.id ?? it.parentElement.tagName}: ${it.closest("ol") ? "a row" : it.getAttribute("aria-label") || it.textContent}`;
      window.page.sheet.show(true);
      const controls = [
        ...document.querySelectorAll("button, select, summary, input:not([type=file])"),
      ];
      const it = controls.find(
        (each) => !this.done.has(nameOf(each)) && !each.disabled && each.getClientRects().length,
      );
      if (!it) return null;
      const name = nameOf(it);
      this.done.add(name);
      if (it.tagName === "SELECT") it.selectedIndex = (it.selectedIndex + 1) % it.length;
      if (it.type === "range") it.value = it.max / 2;
      if (it.tagName === "SELECT" || it.type === "range")
        for (const event of ["input", "change"]) it.dispatchEvent(new Event(event));
      else it.click();
      return name;
    },
    keys() {
      return [
        "Home",
        "End",
        "0",
        "1",
        "2",
        "3",
        "4",
        "ArrowLeft",
        "ArrowUp",
        "ArrowRight",
        "ArrowDown",
        " ",
        ",",
        ".",
        ..."hxrnptm",
        "Escape",
      ];
    },
    press(key) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    },
  };
}

/**
 * Presses every control of the page and every key, each in a new run from an address.
 * @param {Page} page of browser.js, opened with kOwnClock
 * @param {string[]} addresses each begins with # and names no agent, which the page adds
 * @returns {Promise<{pressed: number, faults: string[]}>}
 */
async function walkThrough(page, addresses) {
  const faults = [],
    run = (code) => page.value(`(async () => { ${code} })()`, true);
  let pressed = 0;
  const note = async (name) =>
    faults.push(...(await run("return walk.faults();")).map((words) => `after ${name}: ${words}`));
  await page.send("Page.setInterceptFileChooserDialog", { enabled: true });
  await note("nothing");
  for (const address of addresses) {
    const begin = () =>
      run(`const to = ${JSON.stringify(address)}; location.hash = to;
      while (location.hash === to) await new Promise((done) => setTimeout(done, 1));`);
    await page.value("walk.done.clear()");
    for (; ; ++pressed) {
      await begin();
      const name = await run("return walk.next();");
      if (name === null) break;
      await note(`${name} (${address})`);
    }
    for (const key of await page.value("walk.keys()")) {
      await begin();
      await run(`walk.press(${JSON.stringify(key)});`);
      await note(`the key "${key}" (${address})`);
      ++pressed;
    }
  }
  return { pressed, faults };
}

module.exports = { kOwnClock: `(${ownClock})();`, walkThrough };

// Replaces the clock of the page, so that tests control the time, and presses all controls and keys of the page.
"use strict";
const { kNoDrawing } = require("./browser.js");

/** Runs in the page before its scripts. Each animation frame comes testClock.frame_ms after the previous one. */
function controlClock() {
  const coming = new Map();
  let now_ms = 1000,
    last = 0;
  window.requestAnimationFrame = (draw) => {
    coming.set(++last, draw);
    return last;
  };
  window.cancelAnimationFrame = (id) => coming.delete(id);
  performance.now = () => now_ms;
  const asked = () => window.page?.engine.waiting.size > 0;

  const sides = ["Left", "Up", "Right", "Down"];
  window.testClock = {
    done: new Set(),
    frame_ms: 16,
    /** Draws one frame when the engine has answered all requests. */
    async frame() {
      while (asked()) await new Promise((done) => setTimeout(done, 1));
      now_ms += this.frame_ms;
      const due = [...coming.values()];
      coming.clear();
      for (const draw of due) draw(now_ms);
      while (asked()) await new Promise((done) => setTimeout(done, 1));
      const { time, duration, outcome, waits } = document.body.dataset;
      const plays = window.page.playback.playing;
      return {
        plays,
        loops: coming.size,
        time: Number(time),
        duration: Number(duration),
        mayRest: outcome !== "running" || waits === "true",
      };
    },
    /** Returns the faults of the next two frames: a missing or a second animation loop, or a playback time that differs from the clock. */
    async faults() {
      const speed = Number($("speed").value),
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
    /** Presses the next control. Returns its name, or null if all controls have been pressed. */
    next() {
      const nameOf = (it) =>
        it.id ||
        `${it.closest("[id]")?.id ?? it.parentElement.tagName}: ${it.closest("ol") ? "a row" : it.getAttribute("aria-label") || it.textContent}`;
      window.page.sheet.show(true);
      const controls = document.querySelectorAll("button, select, input:not([type=file])");
      const isNew = (it) => it.getClientRects().length && !this.done.has(nameOf(it));
      const it = [...controls].find(isNew);
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
    keys: [..."01234 ,.hxrnptm", "Home", "End", "Escape", ...sides.map((side) => `Arrow${side}`)],
    press(key) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      return `the key "${key}"`;
    },
    /** Presses every control and every key, each in a new run, and returns the faults. */
    async pressAll(address) {
      const faults = [];
      $("file").click = () => {}; // opens no file dialogue
      for (const action of [...this.keys.map((key) => () => this.press(key)), null]) {
        for (;;) {
          location.hash = address;
          while (location.hash === address) await new Promise((done) => setTimeout(done, 1));
          const name = action ? action() : this.next();
          if (!name) break;
          ++this.pressed;
          for (const words of await this.faults())
            faults.push(`after ${name} (${address}): ${words}`);
          if (action) break;
        }
      }
      // All buttons of a list do the same, so they are pressed only once.
      for (const name of this.done)
        if (!/^(levels|lessons|families):/.test(name)) this.done.delete(name);
      return faults;
    },
    pressed: 0,
  };
}

module.exports = { kControlledClock: `${kNoDrawing}(${controlClock})();` };

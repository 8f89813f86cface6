// Plays, pauses and seeks a run. Updates the timeline, the buttons and the list of moves. Also
// stores the current time and move in data attributes of the body, for tests and scripts.
import { createButton, byId, field, hasChanged, createElement, setText } from "./text.js";

const kNearlyOver_s = 1e-3;
const kDefaultFrame_s = 0.017;
const kMaxFrame_s = 2;
const kPlannedMove_s = 2; // length of a planned move on the timeline
const kOptions = ["path", "trail", "still", "light"]; // ids of the view's check boxes

/**
 * @typedef {import("./recording.js").Recording} Recording
 * @typedef {import("./marble_view.js").ViewOptions} ViewOptions
 *
 * @typedef {Object} View draws a run
 * @property {function(Recording, number, ViewOptions): void} draw
 *
 * @typedef {Object} Host the owner of the run
 * @property {function(): void} beforeShow called before drawing
 * @property {function(): void} afterShow called after drawing
 */

export class Playback {
  /** @type {Recording} set by open() */
  run;
  /** @type {View} set by open() */
  view;

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.playing = false;
    this.frameRequest = 0; // id of the pending animation frame
    this.frame_s = kDefaultFrame_s; // duration of the previous frame
    this.time = 0;
    byId("play").onclick = () => this.play(!this.playing);
    byId("previous").onclick = () => this.seekMove(-1);
    byId("next").onclick = () => this.seekMove(+1);
    byId("newest").onclick = () => this.seek(this.run.duration_s);
    byId("scrub").oninput = () => this.seek(Number(field("scrub").value));
    for (const id of kOptions) byId(id).addEventListener("change", () => this.show());
    // show() may change the size again, so it must not run inside the observer's callback.
    new ResizeObserver(() => setTimeout(() => this.show())).observe(byId("stage"));
  }

  /**
   * Shows a run from its beginning.
   * @param {Recording} run
   * @param {View} view
   */
  open(run, view) {
    this.run = run;
    this.view = view;
    this.time = 0;
    this.listMoves(0);
  }
  /**
   * Rebuilds the list of moves from index `first`.
   * @param {number} first
   */
  listMoves(first) {
    const list = byId("moves");
    while (list.children.length > first) list.lastChild?.remove();
    const rows = this.run.moves.slice(first).map((_, i) => this.rowOf(first + i));
    list.append(...rows);
  }
  /** @param {number} i @private */
  rowOf(i) {
    const move = this.run.moves[i];
    const { words, sign } = this.run.names[i];
    const button = createButton("", () => this.seek(move.begin_s));
    const row = createElement("li", {}, button);
    const parts = [
      ["number", String(move.number || "")],
      ["words", `${sign} ${words}`],
      ["to", this.run.endingText(move)],
      ["reason", move.reason],
    ];
    for (const [className, text] of parts)
      if (text) button.append(createElement("span", { className }, text));
    row.classList.toggle("here", i === this.run.moveAt(this.time));
    row.classList.toggle("odd", move.ending !== "settled");
    row.classList.toggle("target", this.run.endsAtGoal(move));
    return row;
  }
  /**
   * Fills the timeline with a section for each executed and planned move.
   * @param {number} here
   * @private
   */
  drawTimeline(here) {
    const { moves, duration_s } = this.run;
    const sections = moves.map(({ begin_s, end_s, number }, i) => {
      const className = i === here ? "here" : "";
      return { begin: begin_s, end: Math.min(end_s, duration_s), number, className };
    });
    let whole = duration_s || 1;
    const isNewest = here === moves.length - 1 && !this.run.ended;
    const planned = isNewest ? this.run.planAt(this.time).slice(1) : [];
    for (const i of planned.keys()) {
      const begin = whole;
      whole += kPlannedMove_s;
      const number = moves[here].number + 1 + i;
      sections.push({ begin, end: whole, number, className: "plan" });
    }
    const marks = sections.map(({ begin, end, number, className }) => {
      const share = (100 * (end - begin)) / whole;
      const style = `left: ${(100 * begin) / whole}%; width: ${share}%`;
      return createElement("i", { className, style }, share > 4 && number ? String(number) : "");
    });
    byId("marks").replaceChildren(...marks);
    field("scrub").max = String(whole);
  }

  /**
   * Plays or pauses. Repeated calls do not start a second animation loop.
   * @param {boolean} playing
   */
  play(playing) {
    if (playing && this.run.isAtEnd(this.time)) {
      if (!this.run.ended) return this.show(); // the user must choose
      this.time = 0;
    }
    this.playing = playing;
    byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    cancelAnimationFrame(this.frameRequest);
    if (playing) this.requestFrame(null);
    return undefined;
  }
  /**
   * Requests the next frame.
   * @param {number | null} before time of the previous frame in ms; null for the first frame
   * @private
   */
  requestFrame(before) {
    this.frameRequest = requestAnimationFrame((now) => {
      // Playback skips frames if drawing is slow. The limit avoids a jump if the page was hidden.
      const passed = before === null ? 0 : Math.min((now - before) / 1000, kMaxFrame_s);
      const wanted = this.time + passed * Number(field("speed").value);
      const time = Math.min(wanted, this.run.duration_s);
      const isAtEnd = this.run.isAtEnd(time);
      const hasMoved = time !== this.time;
      Object.assign(this, { frame_s: passed || kDefaultFrame_s, time });
      this.requestFrame(now);
      this.show(hasMoved || isAtEnd); // draws nothing while it waits for the engine
      if (isAtEnd) this.play(false);
    });
  }
  /**
   * Seeks a time. At the end of an unfinished run, playback continues.
   * @param {number} time
   */
  seek(time) {
    this.play(false);
    const end = this.run.duration_s;
    // The slider may stop slightly before the end because of rounding.
    this.time = time > end - kNearlyOver_s ? end : Math.max(time, 0);
    this.show();
    const continues = !this.run.ended && !this.run.state.waits && this.run.begins;
    if (time >= end && continues) this.play(true);
  }
  /**
   * Seeks the beginning of the next or the previous move. A move that began less than 0.3 s ago is
   * skipped backwards.
   * @param {number} step +1 or -1
   */
  seekMove(step) {
    const { duration_s, moves } = this.run;
    const begins = [0, ...moves.map((move) => move.begin_s), duration_s];
    const before = begins.filter((begin) => begin < this.time - 0.3).pop();
    const after = begins.find((begin) => begin > this.time + 1e-6);
    this.seek(step > 0 ? (after ?? duration_s) : (before ?? 0));
  }
  /**
   * Plays. Jumps to the end first if playback is more than `lag_s` behind.
   * @param {number} lag_s
   */
  playFromEnd(lag_s) {
    if (this.time < this.run.duration_s - lag_s) this.time = this.run.duration_s;
    this.play(true);
  }

  show(drawn = true) {
    if (!this.run) return;
    this.host.beforeShow();
    const checked = Object.fromEntries(kOptions.map((id) => [id, field(id).checked]));
    const options = /** @type {ViewOptions} */ (/** @type {unknown} */ (checked));
    const whole = this.run.outcome === "solved" && this.run.isAtEnd(this.time);
    if (drawn) this.view.draw(this.run, this.time, { ...options, whole });
    const words = this.run.clockText(this.time);
    this.showMove();
    field("scrub").value = String(this.time);
    byId("scrub").setAttribute("aria-valuetext", words);
    setText("clock", words);
    document.body.dataset.time = this.time.toFixed(3);
    this.host.afterShow();
  }
  /** @private */
  showMove() {
    const i = this.run.moveAt(this.time);
    document.body.dataset.move = String(i + 1);
    if (!hasChanged("marks", i, this.run.duration_s, this.run.moves.length)) return;
    this.drawTimeline(i);
    const list = byId("moves");
    for (const [k, row] of [...list.children].entries()) row.classList.toggle("here", k === i);
    const row = /** @type {HTMLElement} */ (list.children[Math.max(i, 0)]);
    // Scrolls only the list and not the page.
    if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

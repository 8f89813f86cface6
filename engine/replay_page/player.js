// Plays, pauses and seeks a run. Updates the timeline, the buttons and the list of moves. Also
// stores the current time and move in data attributes of the body, for tests and scripts.
import { buttonOf, byId, field, changed, made, say } from "./words.js";

const kNearlyOver_s = 1e-3;
const kUsualFrame_s = 0.017;
const kLongestFrame_s = 2;
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
 * @property {function(): void} shown called after drawing
 */

export class Player {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.playing = false;
    this.coming = 0; // id of the pending animation frame
    this.frame_s = kUsualFrame_s; // duration of the previous frame
    this.time = 0;
    /** @type {number | null} index of the current move in the list */
    this.here = null;
    /** @type {Recording} */
    this.run = null;
    byId("play").onclick = () => this.play(!this.playing);
    byId("previous").onclick = () => this.toMove(-1);
    byId("next").onclick = () => this.toMove(+1);
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
    while (list.children.length > first) list.lastChild.remove();
    const rows = this.run.moves.slice(first).map((_, i) => this.rowOf(first + i));
    list.append(...rows);
    this.here = null;
  }
  /** @param {number} i @private */
  rowOf(i) {
    const move = this.run.moves[i];
    const { words, sign } = this.run.names[i];
    const button = buttonOf("", () => this.seek(this.run.beginOf(i)));
    const row = made("li", {}, button);
    const parts = [
      ["number", String(move.number || "")],
      ["words", `${sign} ${words}`],
      ["to", this.run.endingOf(move)],
      ["reason", move.reason],
    ];
    for (const [className, text] of parts)
      if (text) button.append(made("span", { className }, text));
    row.classList.toggle("odd", move.ending !== "settled");
    row.classList.toggle("target", this.run.endsAtGoal(move));
    return row;
  }
  /**
   * Fills the timeline with a section for each executed and planned move.
   * @param {number} here
   * @private
   */
  placeMarks(here) {
    const { moves, duration_s } = this.run;
    const sections = moves.map(({ begin_s, end_s, number }, i) => {
      const className = i === here ? "here" : "";
      return { begin: begin_s, end: Math.min(end_s, duration_s), number, className };
    });
    let whole = duration_s || 1;
    const isNewest = here === moves.length - 1 && !this.run.ended;
    const planned = isNewest ? this.run.planAt(this.time).cells.slice(1) : [];
    for (const i of planned.keys()) {
      const begin = whole;
      whole += kPlannedMove_s;
      const number = moves[here].number + 1 + i;
      sections.push({ begin, end: whole, number, className: "plan" });
    }
    const marks = sections.map(({ begin, end, number, className }) => {
      const share = (100 * (end - begin)) / whole;
      const style = `left: ${(100 * begin) / whole}%; width: ${share}%`;
      return made("i", { className, style }, share > 4 && number ? String(number) : "");
    });
    byId("marks").replaceChildren(...marks);
    field("scrub").max = String(whole);
  }

  /**
   * Plays or pauses. Repeated calls do not start a second animation loop.
   * @param {boolean} playing
   */
  play(playing) {
    if (playing && this.run.isOver(this.time)) {
      if (!this.run.ended) return this.show(); // a person must choose
      this.time = 0;
    }
    this.playing = playing;
    byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    cancelAnimationFrame(this.coming);
    if (playing) this.awaitFrame(null);
    return undefined;
  }
  /**
   * Requests the next frame.
   * @param {number | null} before time of the previous frame in ms; null for the first frame
   * @private
   */
  awaitFrame(before) {
    this.coming = requestAnimationFrame((now) => {
      // Playback skips frames if drawing is slow. The limit avoids a jump if the page was hidden.
      const passed = before === null ? 0 : Math.min((now - before) / 1000, kLongestFrame_s);
      const wanted = this.time + passed * Number(field("speed").value);
      const time = Math.min(wanted, this.run.duration_s);
      const isOver = this.run.isOver(time);
      const hasMoved = time !== this.time;
      Object.assign(this, { frame_s: passed || kUsualFrame_s, time });
      this.awaitFrame(now);
      this.show(hasMoved || isOver); // draws nothing while it waits for the engine
      if (isOver) this.play(false);
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
    const goesOn = !this.run.ended && !this.run.now.waits && this.run.begins;
    if (time >= end && goesOn) this.play(true);
  }
  /**
   * Seeks the beginning of the next or the previous move. A move that began less than 0.3 s ago is
   * skipped backwards.
   * @param {number} way +1 or -1
   */
  toMove(way) {
    const { duration_s, moves } = this.run;
    const begins = [0, ...moves.map((move) => move.begin_s), duration_s];
    const before = begins.filter((begin) => begin < this.time - 0.3).pop();
    const after = begins.find((begin) => begin > this.time + 1e-6);
    this.seek(way > 0 ? (after ?? duration_s) : (before ?? 0));
  }
  /**
   * Plays. Jumps to the end first if playback is more than `lag_s` behind.
   * @param {number} lag_s
   */
  toNewest(lag_s) {
    if (this.time < this.run.duration_s - lag_s) this.time = this.run.duration_s;
    this.play(true);
  }

  show(drawn = true) {
    if (!this.run) return;
    this.host.beforeShow();
    const checked = Object.fromEntries(kOptions.map((id) => [id, field(id).checked]));
    const options = /** @type {ViewOptions} */ (/** @type {unknown} */ (checked));
    const whole = this.run.outcome === "solved" && this.run.isOver(this.time);
    if (drawn) this.view.draw(this.run, this.time, { ...options, whole });
    const words = this.run.clockWords(this.time);
    this.showMove();
    field("scrub").value = String(this.time);
    byId("scrub").setAttribute("aria-valuetext", words);
    say("clock", words);
    document.body.dataset.time = this.time.toFixed(3);
    this.host.shown();
  }
  /** @private */
  showMove() {
    const i = this.run.moveAt(this.time);
    document.body.dataset.move = String(i + 1);
    if (changed("marks", i, this.run.duration_s, this.run.moves.length)) this.placeMarks(i);
    if (this.here === i) return;
    this.here = i;
    const list = byId("moves");
    for (const [k, row] of [...list.children].entries()) row.classList.toggle("here", k === i);
    const row = /** @type {HTMLElement} */ (list.children[Math.max(i, 0)]);
    // Scrolls only the list and not the page.
    if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

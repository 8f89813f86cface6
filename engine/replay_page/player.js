// Time goes, stands and is sought in a run; the bar, the buttons and the list of moves show it. What it shows at any
// moment also stands in data attributes of the body, for whoever tests or scripts the page.
import { buttonOf, byId, made } from "./words.js";

const kNearlyOver_s = 1e-3, kUsualFrame_s = 0.017, kLongestFrame_s = 2;

/**
 * @typedef {Object} Host whose run the player shows
 * @property {function(): void} beforeShow the moment has changed, and is about to be drawn
 * @property {function(): void} shown and has been drawn
 * @property {function(any): string} nowWords what is said of the present move, which may be undefined
 */

export class Player {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.time = 0;
    this.playing = false;
    this.coming = null;  // the frame that was asked for
    this.frame_s = kUsualFrame_s;  // how long the last one took
    /** @type {import("./recording.js").Recording} */
    this.run = null;
    byId("play").onclick = () => this.play(!this.playing);
    byId("previous").onclick = () => this.toMove(-1);
    byId("next").onclick = () => this.toMove(+1);
    byId("scrub").oninput = () => this.seek(Number(byId("scrub").value));
    for (const id of ["path", "trail", "still"]) byId(id).addEventListener("change", () => this.show());
    // Later, since what is shown then may change the size again.
    new ResizeObserver(() => setTimeout(() => this.show())).observe(byId("stage"));
  }

  /**
   * Shows this run from its beginning.
   * @param {import("./recording.js").Recording} run
   * @param { {draw: function(any, number, any): void}} view
   */
  open(run, view) {
    this.run = run;
    this.view = view;
    this.time = 0;
    this.shownEnd = -1;
    this.rows = [];
    this.marks = [];
    byId("moves").replaceChildren();
    byId("marks").replaceChildren();
    this.listMoves(0);
  }
  /** Move `first` and those behind it are new, or were told anew. */
  listMoves(first) {
    for (let i = first; i < this.run.moves.length; ++i) this.listMove(this.run.moves[i], i);
    this.here = null;
  }
  listMove(move, i) {
    if (!this.rows[i]) {
      this.rows[i] = made("li");
      this.marks[i] = made("i");
      byId("moves").append(this.rows[i]);
      byId("marks").append(this.marks[i]);
    }
    const row = this.rows[i], button = buttonOf("", () => this.seek(this.run.beginOf(i)));
    const parts = [["number", move.number || "-"], ["words", move.words], ["to", this.run.endingOf(move)], ["reason", move.reason]];
    button.append(...parts.filter(([, text]) => text).map(([className, text]) => made("span", { className }, text)));
    row.classList.toggle("odd", move.ending !== "settled");
    row.classList.toggle("target", this.run.endsAtGoal(move));
    row.replaceChildren(button);
  }
  placeMarks() {
    const whole = this.run.duration_s || 1;
    this.run.moves.forEach((move, i) => {
      this.marks[i].style.left = `${(100 * move.begin_s) / whole}%`;
      this.marks[i].style.width = `${(100 * (move.end_s - move.begin_s)) / whole}%`;
    });
    byId("scrub").max = this.shownEnd = this.run.duration_s;
  }

  /** Lets time go on or stand. However often it is told to go on, there is one loop of frames. */
  play(playing) {
    if (playing && this.run.isOver(this.time)) {
      if (!this.run.ended) return this.show();  // a person must choose
      this.time = 0;
    }
    this.playing = playing;
    byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    if (playing) {
      if (this.coming === null) this.awaitFrame(null);
    } else {
      cancelAnimationFrame(this.coming);
      this.coming = null;
    }
  }
  /** Asks for the next frame. `before` is when the last one was, in ms, or null where time begins to go. */
  awaitFrame(before) {
    this.coming = requestAnimationFrame((now) => {
      // Where frames are slow, fewer are drawn. A page that was hidden for a while does not jump ahead.
      const passed = before === null || now - before > 1000 * kLongestFrame_s ? 0 : (now - before) / 1000;
      this.frame_s = passed || kUsualFrame_s;
      this.time = Math.min(this.time + passed * Number(byId("speed").value), this.run.duration_s);
      this.awaitFrame(now);
      this.show();
      if (this.run.isOver(this.time)) this.play(false);
    });
  }
  /** Stands at this time; a run under way goes on from its end. */
  seek(time) {
    this.play(false);
    const end = this.run.duration_s;
    // The scrub bar may stop a rounding error short of the end.
    this.time = time > end - kNearlyOver_s ? end : Math.max(time, 0);
    this.show();
    if (time >= end && !this.run.ended && !this.run.now.waits) this.play(true);
  }
  /** To the beginning of the next move, or of the last one that began a while ago. */
  toMove(way) {
    const begins = [0, ...this.run.moves.map((move) => move.begin_s), this.run.duration_s];
    const there = way > 0 ? begins.find((begin) => begin > this.time + 1e-6) : begins.filter((begin) => begin < this.time - 0.3).pop();
    this.seek(there ?? (way > 0 ? this.run.duration_s : 0));
  }
  /** To the newest moment, from where it goes on, unless little is missing. */
  toNewest(lag_s) {
    if (this.time < this.run.duration_s - lag_s) this.time = this.run.duration_s;
    this.play(true);
  }

  show() {
    if (!this.run) return;
    this.host.beforeShow();
    if (this.shownEnd !== this.run.duration_s) this.placeMarks();
    const options = Object.fromEntries(["path", "trail", "still"].map((id) => [id, byId(id).checked]));
    this.view.draw(this.run, this.time, { ...options, whole: this.run.outcome === "solved" && this.run.isOver(this.time) });
    const words = this.run.clockWords(this.time);
    byId("scrub").value = this.time;
    byId("scrub").setAttribute("aria-valuetext", words);
    byId("clock").textContent = words;
    this.showMove();
    document.body.dataset.time = this.time.toFixed(3);
    this.host.shown();
  }
  showMove() {
    const i = this.run.moveAt(this.time), words = this.host.nowWords(this.run.moves[i]);
    if (byId("now").textContent !== words) byId("now").textContent = words;  // readers say each change aloud
    document.body.dataset.move = String(i + 1);
    if (this.here === i) return;
    this.here = i;
    for (const all of [this.rows, this.marks]) for (const [k, it] of all.entries()) it.classList.toggle("here", k === i);
    this.rows[Math.max(i, 0)]?.scrollIntoView({ block: "nearest" });
  }
}

// Time goes, stands and is sought in a run; the bar, the buttons and the list of moves show it. What it shows at any
// moment also stands in data attributes of the body, for whoever tests or scripts the page.
import { buttonOf, byId, made } from "./words.js";

const kNearlyOver_s = 1e-3, kUsualFrame_s = 0.017, kLongestFrame_s = 2;
const kOptions = ["path", "trail", "still", "light"];  // boxes of the page

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
    this.playing = false;
    this.coming = 0;  // the frame that was asked for
    this.frame_s = kUsualFrame_s;  // how long the last one took
    /** @type {import("./recording.js").Recording} */
    this.run = null;
    byId("play").onclick = () => this.play(!this.playing);
    byId("previous").onclick = () => this.toMove(-1);
    byId("next").onclick = () => this.toMove(+1);
    byId("scrub").oninput = () => this.seek(Number(byId("scrub").value));
    for (const id of kOptions) byId(id).addEventListener("change", () => this.show());
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
    this.listMoves(0);
  }
  /** Move `first` and those behind it are new, or were told anew. */
  listMoves(first) {
    const list = byId("moves");
    while (list.children.length > first) list.lastChild.remove();
    list.append(...this.run.moves.slice(first).map((move, i) => this.rowOf(move, first + i)));
    this.here = null;
  }
  rowOf(move, i) {
    const button = buttonOf("", () => this.seek(this.run.beginOf(i))), row = made("li", {}, button);
    const parts = [["number", move.number || "-"], ["words", move.words], ["to", this.run.endingOf(move)], ["reason", move.reason]];
    button.append(...parts.filter(([, text]) => text).map(([className, text]) => made("span", { className }, text)));
    row.classList.toggle("odd", move.ending !== "settled");
    row.classList.toggle("target", this.run.endsAtGoal(move));
    return row;
  }
  placeMarks(here) {
    const share = (time) => `${(100 * time) / (this.run.duration_s || 1)}%`;
    byId("marks").replaceChildren(...this.run.moves.map(({ begin_s, end_s }, i) =>
      made("i", { className: i === here ? "here" : "", style: `left: ${share(begin_s)}; width: ${share(end_s - begin_s)}` })));
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
    cancelAnimationFrame(this.coming);
    if (playing) this.awaitFrame(null);
  }
  /** Asks for the next frame. `before` is when the last one was, in ms, or null where time begins to go. */
  awaitFrame(before) {
    this.coming = requestAnimationFrame((now) => {
      // Where frames are slow, fewer are drawn. A page that was hidden for long does not jump far ahead.
      const passed = before === null ? 0 : Math.min((now - before) / 1000, kLongestFrame_s);
      const time = Math.min(this.time + passed * Number(byId("speed").value), this.run.duration_s), over = this.run.isOver(time), moved = time !== this.time;
      Object.assign(this, { frame_s: passed || kUsualFrame_s, time });
      this.awaitFrame(now);
      this.show(moved || over);  // what waits for the engine is not drawn again and again
      if (over) this.play(false);
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

  show(drawn = true) {
    if (!this.run) return;
    this.host.beforeShow();
    const options = Object.fromEntries(kOptions.map((id) => [id, byId(id).checked]));
    if (drawn) this.view.draw(this.run, this.time, { ...options, whole: this.run.outcome === "solved" && this.run.isOver(this.time) });
    const words = this.run.clockWords(this.time);
    this.showMove();
    byId("scrub").value = this.time;
    byId("scrub").setAttribute("aria-valuetext", words);
    byId("clock").textContent = words;
    document.body.dataset.time = this.time.toFixed(3);
    this.host.shown();
  }
  showMove() {
    const i = this.run.moveAt(this.time), words = this.host.nowWords(this.run.moves[i]);
    if (byId("now").textContent !== words) byId("now").textContent = words;  // readers say each change aloud
    document.body.dataset.move = String(i + 1);
    if (this.here !== i || this.shownEnd !== this.run.duration_s) this.placeMarks(i);
    if (this.here === i) return;
    this.here = i;
    const rows = byId("moves").children;
    for (const [k, row] of [...rows].entries()) row.classList.toggle("here", k === i);
    rows[Math.max(i, 0)]?.scrollIntoView({ block: "nearest" });
  }
}

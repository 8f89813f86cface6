/** The dock: the moves of a person, the intentions of an agent, or the result of the run. */
import { buttonOf, byId, capital, counted, iconOf, kWords, made, say } from "../words.js";
import { shareEnd } from "./keep.js";
import { showWeek, starsFor } from "./progress.js";

/**
 * @typedef {import("./laboratory.js").Laboratory} Laboratory
 * @typedef {import("../recording.js").MoveName} MoveName
 * @typedef {MoveName & {move: number, axis: number[]}} Tip
 */

/** @type {{[outcome: string]: string}} */
const kEndings = {
  solved: "Solved",
  frozen: "Frozen",
  unsolvable: "Gave up",
  running: "Unfinished",
};
const kOrder = "\u2190\u2196\u2191\u2197\u2192\u2198\u2193\u2199"; // order of moves, from the left
const kGoal = [
  "Tip the glass ",
  " until the ",
  "red marble",
  " rests in the ",
  "green target",
  ".",
];

export class Dock {
  /** @param {Laboratory} page */
  constructor(page) {
    this.page = page;
    /** @type {number | null} move that the agent would make */
    this.hinted = null;
    /** @type {Tip[]} */
    this.tips = [];
    this.choicesShown = ""; // contents of each part, to detect changes
    this.goalShown = "";
    this.endShown = "";
  }

  /** Shows another run. */
  open() {
    this.hinted = null;
    this.choicesShown = this.goalShown = this.endShown = "";
    byId("motion").hidden = !this.page.mayTilt;
    byId("embed-link").hidden = !this.page.link.embed;
    byId("embed-link").querySelector("a").href = location.href.replace("&embed=1", "");
  }

  /** Returns "end", "watch", "free" (a person turns the maze) or "hand" (a person moves). */
  get state() {
    const { run, player } = this.page;
    if (run.ended && run.isOver(player.time)) return "end";
    if (run.ended || !run.now.by_hand) return "watch";
    return run.free ? "free" : "hand";
  }

  /** Shows the current moment. */
  show() {
    const { page, state } = this;
    const { run, player } = page;
    const isBack = state === "hand" && player.time < run.duration_s && !player.playing;
    document.body.dataset.dock = state;
    document.body.toggleAttribute("data-back", isBack);
    byId("free").hidden = state !== "free";
    byId("end").hidden = state !== "end";
    byId("legend").hidden = state !== "watch" || !run.planAt(player.time).cells.some(Boolean);
    this.showGoal();
    this.showStatus(state);
    this.showChoices();
    if (state === "watch") this.showReason();
    if (state === "end") this.showEnd();
    say("more-words", page.thinker ? "hint, watch, levels, lessons" : "moves, reasons, view");
  }

  /**
   * Shows the goal until the first move, or a lesson's text until the run has ended.
   * @private
   */
  showGoal() {
    const { link, run, welcoming, thinker } = this.page;
    const { lesson } = link;
    const family = kWords.families[link.of.family];
    const isShown =
      thinker && (lesson || !run.moves.length) && (run.now.by_hand || lesson || family);
    const key = String([isShown, lesson?.name, link.of.family, run.now.by_hand, run.free]);
    byId("doors").hidden = !welcoming;
    if (this.goalShown === key) return;
    this.goalShown = key;
    byId("goal").hidden = !isShown;
    byId("goal").classList.toggle("lesson", Boolean(lesson ?? family));
    if (lesson ?? family) {
      byId("goal-words").replaceChildren((lesson ?? family).title);
      byId("goal-more").replaceChildren((lesson ?? family).text);
      return;
    }
    const [tip, until, marble, rests, target, stop] = kGoal;
    const shape = run.schemes.includes(4) ? "maze" : "cube";
    const words = [
      made("span", { className: "marble" }, marble),
      rests,
      made("span", { className: "target" }, target),
    ];
    byId("goal-words").replaceChildren(tip, shape, until, ...words, stop);
    byId("goal-more").replaceChildren(
      run.free ? "" : "No move can be taken back. Hold to preview.",
    );
  }

  /** @param {string} state @private */
  showStatus(state) {
    const { link, run, player } = this.page;
    const i = run.moveAt(player.time);
    const isAtEnd = player.time >= run.duration_s;
    const { moves } = run.now.counters;
    if (state === "free") say("turn", run.clockWords(player.time));
    else if (run.now.waits && isAtEnd) say("turn", "Your move");
    else say("turn", this.moveWords(i));
    const best = run.best_s ? `best ${run.best_s.toFixed(1)} s` : "";
    if (run.free) say("count", best);
    else
      say("count", `${counted(moves, "move")}${link.best ? `, fewest possible ${link.best}` : ""}`);
  }
  /**
   * Returns the name of a move with its number, as in the list.
   * @param {number} i
   */
  moveWords(i) {
    const { run } = this.page;
    if (i < 0) return "Before the first move";
    const { number } = run.moves[i];
    const { words } = run.names[i];
    if (run.free) return capital(run.moves[i].words);
    return number ? `Move ${number}: ${words}` : capital(words);
  }

  /**
   * Shows the possible moves with their names in the current view. The previous moves stay until
   * there are new ones.
   */
  showChoices() {
    const { run, view, player } = this.page;
    const { now } = run;
    if (!now.by_hand || run.free || run.ended) return;
    const isNow = now.waits && player.time >= run.duration_s;
    if (now.waits)
      this.tips = view.tips(run).sort((a, b) => kOrder.indexOf(a.sign) - kOrder.indexOf(b.sign));
    const shown = JSON.stringify([
      this.tips.map(({ move, words }) => [move, words]),
      isNow,
      this.hinted,
    ]);
    if (shown === this.choicesShown) return;
    this.choicesShown = shown;
    const list = byId("choices");
    const focused = [...list.children].indexOf(document.activeElement);
    list.replaceChildren(...this.tips.map((tip) => this.choiceOf(tip, isNow)));
    /** @type {HTMLElement | undefined} */ (list.children[focused])?.focus();
  }
  /** @param {Tip} tip @param {boolean} isNow whether it can be made now @private */
  choiceOf({ move, axis, words, sign }, isNow) {
    const { page } = this;
    const button = made(
      "button",
      { title: `${capital(words)} (${page.numberOf(move)})` },
      made("b", {}, sign),
      capital(words),
    );
    button.ariaDisabled = String(!isNow);
    button.classList.toggle("hinted", move === this.hinted);
    /** @param {{axis: number[]} | null} held */
    const preview = (held) => {
      if (!axis || page.marbleView.preview === held) return;
      page.marbleView.preview = held;
      page.player.show();
    };
    button.onpointerdown = ({ pointerId }) => {
      button.releasePointerCapture(pointerId);
      if (isNow) preview({ axis });
    };
    button.onpointerleave = button.onpointercancel = () => preview(null);
    button.onclick = () => {
      if (page.marbleView) page.marbleView.preview = null;
      page.choose(move);
    };
    return button;
  }
  /**
   * Returns the name of a move as shown on its button, or undefined.
   * @param {number} move
   */
  nameOf(move) {
    return this.tips.find((tip) => tip.move === move);
  }

  /**
   * Shows the current move, its reason, and the moves planned after it.
   * @private
   */
  showReason() {
    const { run, player } = this.page;
    const i = run.moveAt(player.time);
    const move = run.moves[i];
    const { cells } = run.planAt(player.time);
    const isLast = run.maze && cells.at(-1) === run.maze.target;
    const then =
      cells.length > 1
        ? `, then ${counted(cells.length - 1, "move")}${isLast ? " to the target" : ""}`
        : "";
    const expected = cells[0] === run.maze?.target ? "the target" : `cell ${cells[0]}`;
    say("now", this.moveWords(i));
    say("reason-sign", i < 0 || run.free ? "" : run.names[i].sign);
    const reason = move?.reason ? `${capital(move.reason)}.` : "";
    say("rule", cells[0] ? `To ${expected}${then}. ${reason}` : reason);
    say("phase", run.phaseWords(player.time));
    say("planned", cells.length > 1 ? `${counted(cells.length, "move")} planned` : "");
  }

  /** @private */
  showEnd() {
    const { page } = this;
    const { link, run } = page;
    const shown = String([run.outcome, run.now.counters.moves, run.duration_s]);
    if (this.endShown === shown) return;
    this.endShown = shown;
    const who = page.playedBy();
    const isSolved = run.outcome === "solved";
    const isRated = isSolved && !who && link.best && !run.free;
    const { moves } = run.now.counters;
    const earned = isRated ? starsFor(moves, link.best, run.hints) : 0;
    byId("stars").hidden = !isRated;
    byId("stars").ariaLabel = counted(earned, "star");
    byId("stars").replaceChildren(
      ...[1, 2, 3].map((star) => {
        const icon = iconOf("star");
        icon.classList.toggle("earned", star <= earned);
        return icon;
      }),
    );
    say(
      "end-title",
      `${kEndings[run.outcome] ?? "Stopped"}${who ? ` by ${who}` : ""}`.replace(
        /^(?!Solved)(.*) by (.*)$/,
        "$1: $2",
      ),
    );
    say("end-words", run.endWords(link.best));
    byId("week").hidden = !page.isToday || !isSolved || Boolean(who);
    showWeek();
    const hours = 24 - new Date().getHours();
    const tomorrow = page.isToday ? `Next maze of the day in ${hours} h.` : "";
    const fewest = isSolved && link.best && moves <= link.best ? "Nobody can do it in fewer." : "";
    say("end-more", [fewest, tomorrow].filter(Boolean).join(" "));
    byId("end-buttons").replaceChildren(...this.endButtons());
  }
  /** @private */
  endButtons() {
    const { page } = this;
    if (!page.thinker) return [];
    const again = buttonOf(page.playedBy() ? "Start again" : "Play again", () => page.again());
    if (page.link.embed) return [again];
    const next = buttonOf(page.nextWords(), () => page.next(), { className: "main" });
    return [next, buttonOf("Share", () => shareEnd(page)), again];
  }
}

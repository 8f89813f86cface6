// The dock, which shows the available moves, the agent's reasons, or the result of the run.
import { required } from "../required.js";
import {
  byId,
  capitalize,
  createButton,
  createElement,
  hasChanged,
  iconHtml,
  kWords,
  outcomeText,
  pluralize,
  setText,
} from "../text.js";
import { nextChallenge } from "./link.js";
import { Phone } from "./phone.js";
import { shareResult } from "./share.js";
import { showWeek } from "./storage.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {import("../recording.js").MoveName} MoveName
 * @typedef {MoveName & {move: number, axis?: number[]}} NamedMove
 */

const kOrder = "\u2190\u2196\u2191\u2197\u2192\u2198\u2193\u2199"; // left to right
export class Dock {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {number | null} the hinted move */
    this.hinted = null;
    /** @type {NamedMove[]} */
    this.tips = [];
    this.defaultGoal = [...byId("goal-words").childNodes];
  }

  /** Prepares the dock for a new run. */
  open() {
    this.hinted = null;
    byId("motion").hidden = !Phone.isSupported;
    byId("embed-link").hidden = !this.page.link.embed;
    const link = required(byId("embed-link").querySelector("a"), "the link of an embedded page");
    link.href = location.href.replace(/&embed=1|embed=1&/, "");
  }

  /** Returns "end", "watch", "tilt" (manual continuous control) or "hand" (manual moves). */
  get state() {
    const { run, playback } = this.page;
    if (run.ended && run.isAtEnd(playback.time)) return "end";
    if (run.ended || !run.state.by_hand) return "watch";
    return run.isTilt ? "tilt" : "hand";
  }

  /** Updates the dock. */
  show() {
    const { page, state } = this;
    const { run, playback } = page;
    const isBack = state === "hand" && playback.time < run.duration_s && !playback.playing;
    document.body.dataset.dock = state;
    document.body.toggleAttribute("data-back", isBack);
    byId("tilt").hidden = state !== "tilt";
    byId("end").hidden = state !== "end";
    byId("legend").hidden = state !== "watch" || !run.planAt(playback.time).some(Boolean);
    this.showGoal();
    this.showStatus(state);
    this.showChoices();
    if (state === "watch") this.showReason();
    if (state === "end") this.showEnd();
    setText("more-words", page.engine ? "hint, watch, levels, lessons" : "moves, reasons, view");
  }

  /**
   * Shows the goal until the first move, or the text of a lesson.
   * @private
   */
  showGoal() {
    const { link, run, isWelcome, engine } = this.page;
    const own = link.lesson ?? kWords.families[link.of.family ?? ""];
    const isShown = engine && (link.lesson || (run.isUntouched && (run.state.by_hand || own)));
    byId("doors").hidden = !isWelcome;
    if (!hasChanged("goal", isShown, own?.title, run.isTilt)) return;
    byId("goal").hidden = !isShown;
    byId("goal").classList.toggle("lesson", Boolean(own));
    byId("goal-words").replaceChildren(...(own ? [own.title] : this.defaultGoal));
    if (!own) setText("shape", run.schemes.includes(4) ? "maze" : "cube");
    setText(
      "goal-more",
      own?.text ??
        (run.isTilt
          ? ""
          : "There is no undo: a move back only sometimes returns the marble. Hold a button to preview its move, and slide off to cancel."),
    );
  }

  /** @param {string} state @private */
  showStatus(state) {
    const { link, run, playback } = this.page;
    const isAtEnd = playback.time >= run.duration_s;
    if (state === "tilt") setText("turn", run.clockText(playback.time));
    else if (run.state.waits && isAtEnd) setText("turn", "Your move");
    else setText("turn", this.moveText(run.moveAt(playback.time)));
    const best = run.best_s ? `best ${run.best_s.toFixed(1)} s` : "";
    setText("count", run.isTilt ? best : run.countText(link.best));
  }
  /**
   * Returns the number and the name of a move.
   * @param {number} i
   */
  moveText(i) {
    const { run } = this.page;
    if (i < 0) return "Before the first move";
    const { number } = run.moves[i];
    const { words } = run.names[i];
    if (run.isTilt) return capitalize(run.moves[i].words);
    return number ? `Move ${number}: ${words}` : capitalize(words);
  }

  /**
   * Shows the available moves. The previous moves stay visible until new moves are available.
   */
  showChoices() {
    const { run, view, playback } = this.page;
    const { state } = run;
    if (!state.by_hand || run.isTilt || run.ended) return;
    const isNow = state.waits && playback.time >= run.duration_s;
    if (state.waits)
      this.tips = view
        .namedMoves(run)
        .sort((a, b) => kOrder.indexOf(a.sign) - kOrder.indexOf(b.sign));
    if (!hasChanged("choices", this.tips, isNow, this.hinted)) return;
    const list = byId("choices");
    const { activeElement } = document;
    const focused = activeElement ? [...list.children].indexOf(activeElement) : -1;
    list.replaceChildren(...this.tips.map((tip) => this.choiceOf(tip, isNow)));
    /** @type {HTMLElement | undefined} */ (list.children[focused])?.focus();
  }
  /** @param {NamedMove} tip @param {boolean} isNow whether the move is possible now @private */
  choiceOf(tip, isNow) {
    const { move, axis, words, sign } = tip;
    const { page } = this;
    const { marbleView } = page;
    const name = capitalize(words);
    const number = page.run.state.lamps === undefined ? this.tips.indexOf(tip) + 1 : move;
    const title = `${name} (${number})`;
    const button = createElement("button", { title }, createElement("b", {}, sign), name);
    button.ariaDisabled = String(!isNow);
    button.classList.toggle("hinted", move === this.hinted);
    /** @param {{axis: number[]} | null} held */
    const preview = (held) => {
      if (!marbleView || marbleView.preview === held) return;
      marbleView.preview = held;
      page.playback.show();
    };
    button.onpointerdown = ({ pointerId }) => {
      button.releasePointerCapture(pointerId);
      if (isNow && axis) preview({ axis });
    };
    button.onpointerleave = button.onpointercancel = () => preview(null);
    button.onclick = () => {
      if (marbleView) marbleView.preview = null;
      page.choose(move);
    };
    return button;
  }

  /**
   * Shows the current move, its reason, and the plan.
   * @private
   */
  showReason() {
    const { run, playback } = this.page;
    const i = run.moveAt(playback.time);
    const cells = run.planAt(playback.time);
    const target = run.maze?.target;
    const reason = run.moves[i]?.reason;
    const words = [reason ? `${capitalize(reason)}.` : ""];
    const others = cells.length > 1 ? pluralize(cells.length - 1, "move") : "";
    const then = `, then ${others}${cells.at(-1) === target ? " to the target" : ""}`;
    const expected = cells[0] === target ? "the target" : `cell ${cells[0]}`;
    if (cells[0]) words.unshift(`To ${expected}${others && then}.`);
    setText("now", this.moveText(i));
    setText("reason-sign", i < 0 || run.isTilt ? "" : run.names[i].sign);
    setText("rule", words.join(" ").trim());
    setText("phase", run.phaseText(playback.time));
    setText("planned", others ? `${pluralize(cells.length, "move")} planned` : "");
  }

  /** @private */
  showEnd() {
    const { page } = this;
    const { link, run, stars } = page;
    if (!hasChanged("end", run.outcome, run.state.counters.moves, run.duration_s)) return;
    const who = page.playedBy();
    const isSolved = run.outcome === "solved";
    byId("stars").hidden = !stars;
    byId("stars").ariaLabel = pluralize(stars, "star");
    const icons = [1, 2, 3].map((star) => iconHtml("star", star <= stars ? "earned" : ""));
    byId("stars").innerHTML = icons.join("");
    const [ending] = outcomeText(run.outcome);
    setText("end-title", who ? `${ending}${isSolved ? " by" : ":"} ${who}` : ending);
    setText("end-words", run.endText(link.best));
    byId("week").hidden = !page.isToday || !isSolved || Boolean(who);
    showWeek();
    const tomorrow = `Next maze of the day in ${24 - new Date().getHours()} h.`;
    const isBest = isSolved && !run.isTilt && run.state.counters.moves <= (link.best ?? 0);
    const fewest = isBest ? "No solution has fewer moves." : "";
    setText("end-more", `${fewest} ${page.isToday ? tomorrow : ""}`.trim());
    byId("end-buttons").replaceChildren(...this.endButtons());
  }
  /** @private */
  endButtons() {
    const { page } = this;
    if (!page.engine) return [];
    const again = createButton(page.playedBy() ? "Start again" : "Play again", () =>
      page.restart(),
    );
    if (page.link.embed) return [again];
    const challenge = nextChallenge(page.link, page.content);
    const go = () => (challenge ? page.navigate(challenge.hash) : page.nextSeed());
    const next = createButton(challenge?.title ?? "Next maze", go, { className: "main" });
    return [next, createButton("Share", () => shareResult(page)), again];
  }
}

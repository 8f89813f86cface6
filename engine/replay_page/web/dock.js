/** The dock, which shows the available moves, the agent's reasons, or the result of the run. */
import { createButton, byId, capitalize, pluralize, iconHtml, hasChanged } from "../text.js";
import { kWords, createElement, outcomeText, setText } from "../text.js";
import { shareResult } from "./share.js";
import { Phone } from "./phone.js";
import { showWeek, starsFor } from "./storage.js";

/**
 * @typedef {import("./laboratory.js").Laboratory} Laboratory
 * @typedef {import("../recording.js").MoveName} MoveName
 * @typedef {MoveName & {move: number, axis: number[]}} NamedMove
 */

const kOrder = "\u2190\u2196\u2191\u2197\u2192\u2198\u2193\u2199"; // left to right
export class Dock {
  /** @param {Laboratory} page */
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
    byId("embed-link").querySelector("a").href = location.href.replace("&embed=1", "");
  }

  /** Returns "end", "watch", "tilt" (manual continuous control) or "hand" (manual moves). */
  get state() {
    const { run, player } = this.page;
    if (run.ended && run.isAtEnd(player.time)) return "end";
    if (run.ended || !run.now.by_hand) return "watch";
    return run.isTilt ? "tilt" : "hand";
  }

  /** Updates the dock. */
  show() {
    const { page, state } = this;
    const { run, player } = page;
    const isBack = state === "hand" && player.time < run.duration_s && !player.playing;
    document.body.dataset.dock = state;
    document.body.toggleAttribute("data-back", isBack);
    byId("tilt").hidden = state !== "tilt";
    byId("end").hidden = state !== "end";
    byId("legend").hidden = state !== "watch" || !run.planAt(player.time).cells.some(Boolean);
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
    const own = link.lesson ?? kWords.families[link.of.family];
    const isShown = engine && (link.lesson || (run.isUntouched && (run.now.by_hand || own)));
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
    const { link, run, player } = this.page;
    const isAtEnd = player.time >= run.duration_s;
    const { moves } = run.now.counters;
    if (state === "tilt") setText("turn", run.clockText(player.time));
    else if (run.now.waits && isAtEnd) setText("turn", "Your move");
    else setText("turn", this.moveText(run.moveAt(player.time)));
    const fewest = link.best ? `; minimum: ${link.best}` : "";
    const best = run.best_s ? `best ${run.best_s.toFixed(1)} s` : "";
    setText("count", run.isTilt ? best : `${pluralize(moves, "move")}${fewest}`);
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
    const { run, view, player } = this.page;
    const { now } = run;
    if (!now.by_hand || run.isTilt || run.ended) return;
    const isNow = now.waits && player.time >= run.duration_s;
    if (now.waits)
      this.tips = view
        .namedMoves(run)
        .sort((a, b) => kOrder.indexOf(a.sign) - kOrder.indexOf(b.sign));
    if (!hasChanged("choices", this.tips, isNow, this.hinted)) return;
    const list = byId("choices");
    const focused = [...list.children].indexOf(document.activeElement);
    list.replaceChildren(...this.tips.map((tip) => this.choiceOf(tip, isNow)));
    /** @type {HTMLElement | undefined} */ (list.children[focused])?.focus();
  }
  /** @param {NamedMove} tip @param {boolean} isNow whether the move is possible now @private */
  choiceOf(tip, isNow) {
    const { move, axis, words, sign } = tip;
    const { page } = this;
    const name = capitalize(words);
    const number = page.run.now.lamps === undefined ? this.tips.indexOf(tip) + 1 : move;
    const title = `${name} (${number})`;
    const button = createElement("button", { title }, createElement("b", {}, sign), name);
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
   * Returns the button text of a move, or undefined.
   * @param {number} move
   */
  nameOf(move) {
    return this.tips.find((tip) => tip.move === move);
  }

  /**
   * Shows the current move, its reason, and the plan.
   * @private
   */
  showReason() {
    const { run, player } = this.page;
    const i = run.moveAt(player.time);
    const { cells } = run.planAt(player.time);
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
    setText("phase", run.phaseText(player.time));
    setText("planned", others ? `${pluralize(cells.length, "move")} planned` : "");
  }

  /** @private */
  showEnd() {
    const { page } = this;
    const { link, run } = page;
    if (!hasChanged("end", run.outcome, run.now.counters.moves, run.duration_s)) return;
    const who = page.playedBy();
    const isSolved = run.outcome === "solved";
    const isRated = isSolved && !who && link.best && !run.isTilt;
    const { moves } = run.now.counters;
    const earned = isRated ? starsFor(moves, link.best, run.hints) : 0;
    byId("stars").hidden = !isRated;
    byId("stars").ariaLabel = pluralize(earned, "star");
    const icons = [1, 2, 3].map((star) => iconHtml("star", star <= earned ? "earned" : ""));
    byId("stars").innerHTML = icons.join("");
    const [ending] = outcomeText(run.outcome);
    setText("end-title", who ? `${ending}${isSolved ? " by" : ":"} ${who}` : ending);
    setText("end-words", run.endText(link.best));
    byId("week").hidden = !page.isToday || !isSolved || Boolean(who);
    showWeek();
    const tomorrow = `Next maze of the day in ${24 - new Date().getHours()} h.`;
    const fewest =
      isSolved && !run.isTilt && moves <= link.best ? "No solution has fewer moves." : "";
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
    const { words, hash } = page.nextChallenge() ?? { words: "Next maze" };
    const go = () => (hash ? page.navigate(hash) : page.nextSeed());
    const next = createButton(words, go, { className: "main" });
    return [next, createButton("Share", () => shareResult(page)), again];
  }
}

// The sheet: a side panel with agents, mazes, moves, reasons, view options and shortcuts.
import { StateGraph } from "../graph.js";
import { required } from "../required.js";
import {
  byId,
  capitalize,
  createElement,
  field,
  hasChanged,
  kWords,
  outcomeText,
  setText,
} from "../text.js";
import { listKeys } from "./keys.js";
import { isCompleted, kMaxSide } from "./link.js";
import { levelStars } from "./storage.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {import("../recording.js").Candidate} Candidate
 */

/** Media query for screens on which the sheet fits next to the page. */
const kRoomBeside = "(min-width: 62.5rem) and (min-height: 30.01rem)";
/** Media query for screens on which the sheet stays open when a run starts. */
const kStays = "(min-width: 90rem) and (min-height: 45rem)";

/** @param {HTMLElement} element */
const parentOf = (element) => required(element.parentElement, `parent of ${element.id}`);

export class Sheet {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.graph = new StateGraph();
    for (const { name } of page.agents)
      byId("agent").append(createElement("option", { value: name }, page.titleOf(name)));
    byId("more").onclick = () => this.show(true);
    byId("close").onclick = () => this.show(false);
  }
  get isOpen() {
    return !byId("sheet").hidden;
  }
  /**
   * Opens or closes the sheet, and moves the focus into or out of it.
   * @param {boolean} isOpen
   * @param {string} [section] section to scroll to
   */
  show(isOpen, section) {
    if (isOpen !== this.isOpen) {
      byId("sheet").hidden = !isOpen;
      byId("more").ariaExpanded = String(isOpen);
      const main = required(document.querySelector("main"), "the main element");
      main.inert = isOpen && !matchMedia(kRoomBeside).matches;
      if (isOpen) this.fillLists();
      byId(isOpen ? "close" : "more").focus({ preventScroll: true });
      this.page.playback.show();
    }
    if (section) byId(section).scrollIntoView();
  }
  /** Closes the sheet when a run starts, unless the screen has room for both. */
  closeIfCovering() {
    if (this.isOpen && !matchMedia(kStays).matches) this.show(false);
  }
  /**
   * Fills the lists of levels, lessons and logic mazes.
   * @private
   */
  fillLists() {
    const { levels, lessons } = this.page.content;
    const earned = levelStars();
    const families = Object.entries(kWords.families);
    /** @type {{[id: string]: string[][]}} label, address and stars of each button */
    const lists = {
      levels: levels.map(({ name }, i) => {
        return [`${i + 1}. ${name}`, `#level=${i + 1}`, "\u2605".repeat(earned[i + 1] ?? 0)];
      }),
      lessons: lessons.map(({ name, title }) => [title, `#lesson=${name}`]),
      families: families.map(([family, { title }]) => [title, `#world=${family},1&hand=1`]),
    };
    for (const [id, entries] of Object.entries(lists)) {
      const buttons = entries.map(([words, hash, stars = ""]) => {
        const onclick = () => this.page.navigate(hash);
        return createElement(
          "button",
          { onclick },
          words,
          createElement("span", { className: "earned" }, stars),
        );
      });
      byId(id).replaceChildren(...buttons);
    }
  }

  /** Prepares the sheet for a new run. */
  open() {
    const { link, run, content } = this.page;
    const { maze } = run;
    byId("schemes").hidden = !maze;
    parentOf(byId("path")).hidden = !maze;
    const { options } = /** @type {HTMLSelectElement} */ (byId("agent"));
    for (const option of options)
      option.hidden = content.policies.includes(option.value) !== run.isTilt;
    byId("picture-file").hidden = byId("maze-file").hidden = !maze;
    byId("recording-file").hidden = !maze || run.isTilt;
    if (maze) {
      field("layers").value = maze.layers;
      field("size").value = String(Math.min(Math.max(...maze.dims), kMaxSide));
    }
    field("seed").value = link.of.seed ?? field("seed").value;
    this.updateControls();
  }

  /** Updates the controls to the state of the run. */
  updateControls() {
    const { link, run, agents } = this.page;
    const { state } = run;
    const agent = agents.find(({ name }) => name === state.agent);
    field("agent").value = state.agent;
    const knowledge = run.isTilt ? "the walls" : kWords.knows[agent?.knows ?? ""];
    const chooses = agent ? `It chooses ${agent.summary}.` : "";
    setText("knows", knowledge ? `${chooses} It knows ${knowledge}.` : chooses);
    setText("hint", link.best && !run.isTilt ? "Hint (at most 2 stars)" : "Hint");
    byId("hint").hidden = run.ended || !state.by_hand || run.isTilt;
    byId("agent-plays").hidden = !state.by_hand && !run.ended;
    for (const button of byId("schemes").querySelectorAll("button")) {
      const scheme = state.turning_to ?? state.orientations;
      const { scheme: own } = button.dataset;
      button.ariaPressed = String(own === "step" ? !run.isTilt : Number(own) === scheme);
      parentOf(button).hidden = Number(own) > 0 && (run.isTilt || !run.schemes.includes(24));
    }
    setText("outcome", state.outcome === "running" ? "" : outcomeText(state.outcome)[0]);
    byId("outcome").className = state.outcome;
  }

  /**
   * Updates the shortcuts, the reasons and the graph.
   * @param {number} time
   */
  update(time) {
    listKeys(this.page);
    if (!this.isOpen) return;
    this.showReasons(time);
    this.showGraph(time);
  }
  /** @param {number} time @private */
  showReasons(time) {
    const { run } = this.page;
    const i = run.moveAt(time);
    const plan = run.planAt(time).slice(1);
    if (!hasChanged("reasons", i, run.moves.length, run.alternatives[i]?.length, plan)) return;
    const reason = run.moves[i]?.reason;
    const rows = [`${this.page.dock.moveText(i)}. ${capitalize(reason ?? "")}.`];
    if (!reason) rows[0] = "No moves yet. When an agent plays, its reasons appear here.";
    const why = run.alternatives[i] ?? [];
    for (const [k, cell] of plan.entries())
      rows.push(`Then move ${run.moves[i].number + k + 1}${cell ? `: to cell ${cell}` : ""}`);
    // Some agents report alternatives. Others report their plan, which is already listed.
    const isPlan = why.length === plan.length + 1 && why[0].moves_away === 1;
    if (!isPlan) rows.push(...why.slice(1).map((candidate) => this.candidateText(candidate)));
    byId("why").replaceChildren(...rows.map((words) => createElement("li", {}, words)));
  }
  /** @param {Candidate} candidate an alternative to the chosen move @private */
  candidateText({ moves_away, cell, from }) {
    const where = /cell \d+/.exec(from)?.[0] ?? "a place";
    const expected = cell ? `, to cell ${cell}` : "";
    if (moves_away <= 1) return `Also considered: another move from here${expected}`;
    return `Also considered: a move from ${where}, ${moves_away} moves later${expected}`;
  }
  /** @param {number} time @private */
  showGraph(time) {
    const { run, link } = this.page;
    const { moves, state } = run;
    const done = moves.filter((move) => move.end_s <= time + 1e-6 && isCompleted(move));
    if (!hasChanged("explored", done.length)) return;
    const last = done.at(-1);
    const scheme = last?.orientations ?? link.orientations;
    const here = last ? last.states[1] : (moves[0]?.states[0] ?? state.state ?? null);
    this.graph.build(done, scheme, run.moveCount(scheme));
    this.graph.draw(here, last && run.endsAtGoal(last) ? here : null);
    const none = "No move yet. Each move adds the positions that it reveals.";
    setText("graph-words", last ? this.graph.summary() : none);
    byId("graph").ariaLabel = `Explored: ${byId("graph-words").textContent}`;
  }
}

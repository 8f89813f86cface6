// Shows lamps or a number board; the style sheet defines their look.
import { byId, made } from "./words.js";

/**
 * @typedef {import("./web/live_run.js").LogicRun} LogicRun
 * @typedef {import("./recording.js").Recording} Recording of a LogicRun
 */
/** @typedef {{text: string, kind: string, move: number | undefined}} Piece */

const kSides = [
  { x: 1, y: 0, words: "right", sign: "\u2192" },
  { x: -1, y: 0, words: "left", sign: "\u2190" },
  { x: 0, y: 1, words: "up", sign: "\u2191" },
  { x: 0, y: -1, words: "down", sign: "\u2193" },
];

export class BoardView {
  /**
   * @param {function(number): void} chosen called with a move after a click on a lamp, or on the
   * side to which the move leads
   */
  constructor(chosen) {
    this.canvas = byId("board");
    this.shown = "";
    this.canvas.onclick = ({ target }) => {
      const { move } = /** @type {HTMLElement} */ (target).dataset;
      if (move) chosen(Number(move));
    };
  }
  open() {
    this.shown = "";
  }
  openings() {
    return "";
  }

  /** @param {Recording} run @param {number} time */
  draw(run, time) {
    const { board, lamps } = /** @type {LogicRun} */ (run).boardAt(time);
    const pieces = board ? this.squares(run, board) : this.lamps(lamps);
    const shown = JSON.stringify(pieces);
    if (shown === this.shown) return;
    this.shown = shown;
    this.canvas.style.setProperty("--cols", String(board?.cols ?? 4));
    this.canvas.style.setProperty("--rows", String(board?.rows ?? 2));
    const elements = pieces.map(({ text, kind, move }) => {
      const element = made("i", { className: kind }, text);
      element.dataset.move = String(move ?? "");
      return element;
    });
    this.canvas.replaceChildren(...elements);
  }
  /** @param {number} lit @returns {Piece[]} */
  lamps(lit) {
    return [3, 2, 1, 0].map((move) => {
      const isOn = (lit >> move) & 1;
      return {
        move,
        kind: isOn ? "lamp on" : "lamp",
        text: `lamp ${move}: ${isOn ? "on" : "off"}`,
      };
    });
  }
  /** @param {Recording} run @param {import("./recording.js").Board} board @returns {Piece[]} */
  squares(run, { cols, jumps, goal, square }) {
    return jumps.map((jump, i) => {
      const right = (i % cols) - (square % cols);
      const down = Math.floor(i / cols) - Math.floor(square / cols);
      const isBeside = (right === 0) !== (down === 0);
      const kinds = {
        here: i === square,
        goal: i === goal,
        next: isBeside && Math.abs(right + down) === jumps[square],
      };
      const names = Object.entries(kinds)
        .filter(([, holds]) => holds)
        .map(([name]) => name);
      return {
        text: i === goal ? "\u2605" : String(jump),
        kind: ["square", ...names].join(" "),
        move: isBeside ? this.choiceTowards(run, Math.sign(right), -Math.sign(down)) : undefined,
      };
    });
  }

  /**
   * Returns the name of each choice.
   * @param {Recording} run
   */
  tips(run) {
    return run.now.choices.map(({ move, words }) => {
      const side = kSides.find((each) => words.endsWith(each.words));
      return {
        move,
        axis: /** @type {number[]} */ (undefined),
        words,
        sign: side?.sign ?? "\u25cf",
      };
    });
  }
  /**
   * Returns the name of a move.
   * @param {Recording} run
   * @param {number} i
   */
  nameOf(run, i) {
    const { words } = run.moves[i];
    return { words, sign: kSides.find((each) => words.endsWith(each.words))?.sign ?? "\u25cf" };
  }
  /**
   * Returns the move that leads to a side, x right, y up; undefined if there is none. Lamps have no
   * sides.
   * @param {Recording} run
   * @param {number} x
   * @param {number} y
   */
  choiceTowards(run, x, y) {
    const side = kSides.find((each) => each.x === x && each.y === y);
    return run.now.choices.find(({ words }) => words.endsWith(side.words))?.move;
  }
}

// Draws the lamps or the number board of a logic maze as HTML elements.
import { byId, hasChanged, createElement } from "./text.js";

/**
 * @typedef {import("./web/live_run.js").LogicRun} LogicRun
 * @typedef {import("./recording.js").Recording} Recording of a LogicRun
 */
/** @typedef {{text: string, kind: string, move: number | undefined}} Piece */

/** Arrows of moves, keyed by the last word of the move's name. */
const kSigns = { right: "\u2192", left: "\u2190", up: "\u2191", down: "\u2193" };
/** @param {string} words */
const signOf = (words) => Object.entries(kSigns).find(([side]) => words.endsWith(side))?.[1];

export class BoardView {
  /**
   * @param {function(number): void} chosen called with the move when a lamp or a square is clicked
   */
  constructor(chosen) {
    this.canvas = byId("board");
    this.canvas.onclick = ({ target }) => {
      const { move } = /** @type {HTMLElement} */ (target).dataset;
      if (move) chosen(Number(move));
    };
  }
  open() {}
  openSides() {
    return "";
  }

  /** @param {Recording} run @param {number} time */
  draw(run, time) {
    const { board, lamps } = /** @type {LogicRun} */ (run).boardAt(time);
    const pieces = board ? this.squares(run, board) : this.lamps(lamps ?? 0);
    if (!hasChanged("board", pieces)) return;
    this.canvas.style.setProperty("--cols", String(board?.cols ?? 4));
    this.canvas.style.setProperty("--rows", String(board?.rows ?? 2));
    const elements = pieces.map(({ text, kind, move }) => {
      const element = createElement("i", { className: kind }, text);
      element.dataset.move = String(move ?? "");
      return element;
    });
    this.canvas.replaceChildren(...elements);
  }
  /** @param {number} lit @returns {Piece[]} */
  lamps(lit) {
    return [3, 2, 1, 0].map((move) => {
      const state = (lit >> move) & 1 ? "on" : "off";
      return { move, kind: `lamp ${state}`, text: `lamp ${move}: ${state}` };
    });
  }
  /** @param {Recording} run @param {import("./recording.js").Board} board @returns {Piece[]} */
  squares(run, { cols, jumps, goal, square }) {
    return jumps.map((jump, i) => {
      const right = (i % cols) - (square % cols);
      const up = Math.floor(square / cols) - Math.floor(i / cols);
      const isBeside = (right === 0) !== (up === 0);
      const kinds = ["square"];
      if (i === square) kinds.push("here");
      if (i === goal) kinds.push("goal");
      if (isBeside && Math.abs(right + up) === jumps[square]) kinds.push("next");
      return {
        text: i === goal ? "\u2605" : String(jump),
        kind: kinds.join(" "),
        move: isBeside ? this.moveTowards(run, Math.sign(right), Math.sign(up)) : undefined,
      };
    });
  }

  /**
   * Returns the available moves with their names.
   * @param {Recording} run
   */
  namedMoves(run) {
    return run.state.choices.map(({ move, words, axis }) => {
      return { move, axis, words, sign: signOf(words) ?? "\u25cf" };
    });
  }
  /**
   * Returns the name of a move.
   * @param {Recording} run
   * @param {number} i
   */
  nameOf(run, i) {
    const { words } = run.moves[i];
    return { words, sign: signOf(words) ?? "\u25cf" };
  }
  /**
   * Returns the move in a direction (x right, y up), or undefined if there is no such move. Lamps
   * have no directions.
   * @param {Recording} run
   * @param {number} x
   * @param {number} y
   */
  moveTowards(run, x, y) {
    const side = x ? (x > 0 ? "right" : "left") : y > 0 ? "up" : "down";
    return run.state.choices.find(({ words }) => words.endsWith(side))?.move;
  }
}

// Shows lamps or a board of numbers; the style sheet says how they look.
import { made } from "./words.js";

export class BoardView {
  /**
   * @param {HTMLElement} canvas
   * @param {function(number): void} chosen a move was, by a click on a lamp, or on the side to which it leads
   */
  constructor(canvas, chosen) {
    this.canvas = canvas;
    canvas.onclick = ({ target }) => {
      const { move } = /** @type {HTMLElement} */ (target).dataset;
      if (move) chosen(Number(move));
    };
  }
  open() { this.shown = ""; }
  openings() { return ""; }
  /** The arrows of the page have nothing to stand around. */
  tips() { return []; }

  draw(run, time) {
    const { board, lamps } = run.boardAt(time), pieces = board ? this.squares(run, board) : this.lamps(lamps), shown = JSON.stringify(pieces);
    if (shown === this.shown) return;
    this.shown = shown;
    this.canvas.style.setProperty("--cols", board?.cols ?? 4);
    this.canvas.style.setProperty("--rows", board?.rows ?? 2);
    this.canvas.replaceChildren(...pieces.map(({ text, kind, move }) => {
      const it = made("i", { className: kind }, text);
      it.dataset.move = move ?? "";
      return it;
    }));
  }
  lamps(lit) {
    return [3, 2, 1, 0].map((move) => ({ move, kind: (lit >> move) & 1 ? "lamp on" : "lamp", text: `lamp ${move}: ${(lit >> move) & 1 ? "on" : "off"}` }));
  }
  squares(run, { cols, jumps, goal, square }) {
    return jumps.map((jump, i) => {
      const right = (i % cols) - (square % cols), down = Math.floor(i / cols) - Math.floor(square / cols);
      const beside = (right === 0) !== (down === 0), next = beside && Math.abs(right + down) === jumps[square];
      return {
        text: i === goal ? "\u2605" : String(jump), kind: ["square", i === square && "here", i === goal && "goal", next && "next"].filter(Boolean).join(" "),
        move: beside ? this.choiceTowards(run, Math.sign(right), -Math.sign(down)) : undefined,
      };
    });
  }

  /** The move that leads to a side, x right, y up; undefined where none does. Lamps have no sides. */
  choiceTowards(run, x, y) {
    const heading = x ? (x > 0 ? "right" : "left") : y > 0 ? "up" : "down";
    return run.now.choices.find(({ words }) => words.endsWith(heading))?.move;
  }
}

// The explored state space: visited states in columns by their distance from the first state, known
// moves between them, and the number of untried moves of each state.
import { fit } from "./gl.js";
import { clamp, subtract } from "./linear.js";
import { counted } from "./words.js";

const kMargin = 22;
const kLargestStep = 60; // pixels between neighbouring states

/** @typedef {{column: number, row: number, untried: number}} Node a state */

export class StateGraph {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
  }

  /**
   * Shows the states and the results of these moves.
   * @param {import("./recording.js").Move[]} moves
   * @param {number} scheme each control scheme has its own states
   * @param {number} choices number of moves of a state
   */
  learn(moves, scheme, choices) {
    const own = moves.filter(({ orientations }) => (orientations ?? scheme) === scheme);
    const made = own.filter(({ move }) => move >= 0);
    this.arcs = new Map(made.map(({ states, move }) => [`${states[0]} ${move}`, states]));
    // A run begins in its first state, and again in the state after a switch of schemes.
    const begins = own.map(({ states, move }, i) => (move < 0 ? states[1] : i ? null : states[0]));
    const columns = new Map(begins.filter((state) => state !== null).map((state) => [state, 0]));
    /** @type {number[]} number of states in each column */
    this.rows = [];
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    for (const [state, column] of columns) {
      const results = [...this.arcs.values()].filter(([from]) => from === state);
      for (const [, to] of results)
        if (to !== null && !columns.has(to)) columns.set(to, column + 1);
      this.rows[column] ??= 0;
      const untried = Math.max(choices - results.length, 0);
      this.nodes.set(state, { column, row: this.rows[column]++, untried });
    }
  }

  /**
   * @param {number | null} here the current state
   * @param {number | null} goal state in which the run was solved
   */
  draw(here, goal) {
    const style = getComputedStyle(this.canvas);
    /** @param {string} name */
    const colour = (name) => style.getPropertyValue(`--${name}`);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = fit(this.canvas);
    const c = this.canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    c.lineWidth = 1.2;
    const { rows } = this;
    const [x, y] = [
      [width, rows.length],
      [height, Math.max(...rows)],
    ].map(([room, count]) => Math.min((room - 2 * kMargin) / Math.max(count - 1, 1), kLargestStep));
    const radius = clamp(0.2 * Math.min(x, y), 3, 9);
    /** @param {number} state */
    const place = (state) => {
      const { column, row } = this.nodes.get(state);
      const across = width / 2 + (column - (rows.length - 1) / 2) * x;
      return [across, height / 2 + (row - (rows[column] - 1) / 2) * y];
    };
    for (const [from, to] of this.arcs.values()) {
      c.strokeStyle = c.fillStyle = colour(to === null ? "surprise" : "text-3");
      const [begin, end] = [place(from), to === null ? null : place(to)];
      this.arrow(c, begin, end ?? begin.map((v) => v + 2.4 * radius), end ? radius + 1 : 0);
    }
    c.font = "10px system-ui, sans-serif";
    for (const [state, { untried }] of this.nodes) {
      const [left, top] = place(state);
      c.beginPath();
      c.arc(left, top, state === here ? radius + 2 : radius, 0, 7);
      c.fillStyle = colour(state === goal ? "target" : state === here ? "marble" : "interaction");
      c.fill();
      c.fillStyle = colour("text-3");
      if (untried && state !== goal && radius >= 4)
        c.fillText("?".repeat(Math.min(untried, 4)), left + radius + 2, top - radius);
    }
  }
  /**
   * Draws an arrow that bends to its left, so that a move and its opposite can be distinguished.
   * @param {CanvasRenderingContext2D} c
   * @param {number[]} from
   * @param {number[]} to
   * @param {number} short distance between its tip and `to`
   */
  arrow(c, from, to, short) {
    const [x, y] = subtract(to, from);
    const length = Math.hypot(x, y);
    const tip = length - short;
    const loop = `M 0 0 a ${short} ${short} 0 1 1 0.1 0`;
    c.save();
    c.translate(from[0], from[1]);
    c.rotate(Math.atan2(y, x));
    c.stroke(new Path2D(length < 1 ? loop : `M 0 0 Q ${tip / 2} ${-tip / 6} ${tip} 0`));
    c.fill(new Path2D(length < 1 ? "" : `M ${tip} 0 l -7 1 l 2 -6 z`));
    c.restore();
  }

  words() {
    let untried = 0;
    for (const node of this.nodes.values()) untried += node.untried;
    const known = `${counted(this.nodes.size, "position")} known`;
    return untried ? `${known}, ${counted(untried, "move")} never tried` : known;
  }
}

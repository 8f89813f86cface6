// The graph of explored states. The column of a state is its distance from the first state. Each
// state shows how many of its moves are untried.
import { clamp } from "./linear.js";
import { required } from "./required.js";
import { byId, pluralize } from "./text.js";

/** @typedef {{column: number, row: number, untried: number}} Node a state */

export class StateGraph {
  /** @type {Map<string, (number | null)[]>} states before and after each move */
  arcs = new Map();
  /** @type {number[]} number of states in each column */
  rows = [];
  /** @type {Map<number | null, Node>} */
  nodes = new Map();

  /**
   * Builds the graph from a list of moves.
   * @param {import("./recording.js").Move[]} moves
   * @param {number} scheme moves in other control schemes are ignored
   * @param {number} choices number of moves available in each state
   */
  build(moves, scheme, choices) {
    const own = moves.filter(({ orientations }) => (orientations ?? scheme) === scheme);
    const made = own.filter(({ move }) => move >= 0);
    this.arcs = new Map(made.map(({ states, move }) => [`${states} ${move}`, states]));
    const arcs = [...this.arcs.values()];
    /** @type {Map<number, number>} */
    const columns = new Map();
    // After a switch of control schemes or a move without a result, the next state may have no
    // incoming arc.
    for (const { states, move } of own) {
      const begin = states[Number(move < 0)];
      if (begin === null || columns.has(begin)) continue;
      columns.set(begin, 0);
      for (const [state, column] of columns)
        for (const [from, to] of arcs)
          if (from === state && to !== null && !columns.has(to)) columns.set(to, column + 1);
    }
    this.rows = [];
    this.nodes = new Map();
    for (const [state, column] of columns) {
      const tried = new Set(made.filter(({ states }) => states[0] === state).map((it) => it.move));
      const untried = Math.max(choices - tried.size, 0);
      this.rows[column] ??= 0;
      this.nodes.set(state, { column, row: this.rows[column]++, untried });
    }
  }

  /**
   * @param {number | null} here the current state
   * @param {number | null} goal the state that solved the maze
   */
  draw(here, goal) {
    const { rows } = this;
    const radius = clamp(70 / Math.max(rows.length, ...rows), 3, 9);
    /**
     * Returns the position of a state as two attributes.
     * @param {number | null} state
     * @param {string} [x] name of the first attribute
     * @param {string} [y]
     */
    const at = (state, x = "x", y = "y") => {
      const { column, row } = required(this.nodes.get(state), "a state of the graph");
      const [across, down] = [(column + 0.5) / rows.length, (row + 0.5) / rows[column]];
      return `${x}="${100 * across}%" ${y}="${100 * down}%"`;
    };
    const arcs = [...this.arcs.values()].map(([from, to]) => {
      if (to === null) return `<text class="odd" ${at(from)} dx="${radius}" dy="16">!</text>`;
      if (to !== from) return `<line ${at(from, "x1", "y1")} ${at(to, "x2", "y2")}/>`;
      return `<circle class="loop" ${at(from, "cx", "cy")} r="${radius}"/>`;
    });
    const nodes = [...this.nodes].map(([state, { untried }]) => {
      const kind = state === goal ? "goal" : state === here ? "here" : "";
      const marks = state === goal || radius < 4 ? "" : "?".repeat(Math.min(untried, 4));
      return `<circle class="${kind}" ${at(state, "cx", "cy")} r="${radius}"/>
        <text ${at(state)} dx="${radius + 2}" dy="${-radius}">${marks}</text>`;
    });
    // Arrows end at the rim of the circle.
    const tip = `<marker id="tip" orient="auto" refX="${radius + 8}" refY="4" markerWidth="8"
      markerHeight="8" markerUnits="userSpaceOnUse"><path d="M0 1 8 4 0 7z"/></marker>`;
    byId("graph").innerHTML = nodes.length ? [tip, ...arcs, ...nodes].join("") : "";
  }

  summary() {
    let untried = 0;
    for (const node of this.nodes.values()) untried += node.untried;
    const text = `${pluralize(this.nodes.size, "position")} known`;
    return untried ? `${text}, ${pluralize(untried, "move")} never tried` : text;
  }
}

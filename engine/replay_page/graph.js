// The explored state space: visited states, known moves between them, and the number of untried
// moves of each state.
import { fit } from "./gl.js";
import { clamp, subtract } from "./linear.js";
import { counted } from "./words.js";

const kSprings = 0.06;
const kPush = 0.5;
const kRounds = 6;

/**
 * @typedef {Object} Node a state
 * @property {number} x
 * @property {number} y
 * @property {number} [dx]
 * @property {number} [dy]
 * @property {Set<number>} tried moves
 * @property {number} choices
 */

export class StateGraph {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.learned = 0; // number of moves that are in the graph
    this.clear(0);
  }
  /** @param {number} scheme */
  clear(scheme) {
    this.scheme = scheme;
    /** @type {Map<number | null, Node>} */
    this.nodes = new Map();
    /** @type {Map<string, (number | null)[]>} */
    this.arcs = new Map();
    this.heat = 1;
  }

  /**
   * Adds the first `count` moves to the graph. `choices` is the number of moves of a state. Each
   * control scheme has its own states.
   * @param {import("./recording.js").Move[]} moves
   * @param {number} count
   * @param {number} scheme
   * @param {number} choices
   */
  learn(moves, count, scheme, choices) {
    if (scheme !== this.scheme || count < this.learned) this.clear(scheme);
    const before = this.nodes.size;
    for (const move of moves.slice(0, count)) {
      if ((move.orientations ?? scheme) !== scheme) continue;
      const [from, to] = move.states;
      const isSwitch = move.move < 0;
      if (!isSwitch) this.node(from, null, choices).tried.add(move.move);
      if (to !== null) this.node(to, isSwitch ? null : from, choices);
      if (!isSwitch) this.arcs.set(`${from} ${move.move}`, [from, to]);
    }
    this.learned = count;
    if (this.nodes.size > before) this.heat = 1;
  }
  /**
   * @param {number | null} state
   * @param {number | null} beside
   * @param {number} choices
   * @returns {Node}
   */
  node(state, beside, choices) {
    if (!this.nodes.has(state)) {
      const near = this.nodes.get(beside) ?? { x: 0, y: 0 };
      const angle = 2.4 * this.nodes.size;
      this.nodes.set(state, {
        x: near.x + Math.cos(angle),
        y: near.y + Math.sin(angle),
        tried: new Set(),
        choices,
      });
    }
    return this.nodes.get(state);
  }

  relax() {
    if (this.heat < 0.01) return false;
    const all = [...this.nodes.values()];
    const arcs = [...this.arcs.values()].map((ends) => ends.map((state) => this.nodes.get(state)));
    /**
     * @param {Node} node
     * @param {{x: number, y: number}} to
     * @param {number} force
     */
    const pull = (node, to, force) => {
      node.dx += force * (to.x - node.x);
      node.dy += force * (to.y - node.y);
    };
    for (let round = all.length > 150 ? 1 : kRounds; round > 0; --round) {
      for (const a of all) {
        a.dx = a.dy = 0;
        pull(a, { x: 0, y: 0 }, 0.02);
        for (const b of all)
          pull(a, b, -kPush / Math.max((b.x - a.x) ** 2 + (b.y - a.y) ** 2, 0.05));
      }
      for (const [a, b] of arcs.filter(([, to]) => to)) {
        const force = kSprings * Math.max(Math.hypot(b.x - a.x, b.y - a.y) - 1, -0.5);
        pull(a, b, force);
        pull(b, a, force);
      }
      for (const node of all) {
        node.x += clamp(node.dx, -0.5, 0.5) * this.heat;
        node.y += clamp(node.dy, -0.5, 0.5) * this.heat;
      }
      this.heat *= 0.99;
    }
    return true;
  }

  /**
   * Draws the graph.
   * @param {number | null} here
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
    const all = [...this.nodes.values()];
    if (!all.length) return;
    const xs = all.map((n) => n.x).sort((a, b) => a - b);
    const ys = all.map((n) => n.y).sort((a, b) => a - b);
    const [x0, x1, y0, y1] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
    const room = [(width - 44) / Math.max(x1 - x0, 1), (height - 40) / Math.max(y1 - y0, 1)];
    const scale = Math.min(...room, 60);
    /** @param {Node} n */
    const place = (n) => [
      width / 2 + (n.x - (x0 + x1) / 2) * scale,
      height / 2 + (n.y - (y0 + y1) / 2) * scale,
    ];
    const radius = clamp(0.2 * scale, 3, 9);
    c.lineWidth = 1.2;
    for (const [from, to] of this.arcs.values()) {
      const end = to === null ? null : place(this.nodes.get(to));
      this.arrow(c, place(this.nodes.get(from)), end, radius, colour);
    }
    for (const [state, node] of this.nodes) {
      const [x, y] = place(node);
      c.beginPath();
      c.arc(x, y, state === here ? radius + 2 : radius, 0, 7);
      c.fillStyle = colour(state === goal ? "target" : state === here ? "marble" : "interaction");
      c.fill();
      const untried = node.choices - node.tried.size;
      if (untried <= 0 || state === goal || radius < 4) continue;
      c.fillStyle = colour("text-3");
      c.font = "10px system-ui, sans-serif";
      c.fillText("?".repeat(Math.min(untried, 4)), x + radius + 2, y - radius);
    }
  }
  /**
   * @param {CanvasRenderingContext2D} c
   * @param {number[]} from
   * @param {number[] | null} to
   * @param {number} radius
   * @param {(name: string) => string} colour
   */
  arrow(c, from, to, radius, colour) {
    const [x, y] = to ? subtract(to, from) : [2.4 * radius, 2.4 * radius];
    const length = Math.hypot(x, y);
    const tip = to ? length - radius - 1 : length;
    c.save();
    c.strokeStyle = c.fillStyle = colour(to ? "text-3" : "surprise");
    c.translate(from[0], from[1]);
    c.rotate(Math.atan2(y, x));
    c.stroke(new Path2D(length < 1 ? `M 0 0 a ${radius} ${radius} 0 1 1 0.1 0` : `M 0 0 H ${tip}`));
    c.fill(new Path2D(length < 1 ? "" : `M ${tip} 0 l -6 3 v -6 z`));
    c.restore();
  }

  words() {
    let untried = 0;
    for (const { choices, tried } of this.nodes.values())
      untried += Math.max(choices - tried.size, 0);
    const known = `${counted(this.nodes.size, "position")} known`;
    return untried ? `${known}, ${counted(untried, "move")} never tried` : known;
  }
}

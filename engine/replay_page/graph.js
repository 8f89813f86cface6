// The explored state space as the moves drew it: states met, ways between them, and how many moves of each were never tried.
import { fit } from "./gl.js";
import { clamp } from "./linear.js";
import { counted } from "./words.js";

const kSprings = 0.06, kPush = 0.5, kRounds = 6;

export class StateGraph {
  constructor(canvas) {
    this.canvas = canvas;
    this.clear(0);
  }
  clear(scheme) {
    this.scheme = scheme;
    this.nodes = new Map();
    this.arcs = new Map();
    this.heat = 1;
  }

  // The first `count` moves are known; `choices` is how many moves a state has. A control scheme has states of its own.
  learn(moves, count, scheme, choices) {
    if (scheme !== this.scheme || count < this.learned) this.clear(scheme);
    const before = this.nodes.size;
    for (const move of moves.slice(0, count)) {
      if ((move.orientations ?? scheme) !== scheme) continue;
      const [from, to] = move.states;
      if (move.move < 0) {
        if (to !== null) this.node(to, null, choices);
        continue;
      }
      this.node(from, null, choices).tried.add(move.move);
      if (to !== null) this.node(to, from, choices);
      this.arcs.set(`${from} ${move.move}`, [from, to]);
    }
    this.learned = count;
    if (this.nodes.size > before) this.heat = 1;
  }
  node(state, beside, choices) {
    if (!this.nodes.has(state)) {
      const near = this.nodes.get(beside) ?? { x: 0, y: 0 }, angle = 2.4 * this.nodes.size;
      this.nodes.set(state, { x: near.x + Math.cos(angle), y: near.y + Math.sin(angle), tried: new Set(), choices });
    }
    return this.nodes.get(state);
  }

  relax() {
    if (this.heat < 0.01) return false;
    const all = [...this.nodes.values()];
    const rounds = all.length > 150 ? 1 : kRounds;
    for (let round = 0; round < rounds; ++round) {
      for (const node of all) node.dx = node.dy = 0;
      all.forEach((a, i) => {
        for (let k = i + 1; k < all.length; ++k) {
          const b = all[k], x = a.x - b.x, y = a.y - b.y, force = kPush / Math.max(x * x + y * y, 0.05);
          a.dx += force * x; a.dy += force * y; b.dx -= force * x; b.dy -= force * y;
        }
        a.dx -= 0.02 * a.x; a.dy -= 0.02 * a.y;
      });
      for (const [from, to] of this.arcs.values()) {
        const a = this.nodes.get(from), b = this.nodes.get(to);
        if (!a || !b || a === b) continue;
        const x = b.x - a.x, y = b.y - a.y, pull = kSprings * Math.max(Math.hypot(x, y) - 1, -0.5);
        a.dx += pull * x; a.dy += pull * y; b.dx -= pull * x; b.dy -= pull * y;
      }
      for (const node of all) {
        node.x += clamp(node.dx, -0.5, 0.5) * this.heat;
        node.y += clamp(node.dy, -0.5, 0.5) * this.heat;
      }
      this.heat *= 0.99;
    }
    return true;
  }

  // `here` is the present state; `isGoal` says of a state whether the run ends there.
  draw(here, isGoal, colours) {
    const { clientWidth: width, clientHeight: height } = this.canvas, ratio = fit(this.canvas), c = this.canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    const all = [...this.nodes.values()];
    if (!all.length) return;
    const xs = all.map((n) => n.x), ys = all.map((n) => n.y), [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const scale = Math.min((width - 44) / Math.max(right - left, 1), (height - 40) / Math.max(bottom - top, 1), 60);
    const place = (n) => [width / 2 + (n.x - (left + right) / 2) * scale, height / 2 + (n.y - (top + bottom) / 2) * scale];
    const radius = clamp(0.2 * scale, 3, 9);
    c.lineWidth = 1.2;
    for (const [from, to] of this.arcs.values()) this.arrow(c, place(this.nodes.get(from)), to === null ? null : place(this.nodes.get(to)), radius, colours);
    for (const [state, node] of this.nodes) {
      const [x, y] = place(node);
      c.beginPath();
      c.arc(x, y, state === here ? radius + 2 : radius, 0, 7);
      c.fillStyle = isGoal(state) ? colours.good : state === here ? colours.marble : colours.accent;
      c.fill();
      const untried = node.choices - node.tried.size;
      if (untried <= 0 || isGoal(state) || radius < 4) continue;
      c.fillStyle = colours.dim;
      c.font = "10px system-ui, sans-serif";
      c.fillText("?".repeat(Math.min(untried, 4)), x + radius + 2, y - radius);
    }
  }
  arrow(c, from, to, radius, colours) {
    c.strokeStyle = c.fillStyle = to ? colours.dim : colours.bad;
    const end = to ?? [from[0] + 2.4 * radius, from[1] + 2.4 * radius];
    const [x, y] = [end[0] - from[0], end[1] - from[1]], length = Math.hypot(x, y);
    if (length < 1) {
      c.beginPath();
      c.arc(from[0], from[1] - 1.4 * radius, radius, 0, 7);
      c.stroke();
      return;
    }
    const tip = length - (to ? radius + 1 : 0);
    c.save();
    c.transform(x / length, y / length, -y / length, x / length, from[0], from[1]);
    c.stroke(new Path2D(`M 0 0 H ${tip}`));
    c.fill(new Path2D(`M ${tip} 0 l -6 3 v -6 z`));
    c.restore();
  }

  words() {
    const untried = [...this.nodes.values()].reduce((sum, node) => sum + Math.max(node.choices - node.tried.size, 0), 0);
    return `${counted(this.nodes.size, "state")} known, ${counted(untried, "move")} never tried`;
  }
}

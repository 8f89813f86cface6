// The walls of a maze file as unit squares by lowest corner and axis, put in order from back to
// front, and the lines that make them legible.
import { between, clamp, moved, subtract } from "./linear.js";

export class Walls {
  constructor(maze) {
    this.dims = maze.dims;
    this.outer = maze.layers === "outer";
    this.open = new Set(maze.open.map(String));
    this.sides = new Map();  // by padded cell: for each axis, whether its low side is a wall
    const [xs, ys, zs] = this.dims.map((size) => Array.from({ length: size + 1 }, (_, i) => i));
    for (const z of zs) for (const y of ys) for (const x of xs)
      this.sides.set(this.key([x, y, z]), [0, 1, 2].map((axis) => Number(this.isWall([x, y, z], axis))));
  }

  /** @param {number[]} cell */
  number([x, y, z]) { return (z * this.dims[1] + y) * this.dims[0] + x + 1; }
  centre(number) {
    const [w, h] = this.dims, i = number - 1;
    return [(i % w) + 0.5, (Math.floor(i / w) % h) + 0.5, Math.floor(i / (w * h)) + 0.5];
  }
  inMaze(p) {
    if (p.some((v, i) => v < 0 || v >= this.dims[i])) return false;
    return !this.outer || p.some((v, i) => v === 0 || v === this.dims[i] - 1);
  }
  isWall(cell, axis) {
    const below = moved(cell, axis, -1), here = this.inMaze(cell), there = this.inMaze(below);
    if (here && there) return !this.open.has(String([this.number(below), this.number(cell)]));
    return here !== there;
  }
  /** @param {number[]} cell */
  key([x, y, z]) { return ((z + 1) * (this.dims[1] + 2) + y + 1) * (this.dims[0] + 2) + x + 1; }
  has(cell, axis) { return this.sides.get(this.key(cell))?.[axis] ?? 0; }

  // The cell in which the eye is, those outside counted as one layer around the maze. The order of
  // the walls depends on nothing else.
  eyeCell(eye) { return eye.map((v, i) => clamp(Math.floor(v), -1, this.dims[i])); }

  // Slab by slab along each axis, the farthest first; each wall with the cell whose far side it is.
  backToFront(eyeCell) {
    const slabs = (size, axis) => Array.from({ length: size + 2 }, (_, k) => k - 1).sort((a, b) => Math.abs(b - eyeCell[axis]) - Math.abs(a - eyeCell[axis]));
    const walls = [], [xs, ys, zs] = this.dims.map(slabs);
    for (const z of zs) for (const y of ys) for (const x of xs) this.visit([x, y, z], eyeCell, walls);
    return walls;
  }
  visit(cell, eyeCell, walls) {
    for (let axis = 0; axis < 3; ++axis) {
      if (cell[axis] <= eyeCell[axis] && this.has(cell, axis)) walls.push([...cell, axis]);
      if (cell[axis] < eyeCell[axis] || cell[axis] >= this.dims[axis]) continue;
      const above = moved(cell, axis, 1);
      if (this.has(above, axis)) walls.push([...above, axis]);
    }
  }

  // Where the first wall on each side of a ball shows the whole of its image to this eye. Places are in maze coordinates.
  mirrorImages(ball, radius, eye) {
    const images = [], cellOn = (at, axis, plane) => at.map((v, i) => (i === axis ? plane : Math.floor(v)));
    for (const axis of [0, 1, 2]) for (const way of [0, 1]) {
      let plane = Math.floor(ball[axis]) + way;
      while (plane > 0 && plane < this.dims[axis] && !this.has(cellOn(ball, axis, plane), axis)) plane += 2 * way - 1;
      const image = ball.map((v, i) => (i === axis ? 2 * plane - v : v)), share = (plane - eye[axis]) / (image[axis] - eye[axis]);
      const seen = (edge) => this.has(cellOn(between(eye, edge, share), axis, plane), axis);
      const edges = [0, 1, 2, 3].map((k) => image.map((v, i) => (i === (axis + 1 + (k >> 1)) % 3 ? v + (k & 1 ? radius : -radius) : v)));
      if (share > 0 && share < 1 && edges.every(seen)) images.push(image);
    }
    return images;
  }

  // What stands on the four sides of a wall, as panel.vert wants it: 0 the wall goes on, 1 it ends, 2 it meets another one,
  // 3 the same on an edge of the whole maze; in quarters.
  sideKinds([x, y, z, axis]) {
    const corner = [x, y, z], [u, v] = [0, 1, 2].filter((other) => other !== axis);
    return [[corner, v], [moved(corner, u, 1), v], [corner, u], [moved(corner, v, 1), u]].map(([at, along]) => this.edgeKind(at, along) / 4);
  }
  edgeKind(corner, axis) {
    const inPlane = [1, 2].map((turn) => {
      const normal = (axis + turn) % 3;
      return this.has(corner, normal) + this.has(moved(corner, 3 - axis - normal, -1), normal);
    });
    if (inPlane[0] && inPlane[1]) return corner.every((c, i) => i === axis || c === 0 || c === this.dims[i]) ? 3 : 2;
    return inPlane[0] + inPlane[1] === 1 ? 1 : 0;
  }

  // How much the corners of a wall are in focus: 1 beside these cells, `least` more than two cells away.
  focusOn(cells, least) {
    this.focused = new Map();
    this.least = least;
    for (const number of least < 1 ? cells : []) {
      const middle = this.centre(number), low = middle.map((c) => c - 1.5);
      for (let i = 0; i < 64; ++i) {
        const corner = [i & 3, (i >> 2) & 3, i >> 4].map((k, a) => low[a] + k), away = Math.hypot(...subtract(corner, middle));
        const t = clamp((away - 0.8) / 1.3, 0, 1), sharp = 1 - t * t * (3 - 2 * t), key = this.key(corner);
        this.focused.set(key, Math.max(this.focused.get(key) || 0, sharp));
      }
    }
  }
  focus([x, y, z, axis]) {
    if (this.least >= 1) return [1, 1, 1, 1];
    const [u, v] = [0, 1, 2].filter((other) => other !== axis);
    return [0, 1, 2, 3].map((i) => {
      const corner = [x, y, z].map((c, a) => c + (a === u ? i & 1 : a === v ? i >> 1 : 0));
      return this.least + (1 - this.least) * (this.focused.get(this.key(corner)) || 0);
    });
  }
}

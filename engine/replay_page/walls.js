// The walls of a maze file as unit squares by lowest corner and axis, put in order from back to
// front, and the lines that make them legible.
import { cellAt, cellNumber, hasCell } from "./grid.js";
import { clamp, moved, smoothstep, subtract } from "./linear.js";

export class Walls {
  constructor(maze) {
    this.maze = maze;
    this.dims = maze.dims;
    this.open = new Set(maze.open.map(String));
    this.sides = new Map();  // by padded cell: for each axis, whether its low side is a wall
    const [xs, ys, zs] = this.dims.map((size) => Array.from({ length: size + 1 }, (_, i) => i));
    for (const z of zs) for (const y of ys) for (const x of xs)
      this.sides.set(this.key([x, y, z]), [0, 1, 2].map((axis) => Number(this.isWall([x, y, z], axis))));
  }

  centre(number) { return cellAt(this.dims, number).map((v) => v + 0.5); }
  isWall(cell, axis) {
    const pair = [moved(cell, axis, -1), cell], [below, here] = pair.map((each) => hasCell(this.maze, each));
    return below && here ? !this.open.has(String(pair.map((each) => cellNumber(this.dims, each)))) : below !== here;
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
      const above = moved(cell, axis, 1), seen = cell[axis] >= eyeCell[axis] && cell[axis] < this.dims[axis];
      if (seen && this.has(above, axis)) walls.push([...above, axis]);
    }
  }

  // A wall as panel.vert wants it. What stands on its four sides, in quarters: 0 the wall goes on, 1 it ends, 2 it meets another
  // one, 3 the same on an edge of the whole maze. How much its corners are in focus.
  pane([x, y, z, axis]) {
    const corner = [x, y, z], [u, v] = [0, 1, 2].filter((other) => other !== axis);
    const sides = [[corner, v], [moved(corner, u, 1), v], [corner, u], [moved(corner, v, 1), u]];
    const corners = [0, 1, 2, 3].map((i) => moved(moved(corner, u, i & 1), v, i >> 1));
    return [...corner, axis, 0, 0, 0, 0, ...sides.map(([at, along]) => this.edgeKind(at, along) / 4), ...corners.map((at) => this.focusAt(at))];
  }
  edgeKind(corner, axis) {
    const inPlane = [1, 2].map((turn) => {
      const normal = (axis + turn) % 3;
      return this.has(corner, normal) + this.has(moved(corner, 3 - axis - normal, -1), normal);
    });
    if (inPlane[0] && inPlane[1]) return corner.every((c, i) => i === axis || c === 0 || c === this.dims[i]) ? 3 : 2;
    return inPlane[0] + inPlane[1] === 1 ? 1 : 0;
  }

  // How much places are in focus from now on: 1 beside these cells, `least` more than two cells away.
  focusOn(cells, least) {
    const middles = cells.map((number) => this.centre(number)), known = new Map();
    this.focusAt = (place) => {
      const key = this.key(place), away = () => Math.min(...middles.map((middle) => Math.hypot(...subtract(place, middle))));
      if (!known.has(key)) known.set(key, 1 - (1 - least) * smoothstep(0.8, 2.1, away()));
      return known.get(key);
    };
  }
}

// The walls of a maze. A wall is a unit square, identified by its lowest corner and normal axis.
import { cellAt, cellNumber, hasCell } from "./grid.js";
import { clamp, shifted, smoothstep, subtract } from "./linear.js";

export class Walls {
  /** @type {(place: number[]) => number} focus of a corner; set by focusOn() */
  focusAt;

  /** @param {import("./grid.js").MazeFile} maze */
  constructor(maze) {
    this.maze = maze;
    this.dims = maze.dims;
    this.open = new Set(maze.open.map(String));
    const [xs, ys, zs] = this.dims.map((size) => Array.from({ length: size + 1 }, (_, i) => i));
    this.corners = zs.flatMap((z) => ys.flatMap((y) => xs.map((x) => [x, y, z])));
    /** @type {number[][]} walls: lowest corner and axis */
    this.all = this.corners.flatMap((corner) =>
      [0, 1, 2].filter((axis) => this.isWall(corner, axis)).map((axis) => [...corner, axis]),
    );
    this.codes = new Set(this.all.map((wall) => 3 * this.key(wall) + wall[3]));
  }

  /**
   * Returns the centre of a cell.
   * @param {number} number
   */
  centre(number) {
    return cellAt(this.dims, number).map((v) => v + 0.5);
  }
  /**
   * Returns true if the cell has a wall on its low side along an axis.
   * @param {number[]} cell
   * @param {number} axis
   */
  isWall(cell, axis) {
    const pair = [shifted(cell, axis, -1), cell];
    const [below, here] = pair.map((each) => hasCell(this.maze, each));
    return below && here
      ? !this.open.has(String(pair.map((each) => cellNumber(this.dims, each))))
      : below !== here;
  }
  /**
   * Returns the index of a cell in the grid, padded by one cell on each side.
   * @param {number[]} cell
   */
  key([x, y, z]) {
    return ((z + 1) * (this.dims[1] + 2) + y + 1) * (this.dims[0] + 2) + x + 1;
  }
  /**
   * Returns isWall() as 0 or 1, from a cache.
   * @param {number[]} cell
   * @param {number} axis
   * @returns {number}
   */
  has(cell, axis) {
    return Number(this.codes.has(3 * this.key(cell) + axis));
  }

  /**
   * Returns the cell that contains the camera, clamped to the padded grid. The drawing order of the
   * walls depends only on this cell.
   * @param {number[]} eye
   */
  eyeCell(eye) {
    return eye.map((v, i) => clamp(Math.floor(v), -1, this.dims[i]));
  }

  /**
   * Sorts the walls by the distance of their near cell from the camera: first along z, then y, then
   * x, the farthest first. Requires: side lengths below 100.
   * @param {number[]} eyeCell
   */
  backToFront(eyeCell) {
    /** @param {number[]} wall */
    const away = (wall) => {
      const cell = wall[wall[3]] > eyeCell[wall[3]] ? shifted(wall, wall[3], -1) : wall;
      return [2, 1, 0].reduce((sum, i) => 100 * sum + Math.abs(cell[i] - eyeCell[i]), 0);
    };
    return this.all
      .map((wall) => ({ wall, far: away(wall) }))
      .sort((a, b) => b.far - a.far)
      .map(({ wall }) => wall);
  }
  /**
   * Returns true if this is an outer wall whose inner side faces the camera.
   * @param {number[]} wall
   * @param {number[]} eyeCell
   */
  isBehind(wall, eyeCell) {
    return wall[wall[3]] === (wall[wall[3]] > eyeCell[wall[3]] ? this.dims[wall[3]] : 0);
  }

  /**
   * Returns the vertex attributes of a wall for panel.vert, including the kind of each edge and the
   * focus of each corner.
   * @param {number[]} wall
   */
  pane([x, y, z, axis]) {
    const corner = [x, y, z];
    const [u, v] = [0, 1, 2].filter((other) => other !== axis);
    /** @type {[number[], number][]} */
    const sides = [
      [corner, v],
      [shifted(corner, u, 1), v],
      [corner, u],
      [shifted(corner, v, 1), u],
    ];
    const corners = [0, 1, 2, 3].map((i) => shifted(shifted(corner, u, i & 1), v, i >> 1));
    return [
      ...[...corner, axis],
      ...[0, 0, 0, 0],
      ...sides.map(([at, along]) => this.edgeKind(at, along) / 4),
      ...corners.map((at) => this.focusAt(at)),
    ];
  }
  /**
   * Returns the kind of an edge: 0 the wall continues, 1 the wall ends, 2 it meets another wall,
   * 3 it meets another wall at an outer edge of the maze.
   * @param {number[]} corner
   * @param {number} axis
   */
  edgeKind(corner, axis) {
    const inPlane = [1, 2].map((turn) => {
      const normal = (axis + turn) % 3;
      return this.has(corner, normal) + this.has(shifted(corner, 3 - axis - normal, -1), normal);
    });
    if (inPlane[0] && inPlane[1])
      return corner.every((c, i) => i === axis || c === 0 || c === this.dims[i]) ? 3 : 2;
    return inPlane[0] + inPlane[1] === 1 ? 1 : 0;
  }

  /** Returns the end points of the outer edges. */
  get hull() {
    const corners = this.corners.filter((corner) =>
      corner.every((c, i) => c === 0 || c === this.dims[i]),
    );
    return [0, 1, 2].flatMap((axis) =>
      corners
        .filter((corner) => corner[axis] === 0)
        .map((corner) => [corner, shifted(corner, axis, this.dims[axis])]),
    );
  }

  /**
   * Sets the focus to 1 near these cells. It falls to `least` at a distance of about two cells.
   * @param {number[]} cells
   * @param {number} least
   */
  focusOn(cells, least) {
    const middles = cells.map((number) => this.centre(number));
    const cache = new Map();
    this.focusAt = (place) => {
      const key = this.key(place);
      const away = () =>
        Math.min(...middles.map((middle) => Math.hypot(...subtract(place, middle))));
      if (!cache.has(key)) cache.set(key, 1 - (1 - least) * smoothstep(0.8, 2.1, away()));
      return cache.get(key);
    };
  }
}

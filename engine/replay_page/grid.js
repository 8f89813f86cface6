// Cell positions and cell numbers. Numbers start at 1 and increase along x, then y, then z.
/**
 * @typedef {Object} MazeFile
 * @property {number[]} dims
 * @property {string} layers
 * @property {number} start
 * @property {number} target
 * @property {number[][]} open pairs of neighbouring cells that are connected by a passage
 */

/** @param {number[]} dims @param {ArrayLike<number>} cell */
export const cellNumber = (dims, cell) => (cell[2] * dims[1] + cell[1]) * dims[0] + cell[0] + 1;
/** @param {number[]} dims @param {number} number */
export const cellAt = ([w, h], number) => [
  (number - 1) % w,
  Math.floor((number - 1) / w) % h,
  Math.floor((number - 1) / (w * h)),
];
/** @param {number[]} dims */
export const cellCount = (dims) => dims.reduce((product, side) => product * side, 1);
/** @param {{dims: number[], layers: string}} maze @param {number[]} cell */
export const hasCell = ({ dims, layers }, cell) =>
  cell.every((v, i) => v >= 0 && v < dims[i]) &&
  (layers !== "outer" || cell.some((v, i) => v === 0 || v === dims[i] - 1));
/**
 * Returns all pairs of neighbouring cells, ordered by cell number and then by axis (x, y, z).
 * @param {{dims: number[], layers: string}} maze
 */
export function neighbours(maze) {
  const { dims } = maze;
  const cells = Array.from({ length: cellCount(dims) }, (_, i) => cellAt(dims, i + 1));
  const pairs = cells.flatMap((cell) =>
    [0, 1, 2].map((axis) => [cell, cell.map((v, i) => v + Number(i === axis))]),
  );
  return pairs
    .filter((pair) => pair.every((each) => hasCell(maze, each)))
    .map((pair) => pair.map((each) => cellNumber(dims, each)));
}

/** Finds shortest paths through the open passages of a maze. */
export class Passages {
  /** @param {MazeFile} maze */
  constructor({ open }) {
    /** @type {Map<number, number[]>} */
    this.adjacent = new Map();
    for (const [a, b] of open) {
      this.adjacent.set(a, [...(this.adjacent.get(a) ?? []), b]);
      this.adjacent.set(b, [...(this.adjacent.get(b) ?? []), a]);
    }
  }
  /**
   * Returns the cells of the shortest path, including both ends. Empty if there is no path.
   * @param {number} from
   * @param {number} to
   */
  path(from, to) {
    const before = new Map([[to, to]]);
    for (const cell of before.keys()) {
      if (cell === from) break;
      for (const next of this.adjacent.get(cell) ?? [])
        if (!before.has(next)) before.set(next, cell);
    }
    if (!before.has(from)) return [];
    const path = [];
    for (let cell = from; cell !== to; cell = before.get(cell) ?? to) path.push(cell);
    return [...path, to];
  }
}

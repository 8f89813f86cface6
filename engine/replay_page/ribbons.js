// Luminous lines in the maze, as instances of line.vert. Lengths are in cells.
import { add, between, dot, subtract, times, unit } from "./linear.js";

/**
 * Returns straight pieces with rounded corners.
 * @param {number[][]} points
 * @param {{corner_radius: number, corner_pieces: number}} sizes
 */
export function rounded(points, { corner_radius, corner_pieces }) {
  return points.flatMap((corner, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (!before || !after) return [corner];
    const along = unit(subtract(corner, before));
    const on = unit(subtract(after, corner));
    if (dot(along, on) > 0.999) return [corner];
    const from = subtract(corner, times(along, corner_radius));
    const to = add(corner, times(on, corner_radius));
    return Array.from({ length: corner_pieces + 1 }, (_, k) => {
      const t = k / corner_pieces;
      return between(between(from, corner, t), between(corner, to, t), t);
    });
  });
}

/**
 * Cuts a line into dashes of this length with gaps of the same length.
 * @param {number[][]} points
 * @param {number} length
 */
export function dashes(points, length) {
  const all = [];
  let reached = 0; // position within a dash and its gap
  for (const [i, to] of points.slice(1).entries()) {
    const from = points[i];
    const whole = Math.hypot(...subtract(to, from));
    for (let at = 0; at < whole; ) {
      const step = Math.min(whole - at, reached < length ? length - reached : 2 * length - reached);
      if (reached < length)
        all.push([between(from, to, at / whole), between(from, to, (at + step) / whole)]);
      at += step;
      reached = reached + step >= 2 * length - 1e-9 ? 0 : reached + step;
      if (step < 1e-9) break;
    }
  }
  return all;
}

/**
 * Returns the instances of a line. Widths are in points.
 * @param {number[][]} points
 * @param {number} width
 * @param {number[]} colour
 * @param {number} strength
 */
export function ribbon(points, width, colour, strength) {
  const light = [...colour, strength];
  return points.slice(1).map((to, i) => [...points[i], width, ...to, width, ...light, ...light]);
}

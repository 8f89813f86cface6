// Glowing lines in the maze, as instances of line.vert. Lengths are in cells.
import { add, lerp, dot, subtract, scale, normalize } from "./linear.js";

/**
 * Rounds the corners of a polyline.
 * @param {number[][]} points
 * @param {{corner_radius: number, corner_pieces: number}} sizes
 */
export function roundCorners(points, { corner_radius, corner_pieces }) {
  return points.flatMap((corner, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (!before || !after) return [corner];
    const along = normalize(subtract(corner, before));
    const on = normalize(subtract(after, corner));
    if (dot(along, on) > 0.999) return [corner];
    const from = subtract(corner, scale(along, corner_radius));
    const to = add(corner, scale(on, corner_radius));
    return Array.from({ length: corner_pieces + 1 }, (_, k) => {
      const t = k / corner_pieces;
      return lerp(lerp(from, corner, t), lerp(corner, to, t), t);
    });
  });
}

/**
 * Returns the instances of a polyline.
 * @param {number[][]} points
 * @param {number} width in points
 * @param {number[]} colour
 * @param {number} strength
 */
export function polyline(points, width, colour, strength) {
  const light = [...colour, strength];
  return points.slice(1).map((to, i) => [...points[i], width, ...to, width, ...light, ...light]);
}

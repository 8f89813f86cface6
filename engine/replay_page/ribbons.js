// What shines in the maze, as instances of line.vert. Lengths in cells.
import { add, between, dot, subtract, times, unit } from "./linear.js";

// Straight pieces between corners that are rounded.
export function rounded(points, { corner_radius, corner_pieces }) {
  return points.flatMap((corner, i) => {
    const before = points[i - 1], after = points[i + 1];
    if (!before || !after) return [corner];
    const along = unit(subtract(corner, before)), on = unit(subtract(after, corner));
    if (dot(along, on) > 0.999) return [corner];
    const from = subtract(corner, times(along, corner_radius)), to = add(corner, times(on, corner_radius));
    return Array.from({ length: corner_pieces + 1 }, (_, k) => {
      const t = k / corner_pieces;
      return between(between(from, corner, t), between(corner, to, t), t);
    });
  });
}

// Widths in points.
export const ribbon = (points, width, colour, { image, strength }) => points.slice(1).map((to, i) =>
  [...image(points[i]), width, ...image(to), width, ...colour, strength(points[i]), ...colour, strength(to)]);

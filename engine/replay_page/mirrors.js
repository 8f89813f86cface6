// Visibility of the marble, directly or in a mirror, as in the viewer
// (render/scene/glass_painter.cpp). In coordinates of the maze.
import { between, dot, moved, smoothstep, subtract, times } from "./linear.js";

const kSeenFrom = 0.2; // cells from a wall's rim at which a thin object is fully visible

/**
 * @typedef {Object} Mirror
 * @property {function(number[]): number[]} image returns the image of a place
 * @property {function(number[], number=): number} strength returns the strength of the image of an
 * object at a place, optionally with its radius
 */

/**
 * @typedef {Mirror & {lines: function(number[][][]): {ends: number[][], strength: number}[]}}
 * OuterWall
 */

/** @type {function(number=): Mirror} a Mirror without a mirror: the direct view */
export const direct = (strength = 1) => ({ image: (place) => place, strength: () => strength });

/**
 * Returns the mirror in the plane of the places whose product with `normal` is `offset`.
 * @param {number[]} normal
 * @param {number} offset
 * @param {number} part reflected share of the light
 * @param {number} fade cells of depth over which images fade
 * @returns {Mirror}
 */
export function mirror(normal, offset, part, fade) {
  /** @param {number[]} place */
  const depth = (place) => dot(normal, place) - offset;
  return {
    image: (place) => subtract(place, times(normal, 2 * depth(place))),
    strength: (place) => part * Math.exp(-Math.abs(depth(place)) / fade),
  };
}

/**
 * Returns the outer walls whose inner sides face the camera. An image fades before the wall's rim
 * would cut it. `lines` are clipped there: each with the ends of its visible part on the wall, if
 * any, and its strength.
 * @param {number[]} eye
 * @param {number[]} dims
 * @param {{[name: string]: number}} sizes
 * @param {boolean} brightField
 * @returns {OuterWall[]}
 */
export function outerWalls(eye, dims, sizes, brightField) {
  return [0, 1, 2].flatMap((axis) =>
    [0, dims[axis]]
      .filter((plane) => plane > 0 !== eye[axis] > plane)
      .map((plane) => {
        const facing = Math.abs(eye[axis] - plane) / Math.hypot(...subtract(eye, times(dims, 0.5)));
        const glancing = (1 - Math.min(facing, 1)) ** 2;
        const part =
          (brightField ? sizes.image_bright : 1) *
          (sizes.image_facing + (sizes.image_glancing - sizes.image_facing) * glancing);
        const fade = sizes.image_fade * dims[axis];
        const across = [0, 1, 2].filter((i) => i !== axis);
        /** @param {number[]} place */
        const image = (place) => moved(place, axis, 2 * (plane - place[axis]));
        /** @param {number[]} place */
        const strength = (place) => part * Math.exp(-Math.abs(plane - place[axis]) / fade);
        /** @param {number[]} place */
        const seen = (place) =>
          between(eye, image(place), (plane - eye[axis]) / (2 * plane - place[axis] - eye[axis]));
        /** @param {number[]} on */
        const fromRim = (on) => Math.min(...across.flatMap((i) => [on[i], dims[i] - on[i]]));
        /** @param {number[]} from @param {number[]} to */
        const within = (from, to) => {
          let first = 0;
          let last = 1;
          for (const i of across) {
            const way = to[i] - from[i];
            const [a, b] = [-from[i] / way, (dims[i] - from[i]) / way];
            first = Math.max(first, Math.min(a, b));
            last = Math.min(last, Math.max(a, b));
          }
          return first < last ? [between(from, to, first), between(from, to, last)] : [];
        };
        /** @param {number[][]} ends */
        const line = ([from, to]) => ({
          ends: within(seen(from), seen(to)),
          strength: strength(between(from, to, 0.5)),
        });
        return {
          image,
          /** @param {number[]} place */
          strength: (place, radius = kSeenFrom) =>
            Math.min(
              strength(place) * smoothstep(0.3 * radius, radius, fromRim(seen(place))),
              sizes.image_marble,
            ),
          /** @param {number[][][]} all */
          lines: (all) => all.filter((ends) => ends.some((end) => end[axis] !== plane)).map(line),
        };
      }),
  );
}

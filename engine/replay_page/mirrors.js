// How path, marble and target are seen: directly, or in a mirror, as the viewer has them (render/scene/ribbons.cpp). In the
// maze's coordinates.
import { between, dot, moved, smoothstep, subtract, times } from "./linear.js";

const kSeenFrom = 0.2;  // cells from a wall's rim at which what is as thin as a path is seen whole

/**
 * @typedef {Object} Mirror
 * @property {function(number[]): number[]} image of a place
 * @property {function(number[], number=): number} strength of the image of what stands there, whose radius may be given
 */

/** @type {function(number=): Mirror} no mirror */
export const direct = (strength = 1) => ({ image: (place) => place, strength: () => strength });

/**
 * The plane of the places whose product with `normal` is `offset`.
 * @param {number[]} normal
 * @param {number} offset
 * @param {number} part of the light that comes back
 * @param {number} fade cells of depth in which images pale
 * @returns {Mirror}
 */
export function mirror(normal, offset, part, fade) {
  const depth = (place) => dot(normal, place) - offset;
  return {
    image: (place) => subtract(place, times(normal, 2 * depth(place))),
    strength: (place) => part * Math.exp(-Math.abs(depth(place)) / fade),
  };
}

/** The outer walls at whose inner sides the eye looks. An image pales before the wall's rim would cut it. @returns {Mirror[]} */
export function outerWalls(eye, dims, sizes, brightField) {
  return [0, 1, 2].flatMap((axis) => [0, dims[axis]].filter((plane) => (plane > 0) !== (eye[axis] > plane)).map((plane) => {
    const facing = Math.abs(eye[axis] - plane) / Math.hypot(...subtract(eye, times(dims, 0.5))), glancing = (1 - Math.min(facing, 1)) ** 2;
    const part = (brightField ? sizes.image_bright : 1) * (sizes.image_facing + (sizes.image_glancing - sizes.image_facing) * glancing);
    const { image, strength } = mirror(moved([0, 0, 0], axis, 1), plane, part, sizes.image_fade * dims[axis]);
    const fromRim = (to) => {
      const seen = between(eye, to, (plane - eye[axis]) / (to[axis] - eye[axis]));
      return Math.min(...seen.flatMap((v, i) => (i === axis ? [] : [v, dims[i] - v])));
    };
    return { image, strength: (place, radius = kSeenFrom) => strength(place) * smoothstep(0.3 * radius, radius, fromRim(image(place))) };
  }));
}

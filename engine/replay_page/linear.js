// Linear algebra. Vectors are arrays of three numbers. Quaternions are [x, y, z, w]. Matrices are
// 4x4 in column-major order, as in GLSL.
/** @typedef {number[]} Vector */
/** @typedef {number[]} Turn a unit quaternion */

/** @param {Vector} a @param {Vector} b */
export const add = (a, b) => a.map((v, i) => v + b[i]);
/** @param {Vector} a @param {Vector} b */
export const subtract = (a, b) => a.map((v, i) => v - b[i]);
/** @param {Vector} a @param {number} k */
export const times = (a, k) => a.map((v) => v * k);
/** @param {Vector} a @param {Vector} b */
export const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
/** @param {Vector} a @param {Vector} b */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/**
 * Returns the position shifted by `by` along an axis.
 * @param {Vector} a
 * @param {number} axis
 * @param {number} by
 */
export const moved = (a, axis, by) => a.map((v, i) => (i === axis ? v + by : v));
/** @param {Vector} a */
export const unit = (a) => times(a, 1 / Math.hypot(...a));
/** @param {Vector} a @param {Vector} b @param {number} share */
export const between = (a, b, share) => a.map((v, i) => v + (b[i] - v) * share);
/** @param {number} v @param {number} low @param {number} high */
export const clamp = (v, low, high) => Math.min(Math.max(v, low), high);
/** @param {number} low @param {number} high @param {number} v */
export function smoothstep(low, high, v) {
  const t = clamp((v - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

/** @param {Turn} q */
export const conjugate = (q) => [-q[0], -q[1], -q[2], q[3]];
/**
 * Returns the rotation b followed by a.
 * @param {Turn} a
 * @param {Turn} b
 */
export function product(a, b) {
  const v = add(
    add(times(b, a[3]).slice(0, 3), times(a, b[3]).slice(0, 3)),
    cross(a.slice(0, 3), b.slice(0, 3)),
  );
  return [...v, a[3] * b[3] - dot(a.slice(0, 3), b.slice(0, 3))];
}
/** @param {Turn} q @param {Vector} v */
export function rotated(q, v) {
  const t = times(cross(q, v), 2);
  return add(add(v, times(t, q[3])), cross(q, t));
}
/** @param {Vector} axis a unit vector @param {number} angle in rad @returns {Turn} */
export const turnAbout = (axis, angle) => [
  ...times(axis, Math.sin(angle / 2)),
  Math.cos(angle / 2),
];
/**
 * Interpolates between two rotations along the shorter arc (nlerp). This is accurate enough for
 * neighbouring frames.
 * @param {Turn} a
 * @param {Turn} b
 * @param {number} share
 */
export const turnBetween = (a, b, share) =>
  unit(between(a, dot(a, b) < 0 ? times(b, -1) : b, share));

/**
 * Returns the matrix of a rotation followed by a translation.
 * @param {Turn} q
 * @param {Vector} offset
 */
export function placing(q, offset) {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return new Float32Array([...axes.flatMap((axis) => [...rotated(q, axis), 0]), ...offset, 1]);
}
/** @param {Float32Array} a @param {Float32Array} b */
export const multiplied = (a, b) =>
  DOMMatrix.fromFloat32Array(a).multiply(DOMMatrix.fromFloat32Array(b)).toFloat32Array();
/** @param {ArrayLike<number>} matrix @param {number[]} v of four */
export const transformed = (matrix, v) =>
  [0, 1, 2, 3].map((row) => v.reduce((sum, value, i) => sum + value * matrix[4 * i + row], 0));
/** @param {ArrayLike<number>} matrix @param {Vector} place */
export const placed = (matrix, place) => transformed(matrix, [...place, 1]).slice(0, 3);
/**
 * Returns an off-centre perspective projection.
 * @param {number} half tangent of half the vertical field of view
 * @param {number} aspect width divided by height
 * @param {number[]} range distances of the near and far planes
 * @param {number[]} centre where the view direction appears in the image, -1 to 1
 */
export function perspective(half, aspect, [near, far], centre) {
  const f = 1 / half;
  const depth = near - far;
  return new Float32Array([
    ...[f / aspect, 0, 0, 0],
    ...[0, f, 0, 0],
    ...[-centre[0], -centre[1], (far + near) / depth, -1],
    ...[0, 0, (2 * far * near) / depth, 0],
  ]);
}
/** @typedef {{yaw: number, pitch: number, distance: number}} Camera */
/**
 * Returns the unit vector from the origin to the camera.
 * @param {{yaw: number, pitch: number}} camera
 */
export const eyeDirection = ({ yaw, pitch }) => [
  Math.cos(pitch) * Math.cos(yaw),
  Math.cos(pitch) * Math.sin(yaw),
  Math.sin(pitch),
];
/**
 * @typedef {Object} Eye a camera that looks at the origin
 * @property {Float32Array} matrix
 * @property {Vector} right
 * @property {Vector} up
 * @property {Vector} back
 * @property {Vector} away horizontal direction away from the viewer
 */
/** @param {Vector} eye @returns {Eye} */
export function looking(eye) {
  const back = unit(eye);
  const right = unit(cross([0, 0, 1], back));
  const up = cross(back, right);
  const axes = [right, up, back];
  const columns = [0, 1, 2].flatMap((i) => [...axes.map((axis) => axis[i]), 0]);
  const matrix = new Float32Array([...columns, ...axes.map((axis) => -dot(axis, eye)), 1]);
  return { matrix, right, up, back, away: cross([0, 0, 1], right) };
}

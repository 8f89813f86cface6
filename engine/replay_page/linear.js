// Linear algebra. Vectors are arrays of three numbers. Quaternions are [x, y, z, w]. Matrices are
// 4x4 in column-major order, as in GLSL.
/** @typedef {number[]} Vector */
/** @typedef {number[]} Quaternion a unit quaternion */

/** @param {Vector} a @param {Vector} b */
export const add = (a, b) => a.map((v, i) => v + b[i]);
/** @param {Vector} a @param {Vector} b */
export const subtract = (a, b) => a.map((v, i) => v - b[i]);
/** @param {Vector} a @param {number} k */
export const scale = (a, k) => a.map((v) => v * k);
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
export const shifted = (a, axis, by) => a.map((v, i) => (i === axis ? v + by : v));
/** @param {Vector} a */
export const normalize = (a) => scale(a, 1 / Math.hypot(...a));
/** @param {Vector} a @param {Vector} b @param {number} t */
export const lerp = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);
/** @param {number} v @param {number} low @param {number} high */
export const clamp = (v, low, high) => Math.min(Math.max(v, low), high);
/** @param {number} low @param {number} high @param {number} v */
export function smoothstep(low, high, v) {
  const t = clamp((v - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

/** @param {Quaternion} q */
export const conjugate = (q) => [-q[0], -q[1], -q[2], q[3]];
/**
 * Returns the rotation b followed by a.
 * @param {Quaternion} a
 * @param {Quaternion} b
 */
export function multiplyQuaternions(a, b) {
  const v = add(
    add(scale(b, a[3]).slice(0, 3), scale(a, b[3]).slice(0, 3)),
    cross(a.slice(0, 3), b.slice(0, 3)),
  );
  return [...v, a[3] * b[3] - dot(a.slice(0, 3), b.slice(0, 3))];
}
/** @param {Quaternion} q @param {Vector} v */
export function rotate(q, v) {
  const t = scale(cross(q, v), 2);
  return add(add(v, scale(t, q[3])), cross(q, t));
}
/** @param {Vector} axis a unit vector @param {number} angle in rad @returns {Quaternion} */
export const axisAngle = (axis, angle) => [
  ...scale(axis, Math.sin(angle / 2)),
  Math.cos(angle / 2),
];
/**
 * Interpolates between two rotations along the shorter arc (nlerp). This is accurate enough for
 * neighbouring frames.
 * @param {Quaternion} a
 * @param {Quaternion} b
 * @param {number} t
 */
export const nlerp = (a, b, t) => normalize(lerp(a, dot(a, b) < 0 ? scale(b, -1) : b, t));

/**
 * Returns the matrix of a rotation followed by a translation.
 * @param {Quaternion} q
 * @param {Vector} offset
 */
export function rigidTransform(q, offset) {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return new Float32Array([...axes.flatMap((axis) => [...rotate(q, axis), 0]), ...offset, 1]);
}
/** @param {Float32Array} a @param {Float32Array} b */
export const multiply = (a, b) =>
  DOMMatrix.fromFloat32Array(a).multiply(DOMMatrix.fromFloat32Array(b)).toFloat32Array();
/** @param {ArrayLike<number>} matrix @param {number[]} v of four */
export const transform = (matrix, v) =>
  [0, 1, 2, 3].map((row) => v.reduce((sum, value, i) => sum + value * matrix[4 * i + row], 0));
/** @param {ArrayLike<number>} matrix @param {Vector} place */
export const transformPoint = (matrix, place) => transform(matrix, [...place, 1]).slice(0, 3);
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
export const cameraDirection = ({ yaw, pitch }) => [
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
export function lookAtOrigin(eye) {
  const back = normalize(eye);
  const right = normalize(cross([0, 0, 1], back));
  const up = cross(back, right);
  const axes = [right, up, back];
  const columns = [0, 1, 2].flatMap((i) => [...axes.map((axis) => axis[i]), 0]);
  const matrix = new Float32Array([...columns, ...axes.map((axis) => -dot(axis, eye)), 1]);
  return { matrix, right, up, back, away: cross([0, 0, 1], right) };
}

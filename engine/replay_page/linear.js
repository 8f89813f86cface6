// Vectors are arrays of three, quaternions [x, y, z, w], matrices of four columns as in GLSL.
export const add = (a, b) => a.map((v, i) => v + b[i]);
export const subtract = (a, b) => a.map((v, i) => v - b[i]);
export const times = (a, k) => a.map((v) => v * k);
export const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** The place that lies `by` farther along an axis. */
export const moved = (a, axis, by) => a.map((v, i) => (i === axis ? v + by : v));
export const unit = (a) => times(a, 1 / Math.hypot(...a));
export const between = (a, b, share) => a.map((v, i) => v + (b[i] - v) * share);
export const clamp = (v, low, high) => Math.min(Math.max(v, low), high);
export function smoothstep(low, high, v) {
  const t = clamp((v - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

export const conjugate = (q) => [-q[0], -q[1], -q[2], q[3]];
export function product(a, b) {
  const v = add(add(times(b, a[3]).slice(0, 3), times(a, b[3]).slice(0, 3)), cross(a.slice(0, 3), b.slice(0, 3)));
  return [...v, a[3] * b[3] - dot(a.slice(0, 3), b.slice(0, 3))];
}
export function rotated(q, v) {
  const t = times(cross(q, v), 2);
  return add(add(v, times(t, q[3])), cross(q, t));
}
// The shorter way from one rotation to another; good enough for frames that are close.
export const turnBetween = (a, b, share) => unit(between(a, dot(a, b) < 0 ? times(b, -1) : b, share));

// Rotation, then translation.
export function placing(q, offset) {
  const columns = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => [...rotated(q, axis), 0]);
  return new Float32Array([...columns.flat(), ...offset, 1]);
}
export const multiplied = (a, b) => DOMMatrix.fromFloat32Array(a).multiply(DOMMatrix.fromFloat32Array(b)).toFloat32Array();
export function transformed(matrix, v) {
  return [0, 1, 2, 3].map((row) => matrix[row] * v[0] + matrix[4 + row] * v[1] + matrix[8 + row] * v[2] + matrix[12 + row]);
}
export const placed = (matrix, place) => transformed(matrix, [...place, 1]).slice(0, 3);
export function perspective(fieldOfView, aspect, near, far) {
  const f = 1 / Math.tan(fieldOfView / 2);
  return new Float32Array([f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0]);
}
/** Of the eye, as seen from the origin. */
export const eyeDirection = ({ yaw, pitch }) => [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
// From the eye to the origin; returns the matrix and the directions right, up and back, and away, which is level.
export function looking(eye) {
  const back = unit(eye), right = unit(cross([0, 0, 1], back)), up = cross(back, right);
  const matrix = new Float32Array([
    right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(back, eye), 1]);
  return { matrix, right, up, back, away: cross([0, 0, 1], right) };
}

// Returns the end `a` of a line to `b` in clip space, or the point at which the line emerges from
// behind the camera.
vec4 before_eye(vec4 a, vec4 b) {
  const float nearest = 1e-3;
  return a.w >= nearest ? a : mix(a, b, clamp((nearest - a.w) / max(b.w - a.w, 1e-6), 0.0, 1.0));
}

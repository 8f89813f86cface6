// Clips the end `a` of the line a-b to the near side of the camera, in clip space.
vec4 before_eye(vec4 a, vec4 b) {
  const float nearest = 1e-3;
  return a.w >= nearest ? a : mix(a, b, clamp((nearest - a.w) / max(b.w - a.w, 1e-6), 0.0, 1.0));
}

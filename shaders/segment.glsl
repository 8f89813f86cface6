layout(location = 0) in vec4 from_width;   // position, width in points
layout(location = 1) in vec4 to_width;
layout(location = 2) in vec4 from_colour;  // alpha is the opacity or density
layout(location = 3) in vec4 to_colour;

uniform mat4 view_projection;
uniform mat4 model;
uniform vec2 viewport;       // pixels
uniform float scale;         // pixels per point
uniform vec2 depth_range;    // camera distances at which fading starts and ends
uniform float far_strength;  // strength of a fully faded segment

float faded(float far) { return mix(1.0, far_strength, smoothstep(depth_range.x, depth_range.y, far)); }

// Moves the end `a` of the line a-b in front of the camera, in clip space.
vec4 before_eye(vec4 a, vec4 b) {
  const float nearest = 1e-3;
  return a.w >= nearest ? a : mix(a, b, clamp((nearest - a.w) / max(b.w - a.w, 1e-6), 0.0, 1.0));
}

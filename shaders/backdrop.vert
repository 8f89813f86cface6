// Backdrop and floor, shaded per grid vertex because both are smooth gradients. Each instance is
// one strip of the grid.
#include "tone.glsl"
#include "studio.glsl"
uniform vec2 net;            // columns and rows of the grid
uniform vec2 net_from;  // first column and row to draw
uniform vec3 eye;
uniform vec3 ahead, across, upward;  // ray through the image point (x, y) in [-1, 1]: ahead + x across + y upward
uniform vec3 glow;
uniform vec3 glow_towards;   // unit vector from the camera to the glow centre
uniform vec3 floor_colour;
uniform vec3 floor_spill;
uniform vec2 spill_place;
uniform float floor_height;
uniform float floor_seen;    // 0 to hide the floor
uniform float side;          // side length of the maze, cells
uniform vec3 nearest;        // maze corner closest to the floor

out vec3 light;

vec3 floor_light(vec2 at, vec3 sky, vec3 ray) {
  float away = length(at) / side;
  float pool = exp(-away * away / 0.64);
  float gap = (nearest.z - floor_height) / side, under = length(at - nearest.xy) / side;
  float touch = 0.55 * exp(-under / (0.1 + 0.8 * gap)) / (1.0 + 25.0 * gap);
  float shadow = 1.0 - touch - 0.25 * exp(-away * away / 0.1225);
  vec3 spill = floor_spill * exp(-dot(at - spill_place, at - spill_place) / (0.12 * side * side));
  vec3 lit = floor_colour * (mix(0.12, 0.80, bright_field) + mix(0.88, 0.2, bright_field) * pool) + spill;
  lit *= mix(1.0, shadow, mix(0.85, 0.36, bright_field));
  return mix(lit, sky, 1.0 - exp(-away * away / 2.6));
}

void main() {
  vec2 cell = net_from + vec2(gl_VertexID >> 1, gl_InstanceID + (gl_VertexID & 1));
  vec2 place = cell / net * 2.0 - 1.0;
  vec3 ray = normalize(ahead + place.x * across + place.y * upward);
  vec3 d = in_studio(ray);
  vec3 radiance = backdrop(d) + glow * exp(-(1.0 - dot(ray, glow_towards)) / 0.11);
  if (ray.z < -1e-4 && eye.z > floor_height) {
    vec2 at = eye.xy + ray.xy * (floor_height - eye.z) / ray.z;
    radiance = mix(radiance, floor_light(at, radiance, ray), floor_seen);
  }
  light = as_radiance(radiance);
  gl_Position = vec4(place, 1.0, 1.0);
}

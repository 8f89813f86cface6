// Line as a rectangle that faces the camera. OpenGL core profiles do not draw wide lines.
#include "segment.glsl"
uniform float pull;         // offset towards the camera, so that lines are in front of surfaces

out vec4 line_colour;
out float across;       // distance from the centre line, pixels
flat out float half_width;

void main() {
  vec4 a = view_projection * model * vec4(from_width.xyz, 1.0);
  vec4 b = view_projection * model * vec4(to_width.xyz, 1.0);
  vec4 from = before_eye(a, b);
  vec4 to = before_eye(b, a);
  vec2 from_pixel = from.xy / from.w * viewport * 0.5;
  vec2 to_pixel = to.xy / to.w * viewport * 0.5;
  vec2 along = to_pixel - from_pixel;
  float extent = length(along);
  along = extent > 1e-4 ? along / extent : vec2(1.0, 0.0);

  bool at_end = (gl_VertexID & 1) == 1;
  float side = (gl_VertexID & 2) == 0 ? -1.0 : 1.0;
  vec4 here = at_end ? to : from;
  float width = max(at_end ? to_width.w : from_width.w, 0.0) * scale;
  // Lines thinner than a pixel are drawn one pixel wide, but paler.
  float drawn = max(width, 1.0);
  half_width = max(from_width.w, to_width.w) * scale < 1.0 ? 0.5 : drawn * 0.5;
  across = side * (half_width + 1.0);
  // Opaque lines extend past their ends to close joints. Transparent lines would overlap visibly.
  float reach_over = min(from_colour.a, to_colour.a) > 0.9 ? min(0.5 * drawn, 0.2 * extent) : 0.0;
  vec2 offset = vec2(-along.y, along.x) * across + along * (at_end ? reach_over : -reach_over);
  gl_Position = vec4(here.xy + offset / viewport * 2.0 * here.w, here.z - pull * here.w, here.w);
  line_colour = at_end ? to_colour : from_colour;
  line_colour.a *= min(width, 1.0) * faded(here.w);
}

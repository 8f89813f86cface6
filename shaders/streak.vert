// Piece of the marble trail with round ends. GL_MAX blending hides joints and crossings.
#include "segment.glsl"

out vec2 place;             // position along and across the piece, pixels
flat out float extent;      // length of the piece, pixels
flat out vec2 half_width;   // at both ends, pixels
flat out vec2 density;      // at both ends

void main() {
  vec4 a = view_projection * model * vec4(from_width.xyz, 1.0);
  vec4 b = view_projection * model * vec4(to_width.xyz, 1.0);
  vec4 from = before_eye(a, b), to = before_eye(b, a);
  vec2 begin = from.xy / from.w * viewport * 0.5, end = to.xy / to.w * viewport * 0.5;
  extent = length(end - begin);
  vec2 along = extent > 1e-4 ? (end - begin) / extent : vec2(1.0, 0.0);
  half_width = 0.5 * scale * vec2(from_width.w, to_width.w);
  density = vec2(from_colour.a * faded(from.w), to_colour.a * faded(to.w));

  float reach = max(half_width.x, half_width.y);
  bool at_end = (gl_VertexID & 1) == 1;
  place = vec2(at_end ? extent + reach : -reach, (gl_VertexID & 2) == 0 ? -reach : reach);
  vec2 pixel = begin + along * place.x + vec2(-along.y, along.x) * place.y;
  gl_Position = vec4(pixel / viewport * 2.0, 0.0, 1.0);  // w = 1 makes the interpolation of `place` linear in the image
}

// Draws a line from line.vert as a shiny tube.
#include "tone.glsl"
in vec4 line_colour;
in float across;
flat in float half_width;
out vec4 pixel;  // premultiplied

void main() {
  float coverage = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
  float aside = clamp(across / (half_width + 0.5), -1.0, 1.0);
  float depth = sqrt(1.0 - aside * aside);
  float gleam = exp(-18.0 * (aside + 0.25) * (aside + 0.25));
  vec3 colour = as_screen_colour(line_colour.rgb) * (0.62 + 0.42 * depth);
  colour += as_screen_colour(vec3(1.0, 0.83, 0.49)) * 0.22 * gleam;
  float alpha = line_colour.a * coverage;
  pixel = vec4(colour * alpha, alpha);
}

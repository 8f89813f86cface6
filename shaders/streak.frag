// A line of line.vert as a soft streak of light, or of pigment.
#include "tone.glsl"
in vec4 line_colour;
in float across;
flat in float half_width;
out vec4 pixel;  // premultiplied

uniform float glow_adds;  // 1: adds its light; 0: covers as pigment does

void main() {
  float aside = across / half_width;
  float density = line_colour.a * max(exp(-3.2 * aside * aside) - 0.04, 0.0);
  pixel = vec4(as_screen_colour(line_colour.rgb) * density, density * (1.0 - glow_adds));
}

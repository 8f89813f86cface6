#include "tone.glsl"
in vec4 line_colour;
in float across;
flat in float half_width;
out vec4 pixel;  // premultiplied

void main() {
  float coverage = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
  float alpha = line_colour.a * coverage;
  pixel = vec4(as_screen_colour(line_colour.rgb) * alpha, alpha);
}

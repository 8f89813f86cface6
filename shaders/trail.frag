// Draws the density collected by streak.frag as light or as pigment.
#include "tone.glsl"
in vec2 place;
out vec4 pixel;  // premultiplied

uniform sampler2D density;
uniform vec3 streak_colour;
uniform float glow_adds;  // 1: adds light; 0: covers like pigment

void main() {
  float dense = texture(density, 0.5 * place + 0.5).r;
  pixel = vec4(as_screen_colour(streak_colour) * dense, dense * (1.0 - glow_adds));
}

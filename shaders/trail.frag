// Draws the trail from the density image of streak.frag.
#include "tone.glsl"
in vec2 place;
out vec4 pixel;  // premultiplied

uniform sampler2D density;
uniform vec3 streak_colour;
uniform float glow_adds;  // 1 for additive, 0 for opaque

void main() {
  float dense = texture(density, 0.5 * place + 0.5).r;
  pixel = vec4(as_screen_colour(streak_colour) * dense, dense * (1.0 - glow_adds));
}

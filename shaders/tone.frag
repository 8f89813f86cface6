// Tone-maps the image and its bloom to display colours.
#include "tone.glsl"
in vec2 place;
out vec4 pixel;

uniform sampler2D radiance;
uniform sampler2D bloom;
uniform float bloom_part;  // 0 for no bloom

void main() {
  vec2 at = 0.5 * place + 0.5;
  vec3 light = texture(radiance, at).rgb;
  if (bloom_part > 0.0) light += bloom_part * texture(bloom, at).rgb;
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  pixel = vec4(screen_of(light_space < 1.5 ? light : filmic(light)) + 0.7 / 255.0 * grain, 1.0);
}

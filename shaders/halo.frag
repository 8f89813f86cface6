#include "tone.glsl"
in vec2 place;
flat in vec4 shape_here, ring_here, core_here, glow_here;
out vec4 pixel;  // premultiplied

uniform float glow_adds;  // 1 for an additive glow, 0 for an opaque glow

void main() {
  float away = length(place), px = max(fwidth(away), 1e-5);
  float ring = ring_here.a * clamp((shape_here.y - abs(away - shape_here.x)) / px + 0.5, 0.0, 1.0);
  float core = core_here.a * clamp((shape_here.z - away) / px + 0.5, 0.0, 1.0);
  float reach = away / max(shape_here.w, 1e-5);
  float glow = glow_here.a * exp(-1.6 * reach * reach) * (1.0 - max(ring, core));
  float solid = max(ring, core);
  vec3 light = mix(as_screen_colour(ring_here.rgb), as_screen_colour(core_here.rgb), core / max(core + ring, 1e-4));
  pixel = vec4(light * solid + as_screen_colour(glow_here.rgb) * glow, solid + glow * (1.0 - glow_adds));
}

in vec2 place;
out vec4 pixel;  // premultiplied
uniform vec4 ring_colour;
uniform vec4 shadow_colour;

float ring(float away, float at) { return 1.0 - clamp(abs(away - at) / max(fwidth(away), 1e-5), 0.0, 1.0); }

void main() {
  float away = length(place);
  float shadow = shadow_colour.a * (1.0 - smoothstep(0.0, 0.55, away));
  float rings = ring_colour.a * (ring(away, 0.5) + 0.6 * ring(away, 0.7) + 0.3 * ring(away, 0.9));
  pixel = vec4(ring_colour.rgb * rings + shadow_colour.rgb * shadow, min(rings + shadow, 1.0));
}

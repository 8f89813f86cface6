in vec2 place;
in vec4 sheen;
in vec3 u_line, v_line;
in float in_front;
flat in vec4 line_at;
flat in vec4 line_width;
in float line_strength;
out vec4 pixel;  // premultiplied

uniform float bright_field;
uniform vec3 marble_disc;  // centre and radius of the clear disc in front of the marble, pixels; radius 0: off

void main() {
  vec4 inside = vec4(place.x, 1.0 - place.x, place.y, 1.0 - place.y);
  vec2 size = max(fwidth(place), vec2(1e-5));
  vec4 px = size.xxyy;
  vec4 coverage = clamp((line_width - abs(inside - line_at)) / px + 0.5, 0.0, 1.0) * min(2.0 * line_width / px, 1.0);
  float u = max(coverage.x, coverage.y), v = max(coverage.z, coverage.w);
  vec4 within = mix(vec4(1.0), clamp(inside / px + 0.5, 0.0, 1.0), step(1e-5, line_width));
  pixel = sheen * min(min(within.x, within.y), min(within.z, within.w));

  float most = max(u, v) * line_strength;
  vec3 light = max(u_line * u, v_line * v) * line_strength;
  // Lines emit light in a dark room and absorb light in a bright room.
  vec4 shining = vec4(pixel.rgb + light, max(pixel.a, 0.35 * most));
  float ink = min(1.1 * most, 0.95);
  vec4 drawn = vec4(mix(pixel.rgb, (u > v ? u_line : v_line) * ink, ink), mix(pixel.a, 1.0, ink));
  pixel = mix(shining, drawn, bright_field);

  float aside = distance(gl_FragCoord.xy, marble_disc.xy) / max(marble_disc.z, 1e-3);
  pixel *= 1.0 - 0.85 * in_front * (1.0 - smoothstep(0.35, 1.0, aside)) * step(1e-3, marble_disc.z);
}

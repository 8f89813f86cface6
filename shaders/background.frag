in vec2 place;
out vec4 pixel;

uniform vec3 centre_colour;
uniform vec3 rim_colour;

void main() {
  float away = clamp(length(place - vec2(0.0, 0.15)) / 1.35, 0.0, 1.0);
  vec3 colour = mix(centre_colour, rim_colour, away * away * (3.0 - 2.0 * away));
  // Dithering prevents banding in the smooth gradient.
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  pixel = vec4(colour + (grain - 0.5) / 255.0, 1.0);
}

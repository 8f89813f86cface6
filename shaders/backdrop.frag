in vec3 light;
out vec4 pixel;

void main() {
  // Dithering prevents banding in the smooth gradient.
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  pixel = vec4(light * (1.0 + 0.045 * grain), 1.0);
}

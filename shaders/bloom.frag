// Downsampling or upsampling step of the bloom.
in vec2 place;
out vec4 pixel;

uniform sampler2D picture;
uniform vec2 reach;   // sample distance, texture coordinates
uniform float knee;   // radiance threshold; 0 for none

vec3 tap(vec2 at) {
  vec3 light = texture(picture, at).rgb;
  float brightness = max(light.r, max(light.g, light.b));
  return knee > 0.0 ? min(light * smoothstep(knee, 2.0 * knee, brightness), vec3(4.0)) : light;
}

void main() {
  vec2 at = 0.5 * place + 0.5;
  vec3 sum = 4.0 * tap(at);
  for (int i = 0; i < 4; ++i) {
    vec2 corner = vec2(float(i & 1), float(i >> 1)) * 2.0 - 1.0;
    sum += 2.0 * tap(at + reach * (i < 2 ? vec2(corner.x, 0.0) : vec2(0.0, corner.x))) + tap(at + reach * corner);
  }
  pixel = vec4(sum / 16.0, 1.0);
}

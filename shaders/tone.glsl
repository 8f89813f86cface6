uniform float light_space;  // 0: display colours; 1: linear light; 2: radiance, tone-mapped later

// sRGB transfer function and inverse.
vec3 linear_of(vec3 screen) {
  return mix(screen / 12.92, pow((screen + 0.055) / 1.055, vec3(2.4)), step(0.04045, screen));
}
vec3 screen_of(vec3 light) {
  return mix(12.92 * light, 1.055 * pow(max(light, 1e-5), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, light));
}

// ACES filmic curve, fitted by Narkowicz, at an exposure of 0.8. Returns linear light, 0 to 1.
vec3 filmic(vec3 radiance) {
  vec3 z = 0.8 * radiance;
  return clamp(z * (2.51 * z + 0.03) / (z * (2.43 * z + 0.59) + 0.14), 0.0, 1.0);
}

// Inverse of filmic(), clamped near white, where the radiance diverges.
vec3 before_filmic(vec3 light) {
  vec3 y = min(light, vec3(0.82));
  vec3 a = 2.51 - 2.43 * y, b = 0.03 - 0.59 * y;
  return (sqrt(b * b + 0.56 * a * y) - b) / (1.6 * a);
}

// Converts a display colour to the colour space of the framebuffer.
vec3 as_screen_colour(vec3 screen) {
  if (light_space < 0.5) return screen;
  vec3 light = linear_of(screen);
  return light_space < 1.5 ? light : before_filmic(light);
}

// Converts the radiance of an opaque surface to the colour space of the framebuffer.
vec3 as_radiance(vec3 radiance) { return light_space < 1.5 ? filmic(radiance) : radiance; }

in vec2 place;
flat in float extent;
flat in vec2 half_width;
flat in vec2 density;
out vec4 pixel;

void main() {
  float part = clamp(place.x / max(extent, 1e-4), 0.0, 1.0);
  float away = length(vec2(place.x - part * extent, place.y)) / mix(half_width.x, half_width.y, part);
  pixel = vec4(mix(density.x, density.y, part) * max(exp(-3.2 * away * away) - 0.04, 0.0));
}

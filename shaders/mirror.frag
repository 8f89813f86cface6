// Floor reflection, from a separate image of the mirrored maze. The floor is slightly rough, so the
// blur increases with the distance from the floor.
in vec2 place;
out vec4 pixel;  // premultiplied

uniform sampler2D image;  // with mipmaps
uniform vec2 image_size;  // pixels
uniform vec3 eye;
uniform vec3 ahead, across, upward;  // ray through the image point (x, y) in [-1, 1]: ahead + x across + y upward
uniform float floor_height;

const float kBlur = 0.05;  // blur radius per cell of depth, cells

void main() {
  // Approximates the reflection depth by a vertical plane through the maze centre.
  vec3 ray = ahead + place.x * across + place.y * upward;
  float far = -dot(eye, ahead) / dot(ray, ahead);
  float depth = max(floor_height - (eye.z + far * ray.z), 0.0);
  float pixels = kBlur * depth * image_size.y / (2.0 * far * length(upward));
  float level = log2(max(pixels, 1.0));
  vec2 reach = max(min(pixels, 1.0), exp2(level)) / image_size, at = 0.5 * place + 0.5;
  vec4 sum = 4.0 * textureLod(image, at, level);
  for (int i = 0; i < 4; ++i) {
    vec2 corner = vec2(float(i & 1), float(i >> 1)) * 2.0 - 1.0;
    sum += 2.0 * textureLod(image, at + reach * (i < 2 ? vec2(corner.x, 0.0) : vec2(0.0, corner.x)), level);
    sum += textureLod(image, at + reach * corner, level);
  }
  pixel = sum / 16.0;
}

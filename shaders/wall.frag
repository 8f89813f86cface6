in vec3 world_position;
flat in vec3 world_normal;
flat in vec4 wall_tint;
out vec4 pixel;  // premultiplied

uniform vec3 eye;
uniform vec3 light;
uniform float opacity;

void main() {
  vec3 normal = dot(world_normal, eye - world_position) < 0.0 ? -world_normal : world_normal;
  float lit = 0.72 + 0.28 * dot(normal, light), alpha = opacity * wall_tint.a;
  pixel = vec4(wall_tint.rgb * lit * alpha, alpha);
}

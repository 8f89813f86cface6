// Unit mesh, placed by centre, size and rotation.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 centre;
layout(location = 3) in vec3 size;
layout(location = 4) in vec4 rotation;  // quaternion (x, y, z, w)
layout(location = 5) in vec4 colour;
layout(location = 6) in vec4 stripe;    // band colour; alpha 0 for no band

uniform mat4 view_projection;

out vec3 world_position;
out vec3 world_normal;
out vec3 local_position;
flat out vec4 main_colour;
flat out vec4 stripe_colour;

vec3 rotated(vec3 v) {
  vec3 t = 2.0 * cross(rotation.xyz, v);
  return v + rotation.w * t + cross(rotation.xyz, t);
}

void main() {
  local_position = position;
  world_position = centre + rotated(position * size);
  world_normal = rotated(normal / size);
  main_colour = colour;
  stripe_colour = stripe;
  gl_Position = view_projection * vec4(world_position, 1.0);
}

// Ball impostor: a square that faces the camera. The fragment shader intersects each ray with the
// ball. The vertex attributes match solid.vert.
layout(location = 2) in vec3 centre;
layout(location = 3) in vec3 size;  // x: radius
layout(location = 4) in vec4 rotation;
layout(location = 5) in vec4 colour;
layout(location = 6) in vec4 stripe;

uniform mat4 view_projection;
uniform vec3 eye;
uniform vec3 camera_right, camera_up;  // unit vectors

out vec3 world_place;
flat out vec3 ball_centre;
flat out float ball_radius;
flat out vec4 ball_rotation;
flat out vec4 main_colour;
flat out vec4 stripe_colour;

void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  // Perspective enlarges the outline of a nearby ball.
  float reach = 1.25 * size.x;
  world_place = centre + (camera_right * corner.x + camera_up * corner.y) * reach;
  ball_centre = centre;
  ball_radius = size.x;
  ball_rotation = rotation;
  main_colour = colour;
  stripe_colour = stripe;
  gl_Position = view_projection * vec4(world_place, 1.0);
}

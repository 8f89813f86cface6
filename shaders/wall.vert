// Opaque wall of one cell, a unit square.
layout(location = 0) in vec4 origin_axis;  // lowest corner in maze coordinates; w: axis of the normal, 0 to 2
layout(location = 1) in vec4 tint;         // colour; alpha scales the opacity

uniform mat4 view_projection;
uniform mat4 model;

out vec3 world_position;
flat out vec3 world_normal;
flat out vec4 wall_tint;

void main() {
  float u = float(gl_VertexID & 1);
  float v = float(gl_VertexID >> 1);
  int axis = int(origin_axis.w + 0.5);
  vec3 across = axis == 0 ? vec3(0.0, u, v) : axis == 1 ? vec3(u, 0.0, v) : vec3(u, v, 0.0);
  vec3 normal = axis == 0 ? vec3(1.0, 0.0, 0.0) : axis == 1 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0);
  vec4 world = model * vec4(origin_axis.xyz + across, 1.0);
  world_position = world.xyz;
  world_normal = mat3(model) * normal;
  wall_tint = tint;
  gl_Position = view_projection * world;
}

// Halo that faces the camera: concentric ring, core and glow.
layout(location = 0) in vec4 centre_extent;  // centre in world coordinates; w: half the side of the square, cells
layout(location = 1) in vec4 shape;          // cells: ring radius, half the ring width, core radius, glow radius
layout(location = 2) in vec4 ring;           // colours; alpha is the strength
layout(location = 3) in vec4 core;
layout(location = 4) in vec4 glow;

uniform mat4 view_projection;
uniform vec3 camera_right, camera_up;  // unit vectors

out vec2 place;  // offset from the centre, cells
flat out vec4 shape_here, ring_here, core_here, glow_here;

void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  place = corner * centre_extent.w;
  shape_here = shape;
  ring_here = ring;
  core_here = core;
  glow_here = glow;
  gl_Position = view_projection * vec4(centre_extent.xyz + camera_right * place.x + camera_up * place.y, 1.0);
}

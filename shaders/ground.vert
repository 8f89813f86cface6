uniform mat4 view_projection;
uniform vec3 centre;
uniform float radius;
out vec2 place;

void main() {
  place = vec2(float(gl_VertexID & 1) * 2.0 - 1.0, float(gl_VertexID >> 1) * 2.0 - 1.0);
  gl_Position = view_projection * vec4(centre + vec3(place * radius, 0.0), 1.0);
}

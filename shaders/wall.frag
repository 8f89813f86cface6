in vec3 world_position;
flat in vec3 world_normal;
flat in vec4 wall_tint;
out vec4 pixel;  // premultiplied

uniform vec3 eye;
uniform vec3 marble;
uniform float clear_radius;  // walls within this distance of the line of sight fade; 0: none do
uniform vec3 light;          // unit, towards the light
uniform vec2 opacity;        // seen face on, seen edge on
uniform float shine;

// How much a wall hides the marble: 1 on the line of sight, 0 away from it and behind the marble.
float in_the_way() {
  if (clear_radius <= 0.0) return 0.0;
  vec3 sight = marble - eye;
  float along = dot(world_position - eye, sight) / dot(sight, sight);
  float aside = distance(world_position, eye + along * sight);
  return (1.0 - smoothstep(0.35, 1.0, aside / clear_radius)) * (1.0 - smoothstep(0.96, 1.02, along));
}

void main() {
  vec3 to_eye = normalize(eye - world_position);
  float facing = dot(world_normal, to_eye);
  vec3 normal = facing < 0.0 ? -world_normal : world_normal;
  float glancing = 1.0 - abs(facing);
  glancing *= glancing * glancing;
  float alpha = mix(opacity.x, opacity.y, glancing) * wall_tint.a;
  float cleared = 1.0 - 0.9 * in_the_way();
  float lit = 0.72 + 0.28 * dot(normal, light);
  float glint = max(dot(reflect(-light, normal), to_eye), 0.0);
  glint *= glint; glint *= glint; glint *= glint; glint *= glint; glint *= glint;
  vec3 colour = wall_tint.rgb * lit * alpha + vec3(shine * glint * wall_tint.a);
  pixel = vec4(colour, alpha) * cleared;
}

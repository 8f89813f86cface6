// Glass pane: the wall of one cell. Lighting per vertex is accurate enough for a unit square. The
// fragment shader adds the lines along the sides.
#include "studio.glsl"
layout(location = 0) in vec4 origin_axis;  // lowest corner in maze coordinates; w: axis of the normal, 0 to 2
layout(location = 1) in vec4 tint;         // colour; alpha is its amount in the glass
// Line at each side (low u, high u, low v, high v), in quarters: 0 none, 1 free rim, 2 joint, 3
// hull edge.
layout(location = 2) in vec4 sides;
layout(location = 3) in vec4 focus;        // per vertex: 1 in focus, below 1 faded

uniform mat4 view_projection;
uniform mat4 model;         // rigid transformation, possibly with a reflection
uniform vec3 eye;
uniform vec3 marble, target;
uniform vec3 marble_cast, target_cast;  // light that the marble and target cast on nearby walls
uniform vec2 depth_range;   // camera distances at which line fading starts and ends
uniform float pixel_angle;  // angle per pixel, radians
uniform float near_marble;  // focus radius around the marble, cells
uniform vec3 absorption;    // per cell of path length in glass
uniform float glass_amount;
uniform vec3 edge_colour;   // line colour: light in a dark room, ink in a bright room
uniform float floor_height;
// Floor reflectance (0 if not a reflection), and depth at which a reflection fades, cells.
uniform vec2 mirrored;

out vec2 place;             // 0 to 1 on the pane, slightly beyond at its rim
out vec4 sheen;             // premultiplied
out vec3 u_line, v_line;    // line colours at the sides of constant u and v
out float in_front;  // 1 in front of the marble, 0 behind it
flat out vec4 line_at;      // line positions: distances from the sides, cells
flat out vec4 line_width;   // half line widths, cells; 0: no line
out float line_strength;

const float kThickness = 0.04, kIndex = 1.48, kAtNormal = 0.04;
const float kRimWidth = 0.011, kJointWidth = 0.007;  // half widths, cells
const float kInkWidth = 1.6;

vec3 axis_vector(int axis) { return axis == 0 ? vec3(1, 0, 0) : axis == 1 ? vec3(0, 1, 0) : vec3(0, 0, 1); }

// Returns the light from a bevel with this normal. `ray` is the view direction.
vec3 bevel(vec3 ray, vec3 normal) {
  vec3 n = in_studio(normal), d = in_studio(ray);
  float mirror = fresnel(abs(dot(d, n)), 0.08);
  vec3 dark_room = edge_colour * (0.38 + 0.75 * diffuse_light(n)) + mirror * soft_studio(reflect(d, n));
  return mix(dark_room, edge_colour, bright_field);
}

void glass(vec3 ray, vec3 normal, float fade) {
  float facing = max(abs(dot(ray, normal)), 0.02);
  float once = fresnel(facing, kAtNormal) * fade;
  float reflected = 2.0 * once / (1.0 + once);
  float inside = sqrt(1.0 - (1.0 - facing * facing) / (kIndex * kIndex));
  vec3 ink = mix(absorption, 4.0 * (1.0 - tint.rgb), tint.a);
  vec3 passed = (1.0 - reflected) * exp(-ink * fade * kThickness / inside);
  vec3 light = soft_studio(reflect(in_studio(ray), in_studio(normal)));
  vec3 glow = tint.rgb * tint.a * 0.10 * (1.0 - 0.6 * bright_field) / (0.3 + facing);
  sheen = vec4(reflected * light + glow * fade, 1.0 - dot(passed, vec3(0.3, 0.6, 0.1)) + 0.08 * tint.a * fade);
  // In a bright room, only absorption and tint make a pane visible.
  vec3 tinge = backdrop_horizon * (passed - dot(passed, vec3(0.3, 0.6, 0.1)));
  sheen.rgb = mix(sheen.rgb, 0.80 * sheen.rgb + 1.2 * tinge, bright_field);
  sheen *= glass_amount;
}

void main() {
  int axis = int(origin_axis.w + 0.5);
  vec3 u_axis = axis_vector(axis == 0 ? 1 : 0), v_axis = axis_vector(axis == 2 ? 1 : 2);
  ivec2 corner = ivec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec4 kinds = floor(sides * 4.0 + 0.5);
  vec4 drawn = step(0.5, kinds), joint = step(1.5, kinds), hull = step(2.5, kinds);
  vec4 strength = mix(mix(vec4(0.8), vec4(0.45), joint), vec4(1.15), hull);
  line_at = mix(vec4(-0.009), vec4(kJointWidth), joint);
  line_width = drawn * mix(vec4(kRimWidth), vec4(kJointWidth), joint) * mix(1.0, kInkWidth, bright_field);

  place = vec2(corner);
  vec3 mirror_axis = mat3(model) * axis_vector(axis);
  vec3 at = (model * vec4(origin_axis.xyz + u_axis * place.x + v_axis * place.y, 1.0)).xyz;
  float far = distance(eye, at);
  // Sides with a line extend by one pixel to antialias the line.
  float more = 1.5 * pixel_angle * far;
  vec2 ends = vec2(corner.x == 0 ? drawn.x : drawn.y, corner.y == 0 ? drawn.z : drawn.w);
  place += (vec2(corner) * 2.0 - 1.0) * ends * more;
  at = (model * vec4(origin_axis.xyz + u_axis * place.x + v_axis * place.y, 1.0)).xyz;

  vec3 ray = (at - eye) / far;
  vec3 normal = dot(mirror_axis, ray) > 0.0 ? -mirror_axis : mirror_axis;
  float fade = focus[gl_VertexID & 3];
  float beside = 1.0 - smoothstep(0.4 * near_marble, near_marble, distance(at, marble));
  if (near_marble > 0.0) fade = max(fade, beside);
  glass(ray, normal, fade);
  vec3 to_marble = at - marble, to_target = at - target;
  vec3 thrown = marble_cast * exp(-3.0 * dot(to_marble, to_marble)) + target_cast * exp(-2.0 * dot(to_target, to_target));
  sheen += fade * vec4(thrown, bright_field * max(thrown.r, thrown.g));  // in a bright room, the wall absorbs the other colours

  vec3 outward_u = mat3(model) * u_axis * (float(corner.x) * 2.0 - 1.0);
  vec3 outward_v = mat3(model) * v_axis * (float(corner.y) * 2.0 - 1.0);
  float strength_u = corner.x == 0 ? strength.x : strength.y;
  float strength_v = corner.y == 0 ? strength.z : strength.w;
  float cue = mix(1.35, 0.3, smoothstep(depth_range.x, depth_range.y, far)) * fade;
  u_line = bevel(ray, normalize(normal + outward_u)) * mix(strength_u, 1.0, bright_field);
  v_line = bevel(ray, normalize(normal + outward_v)) * mix(strength_v, 1.0, bright_field);
  line_strength = cue;

  if (mirrored.x > 0.0) {
    float depth = max(floor_height - at.z, 0.0);
    float image = fresnel(-ray.z, mirrored.x) * exp(-depth / mirrored.y);
    sheen *= image;
    line_strength *= image;
  }
  vec3 sight = marble - eye;
  in_front = 1.0 - smoothstep(0.96, 1.02, dot(at - eye, sight) / dot(sight, sight));
  gl_Position = view_projection * vec4(at, 1.0);
}

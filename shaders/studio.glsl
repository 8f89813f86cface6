// Photo studio around the maze: softboxes and backdrop. The studio turns with the camera azimuth,
// so every view is well lit. Directions are in the studio frame: x right, y away from the camera, z
// up. White paper in full light has radiance 1.
//
// A light in the reflection direction of a wall would appear in all parallel walls at once.
// Softboxes are next to the reflection directions and fade towards them, which produces the
// gradient typical of glass, with a different tint for each axis.
uniform vec2 studio_forward;  // horizontal unit vector away from the camera, world frame
uniform float bright_field;   // 0: dark room with luminous edges; 1: bright room with ink edges
uniform vec3 backdrop_top, backdrop_horizon, backdrop_low;  // radiance

vec3 in_studio(vec3 world) {
  return vec3(dot(world.xy, vec2(studio_forward.y, -studio_forward.x)), dot(world.xy, studio_forward), world.z);
}

// Returns the brightness of a rectangular light, from 1 in the centre to 0 at the edge. `place` is
// the azimuth (from the backdrop to the right) and elevation of the centre. `size` is the angular
// width and height. Angles are in degrees. `feather` is the fraction of half a side over which the
// light fades.
float softbox(vec3 direction, vec2 place, vec2 size, float feather) {
  vec2 a = radians(place);
  vec3 centre = vec3(sin(a.x) * cos(a.y), cos(a.x) * cos(a.y), sin(a.y));
  vec3 right = vec3(cos(a.x), -sin(a.x), 0.0);
  vec3 up = cross(right, centre);
  vec2 aside = abs(vec2(dot(direction, right), dot(direction, up)));
  vec2 edge = sin(radians(0.5 * size));
  vec2 lit = 1.0 - smoothstep(edge * (1.0 - feather), edge * (1.0 + 0.5 * feather), aside);
  return lit.x * lit.y * step(0.0, dot(direction, centre));
}

vec3 backdrop(vec3 direction) {
  vec3 above = mix(backdrop_horizon, backdrop_top, smoothstep(0.0, 0.6, direction.z));
  return mix(backdrop_low, above, smoothstep(-0.12, 0.05, direction.z));
}

vec3 softboxes(vec3 d) {
  vec3 key = vec3(1.0, 0.80, 0.58), cool = vec3(0.50, 0.72, 1.0), neutral = vec3(0.74, 0.85, 1.0);
  return 6.0 * key * softbox(d, vec2(-120.0, 46.0), vec2(46.0, 40.0), 0.5) +
         6.0 * neutral * softbox(d, vec2(84.0, 32.0), vec2(18.0, 60.0), 0.6) +
         2.6 * cool * softbox(d, vec2(42.0, 18.0), vec2(9.0, 56.0), 0.6) +
         2.5 * cool * softbox(d, vec2(-52.0, 14.0), vec2(14.0, 60.0), 0.8) +
         1.6 * neutral * softbox(d, vec2(0.0, 86.0), vec2(70.0, 46.0), 0.7) +
         0.7 * cool * softbox(d, vec2(-72.0, 36.0), vec2(14.0, 70.0), 0.8);
}

// Returns the ambient light of a dark room, which prevents black glass.
vec3 room(vec3 d) {
  float left = 0.5 - 0.5 * dot(d, vec3(0.86, -0.26, -0.44));
  float right = 0.5 + 0.5 * dot(d, vec3(0.80, -0.50, -0.33));
  return 0.40 * left * left * vec3(0.30, 0.60, 1.0) + 0.30 * right * right * vec3(1.0, 0.74, 0.50);
}

vec3 studio(vec3 direction) {
  return backdrop(direction) + mix(softboxes(direction) + room(direction), 0.45 * softboxes(direction), bright_field);
}

// Returns the radiance with compressed highlights. Bright highlights would make the glass look
// milky.
vec3 soft_studio(vec3 direction) {
  vec3 light = studio(direction);
  return light * 1.6 / (1.6 + light);
}

// Returns the radiance of a matt white surface under the softboxes and ambient light.
vec3 diffuse_light(vec3 normal) {
  float key = max(dot(normal, vec3(-0.60, -0.35, 0.72)) * 0.8 + 0.2, 0.0);
  float rim = max(dot(normal, vec3(0.84, 0.09, 0.53)) * 0.8 + 0.2, 0.0);
  vec3 dark_room = vec3(0.10, 0.12, 0.16) * (0.6 + 0.4 * normal.z) + key * vec3(1.0, 0.88, 0.74) +
                   0.45 * rim * vec3(0.66, 0.80, 1.0);
  vec3 bright_room = vec3(0.52, 0.54, 0.56) * (0.75 + 0.25 * normal.z) + 0.75 * key * vec3(1.0, 0.94, 0.87);
  return mix(dark_room, bright_room, bright_field);
}

// Schlick's approximation of the Fresnel reflectance. `facing` is the cosine between normal and
// view direction.
float fresnel(float facing, float at_normal) {
  float glancing = 1.0 - clamp(facing, 0.0, 1.0);
  float square = glancing * glancing;
  return at_normal + (1.0 - at_normal) * square * square * glancing;
}

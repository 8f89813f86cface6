// Polished ball: a matt colour under a clear coat that reflects the studio.
#include "tone.glsl"
#include "studio.glsl"
in vec3 world_place;
flat in vec3 ball_centre;
flat in float ball_radius;
flat in vec4 ball_rotation;
flat in vec4 main_colour;
flat in vec4 stripe_colour;
out vec4 pixel;  // premultiplied

uniform mat4 view_projection;
uniform vec3 eye;
uniform float strength;     // opacity of all balls; below 1 for balls seen through walls
uniform float pixel_angle;  // angle per pixel, radians

vec3 turned_back(vec3 v) {
  vec3 q = -ball_rotation.xyz;
  vec3 t = 2.0 * cross(q, v);
  return v + ball_rotation.w * t + cross(q, t);
}

void main() {
  vec3 ray = normalize(world_place - eye), to_centre = ball_centre - eye;
  float along = dot(to_centre, ray);
  float aside = length(to_centre - along * ray);
  float coverage = clamp((ball_radius - aside) / (pixel_angle * along) + 0.5, 0.0, 1.0);
  if (coverage <= 0.0) discard;
  float deep = sqrt(max(ball_radius * ball_radius - aside * aside, 0.0));
  vec3 at = eye + (along - deep) * ray;
  vec3 normal = normalize(at - ball_centre);
  float band = abs(turned_back(normal).z);
  float soft = max(fwidth(band), 1e-3);
  float on_band = stripe_colour.a * (1.0 - smoothstep(0.18 - soft, 0.18 + soft, band));
  vec3 base = mix(main_colour.rgb, stripe_colour.rgb, on_band);

  vec3 n = in_studio(normal), d = in_studio(ray);
  float facing = max(-dot(d, n), 0.0);
  vec3 body = linear_of(base) * diffuse_light(n) * 1.15;
  vec3 coat = fresnel(facing, 0.05) * studio(reflect(d, n));
  float glint = pow(max(dot(reflect(d, n), normalize(vec3(-0.60, -0.35, 0.72))), 0.0), 90.0);
  vec3 light = body + coat + 0.55 * glint;
  float alpha = main_colour.a * strength * coverage;
  pixel = vec4(as_radiance(light) * alpha, alpha);
  vec4 clip = view_projection * vec4(at, 1.0);
  gl_FragDepth = clamp(0.5 * clip.z / clip.w + 0.5, 0.0, 1.0);
}

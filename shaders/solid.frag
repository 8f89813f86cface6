#include "tone.glsl"
in vec3 world_position;
in vec3 world_normal;
in vec3 local_position;
flat in vec4 main_colour;
flat in vec4 stripe_colour;
out vec4 pixel;  // premultiplied

uniform vec3 eye;
uniform vec3 light;
uniform float strength;  // opacity of all objects; below 1 for objects seen through walls
uniform float soften;    // 1 to antialias round outlines

void main() {
  vec3 normal = normalize(world_normal);
  vec3 to_eye = normalize(eye - world_position);
  float facing = dot(normal, to_eye);
  float band = stripe_colour.a * (1.0 - smoothstep(0.16, 0.20, abs(local_position.z)));
  vec3 base = mix(main_colour.rgb, stripe_colour.rgb, band);
  float diffuse = 0.5 + 0.5 * dot(normal, light);
  float glint = pow(max(dot(normal, normalize(light + to_eye)), 0.0), 60.0);
  float rim = 1.0 - clamp(facing, 0.0, 1.0);
  vec3 colour = base * (0.42 + 0.68 * diffuse) + base * 0.25 * rim * rim + vec3(0.75 * glint);
  float outline = mix(1.0, clamp(facing / max(fwidth(facing), 1e-4), 0.0, 1.0), soften);
  float alpha = main_colour.a * strength * outline;
  pixel = vec4(as_screen_colour(min(colour, vec3(1.0))) * alpha, alpha);
}

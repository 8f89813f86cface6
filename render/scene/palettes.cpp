#include <cmath>
#include <string>
#include <vector>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/json.h"
#include "render/scene/studio_sizes.h"
#include "render/scene/view_options.h"

namespace marblemaze {
namespace {

// From "RRGGBB".
glm::vec3 screen_colour(const Json& colour) {
  const unsigned long rgb = std::stoul(colour.text(), nullptr, 16);
  return glm::vec3(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255) / 255.0f;
}

// From a colour and a factor, by the standard sRGB.
glm::vec3 radiance(const Json& light) {
  const auto linear = [](float c) {
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
  };
  const glm::vec3 c = screen_colour(light.at(0));
  return light.at(1).get<float>() * glm::vec3(linear(c.r), linear(c.g), linear(c.b));
}

// shaders/studio.json, which the page of a replay reads, too.
const Json& studio() {
  static const Json all = Json::parse("the studio", embedded_file("studio.json"));
  return all;
}

StudioColours studio_colours(std::string_view theme) {
  const Json &all = studio(), &own = all.at(theme);
  Json s = own.contains("like") ? all.at(own.at("like").text()) : own;
  s.update(own);
  const auto ink = s.at("absorption").get<std::vector<float>>();
  return {.bright_field = s.at("bright_field").get<bool>(),
          .top = radiance(s.at("top")),
          .horizon = radiance(s.at("horizon")),
          .low = radiance(s.at("low")),
          .glow = radiance(s.at("glow")),
          .floor = radiance(s.at("floor")),
          .floor_mirror = s.at("floor_mirror").get<float>(),
          .bloom = s.at("bloom").get<float>(),
          .edge = radiance(s.at("edge")),
          .absorption = {ink.at(0), ink.at(1), ink.at(2)},
          .marble = screen_colour(s.at("marble")),
          .marble_band = screen_colour(s.at("marble_band")),
          .trail = screen_colour(s.at("trail")),
          .path = screen_colour(s.at("path")),
          .target = screen_colour(s.at("target")),
          .target_core = screen_colour(s.at("target_core")),
          .hull = screen_colour(s.at("hull"))};
}

Palette dark_theme() {
  return {.name = "dark",
          .dark = true,
          .background_centre = {0.098f, 0.118f, 0.165f},
          .background_rim = {0.035f, 0.043f, 0.068f},
          .glass = {0.36f, 0.54f, 0.88f},
          .glass_visited = {0.98f, 0.74f, 0.36f},
          .axis = {{{0.95f, 0.48f, 0.46f}, {0.50f, 0.86f, 0.55f}, {0.47f, 0.62f, 1.0f}}},
          .wall_opacity = 0.112f,
          .edge = {0.80f, 0.89f, 1.0f, 1.0f},
          .free_edge = {0.62f, 0.74f, 0.95f, 0.34f},
          .marble = {1.0f, 0.22f, 0.13f},
          .marble_stripe = {1.0f, 0.93f, 0.86f},
          .goal = {0.18f, 0.90f, 0.40f},
          .path = {1.0f, 0.72f, 0.16f, 0.95f},
          .predicted = {0.30f, 0.95f, 0.95f, 0.85f},
          .trail = {1.0f, 0.46f, 0.36f, 0.75f},
          .hinge = {0.85f, 0.62f, 1.0f, 0.95f},
          .ground_ring = {0.55f, 0.66f, 0.90f, 0.16f},
          .ground_shadow = {0.0f, 0.0f, 0.0f, 0.42f},
          .point = {0.72f, 0.78f, 0.90f},
          .point_now = {1.0f, 0.86f, 0.20f},
          .text = {0.88f, 0.92f, 1.0f},
          .studio = studio_colours("dark")};
}

Palette light_theme() {
  Palette p = dark_theme();
  p.name = "light";
  p.dark = false;
  p.background_centre = {0.985f, 0.988f, 0.995f};
  p.background_rim = {0.83f, 0.86f, 0.91f};
  p.glass = {0.34f, 0.53f, 0.86f};
  p.glass_visited = {0.93f, 0.58f, 0.15f};
  p.axis = {{{0.85f, 0.25f, 0.25f}, {0.16f, 0.60f, 0.25f}, {0.20f, 0.36f, 0.90f}}};
  p.wall_opacity = 0.104f;
  p.edge = {0.13f, 0.22f, 0.42f, 0.88f};
  p.free_edge = {0.20f, 0.30f, 0.50f, 0.34f};
  p.marble = {0.90f, 0.10f, 0.06f};
  p.goal = {0.02f, 0.62f, 0.24f};
  p.path = {0.80f, 0.48f, 0.0f, 0.95f};
  p.predicted = {0.0f, 0.50f, 0.62f, 0.9f};
  p.trail = {0.86f, 0.22f, 0.14f, 0.7f};
  p.hinge = {0.50f, 0.20f, 0.75f, 0.95f};
  p.ground_ring = {0.25f, 0.33f, 0.50f, 0.22f};
  p.ground_shadow = {0.10f, 0.13f, 0.22f, 0.28f};
  p.point = {0.40f, 0.47f, 0.60f};
  p.point_now = {0.93f, 0.55f, 0.0f};
  p.text = {0.10f, 0.13f, 0.20f};
  p.studio = studio_colours("light");
  return p;
}

Palette colour_blind_theme() {
  Palette p = dark_theme();
  p.name = "colour-blind";
  p.glass = {0.52f, 0.62f, 0.78f};
  p.glass_visited = {0.95f, 0.90f, 0.40f};
  p.axis = {{{0.90f, 0.62f, 0.0f}, {0.0f, 0.62f, 0.45f}, {0.34f, 0.70f, 0.91f}}};
  p.marble = {1.0f, 0.50f, 0.0f};
  p.goal = {0.22f, 0.56f, 1.0f};
  p.path = {0.97f, 0.93f, 0.60f, 0.9f};
  p.predicted = {0.80f, 0.47f, 0.65f, 0.95f};
  p.trail = {0.84f, 0.37f, 0.0f, 0.8f};
  p.studio = studio_colours("colour-blind");
  return p;
}

}  // namespace

float studio_size(std::string_view name) { return studio().at("sizes").at(name).get<float>(); }

const std::array<Palette, 3>& palettes() {
  static const std::array<Palette, 3> all{dark_theme(), light_theme(), colour_blind_theme()};
  return all;
}

}  // namespace marblemaze

#include <cmath>
#include <string>
#include <vector>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/json.h"
#include "render/gl/viewer_files.h"
#include "render/scene/studio_sizes.h"
#include "render/scene/view_options.h"

namespace marblemaze {
namespace {

// Converts "RRGGBB".
glm::vec3 screen_colour(const Json& colour) {
  const unsigned long rgb = std::stoul(colour.text(), nullptr, 16);
  return glm::vec3(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255) / 255.0f;
}

// Converts a colour and a factor by the sRGB standard.
glm::vec3 radiance(const Json& light) {
  const auto linear = [](float c) {
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
  };
  const glm::vec3 c = screen_colour(light.at(0));
  return light.at(1).get<float>() * glm::vec3(linear(c.r), linear(c.g), linear(c.b));
}

// Returns shaders/studio.json, which the replay page also reads.
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

// Colours and sizes of panels, which the page reads, too.
const Json& design() {
  static const Json all = Json::parse("the design", embedded_file("design.json"));
  return all;
}

PanelColours panel_colours(std::string_view theme) {
  const Json &all = design().at("themes"), &own = all.at(theme);
  Json tokens = own.contains("like") ? all.at(own.at("like").text()) : own;
  tokens.update(own);
  // From "#RRGGBB".
  const auto of = [&](const char* token) {
    return screen_colour(Json(tokens.at(token).text().substr(1)));
  };
  return {.ground = of("ground"),
          .panel = of("panel"),
          .field = of("field"),
          .hover = of("hover"),
          .border = of("border"),
          .divider = of("divider"),
          .text_1 = of("text_1"),
          .text_2 = of("text_2"),
          .text_3 = of("text_3"),
          .interaction = of("interaction"),
          .interaction_tint = of("interaction_tint"),
          .primary_top = of("primary_top"),
          .primary_bottom = of("primary_bottom"),
          .on_primary = of("on_primary"),
          .path = of("path"),
          .target = of("target"),
          .marble = of("marble"),
          .expectation = of("expectation"),
          .surprise = of("surprise"),
          .now = of("now"),
          .on_now = of("on_now"),
          .neutral = of("neutral"),
          .kinetic = of("kinetic"),
          .potential = of("potential"),
          .total = of("total")};
}

// Of palettes.json, where a theme says how it differs from the dark one, and of design.json.
Palette theme(std::string_view name) {
  static const Json all = Json::parse("the palettes", viewer_file("palettes.json"));
  Json own = all.at("dark");
  own.update(all.at(name));
  const auto rgb = [](const Json& colour) {
    return glm::vec3(colour.at(0).get<float>(), colour.at(1).get<float>(),
                     colour.at(2).get<float>());
  };
  const auto rgba = [&](const Json& colour) {
    return glm::vec4(rgb(colour), colour.at(3).get<float>());
  };
  const auto of = [&](const char* thing) { return rgb(own.at(thing)); };
  const auto with_alpha = [&](const char* thing) { return rgba(own.at(thing)); };
  const Json& axis = own.at("axis");
  const PanelColours panels = panel_colours(name);
  return {.name = name,
          .dark = own.at("dark").get<bool>(),
          .background_centre = of("background_centre"),
          .background_rim = of("background_rim"),
          .glass = of("glass"),
          .glass_visited = of("glass_visited"),
          .axis = {rgb(axis.at(0)), rgb(axis.at(1)), rgb(axis.at(2))},
          .wall_opacity = own.at("wall_opacity").get<float>(),
          .edge = with_alpha("edge"),
          .free_edge = with_alpha("free_edge"),
          .marble = panels.marble,
          .marble_stripe = of("marble_stripe"),
          .goal = panels.target,
          .path = glm::vec4(panels.path, 0.95f),
          .predicted = glm::vec4(panels.expectation, 0.95f),
          .trail = with_alpha("trail"),
          .hinge = with_alpha("hinge"),
          .ground_ring = with_alpha("ground_ring"),
          .ground_shadow = with_alpha("ground_shadow"),
          .point = of("point"),
          .point_now = panels.now,
          .text = panels.text_1,
          .panels = panels,
          .studio = studio_colours(name)};
}

}  // namespace

float studio_size(std::string_view name) { return studio().at("sizes").at(name).get<float>(); }

float design_size(std::string_view group, std::string_view name) {
  return design().at(group).at(name).get<float>();
}

TextType text_type(std::string_view name) {
  const Json& type = design().at("type").at(name);
  return {type.at(0).get<float>(), type.at(1).get<float>(), type.at(2).text()};
}

const std::array<Palette, 4>& palettes() {
  static const std::array<Palette, 4> all{theme("dark"), theme("light"), theme("colour-blind"),
                                          theme("high-contrast")};
  return all;
}

}  // namespace marblemaze

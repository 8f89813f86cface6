#include <cmath>
#include <string>
#include <vector>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/json.h"
#include "render/gl/viewer_files.h"
#include "render/scene/view_options.h"

namespace marblemaze {
namespace {

// Parses a colour in the format "RRGGBB".
glm::vec3 screen_colour(const std::string& colour) {
  const unsigned long rgb = std::stoul(colour, nullptr, 16);
  return glm::vec3(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255) / 255.0f;
}

// Converts an sRGB colour and an intensity factor to linear radiance.
glm::vec3 radiance(const Json& light) {
  const auto linear = [](float c) {
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
  };
  const glm::vec3 c = screen_colour(light.at(0).text());
  return light.at(1).get<float>() * glm::vec3(linear(c.r), linear(c.g), linear(c.b));
}

const Json& studio() {
  static const Json all = Json::parse("the studio", embedded_file("studio.json"));
  return all;
}

const Json& design() {
  static const Json all = Json::parse("the design", embedded_file("design.json"));
  return all;
}

// Returns a theme. The key "like" names a theme whose values are overridden.
Json themed(const Json& themes, std::string_view name) {
  const Json& own = themes.at(name);
  if (!own.contains("like")) return own;
  Json all = themes.at(own.at("like").text());
  all.update(own);
  return all;
}

StudioColours studio_colours(std::string_view theme) {
  const Json s = themed(studio(), theme);
  const auto light = [&](const char* name) { return radiance(s.at(name)); };
  const auto colour = [&](const char* name) { return screen_colour(s.at(name).text()); };
  const auto ink = s.at("absorption").get<std::vector<float>>();
  return {.bright_field = s.at("bright_field").get<bool>(),
          .top = light("top"),
          .horizon = light("horizon"),
          .low = light("low"),
          .glow = light("glow"),
          .floor = light("floor"),
          .floor_mirror = s.at("floor_mirror").get<float>(),
          .bloom = s.at("bloom").get<float>(),
          .edge = light("edge"),
          .absorption = {ink.at(0), ink.at(1), ink.at(2)},
          .marble = colour("marble"),
          .marble_band = colour("marble_band"),
          .trail = colour("trail"),
          .path = colour("path"),
          .target = colour("target"),
          .target_core = colour("target_core"),
          .hull = colour("hull")};
}

PanelColours panel_colours(std::string_view theme) {
  const Json tokens = themed(design().at("themes"), theme);
  // The names match the member order of PanelColours.
  const auto colours = [&](auto... names) {
    static_assert(sizeof...(names) * sizeof(glm::vec3) == sizeof(PanelColours));
    return PanelColours{screen_colour(tokens.at(names).text().substr(1))...};  // from "#RRGGBB"
  };
  return colours("ground", "panel", "field", "hover", "border", "divider", "text_1", "text_2",
                 "text_3", "interaction", "interaction_tint", "primary_top", "primary_bottom",
                 "on_primary", "path", "target", "marble", "expectation", "surprise", "now",
                 "on_now", "neutral", "potential");
}

Palette theme(std::string_view name) {
  static const Json all = Json::parse("the palettes", viewer_file("palettes.json"));
  const Json own = themed(all, name);
  const auto rgba = [&](const Json& colour) {
    const auto c = colour.get<std::vector<float>>();
    return glm::vec4(c.at(0), c.at(1), c.at(2), c.size() > 3 ? c[3] : 1);
  };
  const auto with_alpha = [&](const char* thing) { return rgba(own.at(thing)); };
  const auto of = [&](const char* thing) { return glm::vec3(with_alpha(thing)); };
  const auto of_axis = [&](std::size_t axis) { return glm::vec3(rgba(own.at("axis").at(axis))); };
  return {.name = name,
          .dark = own.at("dark").get<bool>(),
          .background_centre = of("background_centre"),
          .background_rim = of("background_rim"),
          .glass = of("glass"),
          .glass_visited = of("glass_visited"),
          .axis = {of_axis(0), of_axis(1), of_axis(2)},
          .wall_opacity = own.at("wall_opacity").get<float>(),
          .edge = with_alpha("edge"),
          .free_edge = with_alpha("free_edge"),
          .marble_stripe = of("marble_stripe"),
          .trail = with_alpha("trail"),
          .hinge = with_alpha("hinge"),
          .ground_ring = with_alpha("ground_ring"),
          .ground_shadow = with_alpha("ground_shadow"),
          .point = of("point"),
          .panels = panel_colours(name),
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

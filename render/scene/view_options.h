#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <glm/glm.hpp>

#include "render/gl/quality.h"

namespace marblemaze {

enum class Style { glass, thesis, collision_mesh };
enum class EdgeMode { selective, all, none };  ///< thesis Figures 45, 43, 44
enum class WallColour { plain, visited, axis };
enum class ReferenceFrame { world, maze };  ///< frame that is fixed in the image

struct ViewOptions {
  Style style = Style::glass;
  EdgeMode edges = EdgeMode::selective;
  WallColour wall_colour = WallColour::plain;
  ReferenceFrame frame = ReferenceFrame::world;
  bool clear_sight = true;  ///< fade walls near the line of sight to the marble
  bool marble = true;
  bool xray_marble = true;
  bool goal = true;
  bool trail = true;
  bool theoretical_path = true;
  bool path_by_hand = false;  ///< show the solution during manual play
  bool predicted_path = true;
  bool guessed_path = false;
  bool gravity = true;
  bool hinge = true;
  bool ground = true;
  bool contacts = false;
  bool orientation_points = false;
  bool turn_vectors = false;     ///< thesis Figure 22
  float mesh_thickness = 0.16f;  ///< collision mesh thickness (thesis Figure 41) (cells)
  float explode = 0.0f;          ///< gap between layers (cells)
  glm::ivec3 slice_from{0};      ///< first layer shown per axis
  glm::ivec3 slice_to{1 << 20};  ///< one past the last layer shown per axis
  float opacity = 1.0f;
  std::optional<QualityLevel> quality;  ///< automatic if empty

  bool operator==(const ViewOptions&) const = default;
};

/// Boolean view option, in menu order.
struct ViewSwitch {
  const char* key;    ///< key in the settings file
  const char* label;  ///< not in the menu if empty
  bool ViewOptions::*on;
};
inline constexpr std::array<ViewSwitch, 15> kViewSwitches{{
    {"clear_sight", "fade walls", &ViewOptions::clear_sight},
    {"xray_marble", "x-ray marble", &ViewOptions::xray_marble},
    {"trail", "trail", &ViewOptions::trail},
    {"theoretical_path", "shortest path", &ViewOptions::theoretical_path},
    {"path_by_hand", "", &ViewOptions::path_by_hand},
    {"predicted_path", "prediction", &ViewOptions::predicted_path},
    {"guessed_path", "", &ViewOptions::guessed_path},
    {"gravity", "gravity", &ViewOptions::gravity},
    {"hinge", "turning axis", &ViewOptions::hinge},
    {"orientation_points", "orientations", &ViewOptions::orientation_points},
    {"turn_vectors", "", &ViewOptions::turn_vectors},
    {"contacts", "contacts", &ViewOptions::contacts},
    {"ground", "ground", &ViewOptions::ground},
    {"goal", "target", &ViewOptions::goal},
    {"marble", "", &ViewOptions::marble},
}};

/// Colours of the glass style. Radiances are linear, with 1 for white paper in full light. All
/// other colours are sRGB, 0 to 1.
struct StudioColours {
  bool bright_field;            ///< dark edges on a bright backdrop, instead of glowing edges
                                ///< backdrop
  glm::vec3 top, horizon, low;  ///< backdrop radiance
  glm::vec3 glow;               ///< radiance added behind the maze
  glm::vec3 floor;              ///< radiance of the fully lit floor
  float floor_mirror;           ///< floor reflectance, viewed from above
  float bloom;
  glm::vec3 edge;        ///< edge radiance, or ink absorption in a bright field
  glm::vec3 absorption;  ///< glass absorption per cell of thickness
  glm::vec3 marble, marble_band, trail, path, target, target_core, hull;
};

/// Panel and text colours of a theme in engine/replay_page/design.json, sRGB, 0 to 1. `interaction`
/// marks controls and changed settings, `path` the shortest path and stars, `expectation` the
/// agent's expectations, `now` the current moment, and `surprise` unexpected outcomes. Text
/// contrast on panels is at least 4.5:1 (WCAG 2.1).
struct PanelColours {
  glm::vec3 ground, panel, field, hover, border, divider;
  glm::vec3 text_1, text_2, text_3;
  glm::vec3 interaction, interaction_tint, primary_top, primary_bottom, on_primary;
  glm::vec3 path, target, marble, expectation, surprise, now, on_now, neutral;
  glm::vec3 potential;  ///< potential energy in plots
};

/// Theme colours, 0 to 1. The fourth component is alpha.
struct Palette {
  std::string_view name;
  bool dark;
  glm::vec3 background_centre, background_rim;
  glm::vec3 glass, glass_visited;
  std::array<glm::vec3, 3> axis;
  float wall_opacity;
  glm::vec4 edge, free_edge;
  glm::vec3 marble_stripe;
  glm::vec4 trail, hinge;
  glm::vec4 ground_ring, ground_shadow;
  glm::vec3 point;
  PanelColours panels;
  StudioColours studio;
};

/// Returns the themes "dark", "light", "colour-blind" and "high-contrast". In all themes, the
/// marble, the target and the paths differ in brightness, for colour-blind users.
[[nodiscard]] const std::array<Palette, 4>& palettes();

/// Returns a design size in points or ms, such as ("radius", "card") for the corner radius of
/// cards. Requires: engine/replay_page/design.json contains the number.
[[nodiscard]] float design_size(std::string_view group, std::string_view name);
/// Text style: font size and line height in points, and weight ("regular", "medium" or "semibold").
struct TextType {
  float size, line;
  std::string weight;
};
[[nodiscard]] TextType text_type(std::string_view name);

/// Returns a glass style parameter from shaders/studio.json. Lengths are in cells, minimum lengths
/// are in points, and all other numbers are fractions. Requires: the file contains the parameter.
[[nodiscard]] float studio_size(std::string_view name);

}  // namespace marblemaze

#pragma once

#include <array>
#include <string_view>

#include <glm/glm.hpp>

namespace marblemaze {

enum class Style { glass, thesis, collision_mesh };
enum class EdgeMode { selective, all, none };  ///< thesis Figures 45, 43, 44
enum class WallColour { plain, visited, axis };
enum class ReferenceFrame { world, maze };  ///< which of the two stands still in the picture

/// What a person can choose about the picture.
struct ViewOptions {
  Style style = Style::glass;
  EdgeMode edges = EdgeMode::selective;
  WallColour wall_colour = WallColour::plain;
  ReferenceFrame frame = ReferenceFrame::world;
  bool clear_sight = true;  ///< walls fade near the line of sight to the marble
  bool marble = true;
  bool xray_marble = true;
  bool goal = true;
  bool trail = true;
  bool theoretical_path = true;
  bool predicted_path = true;
  bool gravity = true;
  bool hinge = true;
  bool ground = true;
  bool contacts = false;
  bool orientation_points = false;
  bool turn_vectors = false;     ///< thesis Figure 22
  float mesh_thickness = 0.16f;  ///< cells, of the collision mesh (thesis Figure 41)
  float explode = 0.0f;          ///< gap between layers, cells
  glm::ivec3 slice_from{0};      ///< first layer shown along each axis
  glm::ivec3 slice_to{1 << 20};  ///< one past the last
  float opacity = 1.0f;          ///< of the glass

  bool operator==(const ViewOptions&) const = default;
};

/// What can be switched on and off, in the order in which a person is offered it.
struct ViewSwitch {
  const char* key;    ///< in the file of settings
  const char* label;  ///< empty: not offered
  bool ViewOptions::*on;
};
inline constexpr std::array<ViewSwitch, 13> kViewSwitches{{
    {"clear_sight", "clear sight", &ViewOptions::clear_sight},
    {"xray_marble", "x-ray marble", &ViewOptions::xray_marble},
    {"trail", "trail", &ViewOptions::trail},
    {"theoretical_path", "way through", &ViewOptions::theoretical_path},
    {"predicted_path", "prediction", &ViewOptions::predicted_path},
    {"gravity", "gravity", &ViewOptions::gravity},
    {"hinge", "hinge", &ViewOptions::hinge},
    {"orientation_points", "orientations", &ViewOptions::orientation_points},
    {"turn_vectors", "", &ViewOptions::turn_vectors},
    {"contacts", "contacts", &ViewOptions::contacts},
    {"ground", "ground", &ViewOptions::ground},
    {"goal", "target", &ViewOptions::goal},
    {"marble", "", &ViewOptions::marble},
}};

/// The colours of everything drawn in space. Components 0 to 1, alpha in the fourth.
struct Palette {
  std::string_view name;
  bool dark;
  glm::vec3 background_centre, background_rim;
  glm::vec3 glass, glass_visited;
  std::array<glm::vec3, 3> axis;
  glm::vec2 opacity;  ///< of glass seen face on and edge on
  float shine;
  glm::vec4 edge, free_edge;
  glm::vec3 marble, marble_stripe, goal;
  glm::vec4 path, predicted, trail, hinge;
  glm::vec4 ground_ring, ground_shadow;
  glm::vec3 point, point_now, text;
};

/// "dark", "light", "colour-blind". All three keep marble, goal and paths apart for the common
/// kinds of colour blindness by brightness; the third also by hue (orange against blue).
[[nodiscard]] const std::array<Palette, 3>& palettes();

}  // namespace marblemaze

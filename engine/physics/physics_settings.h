#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

/// Which collision geometry Bullet is given.
enum class Collision {
  grid,      ///< near walls found by index, contacts handed to Bullet's solver directly
  compound,  ///< one box per wall in a compound shape through Bullet's whole pipeline: the
             ///< reference
};

/// Every tunable of the physical model. Lengths in cells (1 cell = 1 m), SI otherwise. The defaults
/// come from the calibration recorded in docs/calibration.md. physics_setting_fields() says of each
/// its unit, its range and what breaks when it is changed; that table also makes the JSON.
struct PhysicsSettings {
  double gravity = 9.81;

  double marble_radius = 0.2009;
  double marble_mass = 1.0;
  double linear_damping = 0.5382;
  double angular_damping = 0.0;
  double rolling_friction = 0.0;

  double wall_thickness = 0.03827;
  double friction = 0.1929;
  double restitution = 0.25;
  double contact_reach = 0.005;

  double maze_mass_ratio = 1000.0;

  double step = 1.0 / 120.0;
  int solver_iterations = 10;
  double contact_erp = 0.2;
  Collision collision = Collision::grid;

  double turn_time = 1.571;
  double turn_time_growth = 1.131;
  double brake_speed = 0.2853;

  double rest_energy = 1.293e-3;
  double rest_time = 0.2088;
  double frozen_time = 0.6294;
  double move_time_limit = 120.0;

  double slope_large = kDefaultSlopes[0];
  double slope_middle = kDefaultSlopes[1];
  double slope_small = kDefaultSlopes[2];
  double predictor_threshold = 0.3;

  [[nodiscard]] SlopeTriple slopes() const { return {slope_large, slope_middle, slope_small}; }
  bool operator==(const PhysicsSettings&) const = default;
};

/// One row of the settings' own documentation.
struct SettingField {
  std::string_view name;
  std::variant<double PhysicsSettings::*, int PhysicsSettings::*, Collision PhysicsSettings::*>
      member;
  double low, high;  ///< allowed range, both ends included
  std::string_view unit;
  std::string_view meaning;
  std::string_view breaks;  ///< what goes wrong when it is changed
};
[[nodiscard]] std::span<const SettingField> physics_setting_fields();

/// One JSON object, a member a line, in the order of the fields.
[[nodiscard]] std::string to_json(const PhysicsSettings& settings);
/// Members that are missing keep their defaults. Throws BadInput for an unknown member, a wrong
/// type or a value out of range.
[[nodiscard]] PhysicsSettings settings_from_json(const std::string& text);
[[nodiscard]] PhysicsSettings load_settings(const std::filesystem::path& path);

/// 16 hex digits that differ when any setting does (FNV-1a of the JSON).
[[nodiscard]] std::string settings_hash(const PhysicsSettings& settings);

}  // namespace marblemaze

#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "agent/contracts/advice.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

class Json;

/// Collision geometry of Bullet.
enum class Collision {
  grid,      ///< finds near walls by index and passes contacts to Bullet's solver directly
  compound,  ///< one box per wall in a compound shape through Bullet's whole pipeline: the
             ///< reference
};

/// Every tunable of the physical model, grouped by subject. Lengths are in cells (1 cell = 1 m),
/// other units are SI. The defaults come from the calibration in docs/results/calibration.md.
/// physics_setting_fields() lists the name of each in files, its range, and what breaks when it is
/// changed.
struct PhysicsSettings {
  /// Properties of marble, walls and maze.
  struct Nature {
    double gravity = 9.81;            ///< m/s²; acts only on the marble
    double marble_radius = 0.2376;    ///< cells
    double marble_mass = 1.0;         ///< kg
    double linear_damping = 0.5323;   ///< share of the velocity lost in a second
    double angular_damping = 0.0;     ///< share of the spin lost in a second
    double rolling_friction = 0.0;    ///< cells
    double wall_thickness = 0.05221;  ///< cells
    double friction = 0.1714;         ///< 1: Coulomb's coefficient between marble and wall
    double restitution = 0.285;       ///< 1: share of the speed kept in a bounce
    double maze_mass_ratio = 1000.0;  ///< 1: mass of the maze over that of the marble
    bool operator==(const Nature&) const = default;
  };
  /// Numerical method.
  struct Solver {
    double step = 1.0 / 120.0;              ///< s: one tick
    int iterations = 10;                    ///< 1: sweeps of the constraint solver
    double contact_reach = 0.005;           ///< cells: gap at which contact begins
    double contact_erp = 0.2;               ///< share of a penetration corrected in a step
    Collision collision = Collision::grid;  ///< grid or compound
    bool operator==(const Solver&) const = default;
  };
  /// Hinge drive and brake (thesis 6.5). The last three are the actuator's noise: if they are 0,
  /// the same move from the same state always ends the same.
  struct Drive {
    double turn_time = 0.9245;        ///< s: nominal time of a move at 3 cells a side
    double turn_time_growth = 1.329;  ///< 1: it grows as (longest side / 3) to this power
    double brake_speed = 0.3555;      ///< rad/s at which the brake grips
    double variation = 0.016;         ///< share: a move's time differs by so much at most
    double brake_tolerance = 0.002;   ///< rad: largest tilt of the braked maze at 3 cells a side
    double brake_tolerance_growth = -8.5;  ///< 1: it grows as (longest side / 3) to this power
    bool operator==(const Drive&) const = default;
    /// Returns whether the actuator is noise-free.
    [[nodiscard]] constexpr bool exact() const { return variation == 0 && brake_tolerance == 0; }
  };
  /// Limits of continuous control, given by the acceleration of the cells that are farthest from
  /// the maze's centre. Beyond a few g contacts miss walls.
  struct Platform {
    double centrifugal = 0.5;  ///< g: rate² times their distance, at most
    double tangential = 0.5;   ///< g: angular acceleration times their distance, at most
    bool operator==(const Platform&) const = default;
  };
  /// Times and energy that decide when a marble rests or is frozen (thesis 6.5, WAITING).
  struct Rest {
    double energy = 0.002215;        ///< J: kinetic energy below which the marble is still
    double time = 0.1426;            ///< s for which a marble at rest has been still
    double frozen_time = 0.6052;     ///< s for which a frozen marble has been still
    double move_time_limit = 120.0;  ///< s after which a move is overdue
    bool operator==(const Rest&) const = default;
  };

  Nature nature;
  Solver solver;
  Drive drive;
  Platform platform;
  Rest rest;
  /// Largest, middle and smallest component of the 24 scheme's up vectors; only their ratios
  /// matter.
  SlopeTriple slopes = kDefaultSlopes;
  /// Settings of agents, no physics. They are here, and in the hash, because files of settings have
  /// always contained them and results of runs depend on them.
  AgentSettings agent;

  bool operator==(const PhysicsSettings&) const = default;
};

/// Returns the same settings with a noise-free actuator.
[[nodiscard]] PhysicsSettings exact_machine(PhysicsSettings settings = {});

/// Description of one setting.
struct SettingField {
  /// Pointer to the setting in given settings.
  using Place = std::variant<double*, int*, Collision*>;

  std::string_view name;  ///< in files and on the command line
  Place (*place)(PhysicsSettings& settings);
  double low, high;  ///< allowed range, both ends included
  std::string_view unit;
  std::string_view meaning;
  std::string_view breaks;  ///< what goes wrong when the setting is changed
  /// Value at which settings_hash() omits a setting that was added later, so that results that were
  /// stored before are found again.
  std::optional<double> unhashed = std::nullopt;

  [[nodiscard]] std::variant<double, int, Collision> value(PhysicsSettings settings) const {
    return std::visit([](auto* at) -> std::variant<double, int, Collision> { return *at; },
                      place(settings));
  }
  /// Returns a reference to the setting. Requires: the setting is a `double`, as nearly all are.
  [[nodiscard]] double& number(PhysicsSettings& settings) const {
    return *std::get<double*>(place(settings));
  }
  /// Returns the nearest value in the range.
  [[nodiscard]] double in_range(double number) const { return std::clamp(number, low, high); }
};
/// Returns all settings, in the order of the file.
[[nodiscard]] std::span<const SettingField> physics_setting_fields();
/// Returns the description of a setting. Throws BadInput if no setting has the name.
[[nodiscard]] const SettingField& physics_setting_field(std::string_view name);
[[nodiscard]] std::string_view to_string(Collision collision);

/// Returns one flat JSON object, in the order of the fields; as text, one member per line.
[[nodiscard]] Json json_of(const PhysicsSettings& settings);
[[nodiscard]] std::string to_json(const PhysicsSettings& settings);
/// Returns the defaults, replaced by the members of the document. Throws BadInput for an unknown
/// member, a wrong type or a value out of range.
[[nodiscard]] PhysicsSettings settings_from(const Json& document);
[[nodiscard]] PhysicsSettings settings_from_json(const std::string& text);
/// Reads settings from a file, which messages name. Throws BadInput also if the file cannot be
/// read.
[[nodiscard]] PhysicsSettings load_settings(const std::filesystem::path& path);

/// Returns 16 hex digits that differ when any setting does (FNV-1a of the JSON): the key of stored
/// results.
[[nodiscard]] std::string settings_hash(const PhysicsSettings& settings);

/// Masses of the two bodies and effect of damping, which every physics derives from the settings.
struct BodyConstants {
  double marble_mass;     ///< kg
  double marble_inertia;  ///< kg m², of a solid ball about any axis
  double maze_mass;       ///< kg
  double maze_inertia;    ///< kg m², of a solid cube of the longest side about any axis
  double velocity_kept;   ///< share of the velocity that damping leaves in a step
  double spin_kept;       ///< share of the marble's spin that damping leaves in a step

  BodyConstants(glm::ivec3 dims, const PhysicsSettings& settings);

  /// Returns the kinetic energy of the marble (J) at this velocity (m/s) and spin (rad/s).
  [[nodiscard]] double marble_energy(glm::dvec3 velocity, glm::dvec3 spin) const {
    return 0.5 * marble_mass * glm::dot(velocity, velocity) +
           0.5 * marble_inertia * glm::dot(spin, spin);
  }
};

}  // namespace marblemaze

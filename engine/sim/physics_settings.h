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
  grid,      ///< finds nearby walls by index and passes contacts directly to Bullet's solver
  compound,  ///< one box per wall in a compound shape, through Bullet's whole pipeline: the
             ///< reference
};

/// All parameters of the physical model, grouped by subject. Lengths are in cells (1 cell = 1 m),
/// other units are SI. The defaults come from the calibration in docs/results/calibration.md.
/// physics_setting_fields() lists, for each parameter, its name in files, its range, and the
/// effects of changing it.
struct PhysicsSettings {
  /// Properties of the marble, the walls and the maze.
  struct Nature {
    double gravity = 9.81;            ///< m/s²; acts only on the marble
    double marble_radius = 0.2376;    ///< cells
    double marble_mass = 1.0;         ///< kg
    double linear_damping = 0.5323;   ///< fraction of the velocity lost per second
    double angular_damping = 0.0;     ///< fraction of the spin lost per second
    double rolling_friction = 0.0;    ///< cells
    double wall_thickness = 0.05221;  ///< cells
    double friction = 0.1714;    ///< dimensionless: Coulomb's coefficient between marble and wall
    double restitution = 0.285;  ///< dimensionless: fraction of the speed retained in a bounce
    /// Dimensionless: mass of the maze divided by the mass of the marble.
    double maze_mass_ratio = 1000.0;
    bool operator==(const Nature&) const = default;
  };
  /// Numerical method.
  struct Solver {
    double step = 1.0 / 120.0;              ///< s: one tick
    int iterations = 10;                    ///< dimensionless: sweeps of the constraint solver
    double contact_reach = 0.005;           ///< cells: gap at which contact begins
    double contact_erp = 0.2;               ///< fraction of a penetration corrected in a step
    Collision collision = Collision::grid;  ///< grid or compound
    bool operator==(const Solver&) const = default;
  };
  /// Hinge drive and brake (thesis 6.5). The last three are the actuator noise: if they are 0, the
  /// same move from the same state always has the same result.
  struct Drive {
    double turn_time = 0.9245;  ///< s: nominal duration of a move at 3 cells per side
    /// Dimensionless: it grows as (longest side / 3) to this power.
    double turn_time_growth = 1.329;
    double brake_speed = 0.3555;     ///< rad/s at which the brake engages
    double variation = 0.016;        ///< maximum relative deviation of a move's duration
    double brake_tolerance = 0.002;  ///< rad: maximum tilt of the braked maze at 3 cells per side
    /// Dimensionless: it grows as (longest side / 3) to this power.
    double brake_tolerance_growth = -8.5;
    bool operator==(const Drive&) const = default;
    /// Returns whether the actuator is noise-free.
    [[nodiscard]] constexpr bool exact() const { return variation == 0 && brake_tolerance == 0; }
  };
  /// Limits of continuous control, given by the acceleration of the cells that are farthest from
  /// the centre of the maze. Beyond a few g, the simulation misses contacts with walls.
  struct Platform {
    double centrifugal = 0.5;  ///< g: maximum of rate² times the distance of these cells
    /// g: maximum of angular acceleration times the distance of these cells.
    double tangential = 0.5;
    bool operator==(const Platform&) const = default;
  };
  /// Times and energy that determine when a marble rests or is frozen (thesis 6.5, WAITING).
  struct Rest {
    double energy = 0.002215;        ///< J: kinetic energy below which the marble is still
    double time = 0.1426;            ///< s: time after which a still marble is at rest
    double frozen_time = 0.6052;     ///< s: time after which a still marble is frozen
    double move_time_limit = 120.0;  ///< s: time after which a move times out
    bool operator==(const Rest&) const = default;
  };

  Nature nature;
  Solver solver;
  Drive drive;
  Platform platform;
  Rest rest;
  /// Largest, middle and smallest component of the up vectors of the 24 scheme; only their ratios
  /// matter.
  SlopeTriple slopes = kDefaultSlopes;
  /// Settings of agents, which are not physics. They are in this struct, and in the hash, because
  /// files of settings have always contained them and results of runs depend on them.
  AgentSettings agent;

  bool operator==(const PhysicsSettings&) const = default;
};

/// Returns the same settings with a noise-free actuator.
[[nodiscard]] PhysicsSettings exact_machine(PhysicsSettings settings = {});

/// Description of one setting.
struct SettingField {
  /// Pointer to the setting in given settings.
  using Place = std::variant<double*, int*, Collision*>;

  std::string_view name;  ///< name in files and on the command line
  Place (*place)(PhysicsSettings& settings);
  double low, high;  ///< allowed range, including both ends
  std::string_view unit;
  std::string_view meaning;
  std::string_view breaks;  ///< effects of changing the setting
  /// Value at which settings_hash() omits a setting that was added later, so that results that were
  /// stored before are still found.
  std::optional<double> unhashed = std::nullopt;

  [[nodiscard]] std::variant<double, int, Collision> value(PhysicsSettings settings) const {
    return std::visit([](auto* at) -> std::variant<double, int, Collision> { return *at; },
                      place(settings));
  }
  /// Returns a reference to the setting. Requires: the setting is a `double`, like nearly all
  /// settings.
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

/// Return one flat JSON object in the order of the fields; as text, with one member per line.
[[nodiscard]] Json json_of(const PhysicsSettings& settings);
[[nodiscard]] std::string to_json(const PhysicsSettings& settings);
/// Returns the defaults, overridden by the members of the document. Throws BadInput for an unknown
/// member, a wrong type or a value out of range.
[[nodiscard]] PhysicsSettings settings_from(const Json& document);
[[nodiscard]] PhysicsSettings settings_from_json(const std::string& text);
/// Reads settings from a file, whose path appears in messages. Throws BadInput if the file is
/// invalid or cannot be read.
[[nodiscard]] PhysicsSettings load_settings(const std::filesystem::path& path);

/// Returns 16 hexadecimal digits that differ if any setting differs (FNV-1a of the JSON). They are
/// the key of stored results.
[[nodiscard]] std::string settings_hash(const PhysicsSettings& settings);

/// Masses of the two bodies and effect of damping, which every physics engine derives from the
/// settings.
struct BodyConstants {
  double marble_mass;     ///< kg
  double marble_inertia;  ///< kg m², moment of inertia of a solid ball about any axis
  double maze_mass;       ///< kg
  double maze_inertia;    ///< kg m², moment of inertia of a solid cube with the longest side about
                          ///< any axis
  double velocity_kept;   ///< fraction of the velocity that remains after damping in a step
  double spin_kept;       ///< fraction of the marble's spin that remains after damping in a step

  BodyConstants(glm::ivec3 dims, const PhysicsSettings& settings);

  /// Returns the kinetic energy of the marble (J) at this velocity (m/s) and spin (rad/s).
  [[nodiscard]] double marble_energy(glm::dvec3 velocity, glm::dvec3 spin) const {
    return 0.5 * marble_mass * glm::dot(velocity, velocity) +
           0.5 * marble_inertia * glm::dot(spin, spin);
  }
};

}  // namespace marblemaze

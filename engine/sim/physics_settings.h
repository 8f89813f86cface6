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

enum class Collision {
  grid,  ///< looks up nearby walls in a grid and passes the contacts directly to Bullet's solver
  compound,  ///< uses Bullet's whole pipeline with one box per wall; the reference implementation
};

/// All parameters of the physics, grouped by subject. Lengths are in cells (1 cell = 1 m), and
/// other quantities are in SI units. The defaults come from the calibration in
/// docs/results/calibration.md. physics_setting_fields() describes each parameter.
struct PhysicsSettings {
  struct Nature {
    double gravity = 9.81;            ///< m/s²; acts only on the marble
    double marble_radius = 0.2376;    ///< cells
    double marble_mass = 1.0;         ///< kg
    double linear_damping = 0.5323;   ///< fraction of the velocity lost per second
    double angular_damping = 0.0;     ///< fraction of the spin lost per second
    double rolling_friction = 0.0;    ///< cells
    double wall_thickness = 0.05221;  ///< cells
    /// Coulomb friction coefficient between marble and wall, dimensionless.
    double friction = 0.1714;
    double restitution = 0.285;  ///< fraction of the speed retained in a bounce, dimensionless
    /// Mass of the maze divided by the mass of the marble, dimensionless.
    double maze_mass_ratio = 1000.0;
    bool operator==(const Nature&) const = default;
  };
  struct Solver {
    double step = 1.0 / 120.0;     ///< tick duration (s)
    int iterations = 10;           ///< solver iterations per tick
    double contact_reach = 0.005;  ///< gap below which two bodies are in contact (cells)
    double contact_erp = 0.2;      ///< fraction of the penetration corrected per step
    Collision collision = Collision::grid;
    bool operator==(const Solver&) const = default;
  };
  /// Hinge drive and brake (thesis 6.5). The last three members are the actuator noise. Without
  /// noise, a move from a given state always has the same result.
  struct Drive {
    /// Nominal duration of a turn if the longest side has 3 cells, s.
    double turn_time = 0.9245;
    /// The turn duration is proportional to (longest side / 3) to this power.
    double turn_time_growth = 1.329;
    double brake_speed = 0.3555;  ///< angular velocity at which the brake engages (rad/s)
    double variation = 0.016;     ///< maximum relative deviation from the nominal duration
    /// Maximum tilt of the braked maze if the longest side has 3 cells, rad.
    double brake_tolerance = 0.002;
    /// The maximum tilt is proportional to (longest side / 3) to this power.
    double brake_tolerance_growth = -8.5;
    bool operator==(const Drive&) const = default;
    [[nodiscard]] constexpr bool exact() const { return variation == 0 && brake_tolerance == 0; }
  };
  /// Limits of continuous control for the cells farthest from the centre of the maze. Above a few
  /// g, the simulation misses wall contacts.
  struct Platform {
    double centrifugal = 0.5;  ///< maximum centrifugal acceleration of these cells, g
    double tangential = 0.5;   ///< maximum tangential acceleration of these cells, g
    bool operator==(const Platform&) const = default;
  };
  /// Criteria for a marble at rest or frozen (thesis 6.5, WAITING).
  struct Rest {
    double energy = 0.002215;        ///< kinetic energy below which the marble is still (J)
    double time = 0.1426;            ///< time after which a still marble is at rest (s)
    double frozen_time = 0.6052;     ///< time after which a still marble is frozen (s)
    double move_time_limit = 120.0;  ///< time after which a move times out (s)
    bool operator==(const Rest&) const = default;
  };

  Nature nature;
  Solver solver;
  Drive drive;
  Platform platform;
  Rest rest;
  /// Components of the up vectors with 24 orientations, largest first. Only the ratios of the
  /// components matter.
  SlopeTriple slopes = kDefaultSlopes;
  /// Agent settings are included, because settings files contain them and the results of runs
  /// depend on them.
  AgentSettings agent;

  bool operator==(const PhysicsSettings&) const = default;
};

/// Returns the settings with the actuator noise set to 0.
[[nodiscard]] PhysicsSettings without_noise(PhysicsSettings settings = {});

struct SettingField {
  using Pointer = std::variant<double*, int*, Collision*>;

  std::string_view name;
  Pointer (*pointer)(PhysicsSettings& settings);
  double low, high;  ///< inclusive range
  std::string_view unit;
  std::string_view meaning;
  std::string_view breaks;
  /// settings_hash() omits the setting if it has this value. This keeps stored results valid when a
  /// later version adds a setting.
  std::optional<double> unhashed = std::nullopt;

  [[nodiscard]] std::variant<double, int, Collision> value(PhysicsSettings settings) const {
    return std::visit([](auto* at) -> std::variant<double, int, Collision> { return *at; },
                      pointer(settings));
  }
};
/// Returns the descriptions of all settings in file order.
[[nodiscard]] std::span<const SettingField> physics_setting_fields();
/// Throws BadInput if no setting has this name.
[[nodiscard]] const SettingField& physics_setting_field(std::string_view name);
[[nodiscard]] std::string_view to_string(Collision collision);

/// Return the settings as a flat JSON object in field order, with one member per line.
[[nodiscard]] Json json_of(const PhysicsSettings& settings);
[[nodiscard]] std::string to_json(const PhysicsSettings& settings);
/// Returns the default settings, overridden by the document. Throws BadInput if a member is
/// unknown, has the wrong type or is out of range.
[[nodiscard]] PhysicsSettings settings_from(const Json& document);
[[nodiscard]] PhysicsSettings settings_from_json(const std::string& text);
/// Throws BadInput, with the path in the message, if the file is invalid or cannot be read.
[[nodiscard]] PhysicsSettings load_settings(const std::filesystem::path& path);

/// Returns the FNV-1a hash of the settings as 16 hexadecimal digits. Stored results use the hash as
/// a key.
[[nodiscard]] std::string settings_hash(const PhysicsSettings& settings);

struct BodyConstants {
  double marble_mass;     ///< kg
  double marble_inertia;  ///< moment of inertia of a solid ball about any axis (kg m²)
  double maze_mass;       ///< kg
  double maze_inertia;  ///< moment of inertia about any axis of a solid cube with the longest side,
                        ///< kg m²
  double velocity_kept;  ///< fraction of the velocity that remains after one step of damping
  double spin_kept;      ///< fraction of the spin that remains after one step of damping

  BodyConstants(glm::ivec3 dims, const PhysicsSettings& settings);

  /// Returns the kinetic energy of the marble (J) at this velocity (m/s) and spin (rad/s).
  [[nodiscard]] double marble_energy(glm::dvec3 velocity, glm::dvec3 spin) const {
    return 0.5 * marble_mass * glm::dot(velocity, velocity) +
           0.5 * marble_inertia * glm::dot(spin, spin);
  }
};

}  // namespace marblemaze

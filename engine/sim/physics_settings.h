#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "agent/contracts/agent_settings.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

class Json;

/// Which collision geometry Bullet is given.
enum class Collision {
  grid,      ///< near walls found by index, contacts handed to Bullet's solver directly
  compound,  ///< one box per wall in a compound shape through Bullet's whole pipeline: the
             ///< reference
};

/// Every tunable of the physical model, nested by what it belongs to. Lengths in cells (1 cell =
/// 1 m), SI units otherwise. The defaults come from the calibration recorded in
/// docs/results/calibration.md. physics_setting_fields() gives each its name in files, its range
/// and what breaks when it is changed.
struct PhysicsSettings {
  /// What marble, walls and maze are made of.
  struct Nature {
    double gravity = 9.81;            ///< m/s²; acts on the marble only
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
  /// How motion and contacts are computed.
  struct Solver {
    double step = 1.0 / 120.0;              ///< s: one tick
    int iterations = 10;                    ///< 1: sweeps of the constraint solver
    double contact_reach = 0.005;           ///< cells: gap at which contact begins
    double contact_erp = 0.2;               ///< share of a penetration corrected in a step
    Collision collision = Collision::grid;  ///< grid or compound
    bool operator==(const Solver&) const = default;
  };
  /// How the hinge turns the maze (thesis 6.5). The last three say how far the machine is from a
  /// perfect one; where they are 0 the same move always goes the same way.
  struct Drive {
    double turn_time = 0.9245;        ///< s: nominal time of a move at 3 cells a side
    double turn_time_growth = 1.329;  ///< 1: it grows as (longest side / 3) to this power
    double brake_speed = 0.3555;      ///< rad/s at which the brake grips
    double variation = 0.016;         ///< share: a move's time differs by so much at most
    double brake_tolerance = 0.002;   ///< rad: largest tilt of the braked maze at 3 cells a side
    double brake_tolerance_growth = -8.5;  ///< 1: it grows as (longest side / 3) to this power
    bool operator==(const Drive&) const = default;
    /// Does the same move from the same state always go the same way?
    [[nodiscard]] bool exact() const { return variation == 0 && brake_tolerance == 0; }
  };
  /// Limits of continuous control, given by the acceleration of the cells that are farthest
  /// from its centre. Beyond a few g contacts miss walls.
  struct Platform {
    double centrifugal = 0.5;  ///< g: rate² times their distance, at most
    double tangential = 0.5;   ///< g: angular acceleration times their distance, at most
    bool operator==(const Platform&) const = default;
  };
  /// When a marble is taken to rest, to be frozen, or never to rest (thesis 6.5, WAITING).
  struct Rest {
    double energy = 0.002215;        ///< J: kinetic energy below which the marble is still
    double time = 0.1426;            ///< s: how long it is still to be at rest
    double frozen_time = 0.6052;     ///< s: how long it is still to be frozen
    double move_time_limit = 120.0;  ///< s after which a move is overdue
    bool operator==(const Rest&) const = default;
  };

  Nature nature;
  Solver solver;
  Drive drive;
  Platform platform;
  Rest rest;
  /// 1: largest, middle and smallest component of the 24 scheme's up vectors; only their ratios
  /// matter.
  SlopeTriple slopes = kDefaultSlopes;
  /// No physics: what a run's agents are told. It stands here, and in the hash, because files of
  /// settings have always held it and results of runs depend on it.
  AgentSettings agent;

  bool operator==(const PhysicsSettings&) const = default;
};

/// The same marble and maze in a machine that has no chance in it: the same move from the same
/// state always goes the same way.
[[nodiscard]] PhysicsSettings exact_machine(PhysicsSettings settings = {});

/// One row of the settings' own documentation.
struct SettingField {
  /// Where a field stands in given settings.
  using Place = std::variant<double*, int*, Collision*>;

  std::string_view name;  ///< in files and on the command line
  Place (*place)(PhysicsSettings& settings);
  double low, high;  ///< allowed range, both ends included
  std::string_view unit;
  std::string_view meaning;
  std::string_view breaks;  ///< what goes wrong when it is changed
  /// Value at which settings_hash() leaves the setting out. Such a setting was added later, so that
  /// results that were stored before are found again.
  std::optional<double> unhashed = std::nullopt;

  [[nodiscard]] std::variant<double, int, Collision> value(PhysicsSettings settings) const {
    return std::visit([](auto* at) -> std::variant<double, int, Collision> { return *at; },
                      place(settings));
  }
  /// Where it stands. Needs one that is a `double`, as nearly all are.
  [[nodiscard]] double& number(PhysicsSettings& settings) const {
    return *std::get<double*>(place(settings));
  }
  /// The nearest value that it can have.
  [[nodiscard]] double in_range(double number) const { return std::clamp(number, low, high); }
};
/// All of them, in the order of the file.
[[nodiscard]] std::span<const SettingField> physics_setting_fields();
/// Throws BadInput for a name that no setting has.
[[nodiscard]] const SettingField& physics_setting_field(std::string_view name);
[[nodiscard]] std::string_view to_string(Collision collision);

/// One flat JSON object, in the order of the fields; as text a member a line.
[[nodiscard]] Json json_of(const PhysicsSettings& settings);
[[nodiscard]] std::string to_json(const PhysicsSettings& settings);
/// Returns the defaults with the members of the document in their place. Throws BadInput for an
/// unknown member, a wrong type or a value out of range.
[[nodiscard]] PhysicsSettings settings_from(const Json& document);
[[nodiscard]] PhysicsSettings settings_from_json(const std::string& text);
/// The same of a file, which the message names. Throws BadInput where it cannot be read, too.
[[nodiscard]] PhysicsSettings load_settings(const std::filesystem::path& path);

/// 16 hex digits that differ when any setting does (FNV-1a of the JSON). Results are kept and found
/// by it.
[[nodiscard]] std::string settings_hash(const PhysicsSettings& settings);

}  // namespace marblemaze

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/bench/job.h"
#include "engine/cli/common/command_line.h"
#include "engine/protocol/outside_agent.h"
#include "engine/run/setup.h"

/// Options that several commands share. A group of options is a struct of its values, which must
/// exist until the command line has been read.
namespace marblemaze {

/// A maze: a file, or the generator's arguments.
struct MazeChoice {
  std::string file;
  int size = 3;
  std::string dims;    ///< "WxHxD", instead of size
  std::string layers;  ///< empty: flat if the maze is one cell deep, all if it is not
  std::uint64_t seed = 1;

  /// Adds the generator's options, and the positional argument FILE if `with_file`.
  void add_to(CLI::App& command, bool with_file);
  /// Loads or generates the maze. Throws BadInput.
  [[nodiscard]] std::shared_ptr<const Maze> make() const;
};

/// Physics settings from a file, or the defaults, with or without actuator noise.
struct SettingsChoice {
  std::string file;
  bool exact = false;

  /// Adds --settings, and --exact if `with_exact`.
  void add_to(CLI::App& command, bool with_exact = true);
  [[nodiscard]] PhysicsSettings make() const;
};

/// A maze, a control scheme, settings and a kind of world.
struct SetupChoice {
  MazeChoice maze;
  SettingsChoice settings;
  int orientations = 0;  ///< 0: the default scheme of the maze
  std::string kind = "bullet";

  void add_orientations_to(CLI::App& command);
  /// Throws BadInput if the maze or the settings are invalid. The kind and the scheme are checked
  /// later.
  [[nodiscard]] Setup make() const;
};

/// Limits of an agent's program in a single run, unless options change them.
inline constexpr AgentLimits kUsualLimits{.decision_s = 60};

/// Agents as separate programs (docs/reference/protocol.md).
struct AgentCommandChoice {
  std::vector<std::string> commands;
  std::optional<double> decision_limit_s;
  std::optional<int> move_limit, call_limit;
  double start_limit_s = 30;

  /// Adds --agent-command, which is returned, and its limits. --move-limit is added only with
  /// `moves`.
  CLI::Option* add_to(CLI::App& command, bool several = false, bool moves = true);
  /// Registers the programs as agents, or as tilt policies for continuous control, and returns
  /// their names. Limits that were not given have the values in `usual`. Throws BadInput.
  [[nodiscard]] std::vector<std::string> enrol(const AgentLimits& usual, bool tilt = false) const;
  /// Returns `agents` and the registered programs, or the default agent if there is none. Throws
  /// BadInput, for example for an unknown agent.
  [[nodiscard]] std::vector<std::string> enrol_beside(std::vector<std::string> agents,
                                                      const AgentLimits& usual, bool tilt) const;
};

/// Adds --run, the value of RunSpec::run.
CLI::Option* add_run_option(CLI::App& command, std::uint64_t& run);
/// Adds an option with these names for a kind of marble world.
CLI::Option* add_world_option(CLI::App& command, const std::string& names, std::string& world);
/// Adds --tilt and --rest. The command already has the options for moves, which --tilt excludes.
void add_tilt_options(CLI::App& command, bool& tilt, bool& rest,
                      const std::vector<std::string>& of_moves);
/// Adds --recovery.
CLI::Option* add_recovery_option(CLI::App& command, bool& recovery);
/// Adds --jobs, a number of threads for threads_for().
void add_jobs_option(CLI::App& command, int& jobs);

/// Throws BadInput, which lists the known names, if there is no such agent or tilt policy.
void require_agent(const std::string& name, bool tilt);
/// Throws BadInput, which lists the known kinds, if no simulation of this kind has moves, or
/// continuous control.
void require_world(const std::string& kind, bool tilt);

/// Parses a shard such as "2/8". Throws BadInput.
[[nodiscard]] Shard parse_shard(const std::string& text);

}  // namespace marblemaze

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/bench/job.h"
#include "engine/cli/common/command_line.h"
#include "engine/protocol/external_agent.h"
#include "engine/run/setup.h"

/// Options that several commands share. An option struct must outlive the parsing of the command
/// line.
namespace marblemaze {

struct MazeOptions {
  std::string file;
  int size = 3;
  std::string dims;    ///< "WxHxD", instead of `size`
  std::string layers;  ///< if empty: flat for mazes one cell deep, all for others
  std::uint64_t seed = 1;

  /// Adds the generator options, and the positional argument FILE if `with_file` is set.
  void add_to(CLI::App& command, bool with_file);
  /// Throws BadInput.
  [[nodiscard]] std::shared_ptr<const Maze> make() const;
};

struct SettingsOptions {
  std::string file;
  bool exact = false;

  /// Adds --settings, and --exact if `with_exact` is set.
  void add_to(CLI::App& command, bool with_exact = true);
  [[nodiscard]] PhysicsSettings make() const;
};

struct SetupOptions {
  MazeOptions maze;
  SettingsOptions settings;
  int orientations = 0;  ///< 0 for the default scheme of the maze
  std::string kind = "bullet";

  void add_orientations_to(CLI::App& command);
  /// Does not check the kind of world and the control scheme. Throws BadInput if the maze or the
  /// settings are invalid.
  [[nodiscard]] Setup make() const;
};

inline constexpr AgentLimits kDefaultAgentLimits{.decision_s = 60};

struct ExternalAgentOptions {
  std::vector<std::string> commands;
  std::optional<double> decision_limit_s;
  std::optional<int> move_limit, call_limit;
  double start_limit_s = 30;

  /// Adds --agent-command and the limit options, with --move-limit only if `moves` is set. Returns
  /// --agent-command.
  CLI::Option* add_to(CLI::App& command, bool several = false, bool moves = true);
  /// Registers the external programs as agents or, if `tilt` is set, as tilt policies, and returns
  /// the registered names. `usual` contains the default limits. Throws BadInput.
  [[nodiscard]] std::vector<std::string> register_agents(const AgentLimits& usual,
                                                         bool tilt = false) const;
  /// Returns `agents` and the names of the registered programs, or the default agent if there are
  /// none. Throws BadInput, for example if an agent is unknown.
  [[nodiscard]] std::vector<std::string> agent_names(std::vector<std::string> agents,
                                                     const AgentLimits& usual, bool tilt) const;
};

CLI::Option* add_run_option(CLI::App& command, std::uint64_t& run);
/// Adds an option for a kind of marble world. `names` are option names in CLI11 format.
CLI::Option* add_world_option(CLI::App& command, const std::string& names, std::string& world);
/// Adds --tilt and --rest. --tilt excludes the options `of_moves`, which must already exist.
void add_tilt_options(CLI::App& command, bool& tilt, bool& rest,
                      const std::vector<std::string>& of_moves);
CLI::Option* add_recovery_option(CLI::App& command, bool& recovery);
void add_jobs_option(CLI::App& command, int& jobs);

/// Throws BadInput with a list of the known names if there is no such agent or tilt policy.
void require_agent(const std::string& name, bool tilt);

/// Parses a shard such as "2/8". Throws BadInput.
[[nodiscard]] Shard parse_shard(const std::string& text);

}  // namespace marblemaze

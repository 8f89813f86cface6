#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/cli/common/command.h"
#include "engine/run/setup.h"
#include "maze/base/json.h"

namespace marblemaze {

/// What a command found out.
struct Finding {
  std::string text;
  Json document;            ///< instead of the text where --json asks for it
  bool reached = true;      ///< else the exit status is not_reached
  std::string complaint{};  ///< one line for standard error, or empty
};
/// Prints the text, or the document where `json`; to the file `output` unless its name is empty.
/// Throws BadInput where no such file can be written, MachineFailure.
Exit tell(const Finding& finding, bool json, const std::string& output = "");
/// Adds --json. The command prints what `find` answers, one way or the other.
void answers(Command& command, const std::function<Finding()>& find);

/// Flags that say which maze: a file, or the generator's arguments.
struct MazeChoice {
  std::string file;
  int size = 3;
  std::string dims;    ///< "WxHxD", overrides size
  std::string layers;  ///< empty: as the sides say, flat where the maze is one cell deep, else all
  std::uint64_t seed = 1;

  /// Adds the generator's flags, and FILE as a positional argument where `with_file`.
  void add_to(Command& command, bool with_file);
  /// Loads or generates. Throws BadInput.
  [[nodiscard]] std::shared_ptr<const Maze> make() const;
};

/// Physics settings from `--settings FILE`, else the defaults; with `--exact` those of a noise-free
/// actuator.
struct SettingsChoice {
  std::string file;
  bool exact = false;
  /// Adds both flags and returns the second, or the first alone for commands that play no moves.
  CommandOption* add_to(Command& command);
  CommandOption* add_file_to(Command& command);
  [[nodiscard]] PhysicsSettings make() const;
};

/// What is to be played: a maze, a control scheme, settings and a kind of world.
struct SetupChoice {
  MazeChoice maze;
  SettingsChoice settings;
  int orientations = 0;  ///< 0: the usual ones of the maze
  std::string kind = "bullet";

  /// Adds `--orientations`; the other flags stand where each command has them.
  void add_scheme_to(Command& command);
  /// Throws BadInput for a maze or settings that cannot be; kind and scheme are looked at later.
  [[nodiscard]] Setup make() const;
};

/// Is the kind of world of this name, which must outlive the reading of the line, one in which a
/// marble rolls?
[[nodiscard]] Subject physics_in(const std::string& world);
/// And one in which the same move may go different ways under these settings?
[[nodiscard]] Subject chance_in(const std::string& world, const SettingsChoice& settings);

/// Adds `--seed`, and refuses what is no whole number of 64 bits: CLI11 would let -1 wrap around.
CommandOption* add_seed_option(Command& command, std::uint64_t& seed, const std::string& meaning);

/// Adds `--run`, for EpisodeSpec::run, in the same way.
CommandOption* add_run_option(Command& command, std::uint64_t& run);

/// Adds `--free` and `--rest`. Where the maze is turned freely, these other options do nothing; the
/// command has them already.
void add_free_flags(Command& command, bool& free, bool& rest,
                    const std::vector<std::string>& of_moves);

/// Adds `--jobs`: threads, 0 for as many as there are cores (threads_for() says how many).
void add_jobs_option(Command& command, int& jobs);

/// One of several parts of a work that is dealt out one by one, so that each gets its part of what
/// is expensive.
struct Shard {
  int number, of;  ///< number from 1

  [[nodiscard]] bool has(std::size_t index) const {
    return index % static_cast<std::size_t>(of) == static_cast<std::size_t>(number - 1);
  }
};
/// "2/8". Throws BadInput.
[[nodiscard]] Shard parse_shard(const std::string& text);

}  // namespace marblemaze

#pragma once

#include <memory>
#include <utility>

#include "engine/c_api/call.h"
#include "engine/recording/recording.h"
#include "engine/run/episode.h"
#include "engine/run/setup.h"
#include "engine/sim/physics_settings.h"
#include "maze/grid/maze.h"
#include "maze/world/world.h"

namespace marblemaze::c_api {

using MazeObject = SharedValue<Kind::maze, std::shared_ptr<const Maze>>;
using SettingsObject = SharedValue<Kind::settings, PhysicsSettings>;

[[nodiscard]] inline std::shared_ptr<const Maze> maze_of(mm_maze handle) {
  return Use<MazeObject>(handle)->value;
}
/// 0 stands for the defaults.
[[nodiscard]] inline PhysicsSettings settings_of(mm_settings handle) {
  return handle == 0 ? PhysicsSettings{} : Use<SettingsObject>(handle)->value;
}

/// Of a marble's maze. Throws Failure or BadInput, for a kind or a scheme that does not exist, too.
[[nodiscard]] Setup setup_of(const char* kind, mm_maze maze, int orientations,
                             mm_settings settings);
/// Of the world of a seed in a family of the catalogue. Throws Failure or BadInput.
[[nodiscard]] Setup setup_in_family(const char* family, std::uint64_t seed);

struct WorldObject : Object {
  static constexpr Kind kKind = Kind::world;
  static constexpr bool kShared = false;
  explicit WorldObject(const Setup& of) : WorldObject(of, of.world()) {}
  WorldObject(Setup of, std::unique_ptr<World> made)
      : setup(std::move(of)), world(std::move(made)) {}

  /// Of the scheme in force; 0 without a marble's maze.
  [[nodiscard]] int orientations() const;
  /// Throws Failure with MM_BAD_INPUT for what is no state.
  [[nodiscard]] StateId state(std::int32_t number) const;
  /// Throws Failure unless it is at rest.
  void require_rest() const;

  const Setup setup;  ///< as it was made
  const std::unique_ptr<World> world;
};

/// Throws Failure with MM_UNSUPPORTED where it has none.
[[nodiscard]] mm_pose pose_of(const World& world);
/// In which it rests, or rested last; none where there is none.
[[nodiscard]] StateId state_of(const World& world);
/// Throws Failure with MM_BAD_INPUT unless it is a number that a state has in this maze.
void require_state(const Maze& maze, int orientations, std::int32_t number, bool balanced_too);
/// One of the moves 0 to count - 1; throws Failure with MM_BAD_INPUT otherwise.
[[nodiscard]] MoveId move_of(std::int32_t number, std::size_t count);

/// A run, and what it keeps for who looks at it.
struct EpisodeObject : Object {
  static constexpr Kind kKind = Kind::episode;
  static constexpr bool kShared = false;
  explicit EpisodeObject(const RunSpec& spec) : episode(spec) {}

  [[nodiscard]] bool in_a_maze() const { return episode.spec().setup.maze != nullptr; }
  /// Throw Failure with MM_NOT_NOW: unless it keeps a record, and unless it has not ended.
  void require_record() const;
  void require_running() const;
  /// One tick, in which an agent may think long. Throws Interrupted.
  bool tick();

  bool cut_short = false;  ///< while it ticked, so that nobody knows how it would go on
  bool keeps_record = false;
  Recording recording;  ///< of a run in a family the moves alone
  Episode episode;
};

/// The copy that a world at rest makes for an agent.
[[nodiscard]] std::shared_ptr<WorldObject> copy_for_agent(const Setup& setup, const World& world,
                                                          std::uint64_t stream);

}  // namespace marblemaze::c_api

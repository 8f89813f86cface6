#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/tilt/tilt_policy.h"
#include "engine/c_api/call.h"
#include "engine/run/episode.h"
#include "engine/run/setup.h"
#include "engine/sim/marble_world.h"
#include "engine/sim/physics_settings.h"
#include "maze/grid/maze.h"
#include "maze/world/world.h"

/// Objects of the C interface that several of its files use.
namespace marblemaze::c_api {

struct MazeObject : Object {
  static constexpr Kind kKind = Kind::maze;
  static constexpr bool kShared = true;
  explicit MazeObject(std::shared_ptr<const Maze> of) : maze(std::move(of)) {}
  [[nodiscard]] mm_maze_info info();

  const std::shared_ptr<const Maze> maze;

 private:
  std::once_flag once_;
  std::vector<std::uint8_t> walls_;
  std::vector<std::int32_t> distances_;
};

using SettingsObject = SharedValue<Kind::settings, PhysicsSettings>;

[[nodiscard]] std::shared_ptr<const Maze> maze_of(mm_maze handle);
/// Returns the length of the theoretical path from each cell, as mm_maze_info has it.
[[nodiscard]] std::vector<std::int32_t> distances_in(const Maze& maze);

/// An mm_setup in C++. Continuous control has a maze, and the control scheme `none`.
struct WorldSpec {
  Setup setup;
  bool rest = false;
  std::int64_t limit = 0;

  [[nodiscard]] bool tilted() const { return setup.maze && setup.control == ControlScheme::none; }
  /// Worlds of equal identities can take each other's saved states.
  [[nodiscard]] std::string identity() const;
};
/// Reads a setup, in `maze` instead of its own unless that is null. Throws Failure or BadInput.
/// `model` accepts names of forward models as kinds.
[[nodiscard]] WorldSpec spec_of(const mm_setup* setup, std::shared_ptr<const Maze> maze = nullptr,
                                bool model = false);

/// Predictions and moves in copies that an agent may make for a choice.
struct CallBudget {
  int made = 0, most = 0;  ///< most 0: no limit

  /// Throws Failure with MM_NOT_NOW after the last that is allowed.
  void count();
};

/// A world, with moves or with continuous control, and how its run stands. It is an object of its
/// own, or one of a batch. A copy is exact, but has no tilt policy.
struct Place {
  explicit Place(WorldSpec of);
  Place(WorldSpec of, std::unique_ptr<World> made);
  Place(const Place& other);
  Place(Place&&) = default;
  Place& operator=(Place&&) = default;

  /// Returns the world of moves. Throws Failure with MM_UNSUPPORTED with continuous control.
  [[nodiscard]] World& moving() const;
  /// Returns the world of continuous control. Throws Failure with MM_UNSUPPORTED with moves.
  [[nodiscard]] MarbleWorld& tilted();
  /// Returns the number of orientations of the scheme in force; 0 if there is none.
  [[nodiscard]] int orientations() const;
  /// Returns the state in which the marble rests or last rested.
  [[nodiscard]] StateId state() const;
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] std::int64_t ticks() const;
  [[nodiscard]] const std::vector<std::int32_t>& distances();
  void reset();
  /// Draws from a stream, or with continuous control from that of a run.
  void draw_from_usual(std::uint64_t number);
  void draw_from(std::uint64_t stream);
  [[nodiscard]] std::string save() const;
  /// Throws BadInput, and changes nothing then.
  void load(std::string_view bytes);
  /// Writes one row of a view. `rewarded` is true if the last call solved the maze.
  void show(std::size_t row, const mm_view& view);
  /// Begins `visited` and `distances` of a view anew.
  void clear(std::size_t row, const mm_view& view) const;

  WorldSpec spec;
  std::unique_ptr<World> world;   ///< null with continuous control
  MarbleWorld* marble = nullptr;  ///< the same if it has physics
  std::optional<MarbleWorld> tilt;
  std::shared_ptr<const PathToTarget> way;  ///< with continuous control
  std::shared_ptr<TiltPolicy> policy;
  std::string policy_name;
  std::shared_ptr<CallBudget> budget;  ///< of an agent's copy
  std::int64_t moves = 0;              ///< since the last reset
  Motion motion = Motion::rolling;     ///< after the last tick

 private:
  void connect();
  [[nodiscard]] std::size_t cells() const {
    return static_cast<std::size_t>(spec.setup.maze->grid().box_cells());
  }
  std::shared_ptr<const std::vector<std::int32_t>> distances_;
};

struct WorldObject : Object {
  static constexpr Kind kKind = Kind::world;
  static constexpr bool kShared = false;
  WorldObject(const WorldObject& other) : place(other.place) {}
  explicit WorldObject(Place of) : place(std::move(of)) {}
  Place place;
};

struct BatchObject : Object {
  static constexpr Kind kKind = Kind::batch;
  static constexpr bool kShared = false;
  BatchObject() = default;
  BatchObject(const BatchObject& other)
      : jobs(other.jobs), lanes(other.lanes), places(other.places) {}

  int jobs = 1;
  const MarbleWorldKind* lanes = nullptr;  ///< the kind of worlds with moves and physics, or null
  std::vector<Place> places;
};

/// Returns the state in which a world rests or last rested; none if there is none.
[[nodiscard]] StateId state_of(const World& world);
/// Throws Failure with MM_BAD_INPUT unless a number is that of a state in this maze.
void require_state(const Maze& maze, int orientations, std::int32_t number, bool balanced_too);
/// Keeps the guesses of a prediction for this thread's caller.
const std::vector<mm_guess>& keep_guesses(const Prediction& prediction);
/// Returns one of the moves 0 to count - 1; throws Failure with MM_BAD_INPUT for another number.
[[nodiscard]] MoveId move_of(std::int32_t number, std::size_t count);
/// Returns the copy that a world at rest makes for an agent.
[[nodiscard]] std::shared_ptr<WorldObject> copy_for_agent(const WorldSpec& spec, const World& world,
                                                          std::uint64_t stream);

}  // namespace marblemaze::c_api

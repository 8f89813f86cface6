#pragma once

#include <memory>
#include <mutex>
#include <span>
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

/// Ticks of a world after which a call checks whether it is to end.
inline constexpr int kTicksAtOnce = 64;

using SettingsObject = SharedValue<Kind::settings, PhysicsSettings>;

[[nodiscard]] std::shared_ptr<const Maze> maze_of(mm_maze handle);
/// Returns the length of the theoretical path from each cell, as mm_maze_info has it.
[[nodiscard]] std::vector<std::int32_t> distances_in(const Maze& maze);

/// An mm_setup in C++.
struct WorldSpec {
  Setup setup;
  bool rest = false;
  std::int64_t limit = 0;

  /// Returns whether the world is under continuous control: it has a maze, and no control scheme.
  [[nodiscard]] bool tilted() const { return setup.maze && setup.control == ControlScheme::none; }
  /// Returns a text that is equal for worlds that can load each other's saved states.
  [[nodiscard]] std::string identity() const;
};
/// Reads a setup; `maze` replaces its maze unless it is null. `model` permits names of forward
/// models as kinds. Throws Failure or BadInput.
[[nodiscard]] WorldSpec spec_of(const mm_setup* setup, std::shared_ptr<const Maze> maze = nullptr,
                                bool model = false);

/// Number of predictions and moves in copies that an agent makes for a choice, and its limit.
struct CallBudget {
  int made = 0, most = 0;  ///< most 0: no limit

  /// Counts one. Throws Failure with MM_NOT_NOW if the limit has been reached.
  void count();
};

/// A world, driven by moves or by continuous control, and the state of its run: an object of its
/// own or part of a batch. A copy is exact, but has no tilt policy.
struct Place {
  explicit Place(WorldSpec of);
  Place(WorldSpec of, std::unique_ptr<World> made);
  Place(const Place& other);
  Place(Place&&) = default;
  Place& operator=(Place&&) = default;

  /// Return the world. Throw Failure with MM_UNSUPPORTED if it is not driven by moves, or not by
  /// continuous control.
  [[nodiscard]] World& moving() const;
  [[nodiscard]] MarbleWorld& tilted() const;
  /// Returns the number of orientations of the scheme in force; 0 if there is none.
  [[nodiscard]] int orientations() const;
  /// Returns the state in which the marble rests or last rested.
  [[nodiscard]] StateId state() const;
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] std::int64_t ticks() const;
  [[nodiscard]] const std::vector<std::int32_t>& distances();
  void reset();
  /// Takes the noise from a random stream, or with continuous control from that of a run.
  void draw_from_usual(std::uint64_t number);
  [[nodiscard]] std::string save() const;
  /// Throws BadInput, and changes nothing then.
  void load(std::string_view bytes);
  /// Writes one row of a view, except for the reward.
  void show(std::size_t row, const mm_view& view);
  /// Clears `visited` and `distances` in one row of a view.
  void clear(std::size_t row, const mm_view& view) const;

  WorldSpec spec;
  std::unique_ptr<World> world;             ///< never null
  MarbleWorld* marble = nullptr;            ///< `world` if it has physics, else null
  std::shared_ptr<const PathToTarget> way;  ///< path to the target with continuous control
  std::shared_ptr<TiltPolicy> policy;
  std::string policy_name;
  std::shared_ptr<CallBudget> budget;  ///< limit of an agent's copy, else null
  bool recovery = false;               ///< whether a run continues from balanced states
  std::int64_t moves = 0;              ///< moves since the last reset
  Motion motion = Motion::rolling;     ///< motion after the last tick

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

/// Returns the state in which a world rests or last rested, if any.
[[nodiscard]] StateId state_of(const World& world);
/// Throws Failure with MM_BAD_INPUT unless a number is that of a state in this maze.
void require_state(const Maze& maze, int orientations, std::int32_t number, bool balanced_too);
/// Keeps guesses for this thread's caller.
const std::vector<mm_guess>& keep_guesses(std::span<const Guess> guesses);
/// Writes the numbers of mm_view::tilt.
void put_tilt(const TiltState& state, double* to);
/// Returns one of the moves 0 to count - 1; throws Failure with MM_BAD_INPUT for another number.
[[nodiscard]] MoveId move_of(std::int32_t number, std::size_t count);
}  // namespace marblemaze::c_api

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/tilt/tilt_policy.h"
#include "engine/c_api/marblemaze.h"
#include "engine/recording/recording.h"
#include "engine/run/episode.h"
#include "engine/run/setup.h"
#include "engine/sim/marble_world.h"
#include "engine/sim/physics_settings.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/grid/maze.h"
#include "maze/world/world.h"

/// Objects of the C interface that several of its files use.

namespace marblemaze::c_api {

/// Error with the status and the message that a function of the C interface returns.
struct Failure : std::runtime_error {
  Failure(mm_status code, const std::string& message) : std::runtime_error(message), status(code) {}
  mm_status status;
};

enum class Kind { none, maze, settings, world, batch, model, map, episode, asking, device };

/// Base class of every object that has a handle. A copy is not in use.
struct Object {
  Object() = default;
  Object(const Object&) {}
  virtual ~Object() = default;
  std::atomic<bool> in_use{
      false};  ///< whether a call uses the object; only if the object serves one call at a time
};

/// Base class of the objects of one kind. Shared objects are immutable and serve several calls at a
/// time.
template <Kind kind, bool shared = false>
struct ObjectOf : Object {
  static constexpr Kind kKind = kind;
  static constexpr bool kShared = shared;
};

/// Returns the kind of a handle, even if its object does not exist.
[[nodiscard]] Kind kind_of(std::uint64_t handle);
/// Returns a new handle, which consists of the kind and a number that no earlier object had.
[[nodiscard]] std::uint64_t new_handle(Kind kind, std::shared_ptr<Object> object);
/// Both functions throw Failure with MM_BAD_HANDLE if the object does not exist.
[[nodiscard]] std::shared_ptr<Object> object_of(Kind kind, std::uint64_t handle);
void free_handle(std::uint64_t handle);

/// Keeps an object alive during a call. T::kKind is its kind. Unless T::kShared is true, a
/// concurrent second call fails with MM_BUSY.
template <class T>
class Use {
 public:
  explicit Use(std::uint64_t handle)
      : object_(std::static_pointer_cast<T>(object_of(T::kKind, handle))) {
    if constexpr (!T::kShared)
      if (object_->in_use.exchange(true, std::memory_order_acquire))
        throw Failure(MM_BUSY, "handle: another thread is using it");
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() {
    if constexpr (!T::kShared) object_->in_use.store(false, std::memory_order_release);
  }
  T* operator->() const { return object_.get(); }
  T& operator*() const { return *object_; }

 private:
  std::shared_ptr<T> object_;
};

template <class T>
[[nodiscard]] std::uint64_t give(std::shared_ptr<T> object) {
  return new_handle(T::kKind, std::move(object));
}

/// Stores the message of the current exception for mm_last_error() and returns its status.
/// Requires: an exception is being handled.
[[nodiscard]] mm_status caught() noexcept;

/// Runs the body of a function of the C interface and converts exceptions to a status.
template <class Body>
[[nodiscard]] mm_status answered(Body&& body) noexcept {
  try {
    body();
    return MM_OK;
  } catch (...) {
    return caught();
  }
}

/// Runs the body of a function that uses one object, a T, and converts exceptions to a status.
template <class T, class Body>
[[nodiscard]] mm_status answered_by(std::uint64_t handle, Body&& body) noexcept {
  return answered([&] {
    const Use<T> object(handle);
    body(*object);
  });
}

/// Throws Failure with MM_NULL, which names the argument, if the pointer is null.
inline void require_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr)
    throw Failure(MM_NULL, std::string(name) + " NULL: expected a valid pointer");
}
/// Returns the caller's memory for a result. Throws Failure with MM_NULL if the pointer is null.
template <class T>
T& output(T* pointer, const char* name) {
  require_pointer(pointer, name);
  return *pointer;
}
/// Runs the body of a function that creates an object. `make` returns it as a shared pointer.
template <class Make>
[[nodiscard]] mm_status handed_out(std::uint64_t* handle, const char* name, Make&& make) noexcept {
  return answered([&] {
    std::uint64_t& made = output(handle, name);
    made = give(make());
  });
}
/// Returns the caller's array, which may be NULL only if it has no elements.
template <class T>
std::span<T> array(T* pointer, std::size_t count, const char* name) {
  if (count > 0) require_pointer(pointer, name);
  return {pointer, count};
}
/// Returns the caller's bytes.
inline std::string_view bytes_of(const void* bytes, std::size_t length) {
  const auto from = array(static_cast<const char*>(bytes), length, "bytes");
  return {from.data(), from.size()};
}
/// Throws BadInput unless some version of the header has a struct of this size.
void require_size(std::size_t size, std::size_t known, const char* name);
/// Fills the members of a struct that exist in the caller's header.
template <class Struct>
void put_struct(Struct made, Struct* to, const char* name) {
  made.size = output(to, name).size;
  require_size(made.size, sizeof made, name);
  std::memcpy(to, &made, made.size);
}
/// Returns a struct that the caller filled. Members that do not exist in the caller's header are 0.
template <class Struct>
[[nodiscard]] Struct taken_struct(const Struct* from, const char* name) {
  require_size(output(from, name).size, sizeof *from, name);
  Struct taken{};
  std::memcpy(&taken, from, from->size);
  return taken;
}
/// Returns a null-terminated text. Throws Failure with MM_NULL if the pointer is null.
std::string_view text_of(const char* text, const char* name);
/// Stores text or bytes for this thread and points `to` to them.
void put_text(std::string text, mm_text* to);
/// Runs the body of a function that returns text about one object, a T: `make(object)`.
template <class T, class Make>
[[nodiscard]] mm_status text_by(std::uint64_t handle, mm_text* to, Make&& make) noexcept {
  return answered([&] {
    const Use<T> object(handle);
    put_text(make(*object), to);
  });
}
/// Withdraws the stop request of this thread's last call.
void forget_stop();
/// Stops this thread's call and its helper threads.
void stop_call();

struct MazeObject : ObjectOf<Kind::maze, true> {
  explicit MazeObject(std::shared_ptr<const Maze> of);

  const std::shared_ptr<const Maze> maze;
  mm_maze_info info{};

 private:
  std::vector<std::uint8_t> walls_;
  std::vector<std::int32_t> distances_;
};

/// Number of ticks of a world after which a call checks whether it should stop.
inline constexpr int kTicksAtOnce = 64;

struct SettingsObject : ObjectOf<Kind::settings, true> {
  explicit SettingsObject(PhysicsSettings of) : value(std::move(of)) {}
  const PhysicsSettings value;
};

[[nodiscard]] std::shared_ptr<const Maze> maze_of(mm_maze handle);
/// Returns the length of the theoretical path from each cell, as in mm_maze_info.
[[nodiscard]] std::vector<std::int32_t> distances_in(const Maze& maze);

/// An mm_setup in C++.
struct WorldSpec {
  Setup setup;
  bool rest = false;
  std::int64_t limit = 0;

  /// Returns whether the world is under continuous control, that is, it has a maze and no control
  /// scheme.
  [[nodiscard]] bool tilted() const { return setup.maze && setup.control == ControlScheme::none; }
  /// Returns a text that is equal for worlds that can load each other's saved states.
  [[nodiscard]] std::string identity() const;
};
/// Reads a setup; `maze` replaces its maze unless it is null. `model` permits names of forward
/// models as kinds. Throws Failure or BadInput.
[[nodiscard]] WorldSpec spec_of(const mm_setup* setup, std::shared_ptr<const Maze> maze = nullptr,
                                bool model = false);

/// Number of predictions and moves in copies that an agent has made for the current choice, and its
/// limit.
struct CallBudget {
  int made = 0, most = 0;  ///< 0: no limit

  /// Counts one call. Throws Failure with MM_NOT_NOW if the limit has been reached.
  void count();
};

/// A world, driven by moves or by continuous control, and the state of its run. It is a separate
/// object or part of a batch. A copy is exact, but has no tilt policy.
struct Place {
  explicit Place(WorldSpec of);
  Place(WorldSpec of, std::unique_ptr<World> made);
  Place(const Place& other);
  Place(Place&&) = default;
  Place& operator=(Place&&) = default;

  /// Return the world. moving() throws Failure with MM_UNSUPPORTED unless the world is driven by
  /// moves, and tilted() unless it is under continuous control.
  [[nodiscard]] World& moving() const;
  [[nodiscard]] MarbleWorld& tilted() const;
  /// Returns the number of orientations of the current scheme; 0 if there is none.
  [[nodiscard]] int orientations() const;
  /// Returns the state in which the marble rests or last rested.
  [[nodiscard]] StateId state() const;
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] std::int64_t ticks() const;
  [[nodiscard]] const std::vector<std::int32_t>& distances();
  void reset();
  /// Selects a random stream for the noise or, under continuous control, the stream of a run.
  void draw_from_usual(std::uint64_t number);
  [[nodiscard]] std::string save() const;
  /// Throws BadInput without changing anything if the bytes are invalid.
  void load(std::string_view bytes);
  /// Writes one row of a view, except for the reward.
  void show(std::size_t row, const mm_view& view);
  /// Clears `visited` and `distances` in one row of a view.
  void clear(std::size_t row, const mm_view& view) const;

  WorldSpec spec;
  std::unique_ptr<World> world;             ///< never null
  MarbleWorld* marble = nullptr;            ///< `world` if it has physics, or null
  std::shared_ptr<const PathToTarget> way;  ///< path to the target; used under continuous control
  std::shared_ptr<TiltPolicy> policy;
  std::string policy_name;
  std::shared_ptr<CallBudget> budget;  ///< limit of an agent's copy, or null
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

struct WorldObject : ObjectOf<Kind::world> {
  explicit WorldObject(Place of) : place(std::move(of)) {}
  [[nodiscard]] std::span<Place> all() { return {&place, 1}; }
  Place place;
};

struct BatchObject : ObjectOf<Kind::batch> {
  [[nodiscard]] std::span<Place> all() { return places; }

  int jobs = 1;
  const MarbleWorldKind* lanes =
      nullptr;  ///< kind of the worlds if they have moves and physics, or null
  std::vector<Place> places;
};

/// Returns the state in which a world rests or last rested, if any.
[[nodiscard]] StateId state_of(const World& world);
/// Throws Failure with MM_BAD_INPUT unless a number belongs to a state in this maze.
void require_state(const Maze& maze, int orientations, std::int32_t number, bool balanced_too);
/// Passes guesses to the caller. They remain valid until this thread's next call.
void put_guesses(const mm_guess** guesses, std::size_t* count,
                 const std::function<std::vector<Guess>()>& predict);
/// Writes the elements of mm_view::tilt.
void put_tilt(const TiltState& state, double* to);
/// Returns one of the moves 0 to count - 1. Throws Failure with MM_BAD_INPUT for any other number.
[[nodiscard]] MoveId move_of(std::int32_t number, std::size_t count);

/// A run and its record.
struct EpisodeObject : ObjectOf<Kind::episode> {
  EpisodeObject(const RunSpec& spec, bool record_it);

  [[nodiscard]] bool in_a_maze() const { return episode.spec().setup.maze != nullptr; }
  /// Returns the run. Throws Failure with MM_UNSUPPORTED under continuous control.
  [[nodiscard]] Episode& moving();
  /// Throw Failure with MM_NOT_NOW if the run is not being recorded or has ended.
  void require_record() const;
  void require_running() const;
  /// Advances by one tick, in which an agent may think for a long time. Throws Interrupted.
  bool tick();

  bool cut_short = false;  ///< whether a tick was cancelled, so that the run cannot continue
  const bool keeps_record;
  Recording recording;  ///< in a logic maze, only its moves
  Episode episode;
  std::vector<std::int32_t> records;  ///< backing storage of mm_episode_info::records
};

}  // namespace marblemaze::c_api

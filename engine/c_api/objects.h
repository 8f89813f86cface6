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

/// Shared internals of the C interface: handles, argument checks and object types.

namespace marblemaze::c_api {

/// Error that is returned to the caller as a status and a message.
struct Failure : std::runtime_error {
  Failure(mm_status code, const std::string& message) : std::runtime_error(message), status(code) {}
  mm_status status;
};

enum class Kind : std::uint8_t { none, maze, settings, world, batch, model, map, episode, agent };

/// Base class of all objects that have a handle. Copies start with in_use == false.
struct Object {
  Object() = default;
  Object(const Object&) {}
  virtual ~Object() = default;
  std::atomic<bool> in_use{false};  ///< true during a call; not used by shared objects
};

/// Base class of the objects of one kind. Shared objects are immutable, so several threads can use
/// them at once.
template <Kind kind, bool shared = false>
struct ObjectOf : Object {
  static constexpr Kind kKind = kind;
  static constexpr bool kShared = shared;
};

/// Returns the kind that is encoded in a handle. The object need not exist.
[[nodiscard]] Kind kind_of(std::uint64_t handle);
/// Creates a handle, which consists of the kind and a unique number. Numbers are never reused.
[[nodiscard]] std::uint64_t new_handle(Kind kind, std::shared_ptr<Object> object);
/// Throws Failure with MM_BAD_HANDLE if the object does not exist or has another kind.
[[nodiscard]] std::shared_ptr<Object> object_of(Kind kind, std::uint64_t handle);
void free_handle(std::uint64_t handle);

/// Keeps an object alive during a call. Throws Failure with MM_BUSY if another thread is using the
/// object and T::kShared is false.
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
[[nodiscard]] std::uint64_t add_object(std::shared_ptr<T> object) {
  return new_handle(T::kKind, std::move(object));
}

/// Stores the message of the current exception for mm_last_error() and returns its status. Call
/// this only in a catch block.
[[nodiscard]] mm_status report_exception() noexcept;

/// Runs the body of an interface function and converts exceptions to a status.
template <class Body>
[[nodiscard]] mm_status run_call(Body&& body) noexcept {
  try {
    body();
    return MM_OK;
  } catch (...) {
    return report_exception();
  }
}

/// Like run_call(), for a function that uses one object of type T.
template <class T, class Body>
[[nodiscard]] mm_status with_object(std::uint64_t handle, Body&& body) noexcept {
  return run_call([&] {
    const Use<T> object(handle);
    body(*object);
  });
}

/// Throws Failure with MM_NULL if the pointer is null. `name` is the name of the argument.
inline void require_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr)
    throw Failure(MM_NULL, std::string(name) + " NULL: expected a valid pointer");
}
/// Dereferences an output pointer. Throws Failure with MM_NULL if it is null.
template <class T>
T& output(T* pointer, const char* name) {
  require_pointer(pointer, name);
  return *pointer;
}
/// Like run_call(), for a function that creates an object. `make` returns the object as a shared
/// pointer.
template <class Make>
[[nodiscard]] mm_status create_object(std::uint64_t* handle, const char* name,
                                      Make&& make) noexcept {
  return run_call([&] {
    std::uint64_t& made = output(handle, name);
    made = add_object(make());
  });
}
/// Returns an array argument as a span. Throws Failure with MM_NULL if the pointer is null and
/// count is not 0.
template <class T>
std::span<T> array(T* pointer, std::size_t count, const char* name) {
  if (count > 0) require_pointer(pointer, name);
  return {pointer, count};
}
/// Returns a bytes argument. Throws Failure with MM_NULL if the pointer is null and the length is
/// not 0.
inline std::string_view bytes_of(const void* bytes, std::size_t length) {
  const auto from = array(static_cast<const char*>(bytes), length, "bytes");
  return {from.data(), from.size()};
}
/// Throws BadInput if a struct is larger than in this version of the header, or has no members.
void require_size(std::size_t size, std::size_t known, const char* name);
/// Copies a struct to the caller, without the members that the caller's header does not have.
template <class Struct>
void write_struct(Struct made, Struct* to, const char* name) {
  made.size = output(to, name).size;
  require_size(made.size, sizeof made, name);
  std::memcpy(to, &made, made.size);
}
/// Reads a struct from the caller. Members that the caller's header does not have are 0.
template <class Struct>
[[nodiscard]] Struct read_struct(const Struct* from, const char* name) {
  require_size(output(from, name).size, sizeof *from, name);
  Struct taken{};
  std::memcpy(&taken, from, from->size);
  return taken;
}
/// Returns a string argument. Throws Failure with MM_NULL if the pointer is null.
std::string_view string_of(const char* text, const char* name);
/// Stores text or bytes in thread-local memory and sets `to` to their address.
void write_text(std::string text, mm_text* to);
/// Like with_object(), for a function that returns text. `make(object)` creates the text.
template <class T, class Make>
[[nodiscard]] mm_status return_text(std::uint64_t handle, mm_text* to, Make&& make) noexcept {
  return run_call([&] {
    const Use<T> object(handle);
    write_text(make(*object), to);
  });
}
/// Clears the stop request on this thread.
void clear_stop_request();
/// Requests that the current call on this thread and its worker threads stop.
void request_stop();

struct MazeObject : ObjectOf<Kind::maze, true> {
  explicit MazeObject(std::shared_ptr<const Maze> of);

  const std::shared_ptr<const Maze> maze;
  mm_maze_info info{};

 private:
  std::vector<std::uint8_t> walls_;
  std::vector<std::int32_t> distances_;
};

/// Number of ticks between two checks for stop requests.
inline constexpr int kTicksBetweenStops = 64;

struct SettingsObject : ObjectOf<Kind::settings, true> {
  explicit SettingsObject(PhysicsSettings of) : value(std::move(of)) {}
  const PhysicsSettings value;
};

[[nodiscard]] std::shared_ptr<const Maze> maze_of(mm_maze handle);

/// C++ representation of an mm_setup.
struct WorldSpec {
  Setup setup;
  bool rest = false;
  std::int64_t limit = 0;

  /// Returns true under continuous control, that is, in a maze without a control scheme.
  [[nodiscard]] bool is_tilt() const { return setup.maze && setup.control == ControlScheme::none; }
  /// Returns an identifier of the setup. A world can load a saved state only if the identifiers are
  /// equal.
  [[nodiscard]] std::string identity() const;
};
/// Validates and converts a setup. If `maze` is not null, it replaces the maze of the setup. If
/// `model` is true, `kind` can be the name of a forward model. Throws Failure or BadInput.
[[nodiscard]] WorldSpec spec_of(const mm_setup* setup, std::shared_ptr<const Maze> maze = nullptr,
                                bool model = false);

/// Counter of the predictions and moves in copies that an agent makes for one decision.
struct CallBudget {
  int made = 0, most = 0;  ///< most = 0: no limit

  /// Counts one prediction or move. Throws Failure with MM_NOT_NOW if the limit has been reached.
  void count();
};

/// A world with discrete moves or continuous control, and the state of its run. It belongs to a
/// WorldObject or a BatchObject. Copies are exact.
struct WorldRun {
  explicit WorldRun(WorldSpec of);
  WorldRun(WorldSpec of, std::unique_ptr<World> made)
      : spec(std::move(of)), world(std::move(made)) {}
  WorldRun(const WorldRun& other);
  WorldRun(WorldRun&&) = default;
  WorldRun& operator=(WorldRun&&) = default;

  /// Return the world. discrete() throws Failure with MM_UNSUPPORTED under continuous control, and
  /// tilted_world() throws it in a world with discrete moves.
  [[nodiscard]] World& discrete() const;
  [[nodiscard]] MarbleWorld& tilted_world() const;
  /// Returns the world if it has physics, otherwise null.
  [[nodiscard]] MarbleWorld* marble() const { return dynamic_cast<MarbleWorld*>(world.get()); }
  /// Returns the number of orientations of the current control scheme, or 0 if there is none.
  [[nodiscard]] int orientations() const;
  /// Returns the state in which the marble rests or last rested.
  [[nodiscard]] StateId state() const;
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] std::int64_t ticks() const;
  [[nodiscard]] const PathToTarget& path();
  void reset();
  /// Selects the random stream of the noise. Under continuous control, `number` is a run number.
  void draw_from(std::uint64_t number);
  [[nodiscard]] std::string save() const;
  /// Restores a saved state. Throws BadInput without changing anything if the bytes are invalid.
  void load(std::string_view bytes);

  WorldSpec spec;
  std::unique_ptr<World> world;        ///< never null
  std::shared_ptr<CallBudget> budget;  ///< limit of an agent's copy, or null
  bool recovery = false;               ///< true if the run continues from balanced states
  std::int64_t moves = 0;              ///< moves since the last reset
  Motion motion = Motion::rolling;     ///< motion after the last tick

 private:
  std::shared_ptr<const PathToTarget> path_;
};

struct WorldObject : ObjectOf<Kind::world> {
  explicit WorldObject(WorldRun of) : run(std::move(of)) {}
  /// Copies the world without its tilt policy.
  WorldObject(const WorldObject& other) : WorldObject(other.run) {}
  [[nodiscard]] std::span<WorldRun> all() { return {&run, 1}; }
  void forget_policies() { policy.reset(); }

  WorldRun run;
  std::unique_ptr<TiltPolicy> policy;  ///< policy that chose the last command, or null
  std::string policy_name;
};

struct BatchObject : ObjectOf<Kind::batch> {
  [[nodiscard]] std::span<WorldRun> all() { return runs; }
  void forget_policies() {}  // a batch has no tilt policies

  int jobs = 1;
  std::vector<WorldRun> runs;
};

/// Throws BadInput if a number is not a state of the maze.
void require_state(const Maze& maze, int orientations, std::int32_t number, bool balanced_too);
/// Returns predictions to the caller. They remain valid until the next call on this thread.
void write_guesses(const mm_guess** guesses, std::size_t* count,
                   const std::function<std::vector<Guess>()>& predict);
/// Writes the 15 elements of mm_view::tilt.
void write_tilt(const TiltState& state, double* to);
/// Writes the 28 elements of mm_view::observations.
void fill_observation(WorldRun& run, float* to);
/// Converts a move argument. Throws BadInput unless it is in 0 to count - 1.
[[nodiscard]] MoveId move_of(std::int32_t number, std::size_t count,
                             const std::string& what = "move");
/// Throws Failure with MM_NOT_NOW unless the world is at rest. `index` is its index in a batch.
void require_rest(const World& world, std::optional<std::size_t> index = {});
/// Reads three numbers. Throws BadInput if they are not a command.
[[nodiscard]] glm::dvec3 command_of(const double* numbers, std::optional<std::size_t> index = {});

/// An episode and its recording.
struct EpisodeObject : ObjectOf<Kind::episode> {
  EpisodeObject(const RunSpec& spec, bool record_it);

  [[nodiscard]] bool has_maze() const { return episode.spec().setup.maze != nullptr; }
  /// Returns the episode. Throws Failure with MM_UNSUPPORTED under continuous control.
  [[nodiscard]] Episode& discrete();
  /// Throw Failure with MM_NOT_NOW if the run is not recorded or has ended, respectively.
  void require_record() const;
  void require_running() const;
  /// Advances by one tick. Returns false if no tick was simulated, for example because the run
  /// waits for the user. Can block for a long time while an agent plans. Throws Interrupted.
  bool tick();

  bool cancelled = false;  ///< true if a tick was cancelled, so the run cannot continue
  const bool is_recorded;
  Recording recording;  ///< contains only the moves in a logic maze
  Episode episode;
  std::vector<std::int32_t> records;  ///< backing storage of mm_episode_info::records
};

}  // namespace marblemaze::c_api

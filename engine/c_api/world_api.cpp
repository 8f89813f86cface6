#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "agent/analysis/ground_truth.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/c_api/objects.h"
#include "engine/recording/recording.h"
#include "engine/run/families/world_families.h"
#include "engine/run/saved_world.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze::c_api {

static_assert(static_cast<int>(Motion::speeding) == MM_MOTION_SPEEDING &&
              static_cast<int>(Motion::settled) == MM_MOTION_SETTLED &&
              static_cast<int>(Motion::overdue) == MM_MOTION_OVERDUE);
static_assert(static_cast<int>(kLastOutcome) == MM_OUTCOME_ESCAPED);
static_assert(MM_BALANCED == kBalancedStride);

std::string WorldSpec::identity() const { return setup.identity() + (is_tilt() ? ", tilt" : ""); }

WorldSpec spec_of(const mm_setup* given, std::shared_ptr<const Maze> maze, bool model) {
  const mm_setup asked = read_struct(given, "setup");
  const std::string kind(string_of(asked.kind, "kind"));
  if (asked.limit < 0) throw BadInput("limit", std::to_string(asked.limit), "0 or more");
  WorldSpec spec{{}, asked.rest != 0, asked.limit};
  if (!maze && asked.maze != 0) maze = maze_of(asked.maze);
  if (!maze) {
    spec.setup = world_family(kind).setup(asked.seed);
    return spec;
  }
  const PhysicsSettings settings =
      asked.settings == 0 ? PhysicsSettings{} : Use<SettingsObject>(asked.settings)->value;
  const bool tilted = asked.control == MM_CONTROL_TILT;
  if (tilted)
    static_cast<void>(physics_kind(kind));
  else if (!model)
    static_cast<void>(marble_world_kind(kind));
  const auto control = tilted ? ControlScheme::none : scheme_from_orientations(asked.control);
  spec.setup = setup_in(std::move(maze), control, settings, kind);
  return spec;
}

void CallBudget::count() {
  if (most > 0 && made == most)
    throw Failure(MM_NOT_NOW, "agent: the limit of " + std::to_string(most) +
                                  " predictions and moves in copies is reached; make a choice");
  ++made;
}

WorldRun::WorldRun(WorldSpec of) : spec(std::move(of)) {
  if (spec.is_tilt()) {
    world = std::make_unique<MarbleWorld>(tilt_world(spec.setup, 1));
    static_cast<void>(path());
  } else {
    world = spec.setup.make_world();
  }
}

WorldRun::WorldRun(const WorldRun& other)
    : spec(other.spec),
      world(other.world->clone()),
      budget(other.budget),
      recovery(other.recovery),
      moves(other.moves),
      motion(other.motion),
      path_(other.path_) {}

World& WorldRun::discrete() const {
  if (spec.is_tilt()) throw Failure(MM_UNSUPPORTED, "world: this function requires discrete moves");
  return *world;
}

MarbleWorld& WorldRun::tilted_world() const {
  if (!spec.is_tilt())
    throw Failure(MM_UNSUPPORTED, "world: this function requires continuous control");
  return static_cast<MarbleWorld&>(*world);
}

int WorldRun::orientations() const {
  if (const MarbleWorld* const physical = marble(); physical && !spec.is_tilt())
    return physical->scheme().orientations();
  return orientations_of(spec.setup.control);
}

StateId WorldRun::state() const { return state_of(*world); }

Outcome WorldRun::outcome() const {
  const auto limit_reached = [&](std::int64_t done) {
    return spec.limit > 0 && done >= spec.limit;
  };
  if (spec.is_tilt()) return tilt_outcome(tilted_world(), spec.rest, limit_reached(ticks()));
  if (motion == Motion::frozen && !can_continue(*world, motion, recovery)) return Outcome::frozen;
  if (motion == Motion::overdue) return Outcome::overdue;
  if (motion != Motion::frozen && world->at_rest() && world->is_goal(world->state()))
    return Outcome::solved;
  return world->at_rest() && limit_reached(moves) ? Outcome::capped : Outcome::running;
}

std::int64_t WorldRun::ticks() const {
  const MarbleWorld* const physical = marble();
  return physical ? physical->ticks() : 0;
}

const PathToTarget& WorldRun::path() {
  if (!path_) path_ = std::make_shared<const PathToTarget>(spec.setup.maze);
  return *path_;
}

void WorldRun::reset() {
  world->reset();
  moves = 0;
  motion = Motion::rolling;
}

void WorldRun::draw_from(std::uint64_t number) {
  world->draw_from(spec.is_tilt() ? noise_stream(*spec.setup.maze, number) : number);
}

std::string WorldRun::save() const {
  std::vector<std::uint64_t> words = world->save();
  words.push_back(static_cast<std::uint64_t>(moves));
  words.push_back(static_cast<std::uint64_t>(motion));
  return saved_bytes(words, spec.identity());
}

void WorldRun::load(std::string_view bytes) {
  std::vector<std::uint64_t> words = saved_words(bytes, spec.identity());
  constexpr auto kLastMotion = static_cast<std::uint64_t>(Motion::overdue);
  if (words.size() < 2 || words.back() > kLastMotion || words[words.size() - 2] > INT32_MAX)
    throw_invalid_state(bytes, spec.identity());
  const auto motion_then = static_cast<Motion>(words.back());
  const auto moves_then = static_cast<std::int64_t>(words[words.size() - 2]);
  words.resize(words.size() - 2);
  if (!world->load(words)) throw_invalid_state(bytes, spec.identity());
  moves = moves_then;
  motion = motion_then;
}

void require_rest(const World& world, std::optional<std::size_t> index) {
  if (!world.at_rest())
    throw Failure(MM_NOT_NOW, fmt::format("{} is not at rest",
                                          index ? fmt::format("world {}", *index) : "the world"));
}

glm::dvec3 command_of(const double* numbers, std::optional<std::size_t> index) {
  const glm::dvec3 command(numbers[0], numbers[1], numbers[2]);
  if (!(glm::length(command) <= kLargestCommand))
    throw BadInput(index ? fmt::format("world {}, command", *index) : "command",
                   fmt::format("{} {} {}", command.x, command.y, command.z),
                   "three numbers of at most 1e100");
  return command;
}

void require_state(const Maze& maze, int orientations, std::int32_t number, bool balanced_too) {
  const StateId state(number);
  const bool fits = number >= 0 && number < kStateBound && (balanced_too || !is_balanced(state)) &&
                    maze.grid().in_maze(CellId(settled_state(state).index / orientations));
  if (!fits)
    throw BadInput("state", std::to_string(number),
                   fmt::format("cell * {} + orientation, with a cell of the maze", orientations));
}

MoveId move_of(std::int32_t number, std::size_t count, const std::string& what) {
  if (number < 0 || static_cast<std::size_t>(number) >= count)
    throw BadInput(what, std::to_string(number),
                   count == 0 ? "no move, because the state has no moves"
                              : "0 to " + std::to_string(count - 1));
  return MoveId(number);
}

namespace {

/// Writes a vector and returns the address after its last component.
template <class Number>
Number* write_vector(const glm::dvec3& from, Number* to) {
  for (int a = 0; a < 3; ++a) *to++ = static_cast<Number>(from[a]);
  return to;
}

}  // namespace

void write_tilt(const TiltState& state, double* to) {
  for (const glm::dvec3& part : {state.marble, state.velocity, state.spin, state.down, state.rate})
    to = write_vector(part, to);
}

void fill_observation(WorldRun& run, float* to) {
  static_assert(kTiltObservation == MM_TILT_OBSERVATION);
  const MarbleWorld& world = run.tilted_world();
  write_observation(run.path(), world.tilt_state(), world.limits().rate, to);
}

namespace {

void write_scene(const Scene& scene, Phase phase, mm_observation& to) {
  const glm::dquat& turn = scene.maze_pose.rotation;
  const std::array quaternion{turn.w, turn.x, turn.y, turn.z};
  std::copy(quaternion.begin(), quaternion.end(), to.maze_rotation);
  write_vector(scene.marble.position, to.marble_position);
  write_vector(scene.marble_in_maze(), to.marble_in_maze);
  write_vector(scene.marble_velocity, to.marble_velocity);
  to.marble_radius = scene.marble_radius;
  to.kinetic_energy = scene.kinetic_energy_j;
  to.time = scene.time_s;
  const TickFrame frame = numbers_of(tick_of(scene, phase, 0));
  std::copy(frame.begin(), frame.end(), to.frame);
}

Phase phase_of(Motion motion) {
  switch (motion) {
    case Motion::speeding: return Phase::accelerating;
    case Motion::slowing: return Phase::decelerating;
    case Motion::settled: return Phase::stable;
    case Motion::frozen: return Phase::frozen;
    default: return Phase::waiting;
  }
}

mm_observation observed(WorldRun& run) {
  const World& world = *run.world;
  const PhysicsSettings& settings = run.spec.setup.settings;
  const bool tilted = run.spec.is_tilt();
  const Traits traits = world.traits();
  const StateId state = run.state();
  mm_observation seen{};
  traits.name.copy(seen.kind, sizeof seen.kind - 1);
  seen.orientations = run.orientations();
  seen.deterministic = tilted ? settings.drive.variation == 0 : traits.deterministic;
  seen.posed = traits.has_poses;
  seen.switches = !tilted && traits.can_switch_scheme;
  seen.at_rest = world.at_rest();
  seen.state = state.index;
  seen.goal = tilted ? run.tilted_world().reached() : state.valid() && world.is_goal(state);
  seen.moves = state.valid() ? static_cast<int>(world.moves(state).size()) : 0;
  seen.outcome = static_cast<std::int32_t>(run.outcome());
  seen.moves_made = static_cast<std::int32_t>(run.moves);
  seen.ticks = run.ticks();
  seen.hash = world.state_hash();
  if (run.spec.setup.maze) seen.tick = settings.solver.step;
  if (const auto scene = world.scene())
    write_scene(*scene, tilted ? Phase::accelerating : phase_of(run.motion), seen);
  if (!tilted) return seen;
  const MarbleWorld& marble = run.tilted_world();
  seen.rests = marble.is_at_rest_in_target();
  seen.escaped = marble.escaped();
  seen.max_rate = marble.limits().rate;
  seen.max_acceleration = marble.limits().acceleration;
  write_tilt(marble.tilt_state(), seen.tilt);
  fill_observation(run, seen.observation);
  return seen;
}

/// Converts a state argument. Throws BadInput if it is not a state of the world.
StateId state_in(const WorldRun& run, std::int32_t number) {
  const Traits traits = run.discrete().traits();
  if (run.spec.setup.maze)
    require_state(*run.spec.setup.maze, run.orientations(), number, traits.has_poses);
  else if (number < 0 || number >= traits.state_bound)
    throw BadInput("state", std::to_string(number), fmt::format("0 to {}", traits.state_bound - 1));
  return StateId(number);
}

/// Serializes all worlds. Each world takes the same number of bytes.
std::string saved(std::span<const WorldRun> runs) {
  std::string all;
  for (const WorldRun& run : runs) all += run.save();
  return all;
}

/// Restores the states of all worlds. Throws BadInput without changing anything if the bytes are
/// invalid.
void load(std::span<WorldRun> runs, std::string_view bytes) {
  std::vector<WorldRun> loaded;
  const std::size_t count = runs.size(), each = bytes.size() / count;
  for (std::size_t i = 0; i < count; ++i)
    loaded.emplace_back(runs[i]).load(bytes.substr(each * i, each));
  if (each * count != bytes.size())
    throw BadInput("saved batch", "of the wrong length", fmt::format("{} worlds", count));
  std::move(loaded.begin(), loaded.end(), runs.begin());
}
}  // namespace

}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

/// Like with_object(), for a function that uses one world: `body(run)`.
template <class Body>
static mm_status with_world(mm_world world, Body&& body) {
  return with_object<WorldObject>(world, [&](WorldObject& of) { body(of.run); });
}

/// Like with_object(), for a function that uses a world or a batch: `body(object)`.
template <class Body>
static mm_status with_any(uint64_t handle, Body&& body) {
  return kind_of(handle) == Kind::batch ? with_object<BatchObject>(handle, body)
                                        : with_object<WorldObject>(handle, body);
}

mm_status mm_world_create(const mm_setup* setup, mm_world* world) {
  return create_object(world, "world",
                       [&] { return std::make_shared<WorldObject>(WorldRun(spec_of(setup))); });
}

mm_status mm_world_observe(mm_world world, mm_observation* observation) {
  return with_world(world,
                    [&](WorldRun& of) { write_struct(observed(of), observation, "observation"); });
}

mm_status mm_world_reset(mm_world world) {
  return with_object<WorldObject>(world, [](WorldObject& of) {
    of.forget_policies();
    of.run.reset();
  });
}

mm_status mm_world_draw_from(mm_world world, uint64_t number, int32_t run) {
  return with_world(world, [&](WorldRun& of) {
    if (run != 0 && !of.spec.setup.maze)
      throw Failure(MM_UNSUPPORTED, "world: this function requires a marble maze");
    of.world->draw_from(run != 0 ? noise_stream(*of.spec.setup.maze, number) : number);
  });
}

mm_status mm_world_step(mm_world world, int32_t move, int64_t ticks, int32_t* motion,
                        int64_t* made) {
  return with_world(world, [&](WorldRun& of) {
    World& moved = of.discrete();
    if (ticks < -1) throw BadInput("ticks", std::to_string(ticks), "0 or more, or -1");
    if (move != -1) {
      require_rest(moved);
      const MoveId by = move_of(move, moved.moves(moved.state()).size());
      if (of.budget) of.budget->count();
      moved.begin(by);
      ++of.moves;
      of.motion = Motion::speeding;
    }
    std::int64_t count = 0;
    for (; count != ticks && (count == 0 || in_progress(of.motion)); ++count) {
      if (count % kTicksBetweenStops == 0) check_stop(count, std::max<std::int64_t>(ticks, 0));
      of.motion = moved.tick();
    }
    if (motion) *motion = static_cast<int32_t>(of.motion);
    if (made) *made = count;
  });
}

mm_status mm_world_begin_switch(mm_world world, int32_t orientations) {
  return with_world(world, [&](WorldRun& of) {
    World& moved = of.discrete();
    if (!moved.traits().can_switch_scheme)
      throw Failure(MM_UNSUPPORTED, "world: this world cannot switch its control scheme");
    require_rest(moved);
    if (!moved.begin_switch(ControlScheme{orientations}))
      throw BadInput("orientations", std::to_string(orientations), "another control scheme");
    of.motion = Motion::speeding;
  });
}

mm_status mm_world_turn(mm_world world, const double* command, int32_t ticks) {
  return with_world(world, [&](WorldRun& of) {
    MarbleWorld& tilted = of.tilted_world();
    if (ticks < 0) throw BadInput("ticks", std::to_string(ticks), "0 or more");
    if (command) tilted.set_command(command_of(command));
    for (int left = ticks; left > 0; left -= kTicksBetweenStops) {
      check_stop(ticks - left, ticks);
      tilted.advance(std::min(left, kTicksBetweenStops));
    }
  });
}

mm_status mm_world_decide(mm_world world, const char* policy, double* command, mm_text* reason) {
  return with_object<WorldObject>(world, [&](WorldObject& of) {
    require_pointer(command, "command");
    require_pointer(reason, "reason");
    const TiltPolicyEntry& entry = tilt_policies().at(std::string(string_of(policy, "policy")));
    const MarbleWorld& tilted = of.run.tilted_world();
    if (!of.policy || of.policy_name != entry.name) {
      of.policy = entry.make(make_tilt_task(of.run.spec.setup, of.run.spec.rest, tilted));
      of.policy_name = entry.name;
    }
    const TiltChoice choice = of.policy->decide(tilted.tilt_state());
    write_vector(choice.command, command);
    write_text(choice.reason, reason);
  });
}

mm_status mm_world_rule(mm_world world, int32_t state, int32_t move, mm_rule* rule) {
  return with_world(world, [&](WorldRun& of) {
    const StateId from = state_in(of, state);
    const auto moves = of.world->moves(from);
    mm_rule made{};
    made.moves = static_cast<std::int32_t>(moves.size());
    made.goal = of.world->is_goal(from);
    const auto to = move == -1
                        ? std::nullopt
                        : of.world->rules()->certain_result(from, move_of(move, moves.size()));
    made.to = to.value_or(StateId()).index;
    write_struct(made, rule, "rule");
  });
}

mm_status mm_world_describe(mm_world world, int32_t state, int32_t move, mm_text* words) {
  return with_world(world, [&](WorldRun& of) {
    const StateId from = state_in(of, state);
    write_text(move == -1 ? of.world->describe(from)
                          : of.world->describe(from, move_of(move, of.world->moves(from).size())),
               words);
  });
}

mm_status mm_world_copy_for_agent(mm_world world, uint64_t stream, mm_world* copy) {
  return create_object(copy, "copy", [&] {
    const Use<WorldObject> object(world);
    const WorldRun& of = object->run;
    require_rest(of.discrete());
    auto copied =
        std::make_shared<WorldObject>(WorldRun(of.spec, Snapshot::of(*of.world)->world(stream)));
    copied->run.budget = of.budget;
    copied->run.recovery = of.recovery;
    return copied;
  });
}

mm_status mm_world_truth(mm_world world, int32_t recovery, int64_t budget, mm_truth* truth) {
  return with_world(world, [&](WorldRun& of) {
    static thread_local std::vector<std::int32_t> solution;
    require_pointer(truth, "truth");
    static_cast<void>(of.discrete());
    if (of.budget) throw Failure(MM_UNSUPPORTED, "world: an agent's copy is not supported here");
    if (budget < 0) throw BadInput("budget", std::to_string(budget), "0 or more moves");
    const GroundTruth found = find_ground_truth(*of.spec.setup.make_world(), recovery != 0,
                                                budget == 0 ? kTruthBudget : budget);
    solution.clear();
    for (const MoveId move : found.solution) solution.push_back(move.index);
    mm_truth made{};
    made.solvable = found.solvable;
    made.complete = found.complete;
    made.tried = found.tried;
    made.chance = found.chance();
    made.solution = solution.data();
    made.length = solution.size();
    write_struct(made, truth, "truth");
  });
}

mm_status mm_copy(uint64_t handle, uint64_t* copy) {
  return with_any(handle, [&](auto& of) {
    std::uint64_t& made = output(copy, "copy");
    made = add_object(std::make_shared<std::remove_reference_t<decltype(of)>>(of));
  });
}

mm_status mm_save(uint64_t handle, mm_text* bytes) {
  return with_any(handle, [&](auto& of) { write_text(saved(of.all()), bytes); });
}

mm_status mm_load(uint64_t handle, const void* bytes, size_t length) {
  return with_any(handle, [&](auto& of) {
    load(of.all(), bytes_of(bytes, length));
    of.forget_policies();
  });
}

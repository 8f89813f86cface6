#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "agent/analysis/ground_truth.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/c_api/objects.h"
#include "engine/recording/recording.h"
#include "engine/run/families/world_registry.h"
#include "engine/run/saved_world.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/lists.h"
#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze::c_api {

static_assert(static_cast<int>(Motion::speeding) == MM_MOTION_SPEEDING &&
              static_cast<int>(Motion::settled) == MM_MOTION_SETTLED &&
              static_cast<int>(Motion::overdue) == MM_MOTION_OVERDUE);
static_assert(static_cast<int>(kLastOutcome) == MM_OUTCOME_ESCAPED);
static_assert(MM_BALANCED == kBalancedStride);

std::string WorldSpec::identity() const { return setup.identity() + (tilted() ? ", tilt" : ""); }

WorldSpec spec_of(const mm_setup* given, std::shared_ptr<const Maze> maze, bool model) {
  const mm_setup asked = taken_struct(given, "setup");
  const std::string kind(text_of(asked.kind, "kind"));
  if (asked.limit < 0) throw BadInput("limit", std::to_string(asked.limit), "0 or more");
  WorldSpec spec{{}, asked.rest != 0, asked.limit};
  if (!maze && asked.maze != 0) maze = maze_of(asked.maze);
  if (!maze) {
    spec.setup = world_entry(kind).setup(asked.seed);
    return spec;
  }
  const PhysicsSettings settings =
      asked.settings == 0 ? PhysicsSettings{} : Use<SettingsObject>(asked.settings)->value;
  const bool tilted = asked.control == MM_CONTROL_TILT;
  if (tilted)
    static_cast<void>(physics_kind(kind));
  else if (!model)
    static_cast<void>(marble_world_kind(kind));
  const auto control = tilted ? ControlScheme::none : asked_scheme(asked.control);
  spec.setup = setup_in(std::move(maze), control, settings, kind);
  return spec;
}

void CallBudget::count() {
  if (most > 0 && made == most)
    throw Failure(MM_NOT_NOW, "agent: the limit of " + std::to_string(most) +
                                  " predictions and moves in copies is reached; make a choice");
  ++made;
}

Place::Place(WorldSpec of) : spec(std::move(of)) {
  if (spec.tilted()) {
    world = std::make_unique<MarbleWorld>(tilt_world(spec.setup, 1));
    way = std::make_shared<const PathToTarget>(spec.setup.maze);
  } else {
    world = spec.setup.world();
  }
  connect();
}

Place::Place(WorldSpec of, std::unique_ptr<World> made)
    : spec(std::move(of)), world(std::move(made)) {
  connect();
}

Place::Place(const Place& other)
    : spec(other.spec),
      world(other.world->clone()),
      way(other.way),
      budget(other.budget),
      recovery(other.recovery),
      moves(other.moves),
      motion(other.motion),
      distances_(other.distances_) {
  connect();
}

void Place::connect() { marble = dynamic_cast<MarbleWorld*>(world.get()); }

World& Place::moving() const {
  if (spec.tilted()) throw Failure(MM_UNSUPPORTED, "world: this function requires discrete moves");
  return *world;
}

MarbleWorld& Place::tilted() const {
  if (!spec.tilted())
    throw Failure(MM_UNSUPPORTED, "world: this function requires continuous control");
  return *marble;
}

int Place::orientations() const {
  if (marble && !spec.tilted()) return marble->scheme().orientations();
  return orientations_of(spec.setup.control);
}

StateId state_of(const World& world) {
  return world.at_rest() || world.between_rests() ? world.state() : StateId();
}

StateId Place::state() const { return state_of(*world); }

Outcome Place::outcome() const {
  const bool tilted = spec.tilted();
  if (tilted) {
    if (marble->escaped()) return Outcome::escaped;
    if (spec.rest ? marble->rests() : marble->reached()) return Outcome::solved;
  } else {
    if (motion == Motion::frozen && !goes_on(*world, motion, recovery)) return Outcome::frozen;
    if (motion == Motion::overdue) return Outcome::overdue;
    if (motion != Motion::frozen && world->at_rest() && world->is_goal(world->state()))
      return Outcome::solved;
  }
  const bool capped = spec.limit > 0 && (tilted ? ticks() : moves) >= spec.limit;
  return capped && (tilted || world->at_rest()) ? Outcome::capped : Outcome::running;
}

std::int64_t Place::ticks() const { return marble ? marble->ticks() : 0; }

const std::vector<std::int32_t>& Place::distances() {
  if (!distances_)
    distances_ = std::make_shared<const std::vector<std::int32_t>>(distances_in(*spec.setup.maze));
  return *distances_;
}

void Place::reset() {
  world->reset();
  policy.reset();
  moves = 0;
  motion = Motion::rolling;
}

void Place::draw_from_usual(std::uint64_t number) {
  world->draw_from(spec.tilted() ? draws_of_run(*spec.setup.maze, number) : number);
}

std::string Place::save() const {
  std::vector<std::uint64_t> words = world->save();
  words.push_back(static_cast<std::uint64_t>(moves));
  words.push_back(static_cast<std::uint64_t>(motion));
  return saved_bytes(words, spec.identity());
}

void Place::load(std::string_view bytes) {
  std::vector<std::uint64_t> words = saved_words(bytes, spec.identity());
  constexpr auto kLastMotion = static_cast<std::uint64_t>(Motion::overdue);
  if (words.size() < 2 || words.back() > kLastMotion || words[words.size() - 2] > INT32_MAX)
    reject_saved(bytes, spec.identity());
  const auto motion_then = static_cast<Motion>(words.back());
  const auto moves_then = static_cast<std::int64_t>(words[words.size() - 2]);
  words.resize(words.size() - 2);
  if (!world->load(words)) reject_saved(bytes, spec.identity());
  policy.reset();
  moves = moves_then;
  motion = motion_then;
}

void require_state(const Maze& maze, int orientations, std::int32_t number, bool balanced_too) {
  const StateId state(number);
  const bool fits = number >= 0 && number < kStateBound && (balanced_too || !is_balanced(state)) &&
                    maze.grid().in_maze(CellId(settled_part(state).index / orientations));
  if (!fits)
    throw BadInput("state", std::to_string(number),
                   fmt::format("cell * {} + orientation, with a cell of the maze", orientations));
}

MoveId move_of(std::int32_t number, std::size_t count) {
  if (number < 0 || static_cast<std::size_t>(number) >= count)
    throw BadInput("move", std::to_string(number),
                   count == 0 ? "no move, because the state has no moves"
                              : "0 to " + std::to_string(count - 1));
  return MoveId(number);
}

namespace {

/// Writes a vector and returns the address after its last component.
template <class Number>
Number* put(const glm::dvec3& from, Number* to) {
  for (int a = 0; a < 3; ++a) *to++ = static_cast<Number>(from[a]);
  return to;
}

}  // namespace

void put_tilt(const TiltState& state, double* to) {
  for (const glm::dvec3& part : {state.marble, state.velocity, state.spin, state.down, state.rate})
    to = put(part, to);
}

namespace {

/// Writes the 28 elements of mm_view::observations.
void put_features(const Place& place, float* to) {
  static_assert(kTiltObservation == MM_TILT_OBSERVATION);
  put_observation(*place.way, place.marble->tilt_state(), place.marble->limits().rate, to);
}

template <class Element, class Value>
void put_in(Element* array, std::size_t row, Value value) {
  if (array) array[row] = static_cast<Element>(value);
}

void put_scene(const Scene& scene, Phase phase, mm_observation& to) {
  const glm::dquat& turn = scene.maze_pose.rotation;
  const std::array quaternion{turn.w, turn.x, turn.y, turn.z};
  std::copy(quaternion.begin(), quaternion.end(), to.maze_rotation);
  put(scene.marble.position, to.marble_position);
  put(scene.marble_in_maze(), to.marble_in_maze);
  put(scene.marble_velocity, to.marble_velocity);
  to.marble_radius = scene.marble_radius;
  to.kinetic_energy = scene.kinetic_energy_j;
  to.time = scene.time_s;
  const TickNumbers frame = numbers_of(tick_of(scene, phase, 0));
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

mm_observation observed(Place& place) {
  const World& world = *place.world;
  const PhysicsSettings& settings = place.spec.setup.settings;
  const bool tilted = place.spec.tilted();
  const Traits traits = world.traits();
  const StateId state = place.state();
  mm_observation seen{};
  traits.name.copy(seen.kind, sizeof seen.kind - 1);
  seen.orientations = place.orientations();
  seen.deterministic = tilted ? settings.drive.variation == 0 : traits.deterministic;
  seen.posed = traits.posed;
  seen.switches = !tilted && traits.switches;
  seen.at_rest = world.at_rest();
  seen.state = state.index;
  seen.goal = tilted ? place.marble->reached() : state.valid() && world.is_goal(state);
  seen.moves = state.valid() ? static_cast<int>(world.moves(state).size()) : 0;
  seen.outcome = static_cast<std::int32_t>(place.outcome());
  seen.moves_made = static_cast<std::int32_t>(place.moves);
  seen.ticks = place.ticks();
  seen.hash = world.state_hash();
  if (place.spec.setup.maze) seen.tick = settings.solver.step;
  if (const auto scene = world.scene())
    put_scene(*scene, tilted ? Phase::accelerating : phase_of(place.motion), seen);
  if (!tilted) return seen;
  const MarbleWorld& marble = *place.marble;
  seen.rests = marble.rests();
  seen.escaped = marble.escaped();
  seen.max_rate = marble.limits().rate;
  seen.max_acceleration = marble.limits().acceleration;
  put_tilt(marble.tilt_state(), seen.tilt);
  put_features(place, seen.observation);
  return seen;
}

/// Converts a state argument. Throws BadInput if it is not a state of the world.
StateId state_in(const Place& place, std::int32_t number) {
  const Traits traits = place.moving().traits();
  if (place.spec.setup.maze)
    require_state(*place.spec.setup.maze, place.orientations(), number, traits.posed);
  else if (number < 0 || number >= traits.state_bound)
    throw BadInput("state", std::to_string(number), fmt::format("0 to {}", traits.state_bound - 1));
  return StateId(number);
}

void require_rest(const World& world) {
  if (!world.at_rest()) throw Failure(MM_NOT_NOW, "the world is not at rest");
}

/// Serializes all worlds. Each world takes the same number of bytes.
std::string saved(std::span<const Place> places) {
  std::string all;
  for (const Place& place : places) all += place.save();
  return all;
}

/// Restores the states of all worlds. Throws BadInput without changing anything if the bytes are
/// invalid.
void load(std::span<Place> places, std::string_view bytes) {
  std::vector<Place> loaded;
  const std::size_t count = places.size(), each = bytes.size() / count;
  for (std::size_t i = 0; i < count; ++i)
    loaded.emplace_back(places[i]).load(bytes.substr(each * i, each));
  if (each * count != bytes.size())
    throw BadInput("saved batch", "of the wrong length", fmt::format("{} worlds", count));
  std::move(loaded.begin(), loaded.end(), places.begin());
}
}  // namespace

void Place::clear(std::size_t row, const mm_view& view) const {
  if (spec.tilted()) return;
  const std::size_t states = cells() * static_cast<std::size_t>(orientations());
  if (view.visited) std::fill_n(view.visited + states * row, states, std::int8_t{0});
  if (view.distances) std::fill_n(view.distances + cells() * row, cells(), 0);
}

void Place::show(std::size_t row, const mm_view& view) {
  const StateId at = state();
  put_in(view.states, row, at.index);
  put_in(view.endings, row, motion);
  if (view.outcomes) put_in(view.outcomes, row, outcome());
  put_in(view.moves, row, moves);
  put_in(view.ticks, row, ticks());
  if (spec.tilted()) {
    if (view.tilt) put_tilt(marble->tilt_state(), view.tilt + MM_TILT_STATE * row);
    if (view.observations) put_features(*this, view.observations + MM_TILT_OBSERVATION * row);
    return;
  }
  if (!at.valid()) return;
  const int count = orientations(), settled = settled_part(at).index, cell = settled / count;
  put_in(view.cells, row, cell);
  put_in(view.orientations, row, settled % count);
  const auto state_at = static_cast<std::size_t>(settled), cell_at = static_cast<std::size_t>(cell);
  if (view.visited) view.visited[cells() * static_cast<std::size_t>(count) * row + state_at] = 1;
  if (view.distances) view.distances[cells() * row + cell_at] = distances()[cell_at];
}

}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

/// Like answered_by(), for a function that uses one world: `body(place)`.
template <class Body>
static mm_status with_world(mm_world world, Body&& body) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) { body(of.place); });
}

/// Like answered_by(), for a function that uses a world or a batch: `body(object)`.
template <class Body>
static mm_status with_any(uint64_t handle, Body&& body) {
  return kind_of(handle) == Kind::batch ? answered_by<BatchObject>(handle, body)
                                        : answered_by<WorldObject>(handle, body);
}

mm_status mm_world_create(const mm_setup* setup, mm_world* world) {
  return handed_out(world, "world",
                    [&] { return std::make_shared<WorldObject>(Place(spec_of(setup))); });
}

mm_status mm_world_observe(mm_world world, mm_observation* observation) {
  return with_world(world,
                    [&](Place& of) { put_struct(observed(of), observation, "observation"); });
}

mm_status mm_world_reset(mm_world world) {
  return with_world(world, [](Place& of) { of.reset(); });
}

mm_status mm_world_draw_from(mm_world world, uint64_t number, int32_t run) {
  return with_world(world, [&](Place& of) {
    if (run != 0 && !of.spec.setup.maze)
      throw Failure(MM_UNSUPPORTED, "world: this function requires a marble maze");
    of.world->draw_from(run != 0 ? draws_of_run(*of.spec.setup.maze, number) : number);
  });
}

mm_status mm_world_step(mm_world world, int32_t move, int64_t ticks, int32_t* motion,
                        int64_t* made) {
  return with_world(world, [&](Place& of) {
    World& moved = of.moving();
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
    for (; count != ticks && (count == 0 || under_way(of.motion)); ++count)
      of.motion = moved.tick();
    if (motion) *motion = static_cast<int32_t>(of.motion);
    if (made) *made = count;
  });
}

mm_status mm_world_begin_switch(mm_world world, int32_t orientations) {
  return with_world(world, [&](Place& of) {
    World& moved = of.moving();
    if (!moved.traits().switches)
      throw Failure(MM_UNSUPPORTED, "world: this world cannot switch its control scheme");
    require_rest(moved);
    if (!moved.begin_switch(ControlScheme{orientations}))
      throw BadInput("orientations", std::to_string(orientations), "another control scheme");
    of.motion = Motion::speeding;
  });
}

mm_status mm_world_turn(mm_world world, const double* command, int32_t ticks) {
  return with_world(world, [&](Place& of) {
    MarbleWorld& tilted = of.tilted();
    if (ticks < 0) throw BadInput("ticks", std::to_string(ticks), "0 or more");
    if (command && !tilted.command({command[0], command[1], command[2]}))
      throw BadInput("command", fmt::format("{} {} {}", command[0], command[1], command[2]),
                     "three numbers of at most 1e100");
    for (int left = ticks; left > 0; left -= kTicksAtOnce) {
      stop_point(ticks - left, ticks);
      tilted.advance(std::min(left, kTicksAtOnce));
    }
  });
}

mm_status mm_world_decide(mm_world world, const char* policy, double* command, mm_text* reason) {
  return with_world(world, [&](Place& of) {
    require_pointer(command, "command");
    require_pointer(reason, "reason");
    const TiltPolicyEntry& entry = tilt_policies().entry(std::string(text_of(policy, "policy")));
    const MarbleWorld& tilted = of.tilted();
    if (!of.policy || of.policy_name != entry.name) {
      of.policy = entry.make(tilt_task(of.spec.setup, of.spec.rest, tilted));
      of.policy_name = entry.name;
    }
    const TiltChoice choice = of.policy->decide(tilted.tilt_state());
    put(choice.command, command);
    put_text(choice.reason, reason);
  });
}

mm_status mm_world_rule(mm_world world, int32_t state, int32_t move, mm_rule* rule) {
  return with_world(world, [&](Place& of) {
    const StateId from = state_in(of, state);
    const auto moves = of.world->moves(from);
    mm_rule made{};
    made.moves = static_cast<std::int32_t>(moves.size());
    made.goal = of.world->is_goal(from);
    const auto to = move == -1
                        ? std::nullopt
                        : of.world->rules()->certain_result(from, move_of(move, moves.size()));
    made.to = to.value_or(StateId()).index;
    put_struct(made, rule, "rule");
  });
}

mm_status mm_world_describe(mm_world world, int32_t state, int32_t move, mm_text* words) {
  return with_world(world, [&](Place& of) {
    const StateId from = state_in(of, state);
    put_text(move == -1 ? of.world->describe(from)
                        : of.world->describe(from, move_of(move, of.world->moves(from).size())),
             words);
  });
}

mm_status mm_world_copy_for_agent(mm_world world, uint64_t stream, mm_world* copy) {
  return handed_out(copy, "copy", [&] {
    const Use<WorldObject> object(world);
    const Place& of = object->place;
    require_rest(of.moving());
    auto copied =
        std::make_shared<WorldObject>(Place(of.spec, Snapshot::of(*of.world)->world(stream)));
    copied->place.budget = of.budget;
    copied->place.recovery = of.recovery;
    return copied;
  });
}

mm_status mm_world_truth(mm_world world, int32_t recovery, int64_t budget, mm_truth* truth) {
  return with_world(world, [&](Place& of) {
    static thread_local std::vector<std::int32_t> solution;
    require_pointer(truth, "truth");
    static_cast<void>(of.moving());
    if (of.budget) throw Failure(MM_UNSUPPORTED, "world: an agent's copy is not supported here");
    if (budget < 0) throw BadInput("budget", std::to_string(budget), "0 or more moves");
    const GroundTruth found = find_ground_truth(*of.spec.setup.world(), recovery != 0,
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
    put_struct(made, truth, "truth");
  });
}

mm_status mm_copy(uint64_t handle, uint64_t* copy) {
  return with_any(handle, [&](auto& of) {
    std::uint64_t& made = output(copy, "copy");
    made = give(std::make_shared<std::remove_reference_t<decltype(of)>>(of));
  });
}

mm_status mm_save(uint64_t handle, mm_text* bytes) {
  return with_any(handle, [&](auto& of) { put_text(saved(of.all()), bytes); });
}

mm_status mm_load(uint64_t handle, const void* bytes, size_t length) {
  return with_any(handle, [&](auto& of) { load(of.all(), bytes_of(bytes, length)); });
}

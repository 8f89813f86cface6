#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "agent/analysis/ground_truth.h"
#include "engine/c_api/call.h"
#include "engine/c_api/objects.h"
#include "engine/run/episode.h"
#include "engine/run/families/world_registry.h"
#include "engine/run/saved_world.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/world/scene.h"
#include "maze/world/snapshot.h"

namespace marblemaze::c_api {

static_assert(static_cast<int>(Motion::speeding) == MM_MOTION_SPEEDING &&
              static_cast<int>(Motion::settled) == MM_MOTION_SETTLED &&
              static_cast<int>(Motion::overdue) == MM_MOTION_OVERDUE);
static_assert(MM_BALANCED == kBalancedStride);

Setup setup_of(const char* kind, mm_maze maze, int orientations, mm_settings settings) {
  const std::string name(marble_world_kind(text_of(kind, "kind")).name);
  auto in = maze_of(maze);
  return setup_in(std::move(in), asked_scheme(orientations), settings_of(settings), name);
}

Setup setup_in_family(const char* family, std::uint64_t seed) {
  return world_entry(std::string(text_of(family, "family"))).setup(seed);
}

int WorldObject::orientations() const {
  const auto scene = world->scene();
  return orientations_of(scene ? scene->control : setup.control);
}

void require_state(const Maze& maze, int orientations, std::int32_t number, bool balanced_too) {
  const StateId state(number);
  const bool fits = number >= 0 && number < kStateBound && (balanced_too || !is_balanced(state)) &&
                    maze.grid().in_maze(CellId(settled_part(state).index / orientations));
  if (!fits)
    throw BadInput("state", std::to_string(number),
                   fmt::format("cell * {} + orientation, of a cell of the maze", orientations));
}

StateId WorldObject::state(std::int32_t number) const {
  if (setup.maze) {
    require_state(*setup.maze, orientations(), number, world->traits().posed);
  } else if (number < 0 || number >= world->traits().state_bound) {
    throw BadInput("state", std::to_string(number),
                   fmt::format("0 to {}", world->traits().state_bound - 1));
  }
  return StateId(number);
}

void WorldObject::require_rest() const {
  if (!world->at_rest()) throw Failure(MM_NOT_NOW, "world: expected one at rest");
}

MoveId move_of(std::int32_t number, std::size_t count) {
  if (number < 0 || static_cast<std::size_t>(number) >= count)
    throw BadInput(
        "move", std::to_string(number),
        count == 0 ? "none: the state has no moves" : "0 to " + std::to_string(count - 1));
  return MoveId(number);
}

std::shared_ptr<WorldObject> copy_for_agent(const Setup& setup, const World& world,
                                            std::uint64_t stream) {
  return std::make_shared<WorldObject>(setup, Snapshot::of(world)->world(stream));
}

StateId state_of(const World& world) {
  return world.at_rest() || world.between_rests() ? world.state() : StateId();
}

static void copy(const glm::dvec3& from, double (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

mm_pose pose_of(const World& world) {
  const std::optional<Scene> posed = world.scene();
  if (!posed) throw Failure(MM_UNSUPPORTED, "world: expected one that has poses");
  const Scene& scene = *posed;
  const glm::dquat& turn = scene.maze_pose.rotation;
  mm_pose pose{};
  const std::array quaternion{turn.w, turn.x, turn.y, turn.z};
  std::copy(quaternion.begin(), quaternion.end(), pose.maze_rotation);
  copy(scene.marble.position, pose.marble_position);
  copy(scene.marble_in_maze(), pose.marble_in_maze);
  copy(scene.marble_velocity, pose.marble_velocity);
  pose.marble_radius = scene.marble_radius;
  pose.kinetic_energy = scene.kinetic_energy_j;
  pose.time = scene.time_s;
  return pose;
}

namespace {

mm_world_info info_of(const WorldObject& object) {
  const World& world = *object.world;
  const Traits traits = world.traits();
  const StateId state = state_of(world);
  mm_world_info info{};
  info.orientations = object.orientations();
  info.deterministic = traits.deterministic;
  info.copyable = 1;
  info.posed = traits.posed;
  info.switches = traits.switches;
  info.at_rest = world.at_rest();
  info.state = state.index;
  info.goal = state.valid() && world.is_goal(state);
  info.moves = state.valid() ? static_cast<int>(world.moves(state).size()) : 0;
  return info;
}

void begin(const WorldObject& object, std::int32_t move) {
  object.require_rest();
  World& world = *object.world;
  world.begin(move_of(move, world.moves(world.state()).size()));
}

void begin_switch(const WorldObject& object, std::int32_t orientations) {
  if (!object.world->traits().switches)
    throw Failure(MM_UNSUPPORTED, "world: expected one that can turn to another control scheme");
  object.require_rest();
  if (!object.world->begin_switch(ControlScheme{orientations}))
    throw BadInput("orientations", std::to_string(orientations), "another control scheme");
}

GroundTruth truth_of(const Setup& setup, bool recovery, std::int64_t budget) {
  if (budget < 0) throw BadInput("budget", std::to_string(budget), "0 or more moves");
  return find_ground_truth(*setup.world(), recovery, budget == 0 ? kTruthBudget : budget);
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_world_create(const char* kind, mm_maze maze, int32_t orientations,
                          mm_settings settings, mm_world* world) {
  return handed_out(world, "world", [&] {
    return std::make_shared<WorldObject>(setup_of(kind, maze, orientations, settings));
  });
}

mm_status mm_world_create_in_family(const char* family, uint64_t seed, mm_world* world) {
  return handed_out(world, "world",
                    [&] { return std::make_shared<WorldObject>(setup_in_family(family, seed)); });
}

mm_status mm_world_get_info(mm_world world, mm_world_info* info) {
  return answered_by<WorldObject>(world,
                                  [&](WorldObject& of) { put_struct(info_of(of), info, "info"); });
}

mm_status mm_world_kind(mm_world world, char* buffer, size_t capacity, size_t* needed) {
  return answered_by<WorldObject>(
      world, [&](WorldObject& of) { put_text(of.world->traits().name, buffer, capacity, needed); });
}

mm_status mm_world_draw_from(mm_world world, uint64_t stream) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) { of.world->draw_from(stream); });
}

mm_status mm_world_draw_for_run(mm_world world, uint64_t run) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    if (!of.setup.maze) throw Failure(MM_UNSUPPORTED, "world: expected one of a marble's maze");
    of.world->draw_from(draws_of_run(*of.setup.maze, run));
  });
}

mm_status mm_world_reset(mm_world world) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) { of.world->reset(); });
}

mm_status mm_world_begin(mm_world world, int32_t move) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) { begin(of, move); });
}

mm_status mm_world_begin_switch(mm_world world, int32_t orientations) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) { begin_switch(of, orientations); });
}

mm_status mm_world_tick(mm_world world, int64_t most, int32_t* motion, int64_t* ticks) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    if (most < 1) throw BadInput("ticks", std::to_string(most), "1 or more");
    Motion last = of.world->tick();
    int64_t made = 1;
    for (; made < most && under_way(last); ++made) last = of.world->tick();
    if (motion) *motion = static_cast<int32_t>(last);
    if (ticks) *ticks = made;
  });
}

mm_status mm_world_settle(mm_world world, int32_t* ending) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    int32_t& end = output(ending, "ending");
    end = static_cast<int32_t>(tick_to_rest(*of.world));
  });
}

mm_status mm_world_move(mm_world world, int32_t move, int32_t* ending) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    int32_t& end = output(ending, "ending");
    begin(of, move);
    end = static_cast<int32_t>(tick_to_rest(*of.world));
  });
}

mm_status mm_world_move_count(mm_world world, int32_t state, int32_t* count) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    output(count, "count") = static_cast<int32_t>(of.world->moves(of.state(state)).size());
  });
}

mm_status mm_world_is_goal(mm_world world, int32_t state, int32_t* goal) {
  return answered_by<WorldObject>(
      world, [&](WorldObject& of) { output(goal, "goal") = of.world->is_goal(of.state(state)); });
}

mm_status mm_world_certain_result(mm_world world, int32_t state, int32_t move, int32_t* to) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    const StateId from = of.state(state);
    const MoveId by = move_of(move, of.world->moves(from).size());
    output(to, "to") = of.world->rules()->certain_result(from, by).value_or(StateId()).index;
  });
}

mm_status mm_world_describe_state(mm_world world, int32_t state, char* buffer, size_t capacity,
                                  size_t* needed) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    put_text(of.world->describe(of.state(state)), buffer, capacity, needed);
  });
}

mm_status mm_world_describe_move(mm_world world, int32_t state, int32_t move, char* buffer,
                                 size_t capacity, size_t* needed) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    const StateId from = of.state(state);
    const MoveId by = move_of(move, of.world->moves(from).size());
    put_text(of.world->describe(from, by), buffer, capacity, needed);
  });
}

mm_status mm_world_pose(mm_world world, mm_pose* pose) {
  return answered_by<WorldObject>(
      world, [&](WorldObject& of) { put_struct(pose_of(*of.world), pose, "pose"); });
}

mm_status mm_world_state_hash(mm_world world, uint64_t* hash) {
  return answered_by<WorldObject>(
      world, [&](WorldObject& of) { output(hash, "hash") = of.world->state_hash(); });
}

mm_status mm_world_copy(mm_world world, mm_world* to) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    mm_world& made = output(to, "copy");
    made = give(std::make_shared<WorldObject>(of.setup, of.world->clone()));
  });
}

mm_status mm_world_copy_for_agent(mm_world world, uint64_t stream, mm_world* to) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    mm_world& made = output(to, "copy");
    of.require_rest();
    made = give(copy_for_agent(of.setup, *of.world, stream));
  });
}

mm_status mm_world_save(mm_world world, void* bytes, size_t capacity, size_t* needed) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    put_bytes(save_world(*of.world, of.setup.identity()), bytes, capacity, needed);
  });
}

mm_status mm_world_restore(mm_world world, const void* bytes, size_t length) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    restore_world(*of.world, of.setup.identity(), bytes_of(bytes, length));
  });
}

mm_status mm_world_truth(mm_world world, int32_t recovery, int64_t budget, int32_t* solvable,
                         int32_t* complete, int64_t* tried, double* chance, int32_t* moves,
                         size_t count, size_t* length) {
  return answered_by<WorldObject>(world, [&](WorldObject& of) {
    size_t& needed = output(length, "length");
    require_pointer(solvable, "solvable");
    require_pointer(complete, "complete");
    require_pointer(tried, "tried");
    require_pointer(chance, "chance");
    const GroundTruth truth = truth_of(of.setup, recovery != 0, budget);
    const auto to = answer(truth.solution.size(), moves, count, needed, "moves");
    std::transform(truth.solution.begin(), truth.solution.end(), to.begin(),
                   [](MoveId move) { return move.index; });
    *solvable = truth.solvable;
    *complete = truth.complete;
    *tried = truth.tried;
    *chance = truth.chance();
  });
}

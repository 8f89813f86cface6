#include "maze/world/world.h"

#include <cassert>
#include <utility>

#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"

namespace marblemaze {

DiscreteWorld::DiscreteWorld(std::shared_ptr<const Rules> rules, std::string name, StateId first,
                             int state_bound)
    : World(std::move(rules)),
      name_(std::move(name)),
      first_(first),
      state_bound_(state_bound),
      state_(first) {}

Traits DiscreteWorld::traits() const {
  return {.name = name_, .deterministic = true, .has_poses = false, .state_bound = state_bound_};
}

void DiscreteWorld::do_reset() {
  state_ = first_;
  move_ = MoveId();
}

Motion DiscreteWorld::do_tick() {
  if (!move_.valid()) return Motion::settled;
  const std::optional<StateId> to = result_of(state_, std::exchange(move_, MoveId()));
  if (!to) return Motion::frozen;
  state_ = *to;
  return Motion::settled;
}

std::vector<std::uint64_t> DiscreteWorld::do_save() const {
  return {static_cast<std::uint64_t>(state_.index), static_cast<std::uint64_t>(move_.index)};
}

bool DiscreteWorld::do_load(std::span<const std::uint64_t> words, bool at_rest) {
  if (words.size() != 2 || words[0] >= static_cast<std::uint64_t>(state_bound_)) return false;
  const StateId state(static_cast<std::int32_t>(words[0]));
  if (!exists(state)) return false;
  const auto none = static_cast<std::uint64_t>(MoveId().index);
  if (words[1] != none && (at_rest || words[1] >= moves(state).size())) return false;
  state_ = state;
  move_ = MoveId(static_cast<std::int32_t>(words[1]));
  return true;
}

MazeRules::MazeRules(std::shared_ptr<const Maze> maze,
                     std::shared_ptr<const OrientationScheme> scheme)
    : maze_(std::move(maze)), scheme_(std::move(scheme)) {
  assert(maze_ && scheme_);
}

bool MazeRules::is_goal(StateId state) const {
  return !marblemaze::is_balanced(state) && scheme_->cell(state) == maze_->target();
}

bool MazeRules::is_balanced(StateId state) const { return marblemaze::is_balanced(state); }

std::optional<StateId> MazeRules::certain_result(StateId state, MoveId move) const {
  return certain_turn(*scheme_, state, move);
}

std::string MazeRules::describe(StateId state) const { return describe_state(*scheme_, state); }

std::string MazeRules::describe(StateId state, MoveId move) const {
  return scheme_->move_name(scheme_->orientation(state), move);
}

Scene resting_scene(const Maze& maze, const OrientationScheme& scheme, StateId state,
                    double marble_radius, double wall_thickness) {
  Scene scene;
  const OrientationId orientation = scheme.orientation(state);
  scene.maze = &maze;
  scene.control = scheme.control();
  scene.maze_pose.rotation = glm::dquat(scheme.up(orientation), glm::dvec3(0, 0, 1));
  glm::dvec3 place = glm::dvec3(maze.grid().position(scheme.cell(state))) + 0.5;
  for (const Direction down : scheme.down(orientation))
    place[down.axis] += down.sign * (0.5 - wall_thickness / 2 - marble_radius);
  scene.marble.position = scene.maze_pose.rotation * (place - glm::dvec3(maze.grid().dims()) * 0.5);
  scene.marble.rotation = scene.maze_pose.rotation;
  scene.marble_radius = marble_radius;
  scene.wall_thickness = wall_thickness;
  return scene;
}

}  // namespace marblemaze

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "agent/belief/path_predictor.h"
#include "agent/play/knowledge_engine.h"
#include "maze/world/world.h"
#include "support/mazes.h"

namespace marblemaze::testing {

inline Motion make_move(World& world, MoveId move) {
  world.begin(move);
  return tick_to_rest(world);
}

inline Motion settle(World& world) { return tick_to_rest(world); }

/// Finds the minimum number of moves from the current state to every reachable state, by brute
/// force in copies of the world. Requires: the world is at rest.
inline std::map<StateId, int> fewest_moves(const World& from) {
  std::map<StateId, int> found{{from.state(), 0}};
  std::vector<std::unique_ptr<World>> reached;
  reached.push_back(from.clone());
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const StateId state = reached[i]->state();
    for (MoveId move : reached[i]->moves(state)) {
      auto copy = reached[i]->clone();
      if (make_move(*copy, move) != Motion::settled) continue;
      if (found.emplace(copy->state(), found.at(state) + 1).second)
        reached.push_back(std::move(copy));
    }
  }
  return found;
}

/// Returns nullopt if no goal is reachable.
inline std::optional<int> optimum(const World& from) {
  std::optional<int> best;
  for (const auto& [state, moves] : fewest_moves(from))
    if (from.is_goal(state) && (!best || moves < *best)) best = moves;
  return best;
}

struct PredictedCube {
  PredictedCube(int size, Layers layers, ControlScheme control, std::uint64_t seed)
      : maze(random_maze(glm::ivec3(size), layers, seed)),
        scheme(std::make_shared<const OrientationScheme>(control, layers)),
        advice(maze_advice(maze, scheme)),
        world("predicted", maze, scheme, advice.predictor,
              PathPredictor(maze, scheme).settle(maze->start(), OrientationId(0))) {
    settle(world);
  }

  std::shared_ptr<const Maze> maze;
  std::shared_ptr<const OrientationScheme> scheme;
  Advice advice;
  PredictedWorld world;
};

struct Played {
  bool solved = false, exhausted = false, frozen = false;
  std::vector<StateId> states;
};

inline Played play(World& world, KnowledgeEngine& engine, int cap = 6000) {
  Played played;
  world.reset();
  settle(world);
  engine.start(world.state());
  played.states.push_back(world.state());
  for (int i = 0; i < cap; ++i) {
    if (world.is_goal(world.state())) {
      played.solved = true;
      return played;
    }
    const StateId from = world.state();
    const Decision decision =
        engine.decide({from, engine.needs_snapshot() ? Snapshot::of(world) : nullptr});
    if (decision.status == DecisionStatus::thinking) continue;
    if (decision.status == DecisionStatus::exhausted) {
      played.exhausted = true;
      return played;
    }
    const MoveId move = decision.moves.front().move;
    const Motion ending = make_move(world, move);
    const auto to = ending == Motion::settled ? std::optional(world.state()) : std::nullopt;
    engine.observe({from, move, to, ending});
    if (!to) {
      played.frozen = true;
      return played;
    }
    played.states.push_back(*to);
  }
  return played;
}

}  // namespace marblemaze::testing

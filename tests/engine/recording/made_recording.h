#pragma once

#include "agent/play/knowledge_engine.h"
#include "engine/recording/recording.h"
#include "engine/run/world_factory.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze::testing {

/// The first moves of an agent in a 3x3x3 maze in Bullet, at most eight.
inline Recording record_run(std::uint64_t seed) {
  Recording recording;
  recording.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, seed));
  recording.agent = "breadth-first";
  recording.build = build_id();
  const Setting setting = make_setting("bullet", recording.maze, 8, recording.settings);
  KnowledgeEngine agent(planner_entry(recording.agent), setting.advice);
  Controller controller(*setting.world, agent);
  controller.on_decision = [&](const Decision& decision) {
    recording.moves.push_back({controller.moves() + 1, setting.world->state(),
                               decision.moves.front().move, StateId(), Motion::settled, 8,
                               static_cast<long>(recording.ticks.size()), 0, decision.rule});
  };
  controller.on_move = [&](const MoveRecord& record) {
    recording.moves.back().to = record.to.value_or(StateId());
    recording.moves.back().ending = record.ending;
    recording.moves.back().end = static_cast<long>(recording.ticks.size()) + 1;
  };
  const auto goes_on = [&] {
    return recording.moves.size() < 8 || recording.moves.back().end == 0;
  };
  while (controller.outcome() == Outcome::running && goes_on()) {
    const long before = controller.ticks();
    controller.tick();
    if (controller.ticks() > before) record_tick(recording, *setting.world, controller.phase());
  }
  recording.outcome = controller.outcome();
  return recording;
}

}  // namespace marblemaze::testing

#include "engine/cli/puzzle/agent_run.h"

#include <fmt/format.h>

#include "agent/play/controller.h"
#include "agent/play/knowledge_engine.h"

namespace marblemaze {

VerbResult solve_by_agent(Setting setting, const std::string& agent) {
  World& world = *setting.world;
  KnowledgeEngine engine(planner_entry(agent), setting.advice);
  world.reset();
  tick_to_rest(world);
  Controller controller(world, engine);
  std::string story;
  Json played = Json::array(), states = Json::array({world.state().index});
  controller.on_move = [&](const MoveRecord& record) {
    const StateId to = record.to.value_or(record.from);
    story += fmt::format("{:>4}  {}: {} -> {}\n", record.number, world.describe(record.from),
                         world.describe(record.from, record.move), world.describe(to));
    played.push_back(record.move.index);
    states.push_back(to.index);
  };
  const Outcome outcome = controller.run();
  const Counters& counters = engine.counters();
  story += fmt::format("{} after {} moves by {}\n", to_string(outcome), counters.moves, agent);
  return {story,
          {{"outcome", to_string(outcome)},
           {"agent", agent},
           {"moves", counters.moves},
           {"repeated", counters.repeated},
           {"predicted_right", counters.predicted_right},
           {"predicted_total", counters.predicted_total},
           {"played", played},
           {"states", states}},
          outcome == Outcome::solved};
}

}  // namespace marblemaze

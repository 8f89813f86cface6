#include "engine/cli/puzzle/agent_run.h"

#include <fmt/format.h>

#include "engine/run/episode.h"

namespace marblemaze {

Finding solve_by_agent(Environment environment, const std::string& agent) {
  World& world = *environment.world;
  Episode episode(world, std::move(environment.advice), PlayerSpec{.agent = agent});
  std::string story;
  std::vector<int> played, states;
  episode.watch({.on_move = [&](const MoveRecord& record) {
    const StateId to = record.to.value_or(record.from);
    story += fmt::format("{:>4}  {}: {} -> {}\n", record.number, world.describe(record.from),
                         world.describe(record.from, record.move), world.describe(to));
    played.push_back(record.move.index);
    states.push_back(to.index);
  }});
  const EpisodeResult result = episode.run();
  const Counters& counters = result.counters;
  story +=
      fmt::format("{} after {} moves by {}\n", to_string(result.outcome), counters.moves, agent);
  states.insert(states.begin(), result.first_state.index);
  return {story,
          {{"outcome", to_string(result.outcome)},
           {"agent", agent},
           {"moves", counters.moves},
           {"repeated", counters.repeated},
           {"predicted_right", counters.predicted_right},
           {"predicted_total", counters.predicted_total},
           {"played", played},
           {"states", states}},
          result.outcome == Outcome::solved};
}

}  // namespace marblemaze

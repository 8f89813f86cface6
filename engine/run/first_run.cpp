#include "engine/run/first_run.h"

#include <fmt/format.h>

#include "maze/base/words.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

EpisodeSpec spec_of(std::uint64_t seed) {
  auto maze = std::make_shared<const Maze>(generate_kruskal(5, Layers::outer, seed));
  return {.setup = setup_in(std::move(maze), 24), .player = {.agent = "imagination"}};
}

bool has_short_plan(const EpisodeSpec& spec) {
  Episode episode(spec);
  while (episode.moves() == 0 && episode.tick()) {
  }
  const auto expected = episode.knowledge().last_decision().expected_moves;
  return expected && *expected <= kShortPlan;
}

}  // namespace

FirstRun first_run(std::uint64_t seed) {
  FirstRun run{spec_of(seed)};
  while (!has_short_plan(run.spec)) run = {spec_of(++seed), run.skipped + 1};
  return run;
}

std::string describe(const FirstRun& run) {
  return fmt::format("chosen for a short plan, {} skipped (seed {})", counted(run.skipped, "maze"),
                     run.spec.setup.maze->origin().seed);
}

}  // namespace marblemaze

#include "engine/cli/free_solve.h"

#include <fmt/format.h>

#include "agent/control/way_to_target.h"
#include "engine/cli/common/print.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

/// A line for each cell that the marble enters when a wish is due.
struct Story {
  const FreeEpisode& episode;
  WayToTarget way{episode.spec().setup.maze};
  CellId last{};

  void tell(const FreeChoice& choice) {
    const CellId cell = way.cell_at(episode.world().state().marble);
    if (cell == last || !cell.valid()) return;
    last = cell;
    print_now("{:6.2f} s  {}: {}\n", episode.seconds(), place_words(way, cell), choice.reason);
  }
};

Json vector_json(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

std::string trace_line(const FreeEpisode& episode, const FreeChoice& choice) {
  const FreeState state = episode.world().state();
  return Json{{"tick", episode.world().ticks()},
              {"wish", vector_json(episode.world().wished())},
              {"marble", vector_json(state.marble)},
              {"velocity", vector_json(state.velocity)},
              {"down", vector_json(state.down)},
              {"rate", vector_json(state.rate)},
              {"reason", choice.reason}}
      .dump();
}

std::string outcome_words(const FreeEpisode& episode) {
  const EpisodeSpec& spec = episode.spec();
  switch (episode.result().outcome) {
    case Outcome::solved:
      return fmt::format("Solved: the marble {} the target cell.",
                         spec.free->rest ? "rests in" : "has reached");
    case Outcome::escaped:
      return fmt::format("Escaped: {}, a fault of the physics.", episode.result().fault);
    case Outcome::capped: return fmt::format("Capped: stopped after {:g} s.", spec.free->limit_s);
    default:
      return fmt::format("The controller ended the run ({}): {}.",
                         to_string(episode.result().outcome), episode.result().fault);
  }
}

}  // namespace

std::string introduction(const FreeEpisode& episode) {
  const FreeLimits limits = episode.world().limits();
  return fmt::format("{}, turned freely at up to {:.2f} rad/s and {:.2f} rad/s², world {}",
                     free_controllers().entry(episode.spec().player.agent).title, limits.rate,
                     limits.acceleration, episode.world().name());
}

void tell(FreeEpisode& episode, bool aloud, std::string* trace) {
  auto story = std::make_shared<Story>(Story{episode});
  episode.watch({.on_wish = [&episode, story, aloud, trace](const FreeChoice& choice) {
    if (aloud) story->tell(choice);
    if (trace) *trace += trace_line(episode, choice) + "\n";
  }});
}

std::string summary_json(const FreeEpisode& episode, bool with_format) {
  const EpisodeResult& result = episode.result();
  const EpisodeSpec& spec = episode.spec();
  Json document{{"outcome", to_string(result.outcome)}, {"seconds", episode.seconds()},
                {"wishes", result.counters.moves},      {"effort_s", result.effort_s},
                {"agent", spec.player.agent},           {"rest", spec.free->rest},
                {"world", episode.world().name()}};
  if (!result.fault.empty()) document["fault"] = result.fault;
  if (with_format) document["summary"] = true;
  return document.dump();
}

std::string narrate_end(const FreeEpisode& episode) {
  const EpisodeResult& result = episode.result();
  return fmt::format("\n{}\n{} wishes, effort {:.1f} s; {:.1f} s of simulated time\n",
                     outcome_words(episode), result.counters.moves, result.effort_s,
                     episode.seconds());
}

}  // namespace marblemaze

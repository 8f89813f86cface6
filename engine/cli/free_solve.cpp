#include "engine/cli/free_solve.h"

#include <fmt/format.h>

#include "agent/control/way_to_target.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/recording/recorder.h"
#include "maze/base/json.h"
#include "maze/base/output_file.h"
#include "maze/base/text_file.h"

namespace marblemaze {
namespace {

void introduce(const FreeEpisode& episode) {
  const EpisodeSpec& spec = episode.spec();
  const Maze& maze = *spec.setup.maze;
  const FreeLimits limits = episode.world().limits();
  print_out("{}, from cell {} to cell {} (theoretical path {} cells)\n", describe(maze),
            cell_number(maze.start()), cell_number(maze.target()),
            TheoreticalPaths(maze).length(maze.start()));
  print_out("{}, turned freely at up to {:.2f} rad/s and {:.2f} rad/s², world {}\n\n",
            free_controllers().entry(spec.player.agent).title, limits.rate, limits.acceleration,
            episode.world().name());
  std::fflush(stdout);
}

/// A line for each cell that the marble enters when a wish is due.
struct Story {
  const FreeEpisode& episode;
  WayToTarget way{episode.spec().setup.maze};
  CellId last{};

  void tell(const FreeChoice& choice) {
    const CellId cell = way.cell_at(episode.world().state().marble);
    if (cell == last || !cell.valid()) return;
    last = cell;
    print_out("{:6.2f} s  {}: {}\n", episode.seconds(), place_words(way, cell), choice.reason);
    std::fflush(stdout);
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

Json summary(const FreeEpisode& episode) {
  const FreeResult& result = episode.result();
  const EpisodeSpec& spec = episode.spec();
  Json document{{"outcome", to_string(result.outcome)},
                {"seconds", episode.seconds()},
                {"wishes", result.wishes},
                {"effort_s", result.effort_s},
                {"agent", spec.player.agent},
                {"rest", spec.free->rest},
                {"world", episode.world().name()}};
  if (!result.fault.empty()) document["fault"] = result.fault;
  return document;
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

Exit solve_free(const EpisodeSpec& spec, const std::string& trace, const std::string& record_to,
                bool json) {
  expect_output_free({"--trace", trace}, json, "--json");
  expect_output_free({"--record", record_to}, json, "--json");
  FreeEpisode episode(spec);
  const bool aloud = !json && !is_standard_stream(trace) && !is_standard_stream(record_to);
  if (aloud) introduce(episode);
  Story story{episode};
  std::string lines;
  Recording recording;
  if (!record_to.empty()) record(episode, recording);
  episode.watch({.on_wish = [&](const FreeChoice& choice) {
    if (aloud) story.tell(choice);
    if (!trace.empty()) lines += trace_line(episode, choice) + "\n";
  }});
  const FreeResult result = episode.run();
  if (!record_to.empty()) save_recording(recording, record_to);
  Json document = summary(episode);
  if (json) print_out("{}\n", document.dump());
  document["summary"] = true;
  if (!trace.empty()) write_text_file(trace, lines + document.dump() + "\n");
  if (aloud)
    print_out("\n{}\n{} wishes, effort {:.1f} s; {:.1f} s of simulated time\n",
              outcome_words(episode), result.wishes, result.effort_s, episode.seconds());
  return result.outcome == Outcome::solved ? Exit::done : Exit::not_reached;
}

}  // namespace marblemaze

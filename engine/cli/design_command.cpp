
#include <fmt/format.h>

#include "engine/cli/commands.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/marble_designer.h"
#include "maze/base/parallel.h"
#include "maze/files/maze_file.h"

namespace marblemaze {
namespace {

struct DesignOptions {
  SetupChoice setup;
  int moves = DesignRequest{}.moves, jobs = 0;
  std::int64_t steps = DesignRequest{}.steps;
  std::string output;
  bool json = false;
};

std::string size_text(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  const int side = dims.x;
  if (dims == glm::ivec3(side) || dims == glm::ivec3(side, side, 1))
    return fmt::format("size {}", side);
  return fmt::format("{}x{}x{}", dims.x, dims.y, dims.z);
}

/// Returns in one line why a design falls short of the request.
std::string shortfall(const MarbleDesign& design, const DesignRequest& request) {
  const Certificate& c = *design.certificate;
  const std::string found = c.optimum ? fmt::format("the best maze found takes {}", *c.optimum)
                                      : "no solvable maze was found";
  if (c.optimum >= c.moves)
    return fmt::format("{} moves, but only {} of {} displaced runs reach the target", *c.optimum,
                       c.reached, c.runs);
  return fmt::format("{} moves not reachable at {} with {} steps; {}", c.moves,
                     size_text(design.maze), request.steps, found);
}

std::string progress_text(std::string_view stage, const SearchProgress& progress,
                          const MazeDesign& best) {
  const auto optimum = best.quality.optimum;
  return fmt::format("{}: {} of {} exchanges tried, best so far {} (energy {:.2f})", stage,
                     progress.step, progress.steps,
                     optimum ? fmt::format("{} moves", *optimum) : "unsolvable", best.energy);
}

Exit run_design(const DesignOptions& options) {
  const DesignRequest request{options.setup.make(), options.moves, options.setup.maze.seed,
                              options.steps, threads_for(options.jobs)};
  expect_output_free({"--output", options.output}, options.json, "--json");
  note_interrupts();
  ProgressLine line;
  const MarbleDesign design =
      design_marble_maze(request, [&](auto stage, const auto& progress, const auto& best) {
        if (line.due()) line.show(progress_text(stage, progress, best));
      });
  line.finish(fmt::format("{:.0f} s", line.seconds()));
  const Certificate* const certificate = design.certificate ? &*design.certificate : nullptr;
  if (!options.output.empty()) save_maze(design.maze, options.output, certificate);
  if (options.output.empty() || options.json) print_out("{}", to_json(design.maze, certificate));
  if (!options.output.empty() && certificate) print_error("{}", describe(*certificate));
  if (!design.certificate) {
    print_error("interrupted: this is the best maze so far, without a certificate\n");
    throw Interrupted{};
  }
  if (!design.fulfilled) print_error("{}\n", shortfall(design, request));
  return design.fulfilled ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_design_command(CLI::App& app) {
  auto options = std::make_shared<DesignOptions>();
  CLI::App* command = app.add_subcommand(
      "design", "Make a hard maze, which needs many moves, and check it in Bullet");
  options->setup.maze.add_to(*command, false);
  command->add_option("--moves", options->moves,
                      "How many moves the shortest solution should have");
  options->setup.add_orientations_to(*command);
  command->add_option(
      "--steps", options->steps,
      "Largest number of wall exchanges to try in Bullet, and before that in the fast model");
  options->setup.settings.add_to(*command);
  add_jobs_option(*command, options->jobs);
  command
      ->add_option("-o,--output", options->output,
                   "Write the maze file here instead of printing it")
      ->type_name(kOutput);
  command->add_flag("--json", options->json, "Print the maze file (the default)");
  set_action(*command, [options] { return run_design(*options); });
}

}  // namespace marblemaze

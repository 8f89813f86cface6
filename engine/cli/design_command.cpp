#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "agent/for_all.h"
#include "engine/cli/command_line.h"
#include "engine/cli/interrupts.h"
#include "engine/cli/progress_line.h"
#include "engine/marble_designer.h"
#include "engine/world_factory.h"
#include "maze/errors.h"
#include "maze/maze_file.h"

namespace marblemaze {
namespace {

struct DesignOptions {
  MazeChoice maze;
  SettingsChoice settings;
  DesignRequest request;
  int orientations = 0;
  int jobs = 0;
  std::string output;
  bool json = false;
};

DesignRequest make_request(const DesignOptions& options) {
  DesignRequest request = options.request;
  request.first = options.maze.make();
  request.seed = options.maze.seed;
  request.settings = options.settings.make();
  request.orientations =
      options.orientations == 0 ? default_orientations(*request.first) : options.orientations;
  if (options.jobs < 0 || options.jobs > 1024)
    throw BadInput("jobs", std::to_string(options.jobs), "1 to 1024, or 0 for all cores");
  request.jobs = threads_for(options.jobs);
  return request;
}

std::string size_text(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  return dims.x == dims.y && dims.x == dims.z ? fmt::format("size {}", dims.x)
                                              : fmt::format("{}x{}x{}", dims.x, dims.y, dims.z);
}

/// Why a design falls short, in one line.
std::string shortfall(const MarbleDesign& design, const DesignRequest& request) {
  const Certificate& certificate = design.certificate;
  const std::string where = size_text(design.maze);
  if (!certificate.optimum)
    return fmt::format("no solvable maze at {} found in {} steps", where, request.steps);
  if (*certificate.optimum < certificate.moves)
    return fmt::format(
        "{} moves not reachable at {} in {} steps; the longest solution found has {}",
        certificate.moves, where, request.steps, *certificate.optimum);
  return fmt::format("{} moves at {}, but only {} of {} displaced runs reach the target",
                     *certificate.optimum, where, certificate.reached, certificate.runs);
}

Exit run_design(const DesignOptions& options) {
  const DesignRequest request = make_request(options);
  note_interrupts();
  ProgressLine line;
  const MarbleDesign design = design_marble_maze(request, [&](std::string_view stage,
                                                              const SearchProgress& progress) {
    if (line.due())
      line.show(fmt::format("{}: {} of {} exchanges tried, energy {:.2f}, best {:.2f}", stage,
                            progress.step, progress.steps, progress.energy, progress.best_energy));
    return !interrupted();
  });
  line.finish(fmt::format("{:.0f} s", line.seconds()));
  if (!options.output.empty()) save_maze(design.maze, options.output, &design.certificate);
  if (options.output.empty() || options.json)
    std::cout << to_json(design.maze, &design.certificate);
  if (!options.output.empty()) fmt::print(stderr, "{}", describe(design.certificate));
  if (interrupted()) fmt::print(stderr, "interrupted: this is the best so far\n");
  if (!design.fulfilled) fmt::print(stderr, "{}\n", shortfall(design, request));
  return design.fulfilled ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_design_command(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<DesignOptions>();
  CLI::App* command = app.add_subcommand(
      "design", "Make a maze that is hard: a long fewest-moves solution that Bullet certifies");
  options->maze.add_to(*command, false);
  DesignRequest& request = options->request;
  command->add_option("--moves", request.moves, "Moves wanted of a fewest-moves solution")
      ->capture_default_str();
  command->add_option("--orientations", options->orientations,
                      "Control scheme: 8 or 24 for a cube, 4 for a flat maze");
  command
      ->add_option("--steps", request.steps,
                   "Wall exchanges to try at most in Bullet, and before in imagination")
      ->capture_default_str();
  for (const MazeWeightField& field : maze_weight_fields())
    command
        ->add_option("--weight-" + std::string(field.name), request.weights.*field.member,
                     "Weight of " + std::string(field.meaning))
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
  options->settings.add_to(*command);
  command->add_option("--jobs", options->jobs, "Threads; 0 for all cores")->capture_default_str();
  command->add_option("-o,--output", options->output,
                      "Write the maze file here instead of printing it");
  command->add_flag("--json", options->json, "Print the maze file (the default)");
  command->callback([options, &context] { context.exit = run_design(*options); });
}

}  // namespace marblemaze

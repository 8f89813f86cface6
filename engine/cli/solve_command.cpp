#include <memory>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "engine/cli/narration.h"
#include "engine/recording/recording.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

struct SolveOptions {
  SetupOptions setup;
  std::string agent = "complete-solution-prediction";
  ExternalAgentOptions own_agent;
  std::string scheme_switch;
  std::string trace, record;
  std::uint64_t run = 1;
  bool tilt = false, rest = false;
  bool recovery = false;
  bool json = false;
};

/// Parses text such as "24@12", which means 24 orientations from move 12 on.
SchemeSwitch parse_switch(const std::string& text, const Setup& setup) {
  const auto pair = parse_number_pair<int>(text, '@');
  const SchemeSwitch wanted{ControlScheme{pair ? pair->first : 0}, pair ? pair->second : 0};
  if (wanted.at_move < 1 ||
      (wanted.control != ControlScheme::cube_8 && wanted.control != ControlScheme::cube_24))
    throw BadInput("--switch", "'" + text + "'",
                   "8@N or 24@N, where N is the first move with that scheme");
  if (setup.maze->grid().layers() == Layers::flat)
    throw BadInput("--switch", "'" + text + "'", "a cube, because a flat maze has only one scheme");
  const auto switches = [](const MarbleWorldKind& kind) {
    return kind.traits({}).can_switch_scheme;
  };
  if (!switches(marble_world_kind(setup.kind)))
    throw BadInput("--switch", "'" + text + "'", "--world " + marble_world_names(switches));
  return wanted;
}

RunSpec episode_spec(const SolveOptions& options) {
  RunSpec spec{.setup = options.setup.make(), .run = options.run};
  const std::vector<std::string> own =
      options.own_agent.register_agents(kDefaultAgentLimits, options.tilt);
  if (options.tilt) spec.tilt = TiltSpec{.rest = options.rest};
  spec.agent() = own.empty() ? options.agent : own.front();
  if (spec.tilt) return spec;
  if (tilt_policies().find(spec.agent()) != nullptr)
    throw BadInput("--agent", "'" + spec.agent() + "'", "--tilt, because it is a tilt policy");
  spec.player.recovery = options.recovery;
  if (!options.scheme_switch.empty())
    spec.scheme_switch = parse_switch(options.scheme_switch, spec.setup);
  return spec;
}

// ---- the command

void print_introduction(const Episode& episode, const Narration& narration) {
  const Maze& maze = *episode.spec().setup.maze;
  print_now("{}, from cell {} to cell {} (theoretical path {} cells)\n{}\n\n", describe(maze),
            cell_number(maze.start()), cell_number(maze.target()),
            TheoreticalPaths(maze).length(maze.start()), narration.introduction(episode));
}

/// If the run is interrupted, saves the moves so far and throws Interrupted.
Exit solve(const SolveOptions& options) {
  require_output_free({"--trace", options.trace}, options.json, "--json");
  require_output_free({"--record", options.record}, options.json, "--json");
  handle_signals();
  Episode episode(episode_spec(options));
  const Narration& narration = narration_of(episode.spec());
  Recording recording;
  if (!options.record.empty()) record(episode, recording);
  // If --trace or --record writes to standard output, the file replaces the description of the
  // moves, because its reader expects nothing else.
  const bool verbose =
      !options.json && !is_standard_stream(options.trace) && !is_standard_stream(options.record);
  if (verbose) print_introduction(episode, narration);
  std::string trace;
  narration.watch(episode, verbose, options.trace.empty() ? nullptr : &trace);
  run_until_interrupted(
      "interrupted: the run has not ended", [&] { static_cast<void>(episode.run()); },
      [&] {
        if (!options.trace.empty())
          write_text_file(options.trace, trace + narration.summary(episode, true).dump() + "\n");
        if (!options.record.empty()) save_recording(recording, options.record);
        if (options.json) print_out("{}\n", narration.summary(episode, false).dump());
      });
  if (verbose) print_out("{}", narration.ending(episode));
  return episode.outcome() == Outcome::solved ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_solve_command(CLI::App& app) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command =
      app.add_subcommand("solve", "Let an agent solve a maze, and print a line for each move");
  options->setup.maze.add_to(*command, true);
  options->setup.settings.add_to(*command);
  CLI::Option* const agent = command->add_option(
      "--agent", options->agent, "Agent that chooses the moves; see the agents command");
  options->own_agent.add_to(*command)->excludes(agent);
  options->setup.add_orientations_to(*command);
  add_world_option(*command, "--world", options->setup.kind);
  command->add_option(
      "--switch", options->scheme_switch,
      "Change the control scheme during the run: 24@12 means 24 orientations from move 12 on");
  add_recovery_option(*command, options->recovery);
  add_tilt_options(*command, options->tilt, options->rest,
                   {"--orientations", "--switch", "--recovery", "--move-limit", "--call-limit"});
  add_run_option(*command, options->run);
  command
      ->add_option("--trace", options->trace,
                   "Write a JSON line for each move and a summary as the last line")
      ->type_name(kOutput);
  command
      ->add_option("--record", options->record,
                   "Write a recording, for verify, replay and export --html")
      ->type_name(kOutput);
  command->add_flag("--json", options->json,
                    "Print one JSON document instead of a description of the moves");
  set_action(*command, [options, agent] {
    if (options->tilt && agent->count() == 0) options->agent = kDefaultPolicy;
    return solve(*options);
  });
}

}  // namespace marblemaze

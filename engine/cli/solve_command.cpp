#include <optional>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/cli/solve_narration.h"
#include "engine/recording/recorder.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/text.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

struct SolveOptions {
  SetupChoice setup;
  std::string agent = "complete-solution-prediction";
  AgentCommandChoice own_agent;
  std::string scheme_switch;
  std::string trace, record;
  std::uint64_t run = 1;
  double plan_limit = 0;  ///< 0: no limit
  bool free = false, rest = false;
  bool recovery = false;
  bool json = false;
};

/// "24@12": to 24 orientations before move 12.
SchemeSwitch parse_switch(const std::string& text, const Setup& setup) {
  const auto pair = numbers_from<int>(text, '@');
  const SchemeSwitch wanted{ControlScheme{pair ? pair->first : 0}, pair ? pair->second : 0};
  if (wanted.at_move < 1 ||
      (wanted.control != ControlScheme::cube_8 && wanted.control != ControlScheme::cube_24))
    throw BadInput("--switch", "'" + text + "'",
                   "8@N or 24@N, where N is the first move with that scheme");
  if (setup.maze->grid().layers() == Layers::flat)
    throw BadInput("--switch", "'" + text + "'", "a cube: a flat maze has one scheme");
  const auto switches = [](const MarbleWorldKind& kind) { return kind.traits({}).switches; };
  if (!switches(marble_world_kind(setup.kind)))
    throw BadInput("--switch", "'" + text + "'", "--world " + marble_world_names(switches));
  return wanted;
}

RunSpec episode_spec(const SolveOptions& options) {
  RunSpec spec{.setup = options.setup.make(), .run = options.run};
  const std::vector<std::string> own = options.own_agent.enrol(kUsualLimits, options.free);
  if (options.free) spec.tilt = TiltSpec{.rest = options.rest};
  spec.agent() = own.empty() ? options.agent : own.front();
  if (spec.tilt) return spec;
  static_cast<void>(planners().entry(spec.agent()));
  spec.player.recovery = options.recovery;
  if (!options.scheme_switch.empty())
    spec.scheme_switch = parse_switch(options.scheme_switch, spec.setup);
  return spec;
}

/// Returns the number of moves that the agent's first plan expects, or nullopt if it has no such
/// plan.
std::optional<double> first_plan(const RunSpec& spec) {
  Episode episode(spec);
  while (episode.moves() == 0 && episode.tick()) {
  }
  return episode.knowledge().last_decision().expected_moves;
}

/// Returns the run of the first maze, from the seed on, in which the agent's first plan expects at
/// most `plan_limit` moves. In other mazes the agent may repeat a move very often for a rare
/// outcome.
RunSpec spec_with_short_plan(SolveOptions options) {
  constexpr int kTries = 100;
  for (int tries = 0; tries < kTries; ++tries, ++options.setup.maze.seed) {
    RunSpec spec = episode_spec(options);
    const auto expected = first_plan(spec);
    if (expected && *expected <= options.plan_limit) return spec;
  }
  throw BadInput("--plan-limit", fmt::format("{}", options.plan_limit),
                 fmt::format("a larger number, or an agent that plans, such as imagination: none "
                             "of {} mazes has such a plan",
                             kTries));
}

/// Plays one run and reports it, in words or as JSON, on standard output and in files. Throws
/// Interrupted if it was interrupted, after it has reported the moves until then.
Exit solve(const SolveOptions& options, const RunSpec& spec) {
  Episode episode(spec);
  Recording recording;
  if (!options.record.empty()) record(episode, recording);
  // A file on standard output replaces the story: its reader expects nothing else.
  const bool aloud =
      !options.json && !is_standard_stream(options.trace) && !is_standard_stream(options.record);
  const Maze& maze = *spec.setup.maze;
  if (aloud)
    print_now("{}, from cell {} to cell {} (theoretical path {} cells)\n{}\n\n", describe(maze),
              cell_number(maze.start()), cell_number(maze.target()),
              TheoreticalPaths(maze).length(maze.start()), introduction(episode));
  std::string trace;
  narrate(episode, aloud, options.trace.empty() ? nullptr : &trace);
  bool ended = true;
  try {
    static_cast<void>(episode.run());
  } catch (const Interrupted&) {
    ended = false;
  }
  if (!options.trace.empty())
    write_text_file(options.trace, trace + summary_json(episode, true) + "\n");
  if (!options.record.empty()) save_recording(recording, options.record);
  if (options.json)
    print_out("{}\n", summary_json(episode, false));
  else if (aloud && ended)
    print_out("{}", narrate_end(episode));
  if (!ended) {
    print_error("interrupted: the run has not ended\n");
    throw Interrupted{};
  }
  return episode.outcome() == Outcome::solved ? Exit::done : Exit::not_reached;
}

Exit solve(const SolveOptions& options) {
  expect_output_free({"--trace", options.trace}, options.json, "--json");
  expect_output_free({"--record", options.record}, options.json, "--json");
  note_interrupts();
  const RunSpec spec =
      options.plan_limit > 0 ? spec_with_short_plan(options) : episode_spec(options);
  return solve(options, spec);
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
  command
      ->add_option("--plan-limit", options->plan_limit,
                   "Skip seeds until the agent expects to need at most this many moves")
      ->excludes(command->get_option("FILE"));
  add_free_options(
      *command, options->free, options->rest,
      {"--orientations", "--switch", "--recovery", "--plan-limit", "--move-limit", "--call-limit"});
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
                    "Print one JSON document instead of the moves in words");
  set_action(*command, [options, agent] {
    if (options->free && agent->count() == 0) options->agent = kUsualPolicy;
    return solve(*options);
  });
}

}  // namespace marblemaze

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "engine/recording/recording.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
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
  double plan_limit = 0;  ///< 0 for no limit
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
  const auto switches = [](const MarbleWorldKind& kind) { return kind.traits({}).switches; };
  if (!switches(marble_world_kind(setup.kind)))
    throw BadInput("--switch", "'" + text + "'", "--world " + marble_world_names(switches));
  return wanted;
}

RunSpec episode_spec(const SolveOptions& options) {
  RunSpec spec{.setup = options.setup.make(), .run = options.run};
  const std::vector<std::string> own =
      options.own_agent.register_row(kDefaultAgentLimits, options.tilt);
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

/// Returns the expected number of moves of the agent's first plan, or nullopt if the agent makes no
/// plan.
std::optional<double> first_plan(const RunSpec& spec) {
  Episode episode(spec);
  while (episode.moves() == 0 && episode.tick()) {
  }
  return episode.knowledge().last_decision().expected_moves;
}

/// Tries seeds in ascending order until the agent's first plan expects at most `plan_limit` moves,
/// and returns that run. A longer plan may repeat a move very often in the hope of a rare outcome.
RunSpec spec_with_short_plan(SolveOptions options) {
  constexpr int kTries = 100;
  bool plans = false;
  for (int tries = 0; tries < kTries; ++tries, ++options.setup.maze.seed) {
    RunSpec spec = episode_spec(options);
    const auto expected = first_plan(spec);
    if (expected && *expected <= options.plan_limit) return spec;
    plans |= expected.has_value();
  }
  throw BadInput("--plan-limit", fmt::format("{}", options.plan_limit),
                 fmt::format("{}; none of the {} mazes that were tried has such a plan",
                             plans ? "a larger number"
                                   : "an agent that plans a path to the target, such as "
                                     "complete-solution-prediction or imagination",
                             kTries));
}

// ---- moves in words and as trace lines

std::string learned_text(const KnowledgeEngine& knowledge, const MoveRecord& record) {
  const auto learned = knowledge.last_learned();
  if (!learned) return "";
  switch (*learned) {
    case Learned::new_state: return "new state";
    case Learned::known_state: return "reaches a known state";
    case Learned::repeated: return "known move";
    case Learned::unrepeatable: return "known move, but with a different result this time";
  }
  return record.to ? "" : "?";
}

std::string prediction_text(const KnowledgeEngine& knowledge, const MoveRecord& record,
                            const OrientationScheme& scheme) {
  const auto expected = knowledge.last_expected();
  if (!expected || expected == record.to) return "";
  if (knowledge.last_learned() == Learned::unrepeatable) return "";
  return fmt::format(" (expected cell {})", cell_number(scheme.cell(*expected)));
}

std::string ending_text(Motion ending) {
  return ending == Motion::frozen
             ? "the marble froze: it balances on an edge, where no three walls hold it"
             : "the marble did not come to rest in time";
}

std::string outcome_text(const Episode& episode) {
  const EpisodeResult result = episode.result();
  const RunSpec& spec = episode.spec();
  switch (result.outcome) {
    case Outcome::solved:
      return fmt::format("Solved: the marble {} the target cell.",
                         spec.tilt && !spec.tilt->rest ? "has reached" : "rests in");
    case Outcome::capped:
      return spec.tilt ? fmt::format("Truncated: stopped at the time limit of {:g} s.",
                                     spec.tilt->limit_s)
                       : fmt::format("Truncated: stopped at the limit of {} moves.",
                                     spec.player.move_cap);
    case Outcome::escaped:
      return fmt::format("Escaped: {}, which is a bug in the physics.", result.fault);
    case Outcome::running: return "Still running.";
    case Outcome::unsolvable: {
      const std::string& rule = episode.knowledge().last_decision().rule;
      return fmt::format("Unsolvable: {}.", rule.empty()
                                                ? "every move that can still be reached has been "
                                                  "tried, and none leads to the target"
                                                : rule);
    }
    case Outcome::frozen:
      return fmt::format(
          "Frozen: the marble balanced for {:.2g} s on an edge between cells, where no three walls "
          "hold it.\nIt may still be rolling slowly, but the rules end the run here. Try another "
          "agent or seed{}.\nWith --recovery, the agent may tip the maze to free the marble.",
          spec.setup.settings.rest.frozen_time,
          episode.control() == ControlScheme::cube_8 ? ", or --orientations 24" : "");
    case Outcome::overdue:
      return "Timed out: the marble did not come to rest within the time limit of a move.";
    default: break;
  }
  if (spec.tilt)
    return fmt::format("The policy ended the run ({}): {}.", to_string(result.outcome),
                       result.fault);
  std::string fault(to_string(result.outcome));
  fault[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(fault[0])));
  std::ranges::replace(fault, '-', ' ');
  return fmt::format("{}: {}.", fault, result.fault);
}

std::string narrate_move(const Episode& episode, const MoveRecord& record) {
  const OrientationScheme scheme = episode.scheme();
  if (record.number == 0)
    return fmt::format("      switch to {} orientations: now {}", scheme.orientations(),
                       record.to ? scheme.orientation_name(scheme.orientation(*record.to))
                                 : ending_text(record.ending));
  const OrientationId from = scheme.orientation(record.from);
  const std::string turned =
      fmt::format("{:4}. {:<17} cell {:>3}", record.number, scheme.move_name(from, record.move),
                  cell_number(scheme.cell(record.from)));
  if (!record.to) return fmt::format("{} -> ...  {}", turned, ending_text(record.ending));
  const CellId to = scheme.cell(*record.to);
  std::string where =
      to == scheme.cell(record.from) ? "stays put" : fmt::format("-> cell {:>3}", cell_number(to));
  if (is_balanced(*record.to))
    where += ", balanced: no wall below along " + missing_axes(*record.to) + ";";
  return fmt::format("{} {:<12} {}{}", turned, where, learned_text(episode.knowledge(), record),
                     prediction_text(episode.knowledge(), record, scheme));
}

std::string end_of_moves(const Episode& episode) {
  const EpisodeResult result = episode.result();
  const Counters& c = result.counters;
  std::string text =
      fmt::format("\n{}\n{}, {} of them repeated, {} unrepeatable", outcome_text(episode),
                  counted(c.moves, "move"), c.repeated, c.unrepeatable);
  if (c.predicted_total > 0)
    text += fmt::format("; {} of {} ended as expected", c.predicted_right, c.predicted_total);
  if (result.switches > 0)
    text +=
        fmt::format("; {} switch{} of scheme", result.switches, result.switches == 1 ? "" : "es");
  return text +
         fmt::format("; {:.1f} s of simulated time\n",
                     static_cast<double>(result.ticks) * episode.spec().setup.settings.solver.step);
}

std::string trace_line(const Episode& episode, const MoveRecord& record,
                       const std::string& reason) {
  const OrientationScheme scheme = episode.scheme();
  Json line{{"n", record.number}, {"from", record.from.index}};
  line["move"] = record.move.valid() ? Json(record.move.index) : Json("switch");
  line["to"] = record.to ? Json(record.to->index) : Json();
  line["cell"] = record.to ? Json(cell_number(scheme.cell(*record.to))) : Json();
  line["orientation"] = record.to ? Json(scheme.orientation(*record.to).index) : Json();
  if (record.to && is_balanced(*record.to)) line["balanced"] = missing_axes(*record.to);
  line["ticks"] = {{"accelerating", record.accelerating_ticks},
                   {"decelerating", record.decelerating_ticks},
                   {"waiting", record.waiting_ticks}};
  const auto expected = episode.knowledge().last_expected();
  line["predicted"] = record.number > 0 && expected ? Json(expected->index) : Json();
  line["reason"] = reason;
  return line.dump();
}

Json summary_of_moves(const Episode& episode, bool with_format) {
  const EpisodeResult result = episode.result();
  Json played = Json::array(), states = Json::array();
  if (result.first_state.valid()) states.push_back(result.first_state.index);
  for (const MoveRecord& record : result.played) {
    if (record.number > 0) played.push_back(record.move.index);
    if (record.to) states.push_back(record.to->index);
  }
  Json document = Json::object();
  if (with_format) document["summary"] = true;
  document["outcome"] = to_string(result.outcome);
  for (const CounterField& counter : kCounters)
    document[counter.name] = result.counters.*counter.member;
  document.update({{"switches", result.switches},
                   {"agent", episode.spec().player.agent},
                   {"orientations", orientations_of(episode.spec().setup.control)},
                   {"world", episode.spec().setup.kind},
                   {"recovery", episode.spec().player.recovery},
                   {"played", played},
                   {"states", states}});
  if (is_fault(result.outcome)) document["fault"] = result.fault;
  return document;
}

/// Prints a line for each move if `verbose` is set. Appends a JSON line for each move to `trace`
/// unless it is null.
void narrate_moves(Episode& episode, bool verbose, std::string* trace) {
  auto reason = std::make_shared<std::string>();
  episode.watch({
      .on_decision = [reason](const Decision& decision) { *reason = decision.rule; },
      .on_switch = [reason] { *reason = kSwitchReason; },
      .on_move =
          [&episode, reason, verbose, trace](const MoveRecord& record) {
            if (verbose) print_now("{}\n", narrate_move(episode, record));
            if (trace) *trace += trace_line(episode, record, *reason) + "\n";
          },
  });
}

// ---- continuous control

struct CellNarration {
  const Episode& episode;
  PathToTarget way{episode.spec().setup.maze};
  CellId last{};

  void print(const TiltChoice& choice) {
    const CellId cell = way.cell_at(episode.tilted().tilt_state().marble);
    if (cell == last || !cell.valid()) return;
    last = cell;
    print_now("{:6.2f} s  {}: {}\n", episode.seconds(), describe_cell(way, cell), choice.reason);
  }
};

Json vector_json(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

std::string trace_line(const Episode& episode, const TiltChoice& choice) {
  const TiltState state = episode.tilted().tilt_state();
  return Json{{"tick", episode.ticks()},
              {"command", vector_json(episode.tilted().commanded())},
              {"marble", vector_json(state.marble)},
              {"velocity", vector_json(state.velocity)},
              {"down", vector_json(state.down)},
              {"rate", vector_json(state.rate)},
              {"reason", choice.reason}}
      .dump();
}

/// Prints a line for each cell that the marble enters if `verbose` is set. Appends a JSON line for
/// each command to `trace` unless it is null.
void narrate_commands(Episode& episode, bool verbose, std::string* trace) {
  auto narration = std::make_shared<CellNarration>(CellNarration{episode});
  episode.watch({.on_command = [&episode, narration, verbose, trace](const TiltChoice& choice) {
    if (verbose) narration->print(choice);
    if (trace) *trace += trace_line(episode, choice) + "\n";
  }});
}

std::string end_of_commands(const Episode& episode) {
  const EpisodeResult result = episode.result();
  return fmt::format("\n{}\n{}, effort {:.1f} s; {:.1f} s of simulated time\n",
                     outcome_text(episode), counted(result.counters.moves, "command"),
                     result.effort_s, episode.seconds());
}

Json summary_of_commands(const Episode& episode, bool with_format) {
  const EpisodeResult result = episode.result();
  const RunSpec& spec = episode.spec();
  Json document{{"outcome", to_string(result.outcome)},
                {"seconds", episode.seconds()},
                {"commands", result.counters.moves},
                {"effort_s", result.effort_s},
                {"agent", spec.agent()},
                {"rest", spec.tilt->rest},
                {"world", spec.setup.kind}};
  if (!result.fault.empty()) document["fault"] = result.fault;
  if (with_format) document["summary"] = true;
  return document;
}

// ---- either kind of control

std::string introduction(const Episode& episode) {
  const RunSpec& spec = episode.spec();
  if (!spec.tilt)
    return fmt::format("{} with {} orientations, world {}",
                       planners().entry(spec.player.agent).name, spec.setup.control,
                       spec.setup.kind);
  const TiltLimits limits = episode.tilted().limits();
  return fmt::format("{} with continuous control, at most {:.2f} rad/s and {:.2f} rad/s², world {}",
                     tilt_policies().entry(spec.agent()).title, limits.rate, limits.acceleration,
                     spec.setup.kind);
}

// ---- the command

/// If the run is interrupted, reports the moves so far and throws Interrupted.
Exit solve(const SolveOptions& options, const RunSpec& spec) {
  Episode episode(spec);
  Recording recording;
  if (!options.record.empty()) record(episode, recording);
  // If --trace or --record writes to standard output, the file replaces the description of the
  // moves, because its reader expects nothing else.
  const bool verbose =
      !options.json && !is_standard_stream(options.trace) && !is_standard_stream(options.record);
  const Maze& maze = *spec.setup.maze;
  if (verbose)
    print_now("{}, from cell {} to cell {} (theoretical path {} cells)\n{}\n\n", describe(maze),
              cell_number(maze.start()), cell_number(maze.target()),
              TheoreticalPaths(maze).length(maze.start()), introduction(episode));
  std::string trace;
  const auto summary = spec.tilt ? summary_of_commands : summary_of_moves;
  (spec.tilt ? narrate_commands : narrate_moves)(episode, verbose,
                                                 options.trace.empty() ? nullptr : &trace);
  bool ended = true;
  try {
    static_cast<void>(episode.run());
  } catch (const Interrupted&) {
    ended = false;
  }
  if (!options.trace.empty())
    write_text_file(options.trace, trace + summary(episode, true).dump() + "\n");
  if (!options.record.empty()) save_recording(recording, options.record);
  if (options.json)
    print_out("{}\n", summary(episode, false).dump());
  else if (verbose && ended)
    print_out("{}", spec.tilt ? end_of_commands(episode) : end_of_moves(episode));
  if (!ended) {
    print_error("interrupted: the run has not ended\n");
    throw Interrupted{};
  }
  return episode.outcome() == Outcome::solved ? Exit::done : Exit::not_reached;
}

Exit solve(const SolveOptions& options) {
  expect_output_free({"--trace", options.trace}, options.json, "--json");
  expect_output_free({"--record", options.record}, options.json, "--json");
  handle_signals();
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
  CLI::Option* const own = options->own_agent.add_to(*command)->excludes(agent);
  options->setup.add_orientations_to(*command);
  add_world_option(*command, "--world", options->setup.kind);
  command->add_option(
      "--switch", options->scheme_switch,
      "Change the control scheme during the run: 24@12 means 24 orientations from move 12 on");
  add_recovery_option(*command, options->recovery);
  command
      ->add_option("--plan-limit", options->plan_limit,
                   "Skip seeds until the agent expects to need at most this many moves; for agents "
                   "that plan a path to the target, such as complete-solution-prediction")
      ->check(within(1.0, 1.0 * kLargestInteger))
      ->excludes(command->get_option("FILE"))
      ->excludes(own);
  add_tilt_options(
      *command, options->tilt, options->rest,
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
                    "Print one JSON document instead of a description of the moves");
  set_action(*command, [options, agent] {
    if (options->tilt && agent->count() == 0) options->agent = kDefaultPolicy;
    return solve(*options);
  });
}

}  // namespace marblemaze

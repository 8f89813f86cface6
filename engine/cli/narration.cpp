#include "engine/cli/narration.h"

#include <algorithm>
#include <cctype>
#include <memory>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/cli/common/print.h"
#include "maze/base/text.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

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
                                     spec.player.move_limit);
    case Outcome::escaped:
      return fmt::format("Escaped: {}, which is a bug in the physics.", result.fault);
    case Outcome::running: return "Still running.";
    case Outcome::unsolvable: {
      const std::string& rule = episode.knowledge().last_decision().reason;
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

// ---- moves

std::string introduction_of_moves(const Episode& episode) {
  const RunSpec& spec = episode.spec();
  return fmt::format("{} with {} orientations, world {}", planners().at(spec.player.agent).name,
                     spec.setup.control, spec.setup.kind);
}

std::string learned_text(const KnowledgeEngine& knowledge, const MoveRecord& record) {
  const auto learned = knowledge.last_learned();
  if (!learned) return "";
  switch (*learned) {
    case MoveEffect::new_state: return "new state";
    case MoveEffect::known_state: return "reaches a known state";
    case MoveEffect::repeated: return "known move";
    case MoveEffect::unrepeatable: return "known move, but with a different result this time";
  }
  return record.to ? "" : "?";
}

std::string prediction_text(const KnowledgeEngine& knowledge, const MoveRecord& record,
                            const OrientationScheme& scheme) {
  const auto expected = knowledge.last_expected();
  if (!expected || expected == record.to) return "";
  if (knowledge.last_learned() == MoveEffect::unrepeatable) return "";
  return fmt::format(" (expected cell {})", cell_number(scheme.cell(*expected)));
}

std::string ending_text(Motion ending) {
  return ending == Motion::frozen
             ? "the marble froze: it balances on an edge, where no three walls hold it"
             : "the marble did not come to rest in time";
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

std::string ending_of_moves(const Episode& episode) {
  const EpisodeResult result = episode.result();
  const Counters& c = result.counters;
  std::string text =
      fmt::format("\n{}\n{}, {} of them repeated, {} unrepeatable", outcome_text(episode),
                  pluralize(c.moves, "move"), c.repeated, c.unrepeatable);
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

Json summary_of_moves(const Episode& episode, bool in_trace) {
  const EpisodeResult result = episode.result();
  Json played = Json::array(), states = Json::array();
  if (result.first_state.valid()) states.push_back(result.first_state.index);
  for (const MoveRecord& record : result.played) {
    if (record.number > 0) played.push_back(record.move.index);
    if (record.to) states.push_back(record.to->index);
  }
  Json document = Json::object();
  if (in_trace) document["summary"] = true;
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

void watch_moves(Episode& episode, bool verbose, std::string* trace) {
  auto reason = std::make_shared<std::string>();
  episode.watch({
      .on_decision = [reason](const Decision& decision) { *reason = decision.reason; },
      .on_switch = [reason] { *reason = kSwitchReason; },
      .on_move =
          [&episode, reason, verbose, trace](const MoveRecord& record) {
            if (verbose) print_now("{}\n", narrate_move(episode, record));
            if (trace) *trace += trace_line(episode, record, *reason) + "\n";
          },
  });
}

// ---- continuous control

std::string introduction_of_commands(const Episode& episode) {
  const RunSpec& spec = episode.spec();
  const TiltLimits limits = episode.tilt_world().limits();
  return fmt::format("{} with continuous control, at most {:.2f} rad/s and {:.2f} rad/s², world {}",
                     tilt_policies().at(spec.agent()).title, limits.rate, limits.acceleration,
                     spec.setup.kind);
}

struct CellNarration {
  const Episode& episode;
  PathToTarget way{episode.spec().setup.maze};
  CellId last{};

  void print(const TiltChoice& choice) {
    const CellId cell = way.cell_at(episode.tilt_world().tilt_state().marble);
    if (cell == last || !cell.valid()) return;
    last = cell;
    print_now("{:6.2f} s  {}: {}\n", episode.seconds(), describe_cell(way, cell), choice.reason);
  }
};

Json vector_json(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

std::string trace_line(const Episode& episode, const TiltChoice& choice) {
  const TiltState state = episode.tilt_world().tilt_state();
  return Json{{"tick", episode.ticks()},
              {"command", vector_json(episode.tilt_world().command())},
              {"marble", vector_json(state.marble)},
              {"velocity", vector_json(state.velocity)},
              {"down", vector_json(state.down)},
              {"rate", vector_json(state.rate)},
              {"reason", choice.reason}}
      .dump();
}

/// Prints a line for each cell that the marble enters.
void watch_commands(Episode& episode, bool verbose, std::string* trace) {
  auto narration = std::make_shared<CellNarration>(CellNarration{episode});
  episode.watch({.on_command = [&episode, narration, verbose, trace](const TiltChoice& choice) {
    if (verbose) narration->print(choice);
    if (trace) *trace += trace_line(episode, choice) + "\n";
  }});
}

std::string ending_of_commands(const Episode& episode) {
  const EpisodeResult result = episode.result();
  return fmt::format("\n{}\n{}, effort {:.1f} s; {:.1f} s of simulated time\n",
                     outcome_text(episode), pluralize(result.counters.moves, "command"),
                     result.effort_s, episode.seconds());
}

Json summary_of_commands(const Episode& episode, bool in_trace) {
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
  if (in_trace) document["summary"] = true;
  return document;
}

constexpr Narration kNarrationOfMoves{introduction_of_moves, watch_moves, ending_of_moves,
                                      summary_of_moves};
constexpr Narration kNarrationOfCommands{introduction_of_commands, watch_commands,
                                         ending_of_commands, summary_of_commands};

}  // namespace

const Narration& narration_of(const RunSpec& spec) {
  return spec.tilt ? kNarrationOfCommands : kNarrationOfMoves;
}

}  // namespace marblemaze

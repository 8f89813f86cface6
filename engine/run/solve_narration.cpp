#include "engine/run/solve_narration.h"

#include <fmt/format.h>

#include "maze/base/json.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/grid/resting.h"

namespace marblemaze {
namespace {

std::string learned_words(const KnowledgeEngine& knowledge, const MoveRecord& record) {
  const auto learned = knowledge.last_learned();
  if (!learned) return "";
  switch (*learned) {
    case Learned::new_state: return "new state";
    case Learned::known_state: return "joins a known state";
    case Learned::repeated: return "known move";
    case Learned::unrepeatable: return fmt::format("known move, but it ended elsewhere this time");
  }
  return record.to ? "" : "?";
}

std::string prediction_words(const KnowledgeEngine& knowledge, const MoveRecord& record,
                             const OrientationScheme& scheme) {
  const auto expected = knowledge.last_expected();
  if (!expected || expected == record.to) return "";
  if (knowledge.last_learned() == Learned::unrepeatable) return "";
  return fmt::format(" (expected cell {})", cell_number(scheme.cell(*expected)));
}

std::string ending_words(Motion ending) {
  return ending == Motion::frozen
             ? "the marble froze: it balances on an edge, where no three walls hold it"
             : "the marble did not come to rest in time";
}

/// What to try after a frozen ending: only a cube with 8 orientations has another scheme to offer.
std::string frozen_advice(int orientations) {
  const std::string recovery = " With --recovery the agent\nmay tip the maze out of it.";
  if (orientations == 8)
    return "Slopes that differ on every axis nearly always\nprevent it: try --orientations 24." +
           recovery;
  return "Another agent or seed may\nfare better." + recovery;
}

/// An agent that gives up while untried moves are left says why.
std::string unsolvable_words(const std::string& reason) {
  return fmt::format("Unsolvable: {}.",
                     reason.empty() ? "every move that can still be reached has been tried, and "
                                      "none leads to the target"
                                    : reason);
}

std::string outcome_words(Outcome outcome, const Episode& episode) {
  switch (outcome) {
    case Outcome::solved: return "Solved: the marble rests in the target cell.";
    case Outcome::unsolvable: return unsolvable_words(episode.knowledge().last_decision().rule);
    case Outcome::frozen:
      return fmt::format(
                 "Frozen: the marble balanced for {:.2g} s on an edge between cells, where no "
                 "three "
                 "walls hold it.\n"
                 "It may be rolling off slowly, but the rules end the run here. ",
                 episode.spec().setup.settings.rest.frozen_time) +
             frozen_advice(episode.orientations());
    case Outcome::overdue:
      return "Overdue: the marble did not come to rest within the time limit of a move.";
    case Outcome::capped:
      return fmt::format("Capped: stopped after {} moves.", episode.spec().player.move_cap);
    case Outcome::crashed: return "Crashed: " + episode.result().fault + ".";
    case Outcome::timed_out: return "Timed out: " + episode.result().fault + ".";
    case Outcome::nonsense: return "Nonsense: " + episode.result().fault + ".";
    case Outcome::flooded: return "Flooded: " + episode.result().fault + ".";
    case Outcome::escaped:
    case Outcome::running: break;
  }
  return "Still running.";
}

}  // namespace

std::string narrate_move(const Episode& episode, const MoveRecord& record) {
  const OrientationScheme scheme = episode.scheme();
  if (record.number == 0)
    return fmt::format("      switch to {} orientations: now {}", scheme.orientations(),
                       record.to ? scheme.orientation_name(scheme.orientation(*record.to))
                                 : ending_words(record.ending));
  const OrientationId from = scheme.orientation(record.from);
  const std::string turned =
      fmt::format("{:4}. {:<17} cell {:>3}", record.number, scheme.move_name(from, record.move),
                  cell_number(scheme.cell(record.from)));
  if (!record.to) return fmt::format("{} -> ...  {}", turned, ending_words(record.ending));
  const CellId to = scheme.cell(*record.to);
  std::string where =
      to == scheme.cell(record.from) ? "stays put" : fmt::format("-> cell {:>3}", cell_number(to));
  if (is_balanced(*record.to))
    where += ", balanced: no wall below along " + missing_axes(*record.to) + ";";
  return fmt::format("{} {:<12} {}{}", turned, where, learned_words(episode.knowledge(), record),
                     prediction_words(episode.knowledge(), record, scheme));
}

std::string narrate_end(const Episode& episode) {
  const EpisodeResult result = episode.result();
  const Counters& c = result.counters;
  std::string text =
      fmt::format("\n{}\n{} moves, {} of them repeated, {} unrepeatable",
                  outcome_words(result.outcome, episode), c.moves, c.repeated, c.unrepeatable);
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

std::string summary_json(const Episode& episode, bool with_format) {
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
                   {"orientations", episode.spec().setup.orientations},
                   {"world", episode.spec().setup.kind},
                   {"recovery", episode.spec().player.recovery},
                   {"played", played},
                   {"states", states}});
  if (is_fault(result.outcome)) document["fault"] = result.fault;
  return document.dump();
}

}  // namespace marblemaze

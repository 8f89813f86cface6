#include "engine/replay_page/page_data.h"

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "maze/base/errors.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

// What turned, in words. A file may hold any numbers.
std::string words_for(const Recording& recording, const RecordedMove& move) {
  const OrientationScheme scheme = *recording.spec.setup.scheme(move.control);
  if (!move.move.valid()) return fmt::format("switch to {} orientations", move.control);
  if (!move.from.valid() || move.move.index >= scheme.moves())
    throw BadInput(fmt::format("recording: move {}", move.number), std::to_string(move.move.index),
                   "a move of its control scheme");
  return scheme.move_name(scheme.orientation(move.from), move.move);
}

std::string_view word_for(Motion ending) {
  return ending == Motion::frozen ? "frozen" : ending == Motion::overdue ? "overdue" : "settled";
}

// The cell of a state, or null where the marble came to rest in none.
Json cell_of(const OrientationScheme& scheme, StateId state) {
  return state.valid() ? Json(cell_number(scheme.cell(state))) : Json();
}

Json number_of(StateId state) { return state.valid() ? Json(state.index) : Json(); }

// The axis in the maze about which a move turns it, or null for a switch.
Json axis_of(const OrientationScheme& scheme, const RecordedMove& move) {
  if (!move.move.valid()) return {};
  const glm::dvec3 axis = scheme.turn(scheme.orientation(move.from), move.move).axis;
  return Json::array({axis.x, axis.y, axis.z});
}

// The cells in which this move and those planned behind it should end, null where none is expected.
Json plan_of(const OrientationScheme& scheme, const RecordedMove& move) {
  return Json::list(move.plan, [&](const PlannedMove& planned) {
    return cell_of(scheme, planned.expected.value_or(StateId()));
  });
}

/// Lists a maze that was turned freely: an entry for each cell that the marble entered, with the
/// command then in force.
Json page_turns(const Recording& recording) {
  const Grid& grid = recording.spec.setup.maze->grid();
  const double step = recording.spec.setup.settings.solver.step;
  std::vector<std::pair<std::size_t, CellId>> entered;
  for (std::size_t i = 0; i < recording.ticks.size(); ++i) {
    const CellId cell = grid.cell_at(recording.ticks[i].marble);
    if (cell.valid() && (entered.empty() || cell != entered.back().second))
      entered.emplace_back(i, cell);
  }
  Json list = Json::array();
  for (std::size_t k = 0; k < entered.size(); ++k) {
    const auto& [tick, cell] = entered[k];
    const std::size_t end = k + 1 < entered.size() ? entered[k + 1].first : recording.ticks.size();
    list.push_back({{"number", k + 1},
                    {"words", "enters"},
                    {"reason", recording.commands[tick / kCommandTicks].reason},
                    {"from", k > 0 ? Json(cell_number(entered[k - 1].second)) : Json()},
                    {"to", cell_number(cell)},
                    {"move", -1},
                    {"states", Json::array({Json(), Json()})},
                    {"orientations", 0},
                    {"ending", "settled"},
                    {"begin_s", static_cast<double>(tick) * step},
                    {"end_s", static_cast<double>(end) * step}});
  }
  return list;
}

}  // namespace

Json page_moves(const Recording& recording, std::size_t first) {
  if (recording.spec.tilt) return page_turns(recording);
  Json list = Json::array();
  const Setup& setup = recording.spec.setup;
  const double step = setup.settings.solver.step;
  for (std::size_t i = first; i < recording.moves.size(); ++i) {
    const RecordedMove& move = recording.moves[i];
    const long end = move.end > 0 ? move.end : static_cast<long>(recording.ticks.size());
    // Of the scheme that numbers the state a move begins in.
    const ControlScheme before = i == 0 ? setup.control : recording.moves[i - 1].control;
    const OrientationScheme scheme = *setup.scheme(before);
    list.push_back({{"number", move.number},
                    {"words", words_for(recording, move)},
                    {"axis", axis_of(scheme, move)},
                    {"reason", move.reason},
                    {"plan", plan_of(scheme, move)},
                    {"from", cell_of(scheme, move.from)},
                    {"to", cell_of(*setup.scheme(move.control), move.to)},
                    {"move", move.move.index},
                    {"states", Json::array({number_of(move.from), number_of(move.to)})},
                    {"orientations", orientations_of(move.control)},
                    {"ending", word_for(move.ending)},
                    {"begin_s", static_cast<double>(move.begin) * step},
                    {"end_s", static_cast<double>(end) * step}});
  }
  return list;
}

Json page_path(const Maze& maze) {
  return Json::list(TheoreticalPaths(maze).path_from(maze.start()), cell_number);
}

std::string page_with(std::string_view page, const std::string& id, const Json& json) {
  const std::string before = R"(<script type="application/json" id=")" + id + R"(">)";
  constexpr std::string_view nothing = "null";
  const std::size_t begin = page.find(before), at = begin + before.size();
  if (begin == std::string_view::npos || !page.substr(at).starts_with(nothing))
    throw BadInput("page", "without a place for a " + id, "one that scripts/build_web.sh made");
  std::string whole(page.substr(0, at));
  for (const char c : json.dump()) whole += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return whole.append(page.substr(at + nothing.size()));
}

}  // namespace marblemaze

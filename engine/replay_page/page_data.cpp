#include "engine/replay_page/page_data.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/recording/recording.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/files/maze_file.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {

namespace {

/// Throws BadInput if the move is invalid, because damaged files can contain any number.
std::string move_name(const Recording& recording, const RecordedMove& move) {
  const OrientationScheme scheme = *recording.spec.setup.make_scheme(move.control);
  if (!move.move.valid()) return fmt::format("switch to {} orientations", move.control);
  if (!move.from.valid() || move.move.index >= scheme.moves())
    throw BadInput(fmt::format("recording: move {}", move.number), std::to_string(move.move.index),
                   "a move of its control scheme");
  return scheme.move_name(scheme.orientation(move.from), move.move);
}

std::string_view ending_name(Motion ending) {
  return ending == Motion::frozen ? "frozen" : ending == Motion::overdue ? "overdue" : "settled";
}

Json cell_of(const OrientationScheme& scheme, StateId state) {
  return state.valid() ? Json(cell_number(scheme.cell(state))) : Json();
}

Json number_of(StateId state) { return state.valid() ? Json(state.index) : Json(); }

/// Returns the rotation axis of a move in the maze frame, or null for a switch.
Json axis_of(const OrientationScheme& scheme, StateId from, MoveId move) {
  if (!move.valid()) return {};
  const glm::dvec3 axis = scheme.turn(scheme.orientation(from), move).axis;
  return Json::array({axis.x, axis.y, axis.z});
}

/// Returns the cells in which the planned moves should end, starting with this move. An entry is
/// null if the move has no prediction.
Json plan_of(const OrientationScheme& scheme, const RecordedMove& move) {
  return Json::list(move.plan, [&](const PlannedMove& planned) {
    return cell_of(scheme, planned.expected.value_or(StateId()));
  });
}

/// Returns an entry for each cell that the marble enters under continuous control. The reason of an
/// entry is the reason for the command at that time.
Json cell_entries(const Recording& recording) {
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

constexpr std::size_t kMaxCandidates = 8;

std::optional<OrientationScheme> scheme_of(const Episode& episode) {
  if (!episode.spec().setup.maze) return std::nullopt;
  return episode.scheme();
}

Json choices_of(const Episode& episode) {
  const World& world = episode.world();
  if (episode.outcome() != Outcome::running || !world.at_rest()) return Json::array();
  return Json::list(world.moves(world.state()), [&](MoveId move) {
    Json choice{{"move", move.index}, {"words", world.describe(world.state(), move)}};
    if (const auto scheme = scheme_of(episode))
      choice["axis"] = axis_of(*scheme, world.state(), move);
    return choice;
  });
}

Json counters_of(const Episode& episode) {
  const Counters counters = episode.counters();
  Json document = Json::object();
  for (const CounterField& counter : kCounters) document[counter.name] = counters.*counter.member;
  return document;
}

/// The chosen candidate comes first.
Json why_of(const Episode& episode) {
  const std::vector<Candidate>& why = episode.knowledge().last_decision().why;
  const Rules& rules = *episode.world().rules();
  const auto scheme = scheme_of(episode);
  const std::span shown(why.data(), std::min(why.size(), kMaxCandidates));
  return Json::list(shown, [&](const Candidate& candidate) {
    const StateId predicted = candidate.predicted.value_or(StateId());
    return Json{{"from", rules.describe(candidate.parent)},
                {"words", rules.describe(candidate.parent, candidate.move)},
                {"value", candidate.value},
                {"moves_away", candidate.moves_away},
                {"cell", scheme ? cell_of(*scheme, predicted) : Json()}};
  });
}

Json board_of(const JumpRules& rules, StateId state) {
  const JumpMaze& maze = rules.maze();
  return {{"rows", maze.rows},
          {"cols", maze.cols},
          {"jumps", maze.jumps},
          {"start", maze.start},
          {"goal", maze.goal},
          {"square", state.valid() ? rules.states().square(state.index) : maze.start}};
}

}  // namespace

Json page_moves(const Recording& recording, std::size_t first) {
  if (recording.spec.tilt) return cell_entries(recording);
  Json list = Json::array();
  const Setup& setup = recording.spec.setup;
  const double step = setup.settings.solver.step;
  for (std::size_t i = first; i < recording.moves.size(); ++i) {
    const RecordedMove& move = recording.moves[i];
    const long end = move.end > 0 ? move.end : static_cast<long>(recording.ticks.size());
    const ControlScheme before = i == 0 ? setup.control : recording.moves[i - 1].control;
    const OrientationScheme scheme = *setup.make_scheme(before);
    list.push_back({{"number", move.number},
                    {"words", move_name(recording, move)},
                    {"axis", axis_of(scheme, move.from, move.move)},
                    {"reason", move.reason},
                    {"plan", plan_of(scheme, move)},
                    {"from", cell_of(scheme, move.from)},
                    {"to", cell_of(*setup.make_scheme(move.control), move.to)},
                    {"move", move.move.index},
                    {"states", Json::array({number_of(move.from), number_of(move.to)})},
                    {"orientations", orientations_of(move.control)},
                    {"ending", ending_name(move.ending)},
                    {"begin_s", static_cast<double>(move.begin) * step},
                    {"end_s", static_cast<double>(end) * step}});
  }
  return list;
}

Json page_moves(std::span<const RecordedMove> moves, const Rules& rules, std::size_t first) {
  return Json::list(moves.subspan(std::min(first, moves.size())), [&](const RecordedMove& move) {
    return Json{{"number", move.number},
                {"words", rules.describe(move.from, move.move)},
                {"reason", move.reason},
                {"move", move.move.index},
                {"states", Json::array({number_of(move.from), number_of(move.to)})},
                {"ending", ending_name(move.ending)}};
  });
}

Json page_run(const Episode& episode) {
  const World& world = episode.world();
  const StateId state = state_of(world);
  const auto turning_to = episode.requested_scheme();
  const Setup& setup = episode.spec().setup;
  Json document{{"outcome", to_string(episode.outcome())},
                {"phase", to_string(episode.phase())},
                {"agent", episode.spec().player.agent},
                {"orientations", orientations_of(episode.control())},
                {"turning_to", turning_to ? Json(orientations_of(*turning_to)) : Json()},
                {"by_hand", episode.spec().player.by_hand},
                {"waits", episode.waits_for_user()},
                {"ticks", episode.ticks()},
                {"state", number_of(state)},
                {"state_words", state.valid() ? world.describe(state) : std::string()},
                {"cell", setup.maze ? cell_of(episode.scheme(), state) : Json()},
                {"choices", choices_of(episode)},
                {"counters", counters_of(episode)},
                {"rule", episode.knowledge().last_decision().reason},
                {"why", why_of(episode)}};
  if (setup.maze) {
    document["seconds_per_tick"] = setup.settings.solver.step;
    document["marble_radius"] = setup.settings.nature.marble_radius;
    document["path"] = page_path(*setup.maze);
  } else if (const auto* const board = dynamic_cast<const JumpRules*>(world.rules().get())) {
    document["board"] = board_of(*board, state);
  } else if (dynamic_cast<const LampRules*>(world.rules().get())) {
    document["lamps"] = number_of(state);
  }
  return document;
}

Json page_path(const Maze& maze) {
  return Json::list(TheoreticalPaths(maze).path_from(maze.start()), cell_number);
}

std::string page_with(std::string_view page, const std::string& id, const Json& json) {
  const std::string before = R"(<script type="application/json" id=")" + id + R"(">)";
  constexpr std::string_view nothing = "null";
  const std::size_t begin = page.find(before), at = begin + before.size();
  if (begin == std::string_view::npos || !page.substr(at).starts_with(nothing))
    throw BadInput("page", "without a place for a " + id,
                   "a page that scripts/build_web.sh has built");
  std::string whole(page.substr(0, at));
  for (const char c : json.dump()) whole += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return whole.append(page.substr(at + nothing.size()));
}

namespace {

constexpr double kFramesPerSecond = 60;

std::string base64(const std::string& bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::size_t ticks_per_frame(const Recording& recording) {
  const double wanted = 1 / (kFramesPerSecond * recording.spec.setup.settings.solver.step);
  return static_cast<std::size_t>(std::max(std::lround(wanted), 1L));
}

// Returns every n-th tick and the last tick, encoded as differences between consecutive ticks.
std::string poses(const Recording& recording) {
  std::string bytes;
  QuantisedTick before{};
  const auto put = [&](const RecordedTick& tick) {
    const QuantisedTick now = quantise(tick);
    put_step(bytes, before, now);
    before = now;
  };
  const std::size_t stride = ticks_per_frame(recording), last = recording.ticks.size() - 1;
  for (std::size_t i = 0; i < last; i += stride) put(recording.ticks[i]);
  put(recording.ticks[last]);
  return bytes;
}

}  // namespace

Json recording_json(const Recording& recording) {
  if (recording.ticks.empty()) throw BadInput("the recording contains no ticks to show");
  if (!recording.traits().has_poses)
    throw BadInput("recording of world", "'" + recording.spec.setup.kind + "'",
                   "a world with poses: " + marble_world_names([](const MarbleWorldKind& kind) {
                     return kind.traits({}).has_poses;
                   }));
  const double step = recording.spec.setup.settings.solver.step;
  return {{"title", describe(*recording.spec.setup.maze)},
          {"agent", recording.spec.agent()},
          {"world", recording.spec.setup.kind},
          {"orientations", recording.spec.tilt ? 0 : orientations_of(recording.spec.setup.control)},
          {"outcome", to_string(recording.outcome)},
          {"maze", json_of(*recording.spec.setup.maze)},
          {"path", page_path(*recording.spec.setup.maze)},
          {"marble_radius", recording.spec.setup.settings.nature.marble_radius},
          {"frame_s", static_cast<double>(ticks_per_frame(recording)) * step},
          {"duration_s", static_cast<double>(recording.ticks.size() - 1) * step},
          {"place_steps", kPlaceSteps},
          {"turn_steps", kTurnSteps},
          {"phases", Json::list(kPhases, [](Phase phase) { return to_string(phase); })},
          {"moves", page_moves(recording)},
          {"poses", base64(poses(recording))}};
}

}  // namespace marblemaze

#include "render/session/hints.h"

#include <cassert>

#include <fmt/format.h>

#include "agent/analysis/state_map.h"
#include "maze/base/words.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

// What begins a hint of this move.
std::string named(const ShownRun& run, const Camera& camera, MoveId move) {
  return fmt::format("Hint: {} (key {}).", tip_words(tips(run, run.ticks() - 1, move, camera)),
                     move.index + 1);
}

// So far the person has made the moves of the certified solution.
bool on_solution(const ShownRun& run, const Level& level) {
  const auto& made = run.recording().moves;
  if (made.size() >= level.solution.size()) return false;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (made[i].move != level.solution[i]) return false;
  return true;
}

Hint of_level(const ShownRun& run, const Camera& camera, const Level& level, StateId state) {
  if (on_solution(run, level)) {
    const std::size_t made = run.recording().moves.size();
    const MoveId move = level.solution[made];
    return {move, fmt::format("{} {} to go; this solution was tried in this very maze.",
                              named(run, camera, move),
                              counted(level.best() - static_cast<int>(made), "move"))};
  }
  const auto way = level.ways.find(state);
  if (way == level.ways.end())
    return {
        std::nullopt,
        "From here no move that was tried leads to the target: a dead-end region. R starts again."};
  return {way->second.move,
          fmt::format("{} About {} to go, as far as moves tried from this state show.",
                      named(run, camera, way->second.move), counted(way->second.left, "move"))};
}

Hint of_predictor(const ShownRun& run, const Camera& camera, StateId state) {
  const Advice& advice = run.episode().player().advice(run.orientations_at(run.ticks()));
  if (!advice.predictor || is_balanced(state)) return {std::nullopt, "No hint is known here."};
  const StateMap map = explore(*advice.predictor, *advice.rules, state);
  if (!map.solvable() || map.solution().empty())
    return {std::nullopt, "The path predictor finds no solution from here. It may be wrong."};
  const MoveId move = map.solution().front().move;
  return {move, fmt::format("{} The path predictor believes that the target is {} away. It may be "
                            "wrong.",
                            named(run, camera, move), counted(*map.optimum(), "move"))};
}

std::optional<StateId> result_in(const LogicGame& game, StateId state, MoveId move) {
  if (const JumpWorld* board = game.maze().board()) return board->result(state, move);
  if (const FourBitMaze* lamps = game.maze().lamps())
    return StateId(lamps->press(state.index, move.index));
  return std::nullopt;
}

}  // namespace

Hint hint_for(const ShownRun& run, const Camera& camera, const Level* level) {
  assert(run.waits_for_person());
  const StateId state = run.state_at(run.ticks()).value();
  return level ? of_level(run, camera, *level, state) : of_predictor(run, camera, state);
}

Hint hint_for(const LogicGame& game) {
  if (!game.insight()) return {std::nullopt, "This maze was never searched for a solution."};
  const StateId state = game.state();
  const auto left = game.fewest_moves(state);
  if (!left) return {std::nullopt, "The goal cannot be reached any more. R starts again."};
  for (const MoveId move : game.rules().moves(state)) {
    const auto to = result_in(game, state, move);
    if (to && game.fewest_moves(*to) == *left - 1)
      return {move, fmt::format("Hint: {}. {} to go; no solution is shorter.",
                                game.maze().move_name(game.rules(), state, move),
                                counted(*left, "move"))};
  }
  return {std::nullopt, "The goal is reached."};
}

}  // namespace marblemaze

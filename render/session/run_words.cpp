#include "render/session/run_words.h"

#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>

#include "maze/base/words.h"

namespace marblemaze {
namespace {

std::string moves(int count) { return counted(count, "move"); }

RunNews solved(const ShownRun& run) {
  const int made = moves_made(run);
  std::string detail =
      fmt::format("In {:.0f} s.", static_cast<double>(run.ticks()) * run.seconds_per_tick());
  if (const auto guess = run.predicted_best())
    detail += fmt::format(" The path predictor guessed {}{}.", moves(*guess),
                          made < *guess ? ": too many" : "");
  return {"Solved in " + moves(made), detail, ""};
}

RunNews frozen(const ShownRun& run) {
  return {fmt::format("The marble froze in move {}", moves_made(run)),
          "It balances on an edge. That is no resting place.",
          "The marble is still, but a wall is missing below it: it balances on an edge. That is "
          "none of the places that the agent knows, and from there nobody can say what a move "
          "does. The run ends here, as in the thesis. With recovery it goes on: the maze is tipped "
          "out of it."};
}

RunNews unsolvable(const ShownRun& run) {
  const std::string said = run.live() ? run.episode().said() : "";
  return {
      "No way found in " + moves(moves_made(run)), "The agent has nothing left to try from here.",
      said.empty() ? "Every move of every resting place that can still be reached from here was "
                     "made, and none led to the target. Whether another beginning would have "
                     "led there this run cannot tell: nothing can be undone."
                   : "The agent gave up: " + said + "."};
}

RunNews stopped(const ShownRun& run) {
  switch (run.outcome()) {
    case Outcome::unsolvable: return unsolvable(run);
    case Outcome::capped:
      return {
          "Stopped after " + moves(moves_made(run)),
          "That is the limit. The marble is not in the target.",
          "A run may take so many moves and no more, so that an agent that goes round in circles "
          "comes to an end. It does not say that there is no way."};
    case Outcome::overdue:
      return {
          fmt::format("Stopped in move {}", moves_made(run)),
          "The marble did not come to rest in time.",
          "After so long the marble should lie still. This is a fault of the simulated physics, "
          "not of the agent."};
    default: break;
  }
  return {fmt::format("The agent failed after {}", moves(moves_made(run))),
          run.live() ? run.episode().said() : std::string(to_string(run.outcome())),
          "An agent from outside the program took part, and did not answer as agreed."};
}

}  // namespace

int moves_made(const ShownRun& run) {
  const auto& moves = run.recording().moves;
  return static_cast<int>(std::count_if(moves.begin(), moves.end(),
                                        [](const RecordedMove& move) { return move.number > 0; }));
}

std::string moves_in_words(const ShownRun& run, const Level* level) {
  const std::string made = moves(moves_made(run));
  if (level) return fmt::format("{}, best {}", made, level->best());
  const auto guess = run.predicted_best();
  return made + (guess ? fmt::format("; the path predictor guesses {}", *guess) : "");
}

bool plan_holds_after(const ShownRun& run, std::size_t move) {
  const auto& made = run.recording().moves;
  const RecordedMove& over = made[move];
  const bool left = (run.ended() || run.waits_for_person()) && move + 1 == made.size();
  return !left && !over.plan.empty() && over.plan.front().expected == over.to;
}

std::string known_in_other_schemes(const ShownRun& run, std::size_t move) {
  const auto& made = run.recording().moves;
  std::map<int, std::size_t> known;
  for (std::size_t before = 0; before < move; ++before)
    known[made[before].orientations] = run.notes()[before].states_known;
  known.erase(made[move].orientations);
  std::string text;
  for (const auto& [orientations, states] : known)
    text += fmt::format("{}{} with {} orientations", text.empty() ? "Also known: " : ", ",
                        counted(states, "state"), orientations);
  return text;
}

RunNews news_of(const ShownRun& run) {
  assert(run.outcome() != Outcome::running);
  if (run.outcome() == Outcome::solved) return solved(run);
  return run.outcome() == Outcome::frozen ? frozen(run) : stopped(run);
}

}  // namespace marblemaze

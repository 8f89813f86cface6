#include "render/session/run_words.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/words.h"

namespace marblemaze {
namespace {

RunNews solved(const ShownRun& run) {
  const int made = moves_made(run);
  std::string detail =
      fmt::format("In {:.0f} s.", static_cast<double>(run.ticks()) * run.seconds_per_tick());
  if (const auto guess = run.predicted_best())
    detail += fmt::format(" The path predictor guessed {}{}.", counted(*guess, "move"),
                          made < *guess ? ": too many" : "");
  return {"Solved in " + counted(made, "move"), detail, ""};
}

RunNews frozen(const ShownRun& run) {
  return {fmt::format("The marble froze in move {}", moves_made(run)),
          "It balances on an edge, which is not a state.",
          "The marble is still, but a wall is missing below it. That is not a state, and the agent "
          "cannot tell what a move from there would do. The run ends here, as in the thesis. With "
          "recovery it goes on: the agent may tip the maze until the marble rolls."};
}

RunNews unsolvable(const ShownRun& run) {
  const std::string said = run.live() ? run.episode().said() : "";
  return {"No solution found in " + counted(moves_made(run), "move"),
          "Gave up: nothing is left to try.",
          said.empty()
              ? "Every move of every state that can still be reached from here was made, and "
                "none led to the target. The thesis calls this outcome unsolvable. The maze "
                "may have a solution: other first moves could lead to it."
              : "The agent gave up: " + said + "."};
}

RunNews stopped(const ShownRun& run) {
  switch (run.outcome()) {
    case Outcome::unsolvable: return unsolvable(run);
    case Outcome::capped:
      return {
          "Stopped after " + counted(moves_made(run), "move"),
          "That is the limit. The marble is not in the target.",
          "The limit ends the runs of agents that go round in circles. It does not say that the "
          "maze has no solution."};
    case Outcome::overdue:
      return {
          fmt::format("Stopped in move {}", moves_made(run)),
          "The marble did not come to rest in time.",
          "After so long the marble should lie still. This is a fault of the simulated physics, "
          "not of the agent."};
    default: break;
  }
  return {fmt::format("The agent failed after {}", counted(moves_made(run), "move")),
          run.live() ? run.episode().said() : std::string(to_string(run.outcome())),
          "An agent from outside the program took part, and broke the rules of the protocol."};
}

RunNews turned_freely(const ShownRun& run) {
  const std::string after = fmt::format("{:.1f} s", run.seconds());
  const bool rest = run.recording().free->rest;
  if (run.outcome() == Outcome::solved)
    return {"Solved in " + after,
            rest ? "The marble rests in the target." : "The marble has reached the target.", ""};
  if (run.outcome() == Outcome::escaped)
    return {"The marble left the maze after " + after, "A fault of the simulated physics.",
            "No wall opens: what comes after means nothing."};
  if (is_fault(run.outcome()))
    return {"The controller failed after " + after, std::string(to_string(run.outcome())),
            "A controller from outside the program broke the rules of the protocol."};
  return {"Stopped after " + after,
          fmt::format("That is the limit. The marble {} the target.",
                      rest ? "does not rest in" : "is not in"),
          "The limit says nothing of the maze: with more time it may be solved."};
}

// Its words and its arrow.
const Json& side_of_picture(glm::vec2 side) {
  const float eighths = std::atan2(side.y, side.x) * (4 / 3.14159265f);
  return page_words("sides").at((std::lround(eighths) + 8) % 8);
}

}  // namespace

std::string outcome_name(Outcome outcome) {
  return outcome == Outcome::unsolvable ? "gave up (unsolvable)" : std::string(to_string(outcome));
}

std::string cell_name(const OrientationScheme& scheme, StateId state) {
  return std::to_string(cell_number(scheme.cell(state))) + (is_balanced(state) ? "*" : "");
}

std::string choices_in_words(const Recording& made) {
  return made.free ? counted(made.free->wishes.size(), "command")
                   : counted(made.moves.size(), "move");
}

int moves_made(const ShownRun& run) {
  const auto& moves = run.recording().moves;
  return static_cast<int>(std::count_if(moves.begin(), moves.end(),
                                        [](const RecordedMove& move) { return move.number > 0; }));
}

std::string moves_in_words(const ShownRun& run, const Level* level) {
  const std::string made = counted(moves_made(run), "move");
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

const Json& page_words(std::string_view name) {
  static const Json all = Json::parse("words", embedded_file("words.json"));
  return all.at(name);
}

std::string side_words(glm::vec2 side) { return side_of_picture(side).at(0).text(); }

glm::vec2 tips(const ShownRun& run, long tick, MoveId move, const Camera& camera) {
  if (tick < 0) return {};
  const OrientationScheme& scheme = run.scheme(run.orientations_at(tick));
  const glm::dquat rotation = run.recording().scene(tick).maze_pose.rotation;
  const glm::dvec3 axis = rotation * scheme.turn(run.orientation_at(tick), move).axis;
  return camera.side_of(glm::cross(axis, glm::dvec3(0, 0, 1)));
}

std::string tip_words(const ShownRun& run, long tick, MoveId move, const Camera& camera) {
  const Json& side = side_of_picture(tips(run, tick, move, camera));
  return fmt::format("{} tip {}", side.at(1).text(), side.at(0).text());
}

std::string turn_words(const glm::dvec3& turn, const Camera& camera) {
  const double rate = glm::length(turn);
  if (rate < 0.01) return "holds the maze still";
  const glm::vec2 side = camera.side_of(glm::cross(turn, glm::dvec3(0, 0, 1)));
  const std::string way = glm::length(side) < 0.3 * rate ? "spins the maze about its upright"
                                                         : "tips " + side_words(side);
  return fmt::format("{}, at {:.0f} % of full speed", way, 100 * rate);
}

RunNews news_of(const ShownRun& run) {
  assert(run.outcome() != Outcome::running);
  if (run.turns_freely()) return turned_freely(run);
  if (run.outcome() == Outcome::solved) return solved(run);
  return run.outcome() == Outcome::frozen ? frozen(run) : stopped(run);
}

}  // namespace marblemaze

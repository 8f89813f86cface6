#include "render/session/run_words.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

// Returns the predicted length of a solution, if the path predictor finds one.
std::string guess_words(const MarbleRun& run) {
  const auto guess = run.predicted_best();
  if (!guess) return "";
  return fmt::format(" The path predictor guessed {}{}.", counted(*guess, "move"),
                     moves_made(run) < *guess ? ": too many" : "");
}

// Returns the words for the end of the run. They are more specific if the marble must rest in the
// target, and if the agent has given a reason for giving up.
const Json& words_of_end(const MarbleRun& run, bool said) {
  const bool free = run.turns_freely(), rest = free && run.recording().spec.tilt->rest;
  const Json& ends = page_words(free ? "free_ends" : "ends");
  const std::string outcome(to_string(run.outcome()));
  for (const char* more : {rest ? " at rest" : said ? ", as the agent says" : "", ""})
    if (const Json* words = ends.find(outcome + more)) return *words;
  return ends.at("failed");
}

// Returns the words and the arrow of a side of the image.
const Json& side_of_picture(glm::vec2 side) {
  const float eighths = std::atan2(side.y, side.x) * (4 / 3.14159265f);
  return page_words("sides").at((std::lround(eighths) + 8) % 8);
}

}  // namespace

std::string outcome_name(Outcome outcome) {
  return outcome == Outcome::unsolvable ? "gave up (unsolvable)" : std::string(to_string(outcome));
}

std::string down_arrow(const OrientationScheme& scheme, OrientationId orientation) {
  const auto corner = static_cast<std::size_t>(scheme.corner(orientation));
  const std::string arrow = page_words("downs").at(corner).text();
  return scheme.orientations() == 24 ? arrow + "xyz"[orientation.index % 3] : arrow;
}

std::string cell_name(const OrientationScheme& scheme, StateId state) {
  return fmt::format("{}{} {}", cell_number(scheme.cell(state)), is_balanced(state) ? "*" : "",
                     down_arrow(scheme, scheme.orientation(state)));
}

std::string choices_in_words(const Recording& made) {
  return made.spec.tilt ? counted(made.commands.size(), "command")
                        : counted(made.moves.size(), "move");
}

int moves_made(const MarbleRun& run) {
  const auto is_move = [](const RecordedMove& move) { return move.number > 0; };
  return static_cast<int>(std::ranges::count_if(run.recording().moves, is_move));
}

std::string moves_in_words(const MarbleRun& run, const Level* level) {
  const std::string made = counted(moves_made(run), "move");
  if (level) return fmt::format("{}, fewest possible {}", made, level->best());
  const auto guess = run.predicted_best();
  return made + (guess ? fmt::format("; the path predictor guesses {}", *guess) : "");
}

std::string path_words(const MarbleRun& run) {
  const PlayerSpec& player = run.is_recording() ? run.recording().spec.player : run.spec().player;
  const PlannerEntry* agent =
      player.by_hand || run.turns_freely() ? nullptr : planners().find(player.agent);
  const bool known = !agent || includes(agent->knowledge, AccessLevel::distances) ||
                     includes(agent->knowledge, AccessLevel::walls);
  return known ? "shortest path" : "shortest path (the agent does not know it)";
}

bool plan_holds_after(const MarbleRun& run, std::size_t move) {
  const auto& made = run.recording().moves;
  const RecordedMove& over = run.recording().move(move);
  const bool left = (run.ended() || run.waits_for_person()) && move + 1 == made.size();
  return !left && !over.plan.empty() && over.plan.front().expected == over.to;
}

std::string known_in_other_schemes(const MarbleRun& run, std::size_t move) {
  std::map<ControlScheme, std::size_t> known;
  for (std::size_t before = 0; before < move; ++before)
    known[run.recording().move(before).control] = run.note(before).states_known;
  known.erase(run.recording().move(move).control);
  std::string text;
  for (const auto& [control, states] : known)
    text += fmt::format("{}{} with {} orientations", text.empty() ? "Also known: " : ", ",
                        counted(states, "state"), control);
  return text;
}

const Json& page_words(std::string_view name) {
  static const Json all = Json::parse("words", embedded_file("words.json"));
  return all.at(name);
}

std::string side_words(glm::vec2 side) { return side_of_picture(side).at(0).text(); }

glm::vec2 tipped_about(const glm::dvec3& axis, const Camera& camera) {
  return camera.side_of(glm::cross(axis, glm::dvec3(0, 0, 1)));
}

glm::vec2 tips(const MarbleRun& run, long tick, MoveId move, const Camera& camera) {
  if (tick < 0 || tick >= run.ticks()) return {};
  const OrientationScheme& scheme = run.scheme(run.control_at(tick));
  const glm::dquat rotation = run.recording().scene(tick).maze_pose.rotation;
  return tipped_about(rotation * scheme.turn(run.orientation_at(tick), move).axis, camera);
}

std::string tip_words(glm::vec2 side) {
  const Json& words = side_of_picture(side);
  return fmt::format("{} tip {}", words.at(1).text(), words.at(0).text());
}

std::string turn_words(const glm::dvec3& turn, const Camera& camera) {
  const double rate = glm::length(turn);
  if (rate < 0.01) return "holds the maze still";
  const glm::vec2 side = tipped_about(turn, camera);
  const std::string way = glm::length(side) < 0.3 * rate ? "spins the maze about its upright"
                                                         : "tips " + side_words(side);
  return fmt::format("{}, at {:.0f} % of full speed", way, 100 * rate);
}

RunNews news_of(const MarbleRun& run) {
  assert(run.outcome() != Outcome::running);
  const std::string said = run.live() ? run.episode().said() : "";
  const Json& words = words_of_end(run, !said.empty());
  const auto told = [&](std::size_t part) {
    return fmt::format(fmt::runtime(words.at(part).text()),
                       fmt::arg("moves", counted(moves_made(run), "move")),
                       fmt::arg("number", moves_made(run)), fmt::arg("seconds", run.seconds()),
                       fmt::arg("said", said.empty() ? to_string(run.outcome()) : said),
                       fmt::arg("guess", guess_words(run)));
  };
  return {told(0), told(1), told(2)};
}

}  // namespace marblemaze

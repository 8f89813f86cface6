#include "render/session/run_text.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

// Returns a sentence with the path predictor's estimate. Empty if there is no estimate.
std::string predictor_sentence(const MarbleRun& run) {
  const auto guess = run.estimated_moves();
  if (!guess) return "";
  return fmt::format(" The path predictor estimated {}{}.", pluralize(*guess, "move"),
                     run.moves_made() < *guess ? ": too many" : "");
}

bool tried_everything(const MarbleRun& run) {
  std::unordered_set<StateId> known{run.first_state()};
  std::set<std::pair<int, int>> tried;
  for (const RecordedMove& move : run.recording().moves) {
    if (move.control != run.setup().control) return false;
    tried.emplace(move.from.index, move.move.index);
    known.insert(move.from);
    if (move.to.valid()) known.insert(move.to);
  }
  const auto moves = static_cast<std::size_t>(run.scheme(run.setup().control).moves());
  return tried.size() == known.size() * moves;
}

// Returns the result text of a run. Falls back to the general text for the outcome if there is no
// specific text.
const Json& end_text(const MarbleRun& run, bool explained) {
  const bool free = run.is_tilt(), rest = free && run.recording().spec.tilt->rest;
  const Json& ends = page_text(free ? "free_ends" : "ends");
  const std::string outcome(to_string(run.outcome()));
  const bool all = run.outcome() == Outcome::unsolvable && !explained && tried_everything(run);
  for (const char* more : {rest        ? " at rest"
                           : explained ? ", as the agent says"
                           : all       ? ", all tried"
                                       : "",
                           ""})
    if (const Json* words = ends.find(outcome + more)) return *words;
  return ends.at("failed");
}

const Json& direction_entry(glm::vec2 side) {
  const float eighths = std::atan2(side.y, side.x) * (4 / 3.14159265f);
  return page_text("sides").at((std::lround(eighths) + 8) % 8);
}

using Mark = TransportInfo::Mark;

long end_of(const RecordedMove& move, const MarbleRun& run) {
  return move.end > 0 ? move.end : run.ticks();
}

// Returns true if the first move ended as expected and the second move continues the same plan.
bool continues(const RecordedMove& first, const RecordedMove& second) {
  if (first.plan.size() < 2) return false;
  const auto& expected = first.plan.front().expected;
  return (!expected || *expected == first.to) &&
         std::equal(first.plan.begin() + 1, first.plan.end(), second.plan.begin(),
                    second.plan.end());
}

Mark plan_mark(const MarbleRun& run, std::size_t first, std::size_t last) {
  const auto& moves = run.recording().moves;
  const std::size_t planned = moves[first].plan.size(), made = last - first + 1;
  // A plan that includes the latest move may still continue.
  const bool dropped = made < planned && (last + 1 < moves.size() || run.ended());
  return {dropped ? Mark::Kind::dropped_plan : Mark::Kind::plan, moves[first].begin,
          end_of(moves[last], run), std::to_string(planned),
          fmt::format("Plan of {} moves{}", planned,
                      dropped ? fmt::format(", dropped after {}", made) : "")};
}

void add_plans(const MarbleRun& run, std::vector<Mark>& marks) {
  const auto& moves = run.recording().moves;
  for (std::size_t first = 0, last = 0; first < moves.size(); first = ++last) {
    while (last + 1 < moves.size() && continues(moves[last], moves[last + 1])) ++last;
    if (moves[first].plan.size() > 1) marks.push_back(plan_mark(run, first, last));
  }
}

void add_revisits(const MarbleRun& run, std::vector<Mark>& marks) {
  std::unordered_set<StateId> known;
  for (const RecordedMove& move : run.recording().moves) {
    if (!move.move.valid()) known.clear();  // state numbers differ between schemes
    known.insert(move.from);
    if (move.move.valid() && move.to.valid() && !known.insert(move.to).second)
      marks.push_back({Mark::Kind::revisit, move.begin, end_of(move, run), "",
                       fmt::format("Move {} ended in a known state", move.number)});
  }
}

// Returns a reason without the numbers after the colon, which change with every command.
std::string_view purpose_of(const std::string& reason) {
  return std::string_view(reason).substr(0, reason.find(':'));
}

// Returns one mark for each sequence of commands with the same reason.
std::vector<Mark> choice_marks(const MarbleRun& run) {
  std::vector<Mark> marks;
  long begin = 0;
  for (const RecordedCommand& command : run.recording().commands) {
    const long end = std::min(begin + kCommandTicks, run.ticks());
    if (!marks.empty() && marks.back().words == purpose_of(command.reason))
      marks.back().end = end;
    else
      marks.push_back({Mark::Kind::move, begin, end, "", std::string(purpose_of(command.reason))});
    begin += kCommandTicks;
  }
  return marks;
}

std::string cell_text(const MarbleRun& run, long tick, StateId state) {
  return std::to_string(cell_number(run.scheme(run.control_at(tick)).cell(state)));
}

}  // namespace

std::string outcome_name(Outcome outcome) {
  return outcome == Outcome::unsolvable ? "gave up (unsolvable)" : std::string(to_string(outcome));
}

std::string down_arrow(const OrientationScheme& scheme, OrientationId orientation) {
  const auto corner = static_cast<std::size_t>(scheme.corner(orientation));
  const std::string arrow = page_text("downs").at(corner).text();
  return scheme.orientations() == 24 ? arrow + "xyz"[orientation.index % 3] : arrow;
}

std::string cell_name(const OrientationScheme& scheme, StateId state) {
  return fmt::format("{}{} {}", cell_number(scheme.cell(state)), is_balanced(state) ? "*" : "",
                     down_arrow(scheme, scheme.orientation(state)));
}

std::string length_text(const Recording& made) {
  return made.spec.tilt ? pluralize(made.commands.size(), "command")
                        : pluralize(made.moves.size(), "move");
}

int move_number_at(const MarbleRun& run, long tick) {
  int number = 0;
  for (const RecordedMove& move : run.recording().moves)
    if (move.begin <= tick) number = std::max(number, move.number);
  return number;
}

std::string moves_in_words(const MarbleRun& run, const Level* level) {
  const std::string made = pluralize(run.moves_made(), "move");
  if (level) return fmt::format("{}; minimum: {}", made, level->best());
  const auto guess = run.estimated_moves();
  return made + (guess ? fmt::format("; the path predictor estimates {}", *guess) : "");
}

std::string path_label(const MarbleRun& run) {
  const PlayerSpec& player = run.is_recording() ? run.recording().spec.player : run.spec().player;
  const PlannerEntry* agent =
      player.by_hand || run.is_tilt() ? nullptr : planners().find(player.agent);
  const bool known = !agent || includes(agent->access, AccessFlags::distances) ||
                     includes(agent->access, AccessFlags::walls);
  return known ? "shortest path" : "shortest path (the agent does not know it)";
}

std::string reason_text(const std::string& rule) {
  // KnowledgeEngine writes "planned moves left: 4 of 5; the plan: " before the reason.
  constexpr std::string_view kLeft = "planned moves left: ", kPlan = "; the plan: ";
  const std::size_t plan = rule.find(kPlan);
  if (!rule.starts_with(kLeft) || plan == std::string::npos) return rule;
  std::istringstream numbers(rule.substr(kLeft.size()));
  int left = 0, all = 0;
  std::string of;
  numbers >> left >> of >> all;
  return fmt::format("{} (move {} of {} in the plan)", rule.substr(plan + kPlan.size()),
                     all - left + 1, all);
}

bool plan_holds_after(const MarbleRun& run, std::size_t move) {
  const auto& made = run.recording().moves;
  const RecordedMove& over = run.recording().move(move);
  const bool left = (run.ended() || run.waits_for_user()) && move + 1 == made.size();
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
                        pluralize(states, "state"), control);
  return text;
}

const Json& page_text(std::string_view name) {
  static const Json all = Json::parse("words", embedded_file("words.json"));
  return all.at(name);
}

std::string direction_name(glm::vec2 side) { return direction_entry(side).at(0).text(); }

glm::vec2 tilt_direction_about(const glm::dvec3& axis, const Camera& camera) {
  return camera.side_of(glm::cross(axis, glm::dvec3(0, 0, 1)));
}

glm::vec2 tilt_direction(const MarbleRun& run, long tick, MoveId move, const Camera& camera) {
  if (tick < 0 || tick >= run.ticks()) return {};
  const OrientationScheme& scheme = run.scheme(run.control_at(tick));
  const glm::dquat rotation = run.recording().scene(tick).maze_pose.rotation;
  return tilt_direction_about(rotation * scheme.turn(run.orientation_at(tick), move).axis, camera);
}

std::string tilt_label(glm::vec2 side) {
  const Json& words = direction_entry(side);
  return fmt::format("{} tip {}", words.at(1).text(), words.at(0).text());
}

std::string turn_text(const glm::dvec3& turn, const Camera& camera) {
  const double rate = glm::length(turn);
  if (rate < 0.01) return "holds the maze still";
  const glm::vec2 side = tilt_direction_about(turn, camera);
  const std::string way = glm::length(side) < 0.3 * rate ? "spins the maze about its vertical axis"
                                                         : "tips " + direction_name(side);
  return fmt::format("{}, at {:.0f} % of full speed", way, 100 * rate);
}

RunResultText run_result_text(const MarbleRun& run) {
  assert(run.outcome() != Outcome::running);
  const std::string reason = run.live() ? run.episode().said() : "";
  const Json& words = end_text(run, !reason.empty());
  const auto text = [&](std::size_t part) {
    return fmt::format(fmt::runtime(words.at(part).text()),
                       fmt::arg("moves", pluralize(run.moves_made(), "move")),
                       fmt::arg("number", run.moves_made()), fmt::arg("seconds", run.seconds()),
                       fmt::arg("said", reason.empty() ? to_string(run.outcome()) : reason),
                       fmt::arg("guess", predictor_sentence(run)));
  };
  return {text(0), text(1), text(2)};
}

double total_energy(const MarbleRun& run, long tick) {
  const Scene scene = run.recording().scene(tick);
  const auto& nature = run.setup().settings.nature;
  const double height =
      scene.marble.position.z + glm::length(glm::dvec3(run.maze().grid().dims())) / 2;
  return scene.kinetic_energy_j + nature.marble_mass * nature.gravity * height;
}

std::string motion_csv(const MarbleRun& run) {
  std::string text = "time_s";
  for (const MotionSeries& series : kMotion) text += fmt::format(",{}", series.column);
  text += ",marble_x_cells,marble_y_cells,marble_z_cells,phase,move,state,cell";
  for (long tick = 0; tick < run.ticks(); ++tick) {
    text += fmt::format("\n{:.6g}", static_cast<double>(tick) * run.seconds_per_tick());
    for (const MotionSeries& series : kMotion) text += fmt::format(",{:.6g}", series.at(run, tick));
    const RecordedTick& recorded = run.recording().tick(tick);
    const glm::vec3& at = recorded.marble;
    const auto move = run.recording().move_at(tick);
    const auto state = run.is_tilt() ? std::nullopt : run.state_at(tick);
    text += fmt::format(",{:.6g},{:.6g},{:.6g},{},{},{},{}", at.x, at.y, at.z,
                        to_string(recorded.phase), move ? run.recording().move(*move).number : 0,
                        state ? std::to_string(state->index) : "",
                        state ? cell_text(run, tick, *state) : "");
  }
  return text + "\n";
}

std::vector<Mark> move_marks(const MarbleRun& run) {
  using Kind = Mark::Kind;
  if (run.is_tilt()) return choice_marks(run);
  std::vector<Mark> marks;
  for (const RecordedMove& move : run.moves()) {
    const auto& expected = run.note(marks.size()).expected;
    Mark& mark =
        marks.emplace_back(Mark{Kind::move, move.begin, end_of(move, run),
                                std::to_string(move.number), fmt::format("Move {}", move.number)});
    if (!move.move.valid()) {
      mark.kind = Kind::scheme_switch;
      mark.label = fmt::format("to {}", move.control);
      mark.words = fmt::format("Turn to {} orientations", move.control);
    }
    if (move.end == 0) continue;
    if (!move.to.valid()) {
      mark.kind = Kind::frozen;
      mark.words += ": the marble froze";
    } else if (move.move.valid() && expected && *expected != move.to) {
      mark.kind = Kind::surprise;
      mark.words += ": unexpected outcome: it ended in a different cell than expected";
    }
  }
  return marks;
}

std::vector<Mark> plan_marks(const MarbleRun& run) {
  std::vector<Mark> marks;
  add_plans(run, marks);
  add_revisits(run, marks);
  return marks;
}

std::vector<const Mark*> distinct_marks(const std::vector<Mark>& marks, double steps_a_point) {
  std::vector<const Mark*> plain, others;
  std::map<Mark::Kind, double> last;  // point of the last kept mark of each kind
  for (const Mark& mark : marks) {
    const double point = std::floor(static_cast<double>(mark.begin) / steps_a_point);
    const auto [kept, is_first] = last.try_emplace(mark.kind, point);
    if (!is_first && std::exchange(kept->second, point) == point) continue;
    (mark.kind == Mark::Kind::move ? plain : others).push_back(&mark);
  }
  plain.insert(plain.end(), others.begin(), others.end());
  return plain;
}

}  // namespace marblemaze

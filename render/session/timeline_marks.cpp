#include "render/session/timeline_marks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace marblemaze {
namespace {

using Mark = TransportWords::Mark;

long end_of(const RecordedMove& move, const MarbleRun& run) {
  return move.end > 0 ? move.end : run.ticks();
}

std::string words_of(const RecordedMove& move, Mark::Kind kind) {
  switch (kind) {
    case Mark::Kind::scheme_switch:
      return fmt::format("To {} orientations: the control scheme changed", move.control);
    case Mark::Kind::surprise:
      return fmt::format("Move {}: a surprise: it ended elsewhere than expected", move.number);
    case Mark::Kind::frozen: return fmt::format("Move {}: the marble froze", move.number);
    default: return fmt::format("Move {}", move.number);
  }
}

// Returns whether the second move is the next one in the plan of the first.
bool goes_on(const RecordedMove& first, const RecordedMove& second) {
  return first.plan.size() > 1 && std::equal(first.plan.begin() + 1, first.plan.end(),
                                             second.plan.begin(), second.plan.end());
}

Mark plan_mark(const MarbleRun& run, std::size_t first, std::size_t last) {
  const auto& moves = run.recording().moves;
  const std::size_t planned = moves[first].plan.size(), made = last - first + 1;
  // The rest of the plan at the last move may still be made.
  const bool dropped = made < planned && (last + 1 < moves.size() || run.ended());
  return {dropped ? Mark::Kind::dropped_plan : Mark::Kind::plan, moves[first].begin,
          end_of(moves[last], run), std::to_string(planned),
          fmt::format("Plan of {} moves{}", planned,
                      dropped ? fmt::format(", dropped after {}", made) : "")};
}

void add_plans(const MarbleRun& run, std::vector<Mark>& marks) {
  const auto& moves = run.recording().moves;
  for (std::size_t first = 0, last = 0; first < moves.size(); first = ++last) {
    while (last + 1 < moves.size() && goes_on(moves[last], moves[last + 1])) ++last;
    if (moves[first].plan.size() > 1) marks.push_back(plan_mark(run, first, last));
  }
}

void add_ways_back(const MarbleRun& run, std::vector<Mark>& marks) {
  std::unordered_set<StateId> known;
  for (const RecordedMove& move : run.recording().moves) {
    if (!move.move.valid()) known.clear();  // another scheme has its own state numbers
    known.insert(move.from);
    if (move.move.valid() && move.to.valid() && !known.insert(move.to).second)
      marks.push_back({Mark::Kind::way_back, move.begin, end_of(move, run), "",
                       fmt::format("Move {} ended in a state known before", move.number)});
  }
}

// Returns a reason without its numbers after a colon, which change with every command; the purpose
// stays.
std::string_view gist(const std::string& reason) {
  return std::string_view(reason).substr(0, reason.find(':'));
}

// Returns marks for successive commands with the same reason.
std::vector<Mark> choice_marks(const MarbleRun& run) {
  std::vector<Mark> marks;
  long begin = 0;
  for (const RecordedCommand& command : run.recording().commands) {
    const long end = std::min(begin + kCommandTicks, run.ticks());
    if (!marks.empty() && marks.back().words == gist(command.reason))
      marks.back().end = end;
    else
      marks.push_back({Mark::Kind::move, begin, end, "", std::string(gist(command.reason))});
    begin += kCommandTicks;
  }
  return marks;
}

std::string cell_text(const MarbleRun& run, long tick, StateId state) {
  return std::to_string(cell_number(run.scheme(run.control_at(tick)).cell(state)));
}

}  // namespace

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
    const auto state = run.turns_freely() ? std::nullopt : run.state_at(tick);
    text += fmt::format(",{:.6g},{:.6g},{:.6g},{},{},{},{}", at.x, at.y, at.z,
                        to_string(recorded.phase), move ? run.recording().move(*move).number : 0,
                        state ? std::to_string(state->index) : "",
                        state ? cell_text(run, tick, *state) : "");
  }
  return text + "\n";
}

std::vector<Mark> move_marks(const MarbleRun& run) {
  using Kind = Mark::Kind;
  if (run.turns_freely()) return choice_marks(run);
  std::vector<Mark> marks;
  const auto& moves = run.recording().moves;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const RecordedMove& move = moves[i];
    const bool over = move.end > 0, is_switch = !move.move.valid();
    const auto& expected = run.note(i).expected;
    const bool surprise = over && expected && *expected != move.to;
    const Kind kind = over && !move.to.valid() ? Kind::frozen
                      : is_switch              ? Kind::scheme_switch
                      : surprise               ? Kind::surprise
                                               : Kind::move;
    marks.push_back({kind, move.begin, end_of(move, run),
                     is_switch ? fmt::format("to {}", move.control) : std::to_string(move.number),
                     words_of(move, kind)});
  }
  return marks;
}

std::vector<Mark> plan_marks(const MarbleRun& run) {
  std::vector<Mark> marks;
  add_plans(run, marks);
  add_ways_back(run, marks);
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

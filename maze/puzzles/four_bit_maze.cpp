#include "maze/puzzles/four_bit_maze.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

bool lit(int state, int bit) { return (state >> bit & 1) != 0; }

struct Quality {
  int out_of_reach;  // states that the start cannot reach, plus states that cannot reach the goal
  int moves;
};

Quality quality_of(const FourBitMaze& maze) {
  const Digraph graph = maze.graph();
  const std::vector<int> from_start = distances_from(graph, FourBitMaze::kStart);
  const std::vector<int> to_goal = distances_to(graph, FourBitMaze::kGoal);
  const auto missing = [](const std::vector<int>& distances) {
    return static_cast<int>(std::count(distances.begin(), distances.end(), kUnreachable));
  };
  return {missing(from_start) + missing(to_goal), to_goal[FourBitMaze::kStart]};
}

// Replaces the target of a press with a random legal target that no other press of the state has.
void redraw_target(FourBitMaze::Table& table, int state, int button, bool strict, Rng& rng) {
  std::vector<std::uint8_t> candidates;
  for (int target = 0; target < FourBitMaze::kStates; ++target) {
    const auto& row = table[state];
    const bool taken = std::find(row.begin(), row.end(), target) != row.end();
    if (!taken && legal_press(state, button, target, strict))
      candidates.push_back(static_cast<std::uint8_t>(target));
  }
  if (!candidates.empty()) table[state][button] = candidates[rng.uniform_int(candidates.size())];
}

FourBitMaze mutated(const FourBitMaze& maze, bool strict, Rng& rng) {
  FourBitMaze::Table table = maze.table();
  int state = 0, button = 0;
  do {
    state = static_cast<int>(1 + rng.uniform_int(FourBitMaze::kStates - 1));
    button = static_cast<int>(rng.uniform_int(FourBitMaze::kButtons));
  } while (!lit(state, button));
  redraw_target(table, state, button, strict, rng);
  return FourBitMaze(table, strict);
}

bool is_finished(const Quality& now, const FourBitRules& rules) {
  return now.out_of_reach == 0 && now.moves >= rules.min_moves;
}

bool is_worse(const Quality& before, const Quality& after) {
  if (after.out_of_reach != before.out_of_reach) return after.out_of_reach > before.out_of_reach;
  if (before.moves == kUnreachable || after.moves == kUnreachable) return false;
  return after.moves < before.moves;
}

void check_press(const FourBitMaze::Table& table, int state, int button, bool strict) {
  const int target = table[state][button];
  const std::string what = fmt::format("target of state {} button {}:", state, button);
  if (!lit(state, button)) {
    if (target != state)
      throw BadInput(what, std::to_string(target), "the state itself, because the lamp is off");
    return;
  }
  if (!legal_press(state, button, target, strict))
    throw BadInput(what, std::to_string(target),
                   strict ? "a state in which that lamp is off and at most two other lamps come on"
                          : "a state from 0 to 15 with that lamp off");
  for (int other = 0; other < button; ++other) {
    if (table[state][other] == target)
      throw BadInput(what, std::to_string(target),
                     fmt::format("a target that differs from the target of button {}", other));
  }
}

int read_state(const std::string& word, const std::string& line) {
  const auto value = parse_number<int>(word);
  if (!value || *value < 0 || *value >= FourBitMaze::kStates)
    throw BadInput("four-bit maze line '" + line + "'", word, "a state from 0 to 15");
  return *value;
}

void read_line(const std::string& line, FourBitMaze::Table& table, std::set<int>& seen) {
  std::vector<std::string> words = split_words(line);
  if (words.size() != FourBitMaze::kButtons + 1 || words[0].back() != ':')
    throw BadInput("four-bit maze line", "'" + line + "'", "'state: t3 t2 t1 t0'");
  words[0].pop_back();
  const int state = read_state(words[0], line);
  if (!seen.insert(state).second)
    throw BadInput("four-bit maze state", std::to_string(state), "each state once");
  for (int i = 1; i <= FourBitMaze::kButtons; ++i) {
    const int target = words[i] == "-" ? state : read_state(words[i], line);
    table[state][FourBitMaze::kButtons - i] = static_cast<std::uint8_t>(target);
  }
}

}  // namespace

FourBitMaze::FourBitMaze(const Table& table, bool strict) : table_(table) {
  for (int state = 0; state < kStates; ++state) {
    for (int button = 0; button < kButtons; ++button) check_press(table, state, button, strict);
  }
}

Digraph FourBitMaze::graph() const {
  std::vector<DigraphArc> arcs;
  arcs.reserve(32);
  for (int state = 0; state < kStates; ++state) {
    for (int button = 0; button < kButtons; ++button) {
      if (lit(state, button)) arcs.push_back({state, press(state, button)});
    }
  }
  return Digraph(kStates, arcs);
}

std::vector<int> FourBitMaze::shortest_solution() const {
  const std::vector<int> path = shortest_path(graph(), kStart, kGoal);
  std::vector<int> buttons;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const auto& row = table_[path[i - 1]];
    buttons.push_back(static_cast<int>(std::find(row.begin(), row.end(), path[i]) - row.begin()));
  }
  return buttons;
}

std::vector<std::string> FourBitMaze::rule_violations(const FourBitRules& rules) const {
  std::vector<std::string> found;
  const Digraph states = graph();
  const std::vector<int> from_start = distances_from(states, kStart);
  const std::vector<int> to_goal = distances_to(states, kGoal);
  for (int state = 0; state < kStates; ++state) {
    if (from_start[state] == kUnreachable)
      found.push_back(fmt::format("state {} cannot be reached from the start", state));
    if (to_goal[state] == kUnreachable)
      found.push_back(fmt::format("the goal cannot be reached from state {}", state));
    for (int button = 0; rules.strict && button < kButtons; ++button) {
      if (lit(state, button) && !legal_press(state, button, press(state, button), true))
        found.push_back(
            fmt::format("button {} in state {} turns on more than two other lamps", button, state));
    }
  }
  if (to_goal[kStart] != kUnreachable && to_goal[kStart] < rules.min_moves)
    found.push_back(fmt::format("the shortest solution has {} moves, fewer than {}",
                                to_goal[kStart], rules.min_moves));
  return found;
}

bool legal_press(int state, int button, int target, bool strict) {
  if (target < 0 || target >= FourBitMaze::kStates) return false;
  if (!lit(state, button) || lit(target, button)) return false;
  return !strict || std::popcount(static_cast<unsigned>(target & ~state)) <= 2;
}

FourBitMaze random_four_bit_maze(Rng& rng, bool strict) {
  FourBitMaze::Table table{};
  for (int state = 0; state < FourBitMaze::kStates; ++state) {
    table[state].fill(static_cast<std::uint8_t>(state));
    for (int button = 0; button < FourBitMaze::kButtons; ++button) {
      if (lit(state, button)) redraw_target(table, state, button, strict, rng);
    }
  }
  return FourBitMaze(table, strict);
}

GeneratedFourBitMaze generate_four_bit_maze(const FourBitRules& rules, Rng& rng) {
  if (rules.min_moves < 1 || rules.min_moves > FourBitRules::kMaxMinMoves)
    throw BadInput("min-moves", std::to_string(rules.min_moves),
                   fmt::format("1 to {}", FourBitRules::kMaxMinMoves));
  constexpr int kMaxChanges = 20'000;
  for (int changes = 0;;) {
    FourBitMaze maze = random_four_bit_maze(rng, rules.strict);
    Quality now = quality_of(maze);
    for (int step = 0; step < kMaxChanges && !is_finished(now, rules); ++step, ++changes) {
      check_stop();
      const FourBitMaze next = mutated(maze, rules.strict, rng);
      const Quality after = quality_of(next);
      if (!is_worse(now, after)) maze = next, now = after;
    }
    if (is_finished(now, rules)) return {maze, changes};
  }
}

std::string lamps(int state) {
  std::string text;
  for (int bit = FourBitMaze::kButtons - 1; bit >= 0; --bit) text += lit(state, bit) ? '*' : '.';
  return text;
}

std::string describe_presses(const FourBitMaze& maze, const std::vector<int>& buttons) {
  int state = FourBitMaze::kStart;
  std::string text = std::to_string(state);
  for (int button : buttons) {
    state = maze.press(state, button);
    text += fmt::format(" ({}) {}", button, state);
  }
  return text;
}

std::string to_text(const FourBitMaze& maze) {
  std::string text = "# four-bit maze; state: target of button 3, 2, 1, 0 (- lamp is off)\n";
  for (int state = FourBitMaze::kStates - 1; state >= 0; --state) {
    text += fmt::format("{}:", state);
    for (int button = FourBitMaze::kButtons - 1; button >= 0; --button)
      text += lit(state, button) ? fmt::format(" {}", maze.press(state, button)) : " -";
    text += '\n';
  }
  return text;
}

FourBitMaze parse_four_bit_maze(const std::string& text) {
  FourBitMaze::Table table{};
  std::set<int> seen;
  for (const std::string& line : split_text(text, '\n')) {
    if (line.empty() || line[0] == '#') continue;
    read_line(line, table, seen);
  }
  if (seen.size() != FourBitMaze::kStates)
    throw BadInput("four-bit maze with", std::to_string(seen.size()) + " states", "16 states");
  return FourBitMaze(table);
}

std::string to_dot(const FourBitMaze& maze) {
  std::set<std::pair<int, int>> on_solution;
  int state = FourBitMaze::kStart;
  for (int button : maze.shortest_solution()) {
    on_solution.insert({state, button});
    state = maze.press(state, button);
  }
  std::string dot = "digraph four_bit_maze {\n  node [shape=box, fontname=monospace];\n";
  dot += "  nowhere [shape=none, label=\"\"];\n  nowhere -> s15;\n";
  for (int node = 0; node < FourBitMaze::kStates; ++node) {
    dot += fmt::format("  s{} [label=\"{}\\n{}\"{}];\n", node, lamps(node), node,
                       node == FourBitMaze::kGoal ? ", penwidth=3" : "");
  }
  for (int from = 0; from < FourBitMaze::kStates; ++from) {
    for (int button = 0; button < FourBitMaze::kButtons; ++button) {
      if (!lit(from, button)) continue;
      dot += fmt::format("  s{} -> s{} [label=\"{}\"{}];\n", from, maze.press(from, button), button,
                         on_solution.contains({from, button}) ? ", penwidth=2.5" : "");
    }
  }
  return dot + "}\n";
}

std::span<const MoveId> LampRules::moves(StateId) const {
  static const std::array<MoveId, FourBitMaze::kButtons> buttons{MoveId(0), MoveId(1), MoveId(2),
                                                                 MoveId(3)};
  return buttons;
}

bool LampRules::is_goal(StateId state) const { return state.index == FourBitMaze::kGoal; }

std::optional<StateId> LampRules::certain_result(StateId state, MoveId move) const {
  return lit(state.index, move.index) ? std::nullopt : std::optional(state);
}

std::string LampRules::describe(StateId state) const {
  return fmt::format("{} ({})", state.index, lamps(state.index));
}

std::string LampRules::describe(StateId, MoveId move) const {
  return fmt::format("press button {}", move.index);
}

std::unique_ptr<World> FourBitWorld::clone() const { return std::make_unique<FourBitWorld>(*this); }

}  // namespace marblemaze

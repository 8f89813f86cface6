#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/numbers.h"
#include "maze/base/words.h"
#include "maze/puzzles/four_bit_maze.h"

namespace marblemaze {
namespace {

int read_state(const std::string& word, const std::string& line) {
  const auto value = number_from<int>(word);
  if (!value || *value < 0 || *value >= FourBitMaze::kStates)
    throw BadInput("four-bit maze line '" + line + "'", word, "a state from 0 to 15");
  return *value;
}

void read_line(const std::string& line, FourBitMaze::Table& table, std::set<int>& seen) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  if (word.empty() || word.back() != ':')
    throw BadInput("four-bit maze line", "'" + line + "'", "'state: t3 t2 t1 t0'");
  const int state = read_state(word.substr(0, word.size() - 1), line);
  if (!seen.insert(state).second)
    throw BadInput("four-bit maze state", std::to_string(state), "each state once");
  for (int button = FourBitMaze::kButtons - 1; button >= 0; --button) {
    if (!(words >> word)) throw BadInput("four-bit maze line", "'" + line + "'", "four targets");
    const int target = word == "-" ? state : read_state(word, line);
    table[state][button] = static_cast<std::uint8_t>(target);
  }
  if (words >> word) throw BadInput("four-bit maze line", "'" + line + "'", "four targets");
}

}  // namespace

std::string lamps(int state) {
  std::string text;
  for (int bit = FourBitMaze::kButtons - 1; bit >= 0; --bit)
    text += (state >> bit & 1) != 0 ? '*' : '.';
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
    for (int button = FourBitMaze::kButtons - 1; button >= 0; --button) {
      const bool lit = (state >> button & 1) != 0;
      text += lit ? fmt::format(" {}", maze.press(state, button)) : " -";
    }
    text += '\n';
  }
  return text;
}

FourBitMaze parse_four_bit_maze(const std::string& text) {
  FourBitMaze::Table table{};
  std::set<int> seen;
  for (const std::string& line : parts_of(text, '\n')) {
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
      if ((from >> button & 1) == 0) continue;
      dot += fmt::format("  s{} -> s{} [label=\"{}\"{}];\n", from, maze.press(from, button), button,
                         on_solution.contains({from, button}) ? ", penwidth=2.5" : "");
    }
  }
  return dot + "}\n";
}

}  // namespace marblemaze

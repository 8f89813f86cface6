// Compares the counters of real runs with an independent recount of the run traces, which follows
// the text of the thesis.
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using Document = nlohmann::json;

struct Recount {
  int moves = 0, repeated = 0, unrepeatable = 0, right = 0, expected = 0;
  std::map<std::pair<int, int>, int> tried;  // (state, move) -> latest result of a physical move

  /// Returns the certain result of a tilt move (thesis 4.7). In orientation 3 * corner + f, move 0
  /// leads to f + 1 and move 1 leads to f + 2 (modulo 3), in the same corner and cell.
  static int tilt_result(int state, int move) {
    return state - state % 3 + (state % 3 + move + 1) % 3;
  }

  void add(const Document& line, ControlScheme control) {
    const int from = line["from"], move = line["move"];
    const bool free = control == ControlScheme::cube_24 && move < 2;
    const auto before = tried.find({from, move});
    std::optional<int> known;
    if (before != tried.end())
      known = before->second;
    else if (free)
      known = tilt_result(from, move);
    ++moves;
    // A known result has priority, so only untried moves need a prediction.
    if (known) {
      EXPECT_EQ(line["predicted"], *known) << line;
    }
    if (!line["predicted"].is_null()) {
      ++expected;
      right += line["predicted"] == line["to"];
    }
    if (line["to"].is_null()) return;  // no result to learn from a frozen marble
    const int to = line["to"];
    if (known) ++repeated;
    if (before != tried.end() && before->second != to) ++unrepeatable;
    tried[{from, move}] = to;
  }
};

struct Totals {
  int repeated = 0, unrepeatable = 0, wrong = 0;
};

/// Sums the recounts of six mazes, so that a test can check that no sum is 0 by accident.
Totals recount(const std::string& agent, ControlScheme control, bool predicts) {
  const testing::Shell shell;
  Totals sum;
  for (int seed = 1; seed <= 6; ++seed) {
    shell.run(fmt::format(
        "$M solve --size 5 --layers outer --agent {} --orientations {} --seed {} --trace t.jsonl",
        agent, control, seed));
    std::istringstream trace(shell.text("t.jsonl"));
    Recount count;
    Document summary;
    for (std::string line; std::getline(trace, line);) {
      const Document entry = Document::parse(line);
      if (entry.contains("summary"))
        summary = entry;
      else
        count.add(entry, control);
    }
    EXPECT_EQ(summary["moves"], count.moves) << seed;
    EXPECT_EQ(summary["repeated"], count.repeated) << seed;
    EXPECT_EQ(summary["unrepeatable"], count.unrepeatable) << seed;
    if (predicts) {
      EXPECT_EQ(summary["predicted_total"], count.expected) << seed;
      EXPECT_EQ(summary["predicted_right"], count.right) << seed;
      EXPECT_EQ(count.expected, count.moves) << "every move is expected to end somewhere";
    }
    sum.repeated += count.repeated;
    sum.unrepeatable += count.unrepeatable;
    sum.wrong += count.expected - count.right;
  }
  return sum;
}

TEST(CountedMoves, MatchTheTracesOfDepthFirst) {
  EXPECT_GT(recount("depth-first", ControlScheme::cube_8, false).repeated, 0);
}

TEST(CountedMoves, MatchTheTracesOfSingleMovePrediction) {
  EXPECT_GT(recount("single-move-prediction", ControlScheme::cube_8, true).wrong, 0);
}

TEST(CountedMoves, MatchTheTracesWithCertainMoves) {
  EXPECT_GT(recount("complete-solution-prediction", ControlScheme::cube_24, true).repeated, 0);
}

}  // namespace
}  // namespace marblemaze

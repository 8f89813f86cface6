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

TEST(CountedMoves, MatchTheTraces) {
  struct Case {
    const char* agent;
    ControlScheme control;
    bool predicts;
  };
  const testing::Shell shell;
  Recount sum;
  for (const auto& [agent, control, predicts] :
       {Case{"depth-first", ControlScheme::cube_8, false},
        {"single-move-prediction", ControlScheme::cube_8, true},
        {"complete-solution-prediction", ControlScheme::cube_24, true}})
    for (int seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(fmt::format("{} seed {}", agent, seed));
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
      EXPECT_EQ(summary["moves"], count.moves);
      EXPECT_EQ(summary["repeated"], count.repeated);
      EXPECT_EQ(summary["unrepeatable"], count.unrepeatable);
      if (predicts) {
        EXPECT_EQ(summary["predicted_total"], count.expected);
        EXPECT_EQ(summary["predicted_right"], count.right);
        EXPECT_EQ(count.expected, count.moves) << "every move is expected to end somewhere";
      }
      sum.repeated += count.repeated;
      sum.right += count.right;
      sum.expected += count.expected;
    }
  EXPECT_GT(sum.repeated, 0) << "or the test has not tested anything";
  EXPECT_LT(sum.right, sum.expected);
}

}  // namespace
}  // namespace marblemaze

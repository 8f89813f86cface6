#include <gmock/gmock.h>

#include "engine/bench/made_episodes.h"
#include "engine/bench/report.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::made_episode;

ResultRow played_by(const char* agent, std::uint64_t seed, std::uint64_t run, Outcome outcome,
                    int moves) {
  ResultRow row =
      made_episode(seed, outcome, {moves, 0, 0}, {agent, ControlScheme::cube_8, Layers::all, 3});
  row.job.run = run;
  return row;
}

/// Returns two runs of each agent in three mazes, and a run of agent a in a fourth maze. Agent b
/// freezes in one run in the first maze and in both runs in the second.
std::vector<ResultRow> two_agents() {
  using enum Outcome;
  return {played_by("a", 1, 1, solved, 4),  played_by("b", 1, 1, solved, 10),
          played_by("a", 1, 2, solved, 6),  played_by("b", 1, 2, frozen, 10),
          played_by("a", 2, 1, solved, 5),  played_by("b", 2, 1, frozen, 10),
          played_by("a", 2, 2, solved, 5),  played_by("b", 2, 2, frozen, 10),
          played_by("a", 3, 1, solved, 20), played_by("b", 3, 1, solved, 22),
          played_by("a", 3, 2, solved, 20), played_by("b", 3, 2, solved, 24),
          played_by("a", 4, 1, solved, 1)};
}

TEST(AgentComparison, PairsRunsOfTheSameNumberInTheSameMaze) {
  const auto comparisons = compare_agents(two_agents(), "a", "b");
  ASSERT_EQ(comparisons.size(), 1u);
  const AgentComparison& c = comparisons[0];
  EXPECT_EQ(c.mazes, 3) << "b did not play the fourth";
  EXPECT_EQ(c.runs, 6);
  EXPECT_EQ(c.both, 3);
  EXPECT_EQ(c.only_first, 3);
  EXPECT_EQ(c.only_second + c.neither, 0);
  EXPECT_DOUBLE_EQ(c.pct_solved.difference.value, 50);
  // The differences per maze are 50, 100 and 0.
  EXPECT_NEAR(c.pct_solved.difference.high, student_mean({50, 100, 0}).high, 1e-9);
  EXPECT_EQ(c.mazes_of_both, 2);
  EXPECT_DOUBLE_EQ(c.moves.difference.value, -4) << "-6, -2 and -4";
  EXPECT_DOUBLE_EQ(c.moves.first.value, 44.0 / 3);
}

TEST(AgentComparison, DescribesTheIntervals) {
  std::vector<ResultRow> runs;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    runs.push_back(played_by("a", seed, 1, Outcome::solved, 5 + static_cast<int>(seed % 3)));
    runs.push_back(played_by("b", seed, 1, seed == 20 ? Outcome::frozen : Outcome::solved, 9));
  }
  const std::string text = comparison_markdown(compare_agents(runs, "a", "b"), runs[0].job);
  EXPECT_THAT(text, HasSubstr("In 20 mazes (seeds 1-20, one run each), a solved 100.0 % (83.9 to "
                              "100.0) of the runs and b 95.0 % (76.4 to 99.1). The difference is "
                              "5.0 percentage points (-5.5 to 15.5). These 20 mazes do not show "
                              "which agent solves more. Both solved 19 runs, only a 1"));
  EXPECT_THAT(text, HasSubstr("a needs fewer."));
  EXPECT_THAT(text, HasSubstr("World `bullet`, settings `0123456789abcdef`, marblemaze 0.1.0."));
}

TEST(AgentComparison, ListsTheAvailableAgents) {
  const auto refusal = [](const char* first, const char* second) {
    return testing::error_message_of([&] { return compare_agents(two_agents(), first, second); });
  };
  EXPECT_THAT(refusal("a", "c"), HasSubstr("one of: a, b"));
  EXPECT_THAT(refusal("a", ""), HasSubstr("one of: a, b"));
  EXPECT_THAT(refusal("a", "a"), HasSubstr("cannot compare agent 'a' with itself"));
}

}  // namespace
}  // namespace marblemaze

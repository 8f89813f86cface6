// Tests marblebench and score cards by running the program in a shell.
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using Document = nlohmann::json;
using testing::ProgramRun;
using testing::Shell;

/// One problem from each of five groups, with mazes of 3x3x3 cells.
constexpr const char* kSome =
    " --problem noise-0-01,noise-1-01,other-marble-01,hopeless-01,adversarial-01";

class MarbleBenchProgram : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& words) const {
    return shell_.run("\"$M\" marblebench " + words);
  }

  Document card(const std::string& folder, const std::string& name) const {
    return Document::parse(shell_.text(folder + "/" + name + ".json"));
  }

  Shell shell_;
};

TEST_F(MarbleBenchProgram, CardsAreByteIdentical) {
  for (const auto& [problems, first, second] : std::vector<std::array<std::string, 3>>{
           {kSome, "heuristic", "random-walk"},
           {" --set marblebench-free-1 --problem reach-3-all-02,rest-3-all-02", "floor", "cem"}}) {
    const std::string agents = "--agent " + first + "," + second + problems;
    for (const char* more : {" --out a --jobs 1", " --out b --jobs 3"})
      ASSERT_EQ(run(agents + more).status, 0) << agents;
    EXPECT_EQ(shell_.run("for card in a/*.json; do cmp $card b/${card#a/} || exit; done").status,
              0);
    EXPECT_THAT(shell_.run("$M report --bench a/" + first + ".json a/" + second + ".json").out,
                HasSubstr("points from " + first + ", on the same problems"));
  }
  const Document cem = card("a", "cem"), floor = card("a", "floor");
  EXPECT_EQ(cem["knows"], "the maze and a simulation of its own");
  EXPECT_EQ(cem["rows"].back()["right"], 2);
  EXPECT_EQ(floor["runs"][0]["outcome"], "capped");
  EXPECT_EQ(floor["runs"][0]["moves"], "900") << "15 commands per second for 60 s";
}

TEST_F(MarbleBenchProgram, AnExternalCopyOfAnAgentGetsTheSameCard) {
  const std::string agent =
      "--agent breadth-first --agent-command 'env PYTHONPATH=" MARBLEMAZE_SOURCE_DIR
      "/engine/python PYTHONDONTWRITEBYTECODE=1 python3 " MARBLEMAZE_SOURCE_DIR
      "/tests/data/breadth_first_agent.py'";
  const ProgramRun made = run(agent + kSome + " --json --out cards");
  ASSERT_EQ(made.status, 0) << made.err;
  const Document cards = Document::parse(made.out)["cards"];
  ASSERT_EQ(cards.size(), 2u);
  EXPECT_THAT(cards[1]["agent"].get<std::string>(), HasSubstr("breadth-first-over-the-protocol 1"));
  EXPECT_EQ(cards[0]["runs"], cards[1]["runs"]);
  EXPECT_EQ(cards[0]["rows"], cards[1]["rows"]);
  EXPECT_EQ(cards[0], card("cards", "breadth-first"));
  EXPECT_EQ(cards[0]["runs"].size(), 5u);
}

TEST_F(MarbleBenchProgram, NamesContainOnlyLimitsThatDifferFromTheSet) {
  const auto agent = [&](const std::string& limits) {
    const ProgramRun made = shell_.run(
        "printf 'while read word rest; do case $word in marblemaze) echo agent mine 1 blind;;"
        " go) echo resign;; quit) exit;; esac; done' > agent.sh; \"$M\" marblebench --problem "
        "noise-0-01 --json --agent-command 'sh agent.sh' " +
        limits);
    return Document::parse(made.out)["cards"][0]["agent"].get<std::string>();
  };
  const std::string usual = agent("");
  EXPECT_THAT(usual, MatchesRegex("mine 1 \\([0-9a-f]{8}\\)"));
  EXPECT_EQ(agent("--decision-limit 60 --call-limit 40000"), usual);
  EXPECT_EQ(agent("--decision-limit 2 --call-limit 7"),
            usual + " 2 s a decision 7 calls a decision");
  EXPECT_EQ(agent("--decision-limit 0"), usual + " any time a decision");
}

}  // namespace
}  // namespace marblemaze

// Tests marblebench and its cards as a user runs them: the program, started from a shell.
#include <algorithm>

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

/// One problem from each of five groups, in mazes of 3x3x3 cells.
constexpr const char* kSome =
    " --problem noise-0-01,noise-1-01,other-marble-01,hopeless-01,adversarial-01";

class MarbleBenchProgram : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& words) const {
    return shell_.run("\"$M\" marblebench " + words);
  }

  /// Returns the card in a folder by the agent's file name.
  Document card(const std::string& folder, const std::string& name) const {
    return Document::parse(shell_.text(folder + "/" + name + ".json"));
  }

  Shell shell_;
};

TEST_F(MarbleBenchProgram, CardsAreByteIdentical) {
  for (const char* more : {" --out a --jobs 1", " --out b --jobs 3"}) {
    const ProgramRun made = run(std::string("--agent heuristic,random-walk") + kSome + more);
    ASSERT_EQ(made.status, 0) << made.err;
  }
  for (const char* name : {"heuristic.json", "random-walk.json"}) {
    const std::string text = shell_.text(std::string("a/") + name);
    EXPECT_FALSE(text.empty()) << name;
    EXPECT_EQ(text, shell_.text(std::string("b/") + name)) << name;
  }
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

TEST_F(MarbleBenchProgram, ContinuesAfterAnInterruption) {
  // The agent waits in its first run until the test signals it, and then gives up. Runs that have
  // not ended are dropped.
  const ProgramRun stopped = shell_.run(
      "cat > agent.sh <<'END'\n"
      "while read word rest; do\n"
      "  case $word in\n"
      "    marblemaze) echo agent waits 1 blind;;\n"
      "    go) touch began; until [ -e on ]; do sleep 0.01; done; echo resign;;\n"
      "    quit) exit;;\n"
      "  esac\n"
      "done\n"
      "END\n"
      "\"$M\" marblebench --agent-command 'sh agent.sh' --jobs 1 --out o" +
      std::string(kSome) +
      " & program=$!\n"
      "until [ -e began ]; do sleep 0.01; done\n"
      "kill -TERM $program; touch on; wait $program");
  EXPECT_EQ(stopped.status, 75) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("13 runs to go; give the same command again to continue"));
  EXPECT_EQ(shell_.run("ls o/*.json").status, 2) << "half a card is none";
  const ProgramRun on = run("--agent-command 'sh agent.sh' --out o --json" + std::string(kSome));
  ASSERT_EQ(on.status, 0) << on.err;
  EXPECT_EQ(Document::parse(on.out)["cards"][0]["rows"].back()["problems"], 5);
}

TEST_F(MarbleBenchProgram, CardsAreComparedByReport) {
  ASSERT_EQ(run("--agent heuristic,breadth-first --out c" + std::string(kSome)).status, 0);
  const ProgramRun report =
      shell_.run("\"$M\" report --bench c/heuristic.json c/breadth-first.json");
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_THAT(report.out, HasSubstr("more than heuristic, over the same problems"));
  const ProgramRun json =
      shell_.run("\"$M\" report --json --bench c/heuristic.json c/breadth-first.json");
  const Document told = Document::parse(json.out);
  EXPECT_EQ(told["pairs"][0]["second"], "breadth-first");
  EXPECT_EQ(told["cards"][0]["rows"].back()["problems"], 5);
}

TEST_F(MarbleBenchProgram, TiltPolicyCardsAreByteIdentical) {
  const std::string some =
      "--set marblebench-free-1 --problem reach-3-all-02,rest-3-all-02 --agent cem,floor ";
  for (const char* more : {"--out a --jobs 1", "--out b --jobs 2"}) {
    const ProgramRun made = run(some + more);
    ASSERT_EQ(made.status, 0) << made.err;
  }
  for (const char* name : {"cem.json", "floor.json"}) {
    const std::string text = shell_.text(std::string("a/") + name);
    EXPECT_FALSE(text.empty()) << name;
    EXPECT_EQ(text, shell_.text(std::string("b/") + name)) << name;
  }
  const Document cem = card("a", "cem");
  EXPECT_EQ(cem["benchmark"], "marblebench-free-1");
  EXPECT_EQ(cem["knows"], "the maze and a simulation of its own");
  EXPECT_EQ(cem["rows"].back()["right"], 2);
  const int moves = std::stoi(cem["runs"][0]["moves"].get<std::string>());
  EXPECT_GT(moves, 10) << "commands";
  EXPECT_LE(moves, 900) << "60 s of them";
  const ProgramRun compared = shell_.run("\"$M\" report --bench a/floor.json a/cem.json");
  EXPECT_THAT(compared.out, HasSubstr("more than floor"));
  EXPECT_EQ(shell_.run("\"$M\" report a/results.db").status, 0);
}

TEST_F(MarbleBenchProgram, ExternalTiltPoliciesAreTruncatedAtTheTimeLimit) {
  const ProgramRun made = shell_.run(
      "cat > still.sh <<'END'\n"
      "while read word rest; do\n"
      "  case $word in\n"
      "    marblemaze) echo agent still 1 blind;;\n"
      "    see) echo turn 0 0 0;;\n"
      "    quit) exit;;\n"
      "  esac\n"
      "done\n"
      "END\n"
      "\"$M\" marblebench --set marblebench-free-1 --problem reach-3-all-02 --agent-command "
      "'sh still.sh' --json");
  ASSERT_EQ(made.status, 0) << made.err;
  const Document run = Document::parse(made.out)["cards"][0]["runs"][0];
  EXPECT_EQ(run["outcome"], "capped");
  EXPECT_EQ(run["moves"], "900") << "15 a second";
}

TEST_F(MarbleBenchProgram, ListsItsProblemsWithReferenceSolutions) {
  const Document list = Document::parse(run("--list --split all --json").out);
  EXPECT_EQ(list["benchmark"], "marblebench-2");
  EXPECT_EQ(list["problems"].size(), 224u);
  EXPECT_EQ(Document::parse(run("--list --split test --json").out)["problems"].size(), 168u);
  EXPECT_THAT(run("--list").out, HasSubstr("moves"));
  EXPECT_THAT(run("--list").out, HasSubstr("no solution"));
  EXPECT_THAT(run("--list --set marblebench-free-1").out, HasSubstr("5x5x5 outer, to rest"));
}

TEST_F(MarbleBenchProgram, NoisyProblemsHaveSeveralRuns) {
  const ProgramRun made =
      run("--problem noise-0-01,noise-1-01,hopeless-01 --agent "
          "depth-first,random-walk --json --out cards");
  ASSERT_EQ(made.status, 0) << made.err;
  const Document card = Document::parse(made.out)["cards"][0];
  EXPECT_EQ(card, this->card("cards", "depth-first"));
  EXPECT_EQ(card["track"], "blind");
  EXPECT_EQ(card["budget"]["calls"], 40'000);
  const Document all = card["rows"].back();
  EXPECT_EQ(all["problems"], 3);
  EXPECT_EQ(all["runs"], 15) << "five of each";
  for (const Document& problem : card["runs"])
    if (problem["problem"] == "hopeless-01") {
      EXPECT_EQ(problem["chance"], 0);
      EXPECT_EQ(card["rows"][2]["right"],
                problem["outcome"].get<std::string>().starts_with("unsolvable") ? 5 : 0);
    }
  const ProgramRun compared =
      shell_.run("\"$M\" report --bench cards/random-walk.json cards/depth-first.json");
  EXPECT_THAT(compared.out, HasSubstr("| blind | depth-first | "));
  EXPECT_THAT(compared.out, HasSubstr("| always resigns | – | 33.3 "));
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

TEST_F(MarbleBenchProgram, RejectsUnknownNamesInOneLine) {
  for (const auto& [words, expected] : std::vector<std::pair<std::string, std::string>>{
           {"\"$M\" marblebench --agent nobody", "'nobody'"},
           {"\"$M\" marblebench --problem noise-0-99", "'noise-0-99'"},
           {"\"$M\" marblebench --agent cem", "agent 'cem'"},
           {"\"$M\" marblebench --set marblebench-free-1 --agent heuristic",
            "controller 'heuristic'"},
           {"\"$M\" marblebench --set marblebench-free-1 --problem noise-0-01", "'noise-0-01'"},
           {"\"$M\" marblebench --set marblebench-free-2", "marblebench-free-2"},
           {"\"$M\" marblebench --split holdout", "holdout"},
           {"\"$M\" marblebench --set no-such-file.json", "no-such-file.json"},
           {"\"$M\" marblebench --out script.sh", "a folder"},
           {"\"$M\" report", "a results file, or score cards"},
           {"\"$M\" report --bench no-card.json", "no-card.json"}}) {
    const ProgramRun refusal = shell_.run(words);
    EXPECT_EQ(refusal.status, 2) << words;
    EXPECT_EQ(refusal.error_lines(), 1) << refusal.err;
    EXPECT_THAT(refusal.err, HasSubstr(expected));
    EXPECT_EQ(refusal.out, "");
  }
  EXPECT_EQ(shell_.run("test -e marblebench.db").status, 1) << "nothing is left behind";
}

}  // namespace
}  // namespace marblemaze

// Tests design as a user runs it: the program, started from a shell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::ProgramRun;
using testing::Shell;

class DesignProgram : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& command) const { return shell_.run(command); }
  Shell shell_;
};

TEST_F(DesignProgram, MakesAMazeFileWithACertificate) {
  const ProgramRun made = run("$M design --exact --moves 4 -o maze.json --seed 3");
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, "");
  const Document document = Document::parse(shell_.text("maze.json"));
  EXPECT_EQ(document["generator"], (Document{{"name", "design"}, {"seed", 3}}));
  const Document& certificate = document["certificate"];
  EXPECT_GE(certificate["optimum"], 4);
  EXPECT_EQ(certificate["rests"].back(), 27);
  EXPECT_GE(certificate["reached"], 95);
  EXPECT_THAT(run("$M info maze.json").out, HasSubstr("of 100 runs reach the target"));
  EXPECT_EQ(Document::parse(run("$M info maze.json --json").out)["certificate"], certificate);
  EXPECT_THAT(run("$M export maze.json --svg - --solution").out,
              HasSubstr("where these moves end"));
}

TEST_F(DesignProgram, ACertificateOfAnotherMazeIsRejected) {
  const ProgramRun made = run("$M design --exact --size 2 --moves 3 --steps 20");
  Document other = Document::parse(run("$M generate --size 2 --seed 77").out);
  other["certificate"] = Document::parse(made.out)["certificate"];
  const std::string file = other.dump();
  for (const char* command : {"info -", "info - --json", "export - --svg - --solution"}) {
    const ProgramRun refusal = shell_.run(std::string("exec $M ") + command, file);
    EXPECT_EQ(refusal.status, 2) << command;
    EXPECT_EQ(refusal.out, "");
    EXPECT_EQ(refusal.error_lines(), 1) << refusal.err;
    EXPECT_THAT(refusal.err, HasSubstr("certificate of another maze"));
  }
}

TEST_F(DesignProgram, TheMazeDoesNotDependOnTheNumberOfThreads) {
  const std::string command =
      "$M design --exact --size 2 --moves 20 --steps 200 --seed 5 --json --jobs ";
  const ProgramRun one = run(command + "1");
  EXPECT_EQ(one.out, run(command + "2").out);
  EXPECT_TRUE(Document::parse(one.out).contains("certificate"));
}

TEST_F(DesignProgram, ReportsGoalsThatCannotBeReached) {
  const ProgramRun far = run("$M design --exact --size 3 --moves 90 --steps 20");
  EXPECT_EQ(far.status, 1);
  EXPECT_THAT(far.err, HasSubstr("90 moves not reachable at size 3 with 20 steps"));
  EXPECT_TRUE(Document::parse(far.out).contains("certificate")) << "the best there was";
  const ProgramRun impossible = run("$M design --exact --size 3 --moves 108");
  EXPECT_EQ(impossible.status, 2);
  EXPECT_THAT(impossible.err, HasSubstr("moves 108: expected 1 to 107"));
}

TEST_F(DesignProgram, KeepsTheBestMazeWhenInterrupted) {
  const ProgramRun stopped =
      run("$M design --exact --size 5 --layers outer --moves 300 --steps 100000 -o best.json & "
          "design=$!\n"
          "sleep 1; kill -INT $design; wait $design");
  EXPECT_EQ(stopped.status, 130);
  EXPECT_THAT(stopped.err,
              HasSubstr("interrupted: this is the best maze so far, without a certificate\n"));
  EXPECT_EQ(Document::parse(shell_.text("best.json"))["generator"]["name"], "design");
  EXPECT_EQ(run("$M info best.json").status, 0);
}

TEST_F(DesignProgram, RejectsInvalidInputBeforeItBegins) {
  for (const auto& [flags, part] : std::vector<std::pair<std::string, std::string>>{
           {"--moves 0", "moves 0"},
           {"--steps -1", "steps -1"},
           {"--orientations 4", "4"},
           {"-o missing/maze.json", "'missing/maze.json'"}}) {
    const ProgramRun refusal = run("$M design --exact " + flags);
    EXPECT_EQ(refusal.status, 2) << flags;
    EXPECT_THAT(refusal.err, HasSubstr(part));
    EXPECT_EQ(std::count(refusal.err.begin(), refusal.err.end(), '\n'), 1) << refusal.err;
  }
  run("$M generate -o plain.json");
  EXPECT_EQ(run("$M export plain.json --svg - --solution").status, 2) << "without a certificate";
}

}  // namespace
}  // namespace marblemaze

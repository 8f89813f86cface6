// agree --tables as a user meets it: the program, run from a shell.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "engine/world/physics_backends.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::ProgramRun;
using testing::run_marblemaze;
using testing::Shell;

constexpr const char* kSmall =
    "$M agree --tables --size 3 --agent improved-heuristic,complete-solution-prediction "
    "--orientations 8 --seeds 1-6 --json";

class AgreeOnTables : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& command) const { return shell_.run(command); }

  Shell shell_;
};

TEST_F(AgreeOnTables, PlaysTheSameMazesUnderEachPathAndComparesEachWithEach) {
  const ProgramRun small = run(kSmall);
  ASSERT_EQ(small.status, 0) << small.err;
  const Document pairs = Document::parse(small.out)["pairs"];
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0]["first"], "grid");
  EXPECT_EQ(pairs[0]["second"], "compound");
  EXPECT_EQ(pairs[2]["second"], "imagined");
  for (const Document& pair : pairs) {
    ASSERT_EQ(pair["rows"].size(), 2u);
    EXPECT_EQ(pair["freezing"]["maze_count"], 12);
    for (const Document& row : pair["rows"]) {
      EXPECT_EQ(row["maze_count"], 6);
      EXPECT_EQ(row["cells"].size(), 6u);
    }
  }
}

TEST_F(AgreeOnTables, TheNumberOfJobsChangesNothing) {
  const std::string one = run(std::string(kSmall) + " --jobs 1").out;
  EXPECT_NE(one, "");
  EXPECT_EQ(run(std::string(kSmall) + " --jobs 3").out, one);
}

TEST_F(AgreeOnTables, WithAResultsFileItGoesOnWhereItStopped) {
  const std::string whole = run(kSmall).out;
  const ProgramRun stopped = run(
      "$M agree --tables --size 3 --seeds 1-400 --jobs 2 --results r.db & agree=$!\n"
      "for i in $(seq 500); do\n"
      "  [ -e r.db-wal ] && [ $(stat -c %s r.db-wal) -gt 50000 ] && break\n"  // episodes came in
      "  sleep 0.02\n"
      "done\n"
      "kill -TERM $agree; wait $agree");
  EXPECT_EQ(stopped.status, 75);
  EXPECT_EQ(stopped.out, "");
  EXPECT_THAT(stopped.err, HasSubstr("the same command goes on from here"));
  EXPECT_EQ(run(std::string(kSmall) + " --results r.db").out, whole);
  EXPECT_EQ(run(std::string(kSmall) + " --results r.db").out, whole);
}

TEST(AgreeOnTablesRefuses, RowsAndPathsThatAreNone) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"--agent", "guess"}, "guess"},      {{"--size", "4"}, "size 4"},
      {{"--suite", "mine"}, "mine"},        {{"--paths", "grid,jolt"}, "jolt"},
      {{"--paths", "grid"}, "two or more"}, {{"--paths", "grid,grid"}, "grid,grid"},
      {{"--seeds", "9-1"}, "9-1"},          {{"--moves", "10"}, "--moves"}};
  for (const auto& [words, part] : wrong) {
    std::vector<std::string> arguments{"agree", "--tables"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const ProgramRun refused = run_marblemaze(arguments);
    EXPECT_EQ(refused.status, 2) << words[0] << " " << words[1];
    EXPECT_EQ(refused.error_lines(), 1) << refused.err;
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err, HasSubstr(part));
  }
}

TEST_F(AgreeOnTables, HearsAnotherEngineWhereTheProgramWasBuiltWithIt) {
  const std::string tables =
      "$M agree --tables --size 3 --agent improved-heuristic --seeds 1-3 --json --paths grid,ode";
  const std::string moves = "$M agree --moves 20 --mazes 2 --size 3 --json --engine ode";
  for (const std::string& command : {tables, moves}) {
    const ProgramRun heard = run(command);
    if (second_opinion() == nullptr) {
      EXPECT_EQ(heard.status, 2);
      EXPECT_EQ(heard.error_lines(), 1) << heard.err;
      EXPECT_EQ(heard.out, "");
      EXPECT_THAT(heard.err, HasSubstr("'ode': expected a program that was built with ODE"));
      continue;
    }
    ASSERT_EQ(heard.status, 0) << heard.err;
    EXPECT_THAT(heard.out, HasSubstr("ode"));
    if (command == tables) {
      EXPECT_EQ(run(command + " --jobs 3").out, heard.out);
    }
  }
}

TEST(AgreeRefuses, AnEngineThatItDoesNotKnow) {
  const ProgramRun refused = run_marblemaze({"agree", "--engine", "jolt"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.error_lines(), 1) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("engine 'jolt': expected ode"));
}

}  // namespace
}  // namespace marblemaze

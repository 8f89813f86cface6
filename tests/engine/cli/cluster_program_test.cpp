// bench and merge as a cluster needs them: conflicts, progress and continuing after an
// interruption.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::ProgramRun;
using testing::Shell;

constexpr const char* kRows = "--world predicted --agent heuristic,depth-first --seeds 1-6";

class ClusterProgram : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& command) const { return shell_.run(command); }

  void expect_refusal(const std::string& command, const std::string& part) const {
    const ProgramRun refusal = run(command);
    EXPECT_EQ(refusal.status, 2) << command;
    EXPECT_THAT(refusal.err, HasSubstr(part)) << command;
    EXPECT_EQ(refusal.error_lines(), 1) << refusal.err;
    EXPECT_EQ(refusal.out, "") << command;
  }

  /// a.db and b.db, in which seed 3 of the heuristic ended otherwise. False where python is
  /// missing.
  bool made_conflict() const {
    return run(fmt::format("$M bench {} --results a.db; $M bench {} --results b.db; "
                           "python3 -c \"import sqlite3\n"
                           "d = sqlite3.connect('b.db')\n"
                           "d.execute('UPDATE episodes SET moves=4321 WHERE seed=3 AND "
                           "agent=\\'heuristic\\'')\n"
                           "d.commit()\"",
                           kRows, kRows))
               .status == 0;
  }

  Shell shell_;
};

TEST_F(ClusterProgram, AConflictFailsNamesBothFilesAndLeavesNoFile) {
  ASSERT_TRUE(made_conflict());
  expect_refusal("$M merge all.db a.db b.db", "'b.db' has moves 4321");
  expect_refusal("$M merge all.db a.db b.db", "'a.db' has moves ");
  EXPECT_EQ(run("[ ! -e all.db ]").status, 0);
  run("$M merge all.db b.db; cp all.db before.db");
  expect_refusal("$M merge all.db a.db", "1 row with different results");
  EXPECT_EQ(run("$M report all.db --episodes").out, run("$M report before.db --episodes").out);
}

TEST_F(ClusterProgram, TheStatusOfShardsIsToldWithoutTheirDatabases) {
  run(
      fmt::format("mkdir d; $M bench {} --shard 1/3 --results d/1.db; "
                  "$M bench {} --shard 2/3 --results d/2.db; rm d/*.db",
                  kRows, kRows));
  run("sed -i 's/\"state\":\"done\"/\"state\":\"running\"/; s/\"heard\":[0-9]*/\"heard\":1000/' "
      "d/2.db.progress");
  const ProgramRun told = run("$M bench --status .");
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_THAT(told.out, AllOf(HasSubstr("d/1.db: 4 of 4, done\n"),
                              HasSubstr("d/2.db: 4 of 4, stalled: nothing heard for "),
                              HasSubstr("1 stalled, 0 interrupted, 1 not begun\n")));
  const Document status = Document::parse(run("$M bench --status d --json").out);
  EXPECT_EQ(status["shards"].size(), 2u);
  EXPECT_EQ(status["done"], 8);
  EXPECT_EQ(status["not_begun"], 1);
  run("mkdir e; mv d/2.db.progress e");  // a folder of its own
  EXPECT_EQ(Document::parse(run("$M bench --status . --json").out)["not_begun"], 1);
}

TEST_F(ClusterProgram, ABenchInOnePieceLeavesNoFileButItsDatabase) {
  EXPECT_EQ(
      run(fmt::format("mkdir d; $M bench {} --results d/a.db >/dev/null; ls -A d", kRows)).out,
      "a.db\n");
}

TEST_F(ClusterProgram, SenselessArgumentsAreOneLineAndNothingIsLost) {
  run(
      fmt::format("$M bench {} --results a.db; echo nonsense > p.csv; mkdir d; echo {{}} > "
                  "d/x.progress; cp a.db before.db",
                  kRows));
  for (const auto& [command, part] : std::vector<std::pair<std::string, std::string>>{
           {"merge a.db before.db --on-conflict list", "--on-conflict"},
           {"merge new.db before.db p.csv", "p.csv"},
           {"bench --status none", "'none'"},
           {"bench --status d", "x.progress"}})
    expect_refusal("$M " + command, part);
  EXPECT_EQ(run("cmp a.db before.db && [ ! -e new.db ]").status, 0);
}

TEST_F(ClusterProgram, ATaskOutOfTimeRequeuesItselfUnlessItWasCancelled) {
  // What the script asks of Slurm, in the place of Slurm.
  run("mkdir bin; printf '#!/bin/sh\\ncat state\\n' > bin/squeue; "
      "printf '#!/bin/sh\\necho \"$@\" >> asked\\n' > bin/scontrol; chmod +x bin/*; touch asked");
  const auto terminated = [&](const std::string& state) {
    return run("echo " + state + " > state; PATH=$PWD/bin:$PATH PROGRAM=$M OUT=" + state +
               " SHARDS=2 SLURM_ARRAY_TASK_ID=1 SLURM_JOB_ID=7 SLURM_CPUS_PER_TASK=2 "
               "$S/cluster/bench_array.slurm --seeds 1-9000 & task=$!\n"
               "for i in $(seq 500); do\n"
               "  [ -e " +
               state +
               "/shard-0001-of-0002.db.progress ] && break\n"
               "  sleep 0.02\n"
               "done\n"
               "sleep 0.3; kill -TERM $task; wait $task");
  };
  EXPECT_EQ(terminated("COMPLETING").status, 75);
  EXPECT_EQ(shell_.text("asked"), "");
  EXPECT_EQ(terminated("RUNNING").status, 75);
  EXPECT_EQ(shell_.text("asked"), "requeue 7\n");
}

}  // namespace
}  // namespace marblemaze

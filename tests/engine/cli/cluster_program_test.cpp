// Tests bench and merge in the situations of a cluster: conflicting rows, and resuming after an
// interruption.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
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

  /// Makes a.db and b.db, in which seed 3 of the heuristic has different results. Returns false if
  /// python3 is missing.
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

TEST_F(ClusterProgram, ABenchLeavesOnlyItsDatabase) {
  EXPECT_EQ(run(fmt::format("mkdir d; $M bench {} --shard 1/2 --results d/a.db >/dev/null; ls -A d",
                            kRows))
                .out,
            "a.db\n");
}

TEST_F(ClusterProgram, InvalidArgumentsLoseNothing) {
  run(fmt::format("$M bench {} --results a.db; echo nonsense > p.csv; cp a.db before.db", kRows));
  for (const auto& [command, part] : std::vector<std::pair<std::string, std::string>>{
           {"merge a.db before.db --on-conflict list", "--on-conflict"},
           {"merge new.db before.db p.csv", "p.csv"}})
    expect_refusal("$M " + command, part);
  EXPECT_EQ(run("cmp a.db before.db && [ ! -e new.db ]").status, 0);
}

TEST_F(ClusterProgram, ATaskOutOfTimeRequeuesItselfUnlessItWasCancelled) {
  // Stand-ins for the Slurm commands that the script calls.
  run("mkdir bin; printf '#!/bin/sh\\ncat state\\n' > bin/squeue; "
      "printf '#!/bin/sh\\necho \"$@\" >> asked\\n' > bin/scontrol; chmod +x bin/*; touch asked");
  const auto terminated = [&](const std::string& state) {
    return run("echo " + state + " > state; PATH=$PWD/bin:$PATH PROGRAM=$M OUT=" + state +
               " SHARDS=2 SLURM_ARRAY_TASK_ID=1 SLURM_JOB_ID=7 SLURM_CPUS_PER_TASK=2 "
               "$S/cluster/bench_array.slurm --seeds 1-9000 & task=$!\n"
               "for i in $(seq 500); do\n"
               "  [ -e " +
               state +
               "/shard-0001-of-0002.db-wal ] && break\n"
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

// Tests the commands bench, report and merge by running the program in a shell.
#include <algorithm>
#include <sstream>

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

constexpr const char* kBullet =
    "bench --agent breadth-first,complete-solution-prediction --orientations 8,24 --size 3 --seeds "
    "1-15";

class BenchProgram : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& command) const { return shell_.run(command); }
  Document json(const std::string& command) const {
    const ProgramRun made = run(command + " --json");
    EXPECT_EQ(made.status, 0) << command << "\n" << made.err;
    return Document::parse(made.out, nullptr, false);
  }

  /// Returns the report, the episodes and the curves of a results file.
  std::string told(const std::string& file) const {
    const ProgramRun report = run("$M report " + file + " --json && $M report " + file +
                                  " --episodes && $M report " + file + " --curves");
    EXPECT_EQ(report.status, 0) << report.err;
    return report.out;
  }

  Shell shell_;
};

#ifdef MARBLEMAZE_KILLED_AT_WRITE
// Kills the command ten times, each time at a later write, and resumes it. The final file must
// equal the file of an uninterrupted run.
TEST_F(BenchProgram, TenKillsNeitherLoseNorRepeatRuns) {
  for (const std::string& command :
       {std::string(kBullet),
        // These episodes take microseconds, so that a kill interrupts the store.
        std::string("bench --world predicted --agent improved-heuristic,"
                    "complete-solution-prediction --seeds 1-400"),
        std::string("bench --truth --world predicted --agent heuristic --seeds 1-300")}) {
    run("rm -f *.db");
    const std::string bench =
        "LD_PRELOAD=" MARBLEMAZE_KILLED_AT_WRITE " exec $M " + command + " --jobs 2 --results ";
    ASSERT_EQ(run("export WRITES=writes; " + bench + "whole.db").status, 0);
    const long writes = std::stol(shell_.text("writes"));
    ASSERT_GE(writes, 100);
    for (int i = 1; i <= 10; ++i)
      ASSERT_EQ(
          run(fmt::format("export KILLED_AT_WRITE={}; {}killed.db", 1 + writes * i / 100, bench))
              .status,
          137);
    ASSERT_EQ(run("$M " + command + " --jobs 2 --results killed.db").status, 0);
    EXPECT_EQ(told("killed.db"), told("whole.db")) << command;
  }
}
#endif

TEST_F(BenchProgram, ResultsDoNotDependOnThreadsAndShards) {
  for (const std::string& bench :
       {std::string(kBullet),
        std::string("bench --exact --truth --agent breadth-first,complete-solution-prediction "
                    "--orientations 8,24 --seeds 1-4 --world imagined"),
        std::string("bench --world predicted --agent uct,heuristic --seeds 1-9 --runs 3"),
        std::string("bench --tilt --agent cem,floor --seeds 1-3")}) {
    run("rm -f *.db");
    ASSERT_EQ(run("$M " + bench + " --jobs 1 --results one.db").status, 0);
    ASSERT_EQ(run("for i in 1 2 3; do $M " + bench +
                  " --jobs 2 --shard $i/3 --results shard-$i.db || exit; done; "
                  "$M merge all.db shard-*.db")
                  .status,
              0);
    EXPECT_EQ(told("all.db"), told("one.db")) << bench;
    EXPECT_EQ(json("$M " + bench + " --results all.db")["episodes"], 0) << "all are there";
  }
}

TEST_F(BenchProgram, TruthsCanBeAddedToStoredEpisodes) {
  const std::string rows =
      "$M bench --world predicted --agent heuristic,depth-first --seeds 1-30 --results ";
  run(rows + "a.db");
  EXPECT_TRUE(json("$M report a.db")["truths"].empty());
  EXPECT_EQ(json(rows + "a.db --truth")["stored_before"], 60);
  run(rows + "b.db --truth");
  EXPECT_EQ(told("a.db"), told("b.db"));
  EXPECT_EQ(json("$M report a.db")["truths"].size(), 1u);
}

TEST_F(BenchProgram, NoPredictedRunBeatsTheReferenceSolution) {
  ASSERT_EQ(run("$M bench --truth --world predicted --seeds 1-60 --orientations 8,24 --agent "
                "random-walk,lrta-star,breadth-first,imagination,simulation-search --results r.db")
                .status,
            0);
  const Document report = json("$M report r.db");
  ASSERT_EQ(report["truths"].size(), 2u);
  for (const Document& row : report["rows"]) {
    EXPECT_EQ(row["truth"]["surpassed_count"], 0) << row["algorithm"];
    EXPECT_GE(row["truth"]["ratio"], 1.0) << row["algorithm"];
    if (row["algorithm"] == "simulation-search") {
      EXPECT_EQ(row["truth"]["mean_regret"], 0.0);
      EXPECT_EQ(row["truth"]["solved_of_solvable_count"], row["truth"]["solvable_count"]);
    }
  }
}

TEST_F(BenchProgram, RunsInTheSameMazeDifferInTheirRandomNumbers) {
  const std::string bench = "$M bench --agent random-walk --seeds 1-6 --results r.db ";
  ASSERT_EQ(run(bench).status, 0);
  const Document more = json(bench + "--runs 3");
  EXPECT_EQ(more["stored_before"], 6) << "the first run of each maze is the one without --runs";
  EXPECT_EQ(more["episodes"], 12);
  // With a noise-free actuator, runs differ only in the agent's random numbers.
  run("$M bench --exact --agent random-walk,heuristic --seeds 1-6 --runs 2 --results e.db");
  const auto differing = [&](const std::string& agent) {
    return std::stoi(run("$M report e.db --episodes | grep ," + agent +
                         ", | cut -d, -f 6,9-16 | sort -u | wc -l")
                         .out);
  };
  EXPECT_EQ(differing("heuristic"), 6);
  EXPECT_GT(differing("random-walk"), 6);
  EXPECT_EQ(json("$M report r.db --against thesis")["episodes"], 6) << "one run of each maze";
  EXPECT_THAT(run("$M report e.db --compare random heur").out,
              HasSubstr("In 6 mazes (seeds 1-6, 2 runs each), random-walk solved "));
}

TEST_F(BenchProgram, AMoveLimitGivesEveryAgentASeparateRow) {
  const std::string bench = "$M bench --agent depth-first,heuristic --seeds 1-5 --results r.db ";
  ASSERT_EQ(run(bench).status, 0);
  ASSERT_EQ(run(bench + "--move-limit 3").status, 0);
  const Document report = json("$M report r.db");
  ASSERT_EQ(report["rows"].size(), 4u);
  for (const Document& row : report["rows"])
    if (!row["move_limit"].is_null()) {
      EXPECT_LE(row["most_moves"], 3);
      EXPECT_GT(row["capped_count"], 0);
    }
  EXPECT_THAT(run("$M report r.db").out, HasSubstr("8 orientations, at most 3 moves"));
}

TEST_F(BenchProgram, ContinuousControlSharesFileAndReportWithMoves) {
  const std::string free = "$M bench --tilt --agent cem,floor --seeds 1-3 --results r.db";
  for (const std::string& bench : {free, free + " --rest",
                                   std::string("$M bench --agent heuristic --seeds 1-3 --results "
                                               "r.db")})
    ASSERT_EQ(run(bench).status, 0);
  const Document report = json("$M report r.db");
  ASSERT_EQ(report["rows"].size(), 5u);
  for (const Document& row : report["rows"]) {
    EXPECT_EQ(row["orientations"], row["algorithm"] == "heuristic" ? 8 : 0);
    if (row["algorithm"] == "cem") {
      EXPECT_GE(row["solved_count"], 2);
      EXPECT_LE(row["median_seconds"], row["seconds_of_90_pct"]);
      EXPECT_LT(row["seconds_of_90_pct"], 60);
      EXPECT_GT(row["mean_effort"], 0);
      EXPECT_LT(row["mean_effort"], row["mean_seconds"]);  // a command has a maximum length of 1
    }
  }
  EXPECT_THAT(run("$M report r.db").out,
              AllOf(HasSubstr("Cross-Entropy Search, continuous control to rest |"),
                    HasSubstr("## Simulated time of solved runs")));
}

TEST_F(BenchProgram, AFullDiskGivesOneLineAndKeepsStoredRows) {
  const std::string command = "$M bench --world predicted --seeds 1-1500 --jobs 2 --results r.db";
  const ProgramRun full = run("ulimit -f 60; " + command);
  EXPECT_EQ(full.status, 3);
  EXPECT_EQ(full.error_lines(), 1) << full.err;
  EXPECT_THAT(full.err, HasSubstr("is the disk full?"));
  const auto kept = json("$M report r.db")["episodes"].get<int>();
  EXPECT_GT(kept, 0);
  const Document rest = json(command);
  EXPECT_EQ(rest["stored_before"], kept);
  EXPECT_EQ(rest["episodes"], 1500 - kept);
}

TEST_F(BenchProgram, ResultsCanBeReadAndCopiedWhileItRuns) {
  run("$M bench --seeds 1-5000 --jobs 1 --results r.db >first.txt 2>&1 & echo $! >bench.pid; "
      "for i in $(seq 500); do "
      "[ -e r.db-wal ] && [ $(stat -c %s r.db-wal) -gt 50000 ] && break; sleep 0.02; done");
  const int reported = json("$M report r.db")["episodes"];
  EXPECT_GT(reported, 0);
  EXPECT_EQ(run("python3 -c \"import sqlite3\n"
                "d = sqlite3.connect('r.db')\n"
                "print(d.execute('PRAGMA quick_check').fetchone()[0])\n"
                "d.execute('VACUUM INTO \\'copy.db\\'')\"")
                .out,
            "ok\n");
  const int copied = json("$M report copy.db")["episodes"];
  EXPECT_GE(copied, reported);
  EXPECT_EQ(run("kill -TERM $(cat bench.pid); tail --pid=$(cat bench.pid) -f /dev/null").status, 0)
      << "it has ended too early to be read while it ran";
  EXPECT_THAT(shell_.text("first.txt"), HasSubstr("interrupted with"));
  EXPECT_GE(json("$M report r.db")["episodes"], copied);
  EXPECT_NE(run("[ -e r.db-wal ]").status, 0) << "the file is whole by itself";
}

TEST_F(BenchProgram, PlotsAcceptAnySetOfRows) {
  run("$M bench --truth --world predicted --agent heuristic,lrta-star --orientations 8,24 --seeds "
      "1-5 --results r.db");
  const std::string plot = " | $S/measure/plot_tables.py -o out/t && ls out";
  EXPECT_EQ(run("$M report r.db --json" + plot).out,
            "t-within-24.png\nt-within-24.svg\nt-within-8.png\nt-within-8.svg\n");
  EXPECT_THAT(shell_.text("out/t-within-8.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(run("$M report r.db --json --against thesis 2>warnings.txt" + plot).out,
              HasSubstr("t-moves.png\nt-moves.svg\nt-outcomes.png\nt-outcomes.svg\n"));
  const ProgramRun refused = run("echo '{\"rows\": []}' | $S/measure/plot_tables.py");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err, "plot_tables.py: cannot plot '/dev/stdin': it contains no row\n");
}

TEST_F(BenchProgram, LargeSeedsAndRowsNamedTwiceAreRunOnce) {
  EXPECT_EQ(json("timeout 20 $M bench --world predicted --agent heuristic,heuristic --size 3,3 "
                 "--seeds 9223372036854775806-9223372036854775807 --results r.db")["episodes"],
            2);
}

// ---- results files that are moved, deleted or replaced while the program uses them

TEST_F(BenchProgram, MovedOrReplacedFilesEndTheCommandAndKeepRows) {
  const std::string bench = "bench --world predicted --agent heuristic --seeds 1-5000 --results ";
  for (const auto& [command, disturb, kept] :
       std::vector<std::array<std::string, 3>>{{bench, "mv d/r.db d/moved.db", "d/moved.db"},
                                               {bench, "mv d e", "e/r.db"},
                                               {bench, "rm d/r.db", ""},
                                               {bench, "echo other >o; mv o d/r.db", ""},
                                               {"marblebench --split all --agent random-walk "
                                                "--results ",
                                                "rm -r d", ""}}) {
    const ProgramRun ended = run(fmt::format(
        "rm -rf d e; mkdir d; TMPDIR=. timeout 300 $M {}d/r.db & run=$!\n"
        "until [ -s d/r.db-wal ]; do kill -0 $run || exit 9; sleep 0.02; done\n{}\nwait $run",
        command, disturb));
    EXPECT_EQ(ended.status, 3) << disturb << "\n" << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("the results file 'd/r.db' was moved, deleted or replaced"));
    if (!kept.empty()) {
      EXPECT_GT(json("$M report " + kept)["episodes"], 0) << disturb;
    }
  }
}

TEST_F(BenchProgram, AKilledMergeLeavesNoOutputFile) {
  run("$M bench --world predicted --agent heuristic,depth-first --seeds 1-3000 --results a.db");
  const ProgramRun killed =
      run("$M merge all.db a.db & run=$!; until [ -e all.db ] || ls -A | grep -q unfinished; do :; "
          "done\n"
          "kill -KILL $run; wait $run");
  EXPECT_EQ(killed.status, 137) << "it was too fast to be killed";
  EXPECT_EQ(run("[ ! -e all.db ]").status, 0);
}

}  // namespace
}  // namespace marblemaze

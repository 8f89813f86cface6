// Tests bench, report and merge as a user runs them: the program, started from a shell.
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

/// Rows of both control schemes in Bullet, with a few milliseconds per episode.
constexpr const char* kBullet =
    "bench --agent breadth-first,complete-solution-prediction --orientations 8,24 --size 3 --seeds "
    "1-15";
constexpr int kBulletEpisodes = 60;
/// Episodes of microseconds, so that a kill interrupts the store.
constexpr const char* kPredicted =
    "bench --world predicted --agent improved-heuristic,complete-solution-prediction --seeds 1-400";
/// Reference solutions: two problems per maze, independent of the number of agents.
constexpr const char* kTruth =
    "bench --exact --truth --agent breadth-first,complete-solution-prediction --orientations 8,24 "
    "--size 3 --seeds 1-4 --world imagined";
constexpr int kTruths = 8;
constexpr const char* kPredictedTruth =
    "bench --truth --world predicted --agent heuristic --seeds 1-300";

class BenchProgram : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& command) const { return shell_.run(command); }

  /// Returns all information in a results file: the report and every episode.
  std::string told(const std::string& file) const {
    const ProgramRun report = run("$M report " + file + " --json && $M report " + file +
                                  " --episodes && $M report " + file + " --curves");
    EXPECT_EQ(report.status, 0) << report.err;
    return report.out;
  }

  void expect_refusal(const std::string& command, int status, const std::string& part) const {
    const ProgramRun refusal = run(command);
    EXPECT_EQ(refusal.status, status) << command;
    EXPECT_THAT(refusal.err, AllOf(HasSubstr(part), ::testing::StartsWith("marblemaze: ")))
        << command;
    EXPECT_EQ(std::count(refusal.err.begin(), refusal.err.end(), '\n'), 1) << command << "\n"
                                                                           << refusal.err;
    EXPECT_EQ(refusal.out, "") << command;
  }

#ifdef MARBLEMAZE_KILLED_AT_WRITE
  /// Kills the command ten times, later each time, resumes it after each kill, and compares the
  /// file with that of an uninterrupted run.
  void expect_kills_to_cost_nothing(const std::string& command) const {
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
    EXPECT_EQ(told("killed.db"), told("whole.db"));
  }
#endif

  Shell shell_;
};

TEST_F(BenchProgram, OneThreadAndTwoGiveTheSameReportByteForByte) {
  ASSERT_EQ(run(fmt::format("$M {} --jobs 1 --results one.db", kBullet)).status, 0);
  ASSERT_EQ(run(fmt::format("$M {} --jobs 2 --results two.db", kBullet)).status, 0);
  EXPECT_EQ(told("one.db"), told("two.db"));
  EXPECT_EQ(Document::parse(run("$M report one.db --json --against thesis").out)["episodes"],
            kBulletEpisodes);
}

#ifdef MARBLEMAZE_KILLED_AT_WRITE
TEST_F(BenchProgram, TenKillsInBulletLoseAndRepeatNothing) {
  expect_kills_to_cost_nothing(kBullet);
}

TEST_F(BenchProgram, TenKillsDuringReferenceSolutionsLoseNothing) {
  expect_kills_to_cost_nothing(kPredictedTruth);
  EXPECT_EQ(Document::parse(run("$M merge all.db killed.db --json").out)["truths"], 300);
}

TEST_F(BenchProgram, TenKillsDuringWritingLoseNothing) { expect_kills_to_cost_nothing(kPredicted); }
#endif

TEST_F(BenchProgram, ReferenceSolutionsDoNotDependOnThreadsOrShards) {
  ASSERT_EQ(run(fmt::format("$M {} --jobs 1 --results one.db", kTruth)).status, 0);
  ASSERT_EQ(run(fmt::format("for i in 1 2 3; do $M {} --jobs 2 --shard $i/3 --results shard-$i.db "
                            "|| exit; done; $M merge all.db shard-*.db",
                            kTruth))
                .status,
            0);
  EXPECT_EQ(told("all.db"), told("one.db"));
  const Document again =
      Document::parse(run(fmt::format("$M {} --results one.db --json", kTruth)).out);
  EXPECT_EQ(again["truths"]["found"], 0);
  EXPECT_EQ(again["truths"]["stored_before"], kTruths);
}

TEST_F(BenchProgram, TruthsCanBeAddedToEpisodesThatWereRunWithoutThem) {
  const std::string rows =
      "$M bench --world predicted --agent heuristic,depth-first --seeds 1-30 --results ";
  run(rows + "a.db");
  EXPECT_TRUE(Document::parse(run("$M report a.db --json").out)["truths"].empty());
  run(rows + "a.db --truth");
  run(rows + "b.db --truth");
  EXPECT_EQ(told("a.db"), told("b.db"));
  EXPECT_EQ(Document::parse(run("$M report a.db --json").out)["truths"].size(), 1u);
}

TEST_F(BenchProgram, NoPredictedRunBeatsTheReferenceSolution) {
  ASSERT_EQ(run("$M bench --truth --world predicted --seeds 1-60 --orientations 8,24 --agent "
                "random-walk,lrta-star,breadth-first,imagination,simulation-search --results r.db")
                .status,
            0);
  const Document report = Document::parse(run("$M report r.db --json").out);
  ASSERT_EQ(report["truths"].size(), 2u);
  for (const Document& row : report["rows"]) {
    EXPECT_EQ(row["truth"]["surpassed"], 0) << row["algorithm"];
    EXPECT_GE(row["truth"]["ratio"], 1.0) << row["algorithm"];
    if (row["algorithm"] == "simulation-search") {
      EXPECT_EQ(row["truth"]["mean_regret"], 0.0);
      EXPECT_EQ(row["truth"]["solved_of_solvable"], row["truth"]["solvable"]);
    }
  }
}

TEST_F(BenchProgram, FinishedRunsAreSkippedAndLongerOnesContinue) {
  run("$M bench --world predicted --seeds 1-20 --results r.db");
  const Document again =
      Document::parse(run("$M bench --world predicted --seeds 1-20 --results r.db --json").out);
  EXPECT_EQ(again["episodes"], 0);
  const Document longer =
      Document::parse(run("$M bench --world predicted --seeds 1-30 --results r.db --json").out);
  EXPECT_EQ(longer["episodes"], 10);
  EXPECT_EQ(longer["stored_before"], 20);
}

TEST_F(BenchProgram, RunsInTheSameMazeDifferInNoiseAndInTheAgentsRandomNumbers) {
  const std::string bench = "$M bench --agent random-walk --seeds 1-6 --results r.db ";
  ASSERT_EQ(run(bench).status, 0);
  const Document more = Document::parse(run(bench + "--runs 3 --json").out);
  EXPECT_EQ(more["stored_before"], 6) << "the first run of each maze is the one without --runs";
  EXPECT_EQ(more["episodes"], 12);
  // With a noise-free actuator only the agent's random numbers differ between runs.
  run("$M bench --exact --agent random-walk,heuristic --seeds 1-6 --runs 2 --results e.db");
  const auto differing = [&](const std::string& agent) {
    return std::stoi(run("$M report e.db --episodes | grep ," + agent +
                         ", | cut -d, -f 6,9-16 | sort -u | wc -l")
                         .out);
  };
  EXPECT_EQ(differing("heuristic"), 6);
  EXPECT_GT(differing("random-walk"), 6);
  const Document row = Document::parse(run("$M report r.db --json").out)["rows"][0];
  EXPECT_EQ(row["maze_count"], 6);
  EXPECT_EQ(row["run_count"], 18);
  EXPECT_EQ(Document::parse(run("$M report r.db --json --against thesis").out)["episodes"], 6);
}

TEST_F(BenchProgram, ShardsOfSeveralRunsMergeIntoTheUnshardedReport) {
  const std::string bench =
      "$M bench --world predicted --agent uct,heuristic --seeds 1-9 --runs 3 ";
  ASSERT_EQ(run(bench + "--results whole.db").status, 0);
  ASSERT_EQ(run("for i in 1 2 3 4; do " + bench +
                "--shard $i/4 --results s-$i.db || exit; done; "
                "$M merge all.db s-?.db")
                .status,
            0);
  EXPECT_EQ(told("all.db"), told("whole.db"));
}

TEST_F(BenchProgram, AMoveLimitAppliesToEveryAgentInASeparateRow) {
  const std::string bench = "$M bench --agent depth-first,heuristic --seeds 1-5 --results r.db ";
  ASSERT_EQ(run(bench).status, 0);
  ASSERT_EQ(run(bench + "--move-limit 3").status, 0);
  const Document report = Document::parse(run("$M report r.db --json").out);
  ASSERT_EQ(report["rows"].size(), 4u);
  int limited = 0;
  for (const Document& row : report["rows"])
    if (row["move_limit"] == 3) {
      ++limited;
      EXPECT_LE(row["most_moves"], 3);
      EXPECT_GT(row["capped_count"], 0);
    }
  EXPECT_EQ(limited, 2);
  EXPECT_THAT(run("$M report r.db").out, HasSubstr("8 orientations, at most 3 moves"));
}

TEST_F(BenchProgram, AnEditedAgentIsRunAgain) {
  const std::string agent =
      "printf 'while read word rest; do case $word in marblemaze) echo agent mine 1 blind;;"
      " go) echo resign;; quit) exit;; esac; done' > agent.sh; ";
  const std::string bench =
      "$M bench --agent-command 'sh agent.sh' --move-limit 9 --seeds 1-3 --json --results r.db";
  ASSERT_EQ(Document::parse(run(agent + bench).out)["episodes"], 3);
  EXPECT_EQ(Document::parse(run(bench).out)["stored_before"], 3);
  EXPECT_EQ(Document::parse(run("echo >> agent.sh; " + bench).out)["stored_before"], 0);
  EXPECT_EQ(Document::parse(run("$M report r.db --json").out)["rows"].size(), 2u);
}

TEST_F(BenchProgram, TwoAgentsAreComparedInTheSameMazesAndRuns) {
  ASSERT_EQ(
      run("$M bench --agent heuristic,imagination --seeds 1-8 --runs 2 --results r.db").status, 0);
  run("$M bench --agent heuristic --seeds 9-12 --results r.db");  // the other agent did not play
                                                                  // these mazes
  const Document told =
      Document::parse(run("$M report r.db --compare imagination heur --json").out);
  ASSERT_EQ(told["comparisons"].size(), 1u);
  const Document c = told["comparisons"][0];
  EXPECT_EQ(told["second"], "heuristic");
  EXPECT_EQ(c["maze_count"], 8);
  EXPECT_EQ(c["run_count"], 16);
  EXPECT_EQ(c["seeds"], "1-8");
  EXPECT_LT(c["moves_difference"]["value"], 0);
  EXPECT_NEAR(
      c["solved_points"]["value"].get<double>(),
      c["first_pct_solved"]["value"].get<double>() - c["second_pct_solved"]["value"].get<double>(),
      0.02);
  EXPECT_THAT(run("$M report r.db --compare imagination heuristic").out,
              AllOf(HasSubstr("In 8 mazes (seeds 1-8, 2 runs each), imagination solved "),
                    HasSubstr("imagination needs fewer.")));
  expect_refusal("$M report r.db --compare heuristic", 2, "--compare");
  expect_refusal("$M report r.db --compare heuristic nobody", 2, "one of: heuristic, imagination");
}

TEST_F(BenchProgram, ContinuousControlSharesFileAndReportWithMoves) {
  const std::string free = "$M bench --free --agent cem,floor --size 3 --seeds 1-3 --results ";
  ASSERT_EQ(run(free + "one.db --jobs 1").status, 0);
  ASSERT_EQ(run(free + "two.db --jobs 2").status, 0);
  EXPECT_EQ(told("one.db"), told("two.db"));

  ASSERT_EQ(run("cp one.db r.db; " + free + "r.db --rest").status, 0);
  ASSERT_EQ(run("$M bench --agent heuristic --seeds 1-3 --results r.db").status, 0);
  EXPECT_EQ(Document::parse(run(free + "r.db --json").out)["stored_before"], 6);
  const Document report = Document::parse(run("$M report r.db --json").out);
  ASSERT_EQ(report["rows"].size(), 5u);
  for (const Document& row : report["rows"]) {
    EXPECT_EQ(row["maze_count"], 3);
    EXPECT_EQ(row["orientations"], row["algorithm"] == "heuristic" ? 8 : 0);
    if (row["solved_count"] > 0) {
      EXPECT_LE(row["median_seconds"], row["seconds_of_90_pct"]);
    }
    if (row["algorithm"] == "cem") {
      EXPECT_GE(row["solved_count"], 2);
      EXPECT_LT(row["seconds_of_90_pct"], 60);
      EXPECT_GT(row["mean_effort"], 0);
      EXPECT_LT(row["mean_effort"], row["mean_seconds"]);  // no command is longer than 1
    }
  }
  const std::string tables = run("$M report r.db").out;
  EXPECT_THAT(tables, HasSubstr("Cross-Entropy Search, continuous control to rest |"));
  EXPECT_THAT(tables, HasSubstr("## Simulated time of solved runs"));
}

TEST_F(BenchProgram, InvalidOptionsOfContinuousControlAreRejectedEarly) {
  const std::string bench = "$M bench --seeds 1-2 --results none.db ";
  expect_refusal(bench + "--free --orientations 8", 2,
                 "--orientations cannot be combined with --free");
  expect_refusal(bench + "--free --truth", 2, "--truth cannot be combined with --free");
  expect_refusal(bench + "--free --agent heuristic", 2, "controller 'heuristic'");
  expect_refusal(bench + "--free --world predicted", 2, "world 'predicted'");
  expect_refusal(bench + "--rest", 2, "--rest requires --free");
  EXPECT_EQ(run("[ ! -e none.db ]").status, 0);
}

TEST_F(BenchProgram, ATerminatedBenchKeepsRowsAndExplainsHowToResume) {
  const ProgramRun stopped =
      run("$M bench --seeds 1-5000 --jobs 2 --results r.db --json & bench=$!\n"
          "for i in $(seq 500); do\n"
          "  [ -e r.db-wal ] && [ $(stat -c %s r.db-wal) -gt 50000 ] && break\n"  // waits until
                                                                                  // episodes have
                                                                                  // been stored
          "  sleep 0.02\n"
          "done\n"
          "kill -TERM $bench; wait $bench");
  EXPECT_EQ(stopped.status, 75);
  EXPECT_THAT(stopped.err, HasSubstr("give the same command again to continue"));
  const Document summary = Document::parse(stopped.out);
  EXPECT_EQ(Document::parse(run("$M report r.db --json").out)["episodes"], summary["episodes"]);
}

TEST_F(BenchProgram, ShardsUnderGnuParallelMergeIntoTheUnshardedReport) {
  ASSERT_EQ(run(fmt::format("$M {} --results whole.db", kBullet)).status, 0);
  const ProgramRun shards = run(
      fmt::format("parallel -j2 $M {} --jobs 1 --shard {{}}/4 --results shard-{{}}.db ::: 1 2 3 4",
                  kBullet) +
      " && $M merge all.db shard-*.db");
  ASSERT_EQ(shards.status, 0) << shards.err;
  EXPECT_EQ(told("all.db"), told("whole.db"));
  for (int shard = 1; shard <= 4; ++shard)  // the shards shared the work
    EXPECT_EQ(
        Document::parse(run(fmt::format("$M report shard-{}.db --json", shard)).out)["episodes"],
        kBulletEpisodes / 4);
}

TEST_F(BenchProgram, TheSlurmScriptRunsTheSameEpisodesAsOneMachine) {
  const std::string rows = "--world predicted --agent depth-first,heuristic --seeds 1-21";
  ASSERT_EQ(run("$M bench " + rows + " --results whole.db").status, 0);
  const std::string array =
      "export PROGRAM=$M OUT=shards SLURM_CPUS_PER_TASK=1 SLURM_ARRAY_TASK_COUNT=5 "
      "SLURM_ARRAY_TASK_MIN=0\n"
      "parallel -j2 SLURM_ARRAY_TASK_ID={} $S/cluster/bench_array.slurm " +
      rows;
  const ProgramRun tasks = run(array + " ::: 0 1 2 3 4 && $M merge all.db shards/shard-*.db");
  ASSERT_EQ(tasks.status, 0) << tasks.err;
  EXPECT_EQ(told("all.db"), told("whole.db"));
  const ProgramRun again = run(
      "export PROGRAM=$M OUT=shards SHARDS=5; SLURM_ARRAY_TASK_ID=3 $S/cluster/bench_array.slurm " +
      rows);
  EXPECT_THAT(again.out, HasSubstr("0 episodes run"))
      << "a task that is submitted again repeats its work";
  EXPECT_NE(run("$S/cluster/bench_array.slurm").status, 0)
      << "outside of an array there is no shard to run";
}

TEST_F(BenchProgram, AFullDiskGivesOneLineAndKeepsStoredRows) {
  const std::string command = "$M bench --world predicted --seeds 1-1500 --jobs 2 --results r.db";
  expect_refusal("ulimit -f 60; " + command, 3, "is the disk full?");
  const auto kept = Document::parse(run("$M report r.db --json").out)["episodes"].get<int>();
  EXPECT_GT(kept, 0);
  const Document rest = Document::parse(run(command + " --json").out);
  EXPECT_EQ(rest["stored_before"], kept);
  EXPECT_EQ(rest["episodes"], 1500 - kept);
}

TEST_F(BenchProgram, AnUnwritableOutputIsASystemError) {
  run("$M bench --world predicted --seeds 1-3 --results r.db");
  expect_refusal("$M report r.db --json >/dev/full", 3, "disk full");
}

TEST_F(BenchProgram, ASecondWriterIsRejectedAndTheFirstFinishes) {
  const ProgramRun both =
      run(fmt::format("$M {} --jobs 1 --results r.db & first=$!\n"
                      "for i in $(seq 200); do [ -e r.db-wal ] && break; sleep 0.02; done\n"
                      "$M {} --results r.db; echo bench $?; $M merge r.db r.db; echo merge $?\n"
                      "wait $first; echo first $?",
                      kBullet, kBullet));
  EXPECT_THAT(both.out,
              AllOf(HasSubstr("bench 3\n"), HasSubstr("merge 2\n"), HasSubstr("first 0\n")));
  EXPECT_THAT(both.err, HasSubstr("results file 'r.db' is in use by another process"));
  ASSERT_EQ(run(fmt::format("$M {} --results whole.db", kBullet)).status, 0);
  EXPECT_EQ(told("r.db"), told("whole.db"));
}

/// Reads with `report`, with SQLite, and in two kinds of copy.
TEST_F(BenchProgram, ResultsCanBeReadAndCopiedWhileItRuns) {
  run("$M bench --seeds 1-5000 --jobs 1 --results r.db >first.txt 2>&1 & echo $! >bench.pid; "
      "for i in $(seq 500); do "
      "[ -e r.db-wal ] && [ $(stat -c %s r.db-wal) -gt 50000 ] && break; sleep 0.02; done");
  const auto episodes = [&](const std::string& file) {
    const ProgramRun report = run("$M report " + file + " --json");
    EXPECT_EQ(report.status, 0) << file << ": " << report.err;
    return report.status == 0 ? Document::parse(report.out)["episodes"].get<int>() : 0;
  };
  const int reported = episodes("r.db");
  EXPECT_GT(reported, 0);
  const ProgramRun sql =
      run("python3 -c \"import sqlite3\n"
          "d = sqlite3.connect('r.db')\n"
          "print(d.execute('PRAGMA quick_check').fetchone()[0])\n"
          "d.execute('BEGIN')\n"
          "print(d.execute('SELECT count(*) FROM episodes').fetchone()[0])\n"
          "print(d.execute('SELECT sum(size > 0) FROM episodes').fetchone()[0])\n"
          "d.execute('COMMIT')\n"
          "d.execute('VACUUM INTO \\'vacuum.db\\'')\n"
          "b = sqlite3.connect('backup.db')\n"
          "d.backup(b)\"");
  EXPECT_EQ(sql.status, 0) << sql.err;
  std::istringstream told(sql.out);
  std::string check;
  int counted = 0, summed = 0;
  told >> check >> counted >> summed;
  EXPECT_EQ(check, "ok");
  EXPECT_GE(counted, reported);
  EXPECT_EQ(summed, counted) << "one snapshot";
  const int vacuum = episodes("vacuum.db"), backup = episodes("backup.db");
  EXPECT_GE(vacuum, counted);
  EXPECT_GE(backup, vacuum);
  EXPECT_EQ(run("kill -0 $(cat bench.pid) && kill -TERM $(cat bench.pid); tail --pid=$(cat "
                "bench.pid) -f /dev/null; tail -n 1 first.txt")
                .status,
            0)
      << "it has ended too early to be read while it ran";
  EXPECT_THAT(shell_.text("first.txt"), HasSubstr("interrupted with"));
  EXPECT_GE(episodes("r.db"), backup);
  EXPECT_NE(run("[ -e r.db-wal ]").status, 0) << "the file is whole by itself";
}

TEST_F(BenchProgram, AFileOfAnotherFormatIsRejectedUnchanged) {
  run("$M bench --world predicted --seeds 1-3 --results r.db; python3 -c \"import sqlite3\nd = "
      "sqlite3.connect('r.db')\n"
      "d.execute('PRAGMA user_version=99')\" && cp r.db before.db");
  expect_refusal("$M report r.db", 2, "(format 99): run bench again");
  expect_refusal("$M bench --world predicted --results r.db", 2, "(format 99): run bench again");
  expect_refusal("$M merge all.db r.db", 2, "(format 99): run bench again");
  EXPECT_EQ(run("cmp r.db before.db && [ ! -e all.db ]").status, 0);
}

TEST_F(BenchProgram, AFileOfAnotherKindIsRejectedUnchanged) {
  const std::string wanted = "expected a file that bench has written";
  run("echo 'dear diary' > r.db; : > empty.db; head -c 60000 /dev/zero > zero.db; cp r.db "
      "before.db");
  for (const char* command : {"$M report r.db", "$M bench --results r.db", "$M report empty.db",
                              "$M report zero.db", "$M report none.db", "$M merge all.db none.db"})
    expect_refusal(command, 2, wanted);
  EXPECT_EQ(run("cmp r.db before.db && [ ! -e all.db ]").status, 0);
}

TEST_F(BenchProgram, ADatabaseOfAnotherProgramIsRejectedUnchanged) {
  run("python3 -c \"import sqlite3\nd = sqlite3.connect('r.db')\nd.execute('CREATE TABLE bookmarks "
      "(url)')\"; cp r.db before.db");
  expect_refusal("$M bench --results r.db", 2, "it is something else");
  expect_refusal("$M report r.db", 2, "it is something else");
  EXPECT_EQ(run("cmp r.db before.db").status, 0);
}

TEST_F(BenchProgram, ATruncatedFileIsCalledDamaged) {
  run("$M bench --world predicted --seeds 1-500 --results r.db; head -c 20000 r.db > cut.db");
  expect_refusal("$M report cut.db", 2, "damaged");
}

TEST_F(BenchProgram, AMissingFolderIsASystemError) {
  expect_refusal("$M bench --world predicted --results none/r.db", 3,
                 "'none/r.db': is its folder there");
  expect_refusal("$M bench --world predicted --results .", 3, "cannot open the results file");
}

TEST_F(BenchProgram, MixedSettingsAreRejectedAndEachCanBeSelected) {
  run("echo '{\"friction\": 0.3}' > s.json; $M bench --world predicted --seeds 1-3 --results r.db;"
      "$M bench --world predicted --seeds 1-3 --settings s.json --results r.db");
  const ProgramRun mixed = run("$M report r.db");
  EXPECT_EQ(mixed.status, 2);
  const std::string hash =
      run("$M settings --settings s.json | sed -n 's/settings hash //p' | tr -d '\\n'").out;
  EXPECT_THAT(mixed.err, HasSubstr(hash));
  const ProgramRun chosen = run("$M report r.db --settings-hash " + hash + " --json");
  ASSERT_EQ(chosen.status, 0) << chosen.err;
  EXPECT_EQ(Document::parse(chosen.out)["settings"], hash);
}

TEST_F(BenchProgram, PlotsAcceptAnySetOfRows) {
  run("$M bench --world predicted --seeds 1-3 --results r.db");
  const ProgramRun drawn =
      run("$M report r.db --json --against thesis 2>warnings.txt | $S/measure/plot_tables.py -o "
          "out/t && "
          "ls out");
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_EQ(drawn.out,
            "t-moves.png\nt-moves.svg\nt-outcomes.png\nt-outcomes.svg\nt-within-8.png\n"
            "t-within-8.svg\n");
  const ProgramRun refused = run("echo '{\"rows\": []}' | $S/measure/plot_tables.py");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err, "plot_tables.py: cannot plot '/dev/stdin': it contains no row\n");
}

TEST_F(BenchProgram, CurvesHaveOneFigurePerScheme) {
  run("$M bench --truth --world predicted --agent heuristic,lrta-star --orientations 8,24 --seeds "
      "1-5 --results r.db");
  const ProgramRun drawn =
      run("$M report r.db --json | $S/measure/plot_tables.py -o out/t && ls out");
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_EQ(drawn.out, "t-within-24.png\nt-within-24.svg\nt-within-8.png\nt-within-8.svg\n");
  EXPECT_THAT(shell_.text("out/t-within-8.svg"), HasSubstr("</svg>"));
}

TEST_F(BenchProgram, InvalidArgumentsAreQuotedInOneLine) {
  const std::string bench = "$M bench --world predicted --results r.db ";
  for (const auto& [arguments, part] : std::vector<std::pair<std::string, std::string>>{
           {"--jobs -1", "-1"},
           {"--jobs 1000000", "1000000"},
           {"--seeds 5-1", "'5-1'"},
           {"--seeds 1-99999999999999999999", "'1-99999999999999999999'"},
           {"--seeds 0-9999999999", "'0-9999999999'"},
           {"--seeds one", "'one'"},
           {"--shard 0/4", "'0/4'"},
           {"--shard 5/4", "'5/4'"},
           {"--shard 1/0", "'1/0'"},
           {"--shard 1:4", "'1:4'"},
           {"--suite thesis --agent heuristic", "--agent"},
           {"--suite cremer", "'cremer'"},
           {"--agent oracle", "'oracle'"},
           {"--size 100000", "100000"}})
    expect_refusal(bench + arguments, 2, part);
  EXPECT_EQ(run("[ ! -e r.db ]").status, 0) << "a refused run left a file";
}

TEST_F(BenchProgram, TheLastSeedsOfAllAndARowNamedTwiceAreRunOnce) {
  const ProgramRun last =
      run("timeout 20 $M bench --world predicted --agent heuristic,heuristic --size 3,3 "
          "--seeds 9223372036854775806-9223372036854775807 --results r.db --json");
  ASSERT_EQ(last.status, 0) << last.err;
  EXPECT_EQ(Document::parse(last.out)["episodes"], 2);
}

}  // namespace
}  // namespace marblemaze

// Tests results files that are moved, deleted, locked or damaged while the program uses them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::ProgramRun;
using testing::Shell;

constexpr const char* kBench =
    "bench --world predicted --agent heuristic --seeds 1-5000 --results ";

class LostResults : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& command) const { return shell_.run(command); }

  /// Starts a command that would take hours, disturbs its results file d/r.db as soon as it
  /// contains rows, and expects the command to end.
  ProgramRun disturbed(const std::string& command, const std::string& disturb) const {
    ProgramRun ended = run(fmt::format(
        "export TMPDIR=.; mkdir -p d; timeout 300 $M {}d/r.db & run=$!\n"
        "until [ -s d/r.db-wal ]; do kill -0 $run || exit 9; sleep 0.02; done\n{}\nwait $run",
        command, disturb));
    EXPECT_EQ(ended.status, 3) << command << "\n" << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("the results file 'd/r.db' was moved, deleted or replaced"));
    return ended;
  }

  std::int64_t episodes_in(const std::string& file) const {
    const ProgramRun merged = run("rm -f all.db; $M merge all.db " + file + " --json");
    EXPECT_EQ(merged.status, 0) << merged.err;
    return merged.status == 0 ? Document::parse(merged.out)["episodes"].get<std::int64_t>() : 0;
  }

  Shell shell_;
};

TEST_F(LostResults, AMovedFileIsDetectedAndKeepsEarlierRows) {
  disturbed(kBench, "mv d/r.db d/moved.db");
  EXPECT_GT(episodes_in("d/moved.db"), 0);
  disturbed(kBench, "mv d e");
  EXPECT_GT(episodes_in("e/r.db"), 0);
}

TEST_F(LostResults, ADeletedOrReplacedFileIsDetected) {
  for (const char* disturb : {"rm d/r.db", "echo other >o; mv o d/r.db", "rm -r d"}) {
    disturbed(kBench, disturb);
    run("rm -rf d");
  }
}

TEST_F(LostResults, AreDetectedByEveryCommandThatStoresResults) {
  disturbed("marblebench --split all --agent random-walk,heuristic,lrta-star --results ",
            "rm d/r.db; rm -r d");
}

TEST_F(LostResults, OnlyOneOfTwoProcessesCreatesAFile) {
  for (int round = 0; round < 4; ++round) {
    const ProgramRun both = run(
        "rm -f r.db; bench() { $M bench --world predicted --agent heuristic --seeds 1-20 --results "
        "r.db; }; bench & first=$!; bench; second=$?; wait $first; echo $? $second");
    EXPECT_THAT(both.out,
                ::testing::AnyOf(HasSubstr("0 0\n"), HasSubstr("0 3\n"), HasSubstr("3 0\n")))
        << both.err;
    EXPECT_EQ(episodes_in("r.db"), 20);
  }
}

TEST_F(LostResults, AKilledMergeLeavesNoOutputFile) {
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

// Tests that control characters in files, databases, agents and file names never reach the
// terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/bench/results_store.h"
#include "engine/recording/made_recording.h"
#include "maze/base/json.h"
#include "maze/base/text.h"
#include "support/run_program.h"
#include "tests/engine/bench/made_episodes.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::made_episode;
using testing::own;
using testing::ProgramRun;

/// Terminal escapes, C1 controls as UTF-8 and as a byte, and Unicode line separators and
/// bidirectional controls.
const std::string kHostile = "a\x1b[31m\a\u009b\x9b\u2028\u202e\u2066z";

class HostileText : public ::testing::Test {
 protected:
  /// Runs a command in which $H is the hostile text. Checks that no control character is printed.
  ProgramRun run(const std::string& command) {
    ProgramRun run = shell_.run("H='" + kHostile + "'; exec $M " + command);
    EXPECT_EQ(run.out, visible_text(run.out)) << command;
    EXPECT_EQ(run.err, visible_text(run.err)) << command;
    return run;
  }

  testing::Shell shell_;
  testing::TemporaryFolder folder_;
};

TEST_F(HostileText, InFileNamesIsEscaped) {
  EXPECT_EQ(run("solve $H").status, 2);
  EXPECT_EQ(run("generate -o m$H.json").status, 0);
  EXPECT_EQ(run("export m$H.json --stl s$H.stl").status, 0);
  EXPECT_THAT(run("export m$H.json --svg - --path").out, HasSubstr("<svg"));
  EXPECT_THAT(run("bench --size 2 --seeds 1-1 --results $H.db").out,
              HasSubstr("results in a?[31m"));
  EXPECT_THAT(run("merge all.db $H.db").out, HasSubstr(".db: added 1 episodes"));
  EXPECT_THAT(run("merge new.db $H.db --json").out, HasSubstr("\"episodes\":1"));
  EXPECT_EQ(run("report no$H.db").status, 2);
}

TEST_F(HostileText, InOptionsAndArgumentsIsEscaped) {
  EXPECT_EQ(run("solve --agent $H").status, 2);
  EXPECT_EQ(run("$H").status, 2);
  EXPECT_EQ(run("solve --$H").status, 2);
  EXPECT_EQ(run("puzzle jump check $H").status, 2);
  EXPECT_THAT(run("puzzle sudoku play --bundled <<<$H").out, HasSubstr("is not a command"));
}

TEST_F(HostileText, InAMazeFileIsEscaped) {
  Json maze = Json::parse("maze", shell_.run("$M generate --size 2").out);
  maze["generator"]["name"] = kHostile;
  const std::string file = "'" + folder_.write("maze.json", maze.dump()) + "'";
  for (const std::string command : {"info ", "info --json ", "solve ", "solve --json "})
    EXPECT_LT(run(command + file).status, 2) << command;
  EXPECT_EQ(run("solve --trace - " + file).status, 0);
}

TEST_F(HostileText, InARecordingIsEscaped) {
  Recording recording = testing::record_run(1);
  recording.spec.player.agent = kHostile;
  recording.build = kHostile;
  const std::string file = (folder_ / "run.rec").string();
  save_recording(recording, file);
  run("verify '" + file + "'");
  run("verify --json '" + file + "'");
  EXPECT_EQ(run("export --html - '" + file + "'").status, 0);
}

TEST_F(HostileText, IsRejectedInResultsByReportAndMerge) {
  const ResultRow good = own(made_episode(1, Outcome::solved, {}));
  ResultRow agent = good, world = good, settings = good;
  agent.job.row.agent = world.job.world = settings.job.settings = kHostile;
  for (const ResultRow& bad : {agent, world, settings}) {
    const testing::TemporaryFolder folder;
    const std::string file = "'" + (folder / "bad.db").string() + "'";
    ResultsStore(folder / "bad.db", ResultsStore::Mode::create_or_append).add(bad);
    for (const std::string command : {"report ", "report --episodes ", "merge all.db "}) {
      const ProgramRun refused = run(command + file);
      EXPECT_EQ(refused.status, 2) << command;
      EXPECT_THAT(refused.err, HasSubstr("a name on one line without control characters"))
          << command;
    }
  }
}

TEST_F(HostileText, FromAnAgentIsEscaped) {
  const std::string agent = (folder_ / "agent.sh").string();
  const std::string solve = "solve --size 2 --agent-command 'sh " + agent + "'";
  folder_.write("agent.sh",
                "read x; echo agent mine 1 blind; while read verb rest; do\n"
                "[ $verb = go ] && { echo 'info " +
                    kHostile + "'; echo 'move " + kHostile + "'; }; done");
  EXPECT_EQ(run(solve).status, 1);
  EXPECT_LT(run(solve + " --trace -").status, 2);
  folder_.write("agent.sh", "read x; echo 'agent " + kHostile + " 1 blind'; cat");
  EXPECT_EQ(run(solve).status, 2);
}

}  // namespace
}  // namespace marblemaze

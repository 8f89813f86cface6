// Checks each cell of the table in docs/reference/files.md. tests/render checks the rows of the
// viewer.
#include <gtest/gtest.h>

#include "engine/recording/made_recording.h"
#include "support/output_table.h"

namespace marblemaze {
namespace {

using testing::expect_documented_output;
using testing::run_marblemaze;
using testing::TemporaryFolder;

class OutputFlags : public ::testing::Test {
 protected:
  [[nodiscard]] std::string made(const std::string& name,
                                 const std::vector<std::string>& arguments) const {
    const auto run = run_marblemaze(arguments);
    EXPECT_EQ(run.status, 0) << run.err;
    return folder_.write(name, run.out);
  }
  [[nodiscard]] std::string maze() const { return made("maze.json", {"generate"}); }
  [[nodiscard]] std::string map() const {
    return made("map.json", {"map", "--model", "predicted", "--json"});
  }
  [[nodiscard]] std::string recording() const {
    std::string path = (folder_ / "run.rec").string();
    save_recording(testing::record_run(1), path);
    return path;
  }
  void expect_of_export(const std::string& flag, const std::string& file) const {
    expect_documented_output("export --" + flag, "out." + flag,
                             "\"$M\" export \"" + file + "\" --" + flag + " \"$OUT\"");
  }

  TemporaryFolder folder_;
};

TEST_F(OutputFlags, GenerateWritesItsMazeAsTheTableSays) {
  expect_documented_output("generate -o", "out.json", "\"$M\" generate -o \"$OUT\"");
}

TEST_F(OutputFlags, DesignWritesItsMazeAndPictureAsTheTableSays) {
  const std::string design = "\"$M\" design --size 2 --moves 3 --steps 20 ";
  expect_documented_output("design -o", "out.json", design + "-o \"$OUT\"");
}

TEST_F(OutputFlags, SolveWritesItsTraceAsTheTableSays) {
  expect_documented_output("solve --trace", "out.jsonl",
                           "\"$M\" solve --world predicted --trace \"$OUT\"");
}

TEST_F(OutputFlags, SolveWritesItsRecordingAsTheTableSays) {
  expect_documented_output("solve --record", "out.rec",
                           "\"$M\" solve --free --size 2 --record \"$OUT\"");
}

TEST_F(OutputFlags, ExportsOfAMazeAreWrittenAsTheTableSays) {
  expect_of_export("stl", maze());
  expect_of_export("svg", maze());
}

TEST_F(OutputFlags, ExportsOfARecordingAreWrittenAsTheTableSays) {
  expect_of_export("html", recording());
}

TEST_F(OutputFlags, ExportsOfAMapAreWrittenAsTheTableSays) {
  expect_of_export("dot", map());
  expect_of_export("graphml", map());
}

TEST_F(OutputFlags, PuzzlesAndTheirSheetsAreWrittenAsTheTableSays) {
  expect_documented_output("puzzle -o", "out.txt", "\"$M\" puzzle jump generate -o \"$OUT\"");
  expect_documented_output("puzzle --sheet", "out.svg",
                           "\"$M\" puzzle jump generate --sheet \"$OUT\"");
}

TEST_F(OutputFlags, ResultsAreWrittenAsTheTableSays) {
  const std::string bench = "bench --world predicted --agent heuristic --seeds 1-200 --results ";
  expect_documented_output("bench --results", "out.db", "\"$M\" " + bench + "\"$OUT\"", "");
  const std::string shard = (folder_ / "shard.db").string();
  ASSERT_EQ(testing::run_typed(bench + shard).status, 0);
  expect_documented_output("merge", "out.db", "\"$M\" merge \"$OUT\" \"" + shard + "\"", "");
}

}  // namespace
}  // namespace marblemaze

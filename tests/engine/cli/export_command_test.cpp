#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/recording/made_recording.h"
#include "maze/base/text_file.h"
#include "support/mazes.h"
#include "support/mesh_checks.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using testing::data_file;
using testing::fault_of;
using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::read_stl;
using testing::run_marblemaze;
using testing::TemporaryFolder;

class ExportCommand : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  std::string cube() const {
    run_marblemaze({"generate", "--size", "3", "--seed", "2", "-o", path("maze.json")});
    return path("maze.json");
  }
  std::string recording() const {
    save_recording(testing::record_run(1), path("run.rec"));
    return path("run.rec");
  }
  std::string map() const {
    const ProgramRun run = run_marblemaze({"map", cube(), "--model", "predicted", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    return folder_.write("map.json", run.out);
  }

  TemporaryFolder folder_;
};

void expect_refused(const std::vector<std::string>& arguments, const std::string& words) {
  const ProgramRun run = run_marblemaze(arguments);
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr(words));
}

TEST_F(ExportCommand, WritesAllPartsOfAMazeAsOneWatertightStlFile) {
  const ProgramRun run = run_marblemaze({"export", cube(), "--stl", path("maze.stl")});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("4 parts; tray-1 "));
  const TriangleMesh mesh = read_stl(read_text_file(path("maze.stl")));
  EXPECT_EQ(fault_of(mesh), "");
  EXPECT_EQ(testing::shells(mesh), 4);
}

TEST_F(ExportCommand, WritesAFileForEachPartWhereAsked) {
  const ProgramRun run = run_marblemaze({"export", cube(), "--stl", path("maze.stl"), "--separate",
                                         "--parts", "halves", "--wall-mm", "2"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_FALSE(std::filesystem::exists(path("maze.stl")));
  for (const char* name : {"maze-lower.stl", "maze-upper.stl"})
    EXPECT_EQ(fault_of(read_stl(read_text_file(path(name)))), "") << name;
}

TEST_F(ExportCommand, DrawsAMazeOnStandardOutput) {
  const ProgramRun run =
      run_marblemaze({"export", data_file("cremer_4x4.json").string(), "--svg", "-"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("<svg ") && run.out.ends_with("</svg>\n"));
}

TEST_F(ExportCommand, WritesARecordingAsAPage) {
  const ProgramRun run = run_marblemaze({"export", recording(), "--html", path("run.html")});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(read_text_file(path("run.html")).starts_with("<!DOCTYPE html>"));
}

TEST_F(ExportCommand, AMapReadBackGivesTheGraphThatTheMapCommandGives) {
  const std::string json = map();
  for (const char* format : {"--dot", "--graphml"}) {
    const ProgramRun graph = run_marblemaze({"map", cube(), "--model", "predicted", format});
    const ProgramRun exported = run_marblemaze({"export", json, format, "-"});
    EXPECT_EQ(exported.status, 0) << exported.err;
    EXPECT_EQ(exported.out, graph.out);
  }
}

TEST_F(ExportCommand, SaysWhichKindOfFileATargetIsMadeOf) {
  expect_refused({"export", cube(), "--html", path("x")},
                 "(a maze): expected a recording for --html");
  expect_refused({"export", map(), "--stl", path("x")}, "(a map (map --json)): expected a maze");
  expect_refused({"export", recording(), "--dot", path("x")}, "(a recording): expected a map");
  expect_refused({"export", folder_.write("notes", "hello"), "--svg", "-"},
                 "(none of these): expected a maze for --svg");
  expect_refused({"export", cube()}, "without a target: expected --stl or --svg");
  expect_refused({"export", cube(), "--stl", path("x"), "--parts", "thirds"},
                 "parts 'thirds': expected layers or halves");
  expect_refused({"export", cube(), "--stl", path("x"), "--core", "soft"},
                 "core 'soft': expected empty or solid");
}

TEST_F(ExportCommand, RefusesADamagedMapInWords) {
  for (const char* text :
       {R"({"transitions": []})", R"({"transitions": [], "states": [], "orientations": 8})",
        R"({"transitions": [], "states": [1, 1]})",
        R"({"transitions": [[1, 0, 7]], "states": [1], "knife_edge": [], "certain": []})",
        R"({"transitions": "none", "states": ["one"], "orientations": 8})"})
    expect_refused({"export", folder_.write("bad.json", text), "--dot", "-"}, "map: ");
}

}  // namespace
}  // namespace marblemaze

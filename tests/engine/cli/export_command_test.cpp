#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/recording/made_recording.h"
#include "maze/base/file_io.h"
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

void expect_export_refused(const std::vector<std::string>& arguments, const std::string& words) {
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

TEST_F(ExportCommand, ReportsThePlateSizeAndAdviceIfItIsTooLarge) {
  const auto told = [&](const std::vector<std::string>& flags) {
    std::vector<std::string> arguments{"export", cube(), "--stl", path("maze.stl")};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return run_marblemaze(arguments).err;
  };
  const std::string small = told({});
  const TriangleMesh mesh = read_stl(read_text_file(path("maze.stl")));
  float low = 1e9f, high = -1e9f;
  for (const auto& triangle : mesh)
    for (const glm::vec3& corner : triangle) {
      low = std::min(low, corner.x);
      high = std::max(high, corner.x);
    }
  EXPECT_THAT(small, HasSubstr(fmt::format("; plate {:.1f} x ", high - low)));
  EXPECT_THAT(small, ::testing::Not(HasSubstr("--separate")));
  EXPECT_THAT(told({"--cell-mm", "60"}), HasSubstr("larger than 250 mm: --separate"));
  EXPECT_THAT(told({"--cell-mm", "100"}), HasSubstr("larger than 250 mm: even a part alone is"));
}

TEST_F(ExportCommand, AMapContainsTheNumberOfSolutionsAndOneOfThem) {
  const auto document = nlohmann::json::parse(read_text_file(map()));
  const std::string words = run_marblemaze({"map", cube(), "--model", "predicted"}).out;
  EXPECT_THAT(words, HasSubstr(fmt::format(", {} shortest solution",
                                           document["shortest_solutions"].get<int>())));
  const auto& solution = document["solution"];
  ASSERT_EQ(solution.size(), document["optimum"].get<std::size_t>());
  int at = document["states"][0];
  for (const auto& move : solution) {
    EXPECT_EQ(move[0], at);
    EXPECT_NE(std::find(document["transitions"].begin(), document["transitions"].end(), move),
              document["transitions"].end());
    at = move[2];
  }
}

TEST_F(ExportCommand, AGraphContainsCellsOrientationsStartAndFreezes) {
  const std::string map = run_marblemaze({"map", "--exact", "--seed", "2", "--json"}).out;
  const auto document = nlohmann::json::parse(map);
  const std::string graph =
      run_marblemaze({"export", folder_.write("map.json", map), "--graphml", "-"}).out;
  const int start = document["states"][0], orientations = document["orientations"];
  EXPECT_THAT(graph,
              HasSubstr(fmt::format("<data key=\"cell\">{}</data><data key=\"orientation\">{}"
                                    "</data><data key=\"start\">true</data>",
                                    start / orientations + 1, start % orientations)));
  EXPECT_THAT(graph,
              HasSubstr("<key id=\"cell\" for=\"node\" attr.name=\"cell\" attr.type=\"int\"/>"));
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (auto at = graph.find(part); at != std::string::npos; at = graph.find(part, at + 1))
      ++found;
    return found;
  };
  std::size_t freezing = 0;
  for (const auto& move : document["transitions"]) freezing += move[2].is_null();
  ASSERT_GT(freezing, 0u);
  EXPECT_EQ(count("<edge "), document["transitions"].size());
  EXPECT_EQ(count("target=\"frozen\""), freezing);
  EXPECT_EQ(count("<node id=\"frozen\">"), 1u);
  EXPECT_EQ(count("key=\"start\">true"), 1u);
}

TEST_F(ExportCommand, WritesAFilePerPartOnRequest) {
  const ProgramRun run =
      run_marblemaze({"export", cube(), "--stl", path("maze.stl"), "--separate", "--wall-mm", "2"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_FALSE(std::filesystem::exists(path("maze.stl")));
  for (const char* name : {"maze-tray-1.stl", "maze-lid.stl"})
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

TEST_F(ExportCommand, ReportsTheInputKindOfEachOutput) {
  expect_export_refused({"export", cube(), "--html", path("x")}, "--html needs a recording");
  expect_export_refused({"export", map(), "--stl", path("x")}, "need a maze file: ");
  expect_export_refused({"export", recording(), "--dot", path("x")},
                        "need what map --json printed; '");
  expect_export_refused({"export", folder_.write("notes", "hello"), "--svg", "-"},
                        "--svg and --page need a maze file: ");
  expect_export_refused({"export", cube()}, "without a target: expected --stl, --svg or --page");
}

TEST_F(ExportCommand, ExplainsTheFaultOfADamagedMap) {
  for (const char* text :
       {R"({"transitions": []})", R"({"transitions": [], "states": [], "orientations": 8})",
        R"({"transitions": [], "states": [1, 1]})",
        R"({"transitions": [[1, 0, 7]], "states": [1], "knife_edge": [], "certain": []})",
        R"({"transitions": "none", "states": ["one"], "orientations": 8})"})
    expect_export_refused({"export", folder_.write("bad.json", text), "--dot", "-"}, "map: ");
}

// A program installed in its own folder, with or without a page next to it.
class ExportPage : public ExportCommand {
 protected:
  ProgramRun export_page(const std::string& page) const {
    std::filesystem::create_directories(folder_ / "bin");
    std::filesystem::create_directories(folder_ / "share/marblemaze");
    std::filesystem::copy_file(MARBLEMAZE_PROGRAM, folder_ / "bin/marblemaze");
    if (!page.empty()) folder_.write("share/marblemaze/marblemaze.html", page);
    return testing::Shell().run("exec '" + path("bin/marblemaze") + "' export '" + cube() +
                                "' --page '" + path("page.html") + "'");
  }
};

TEST_F(ExportPage, ContainsTheMazeInTheInstalledPage) {
  const ProgramRun run =
      export_page("<p><script type=\"application/json\" id=\"given\">null</script><p>");
  EXPECT_EQ(run.status, 0) << run.err;
  const std::string page = read_text_file(path("page.html"));
  EXPECT_EQ(page.substr(0, 46), "<p><script type=\"application/json\" id=\"given\">");
  EXPECT_EQ(page.substr(page.size() - 12), "</script><p>");
  const auto maze = nlohmann::json::parse(page.substr(46, page.size() - 46 - 12));
  EXPECT_EQ(maze, nlohmann::json::parse(read_text_file(path("maze.json"))));
}

TEST_F(ExportPage, ReportsAMissingPageInOneLine) {
  const ProgramRun missing = export_page("");
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.error_lines(), 1) << missing.err;
  EXPECT_THAT(missing.err,
              HasSubstr("share/marblemaze/marblemaze.html': expected the page for browsers"));
  EXPECT_FALSE(std::filesystem::exists(path("page.html")));
}

TEST_F(ExportPage, RejectsOtherFiles) {
  const ProgramRun foreign = export_page("<html></html>");
  EXPECT_EQ(foreign.status, 2);
  EXPECT_EQ(foreign.error_lines(), 1) << foreign.err;
  EXPECT_THAT(foreign.err, HasSubstr("build_web.sh"));
}

}  // namespace
}  // namespace marblemaze

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "maze/base/file_io.h"
#include "support/mesh_checks.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using testing::fault_of;
using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::read_stl;
using testing::Shell;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

class ExportCommand : public ::testing::Test {
 protected:
  ExportCommand() { run("$M generate --seed 2 -o maze.json"); }
  ProgramRun run(const std::string& command) const { return shell_.run(command); }

  Shell shell_;
};

TEST_F(ExportCommand, WritesWatertightPartsInOneFileOrSeveral) {
  EXPECT_THAT(run("$M export maze.json --stl maze.stl").err, HasSubstr("4 parts; tray-1 "));
  const TriangleMesh mesh = read_stl(shell_.text("maze.stl"));
  EXPECT_EQ(fault_of(mesh), "");
  EXPECT_EQ(testing::shells(mesh), 4);
  EXPECT_EQ(
      run("$M export maze.json --stl part.stl --separate --wall-mm 2; [ ! -e part.stl ]").status,
      0);
  for (const char* name : {"part-tray-1.stl", "part-lid.stl"})
    EXPECT_EQ(fault_of(read_stl(shell_.text(name))), "") << name;
}

TEST_F(ExportCommand, AGraphContainsCellsOrientationsStartAndFreezes) {
  const std::string graph =
      run("$M map --exact --seed 2 --json > map.json; $M export map.json --graphml -").out;
  const auto map = nlohmann::json::parse(shell_.text("map.json"));
  const int start = map["states"][0], orientations = map["orientations"];
  EXPECT_THAT(graph,
              HasSubstr(fmt::format("<data key=\"cell\">{}</data><data key=\"orientation\">{}"
                                    "</data><data key=\"start\">true</data>",
                                    start / orientations + 1, start % orientations)));
  std::size_t freezing = 0;
  for (const auto& move : map["transitions"]) freezing += move[2].is_null();
  ASSERT_GT(freezing, 0u);
  EXPECT_EQ(count(graph, "<edge "), map["transitions"].size());
  EXPECT_EQ(count(graph, "target=\"frozen\""), freezing);
  EXPECT_EQ(count(graph, "<node id=\"frozen\">"), 1u);
  EXPECT_EQ(count(graph, "key=\"start\">true"), 1u);
}

TEST_F(ExportCommand, AnInstalledProgramPutsTheMazeIntoItsBrowserPage) {
  const std::string head = "<p><script type=\"application/json\" id=\"given\">",
                    tail = "</script><p>",
                    exported = "exec bin/marblemaze export maze.json --page page.html";
  const ProgramRun refused = run("mkdir -p bin share/marblemaze; cp $M bin; " + exported);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.error_lines(), 1) << refused.err;
  EXPECT_THAT(refused.err,
              HasSubstr("share/marblemaze/marblemaze.html': expected the browser page"));
  run("echo -n '" + head + "null" + tail + "' >share/marblemaze/marblemaze.html");
  EXPECT_EQ(run(exported).status, 0);
  const std::string page = shell_.text("page.html");
  ASSERT_TRUE(page.starts_with(head) && page.ends_with(tail)) << page;
  EXPECT_EQ(
      nlohmann::json::parse(page.substr(head.size(), page.size() - head.size() - tail.size())),
      nlohmann::json::parse(shell_.text("maze.json")));
}

}  // namespace
}  // namespace marblemaze

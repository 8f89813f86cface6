// Tests the commands for single mazes and runs by running the program in a shell.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/recording/made_recording.h"
#include "support/mazes.h"
#include "support/mesh_checks.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using testing::fault_of;
using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::read_stl;
using testing::run_program;
using testing::Shell;
using testing::TemporaryFolder;
using Document = nlohmann::json;

const std::string kCremer = " '" + testing::data_file("cremer_4x4.json").string() + "' ";

Document json_of(const std::string& arguments, int status = 0) {
  const ProgramRun run = run_program(arguments + " --json");
  EXPECT_EQ(run.status, status) << run.err;
  EXPECT_TRUE(Document::accept(run.out)) << run.out;
  return Document::parse(run.out, nullptr, false);
}

// ---- mazes

TEST(InfoCommand, DescribesTheThesisExample) {
  const Document info = json_of("info --schemes" + kCremer);
  EXPECT_EQ(info["cells"], 16);
  EXPECT_EQ(info["passages"], 15);
  EXPECT_EQ(info["path"], Document::array({1, 2, 3, 7, 11, 15, 16}));
  ASSERT_EQ(info["schemes"].size(), 1u) << "flat mazes have 4 orientations and only those";
  EXPECT_EQ(info["schemes"]["4"][0]["moves"], Document::array({1, 3}));
  EXPECT_EQ(json_of("info --size 5 --layers outer")["cells"], 98) << "hollow cells do not count";
}

TEST(PredictCommand, FollowsTheThesisExample) {
  int state = 0;  // cell 1, orientation 0
  std::vector<int> cells;
  for (int move : {0, 0, 1, 1, 1, 1}) {
    const Document predictions = json_of(
        fmt::format("predict {} --state {} --move {}", kCremer, state, move))["predictions"];
    ASSERT_EQ(predictions.size(), 1u);
    cells.push_back(predictions[0]["path"].back());
    state = predictions[0]["to"];
  }
  EXPECT_EQ(cells, (std::vector{3, 12, 4, 4, 14, 16}));
}

// ---- solve

TEST(SolveCommand, PlaysCompleteSolutionPredictionInBulletByDefault) {
  const Document result = json_of("solve --size 2");
  EXPECT_EQ(result["agent"], "complete-solution-prediction");
  EXPECT_EQ(result["orientations"], 8);
  EXPECT_EQ(result["world"], "bullet");
}

TEST(SolveCommand, ReportsTheOutcomeInWordsAndStatus) {
  const std::string example = kCremer + "--world predicted";
  for (const auto& [arguments, status, words] :
       std::vector<std::tuple<std::string, int, std::vector<std::string>>>{
           {example, 0, {"   1. ", "clockwise", "-> cell  16", "new state", "Solved", "6 moves"}},
           {"--seed 31 --world predicted", 1, {"Unsolvable", "has been tried"}},
           // Simulation search can prove that the maze is unsolvable without trying every move.
           {"--seed 2 --exact --agent simulation-search", 1, {"reached in copies is the target"}},
           {"--seed 2 --agent depth-first", 1, {"Frozen: the marble", "--orientations 24"}}}) {
    const ProgramRun run = run_program("solve " + arguments);
    EXPECT_EQ(run.status, status) << arguments;
    EXPECT_EQ(run.err, "") << "not reaching the target is an answer, no error";
    for (const std::string& word : words) EXPECT_THAT(run.out, HasSubstr(word)) << arguments;
  }
}

// ---- verify

TEST(VerifyCommand, ExitsWithZeroOnlyIfEverythingIsVerified) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.rec", verify = "verify '" + path + "'";
  Recording recording = testing::record_run(2);
  save_recording(recording, path);
  EXPECT_EQ(json_of(verify)["verified"], true);
  recording.spec.player.agent = "my-agent";
  save_recording(recording, path);
  const Document believed = json_of(verify, 1);
  EXPECT_EQ(believed["same"], true);
  EXPECT_EQ(believed["verified"], false);
  EXPECT_EQ(believed["not_verified"].size(), 1u);
  recording.build = "0.1.0 of another compiler";
  testing::damage_tick(recording, 321);
  save_recording(recording, path);
  const Document differs = json_of(verify, 1);
  EXPECT_EQ(differs["same_build"], false);
  EXPECT_EQ(differs["first_difference"], 321);
  EXPECT_THAT(run_program(verify).out, HasSubstr("which is not a bug in this program"));
}

TEST(VerifyCommand, ReadsRecordingsOfLogicMazesAndContinuousControl) {
  const TemporaryFolder folder;
  GameRecording game = testing::played("four-bit");
  const std::string path = folder / "game.rec";
  save_game(game, path);
  EXPECT_EQ(run_program("verify '" + path + "'").out,
            "identical: " + std::to_string(game.moves.size()) + " moves\n");
  EXPECT_THAT(run_program("export '" + path + "' --html -").err, HasSubstr("logic maze"));
  game.moves[1].to = StateId(game.moves[1].to.index ^ 1);
  save_game(game, path);
  EXPECT_EQ(json_of("verify '" + path + "'", 1)["first_difference"], 2);
  const Shell shell;
  EXPECT_LE(shell.run("$M solve --tilt --seed 3 --rest --record run.rec").status, 0);
  EXPECT_EQ(shell.run("$M verify run.rec && $M export run.rec --html run.html").status, 0);
}

// ---- design

TEST(DesignCommand, WritesACertificateThatOtherCommandsShow) {
  const Shell shell;
  const ProgramRun made = shell.run("$M design --exact --moves 4 -o maze.json --seed 3");
  ASSERT_EQ(made.status, 0) << made.err;
  const Document certificate = Document::parse(shell.text("maze.json"))["certificate"];
  EXPECT_GE(certificate["optimum"], 4);
  EXPECT_THAT(shell.run("$M info maze.json").out, HasSubstr("of 100 runs reach the target"));
  EXPECT_EQ(Document::parse(shell.run("$M info maze.json --json").out)["certificate"], certificate);
  EXPECT_THAT(shell.run("$M export maze.json --svg - --solution").out,
              HasSubstr("where these moves end"));
}

TEST(DesignCommand, ReportsUnreachableGoalsForAnyNumberOfThreads) {
  const std::string design = "design --exact --moves 90 --steps 20 --jobs ";
  const ProgramRun far = run_program(design + "1");
  EXPECT_EQ(far.status, 1);
  EXPECT_THAT(far.err,
              HasSubstr("no maze of 3x3x3 with a solution of 90 moves was found in 20 steps"));
  EXPECT_TRUE(Document::parse(far.out).contains("certificate")) << "the best there was";
  EXPECT_EQ(run_program(design + "2").out, far.out);
}

// ---- export

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

TEST_F(ExportCommand, WritesEachWatertightPartToAFileOnRequest) {
  run("$M export maze.json --stl part.stl --separate --wall-mm 2");
  EXPECT_EQ(shell_.text("part.stl"), "");
  for (const char* name : {"part-tray-1.stl", "part-lid.stl"})
    EXPECT_EQ(fault_of(read_stl(shell_.text(name))), "") << name;
}

TEST_F(ExportCommand, MapFindsSensitiveMovesWithNoiseOrDisplacedPoses) {
  const auto sensitive = [&](const std::string& options) {
    const std::string map = run("$M map --model imagined --seed 2 --json " + options).out;
    return nlohmann::json::parse(map)["knife_edge"].size();
  };
  EXPECT_GT(sensitive(""), 0u);
  EXPECT_GT(sensitive("--exact --knife-edge"), 0u);
  EXPECT_EQ(sensitive("--exact"), 0u);
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

// Tests the commands for single mazes and runs by running the program in a shell.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/recording/made_recording.h"
#include "engine/sim/physics_settings.h"
#include "maze/base/file_io.h"
#include "support/mazes.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::run_typed;
using testing::Shell;
using testing::TemporaryFolder;
using Document = nlohmann::json;

const std::string kCremer = " '" + testing::data_file("cremer_4x4.json").string() + "' ";

Document json_of(const std::string& arguments, int status = 0) {
  const ProgramRun run = run_typed(arguments + " --json");
  EXPECT_EQ(run.status, status) << run.err;
  EXPECT_TRUE(Document::accept(run.out)) << run.out;
  return Document::parse(run.out, nullptr, false);
}

// ---- mazes

TEST(GenerateCommand, PrintsAndWritesTheSameMazeFile) {
  const Shell shell;
  const std::string generate = "$M generate --size 5 --layers outer --seed 7";
  const ProgramRun printed = shell.run(generate);
  EXPECT_EQ(printed.status, 0);
  EXPECT_EQ(shell.run(generate + " -o maze.json").out, "");
  EXPECT_EQ(shell.text("maze.json"), printed.out);
  EXPECT_EQ(maze_from_json(printed.out), generate_kruskal(glm::ivec3(5), Layers::outer, 7));
}

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

TEST(SettingsCommand, PrintsTheSettingsThatItReads) {
  const Shell shell;
  const ProgramRun defaults = shell.run("$M settings --json");
  EXPECT_EQ(settings_from_json(defaults.out), PhysicsSettings{});
  EXPECT_EQ(shell.run("$M settings --json | $M settings --settings - --json").out, defaults.out);
  EXPECT_EQ(
      Document::parse(shell.run("$M settings --settings <(echo '{\"friction\": 0.25}') --json")
                          .out)["friction"],
      0.25);
  EXPECT_THAT(run_typed("settings").out, HasSubstr("if changed:"));
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
    const ProgramRun run = run_typed("solve " + arguments);
    EXPECT_EQ(run.status, status) << arguments;
    EXPECT_EQ(run.err, "") << "not reaching the target is an answer, no error";
    for (const std::string& word : words) EXPECT_THAT(run.out, HasSubstr(word)) << arguments;
  }
}

TEST(SolveCommand, TraceHasOneLineAMoveAndASummary) {
  const Shell shell;
  const Document result = Document::parse(
      shell.run("$M solve --world predicted --trace trace --json" + kCremer).out, nullptr, false);
  EXPECT_EQ(result["predicted_right"], 6);
  std::istringstream lines(shell.text("trace"));
  std::string line;
  for (int n = 1; n <= 6; ++n) {
    ASSERT_TRUE(std::getline(lines, line));
    const Document move = Document::parse(line);
    EXPECT_EQ(move["n"], n);
    const auto i = static_cast<std::size_t>(n);
    EXPECT_EQ(move["from"], result["states"][i - 1]);
    EXPECT_EQ(move["move"], result["played"][i - 1]);
    EXPECT_EQ(move["to"], result["states"][i]);
    EXPECT_EQ(move["cell"], result["states"][i].get<int>() / 4 + 1);
    EXPECT_EQ(move["orientation"], result["states"][i].get<int>() % 4);
    EXPECT_EQ(move["predicted"], move["to"]);
    EXPECT_EQ(move["reason"], n == 1 ? "fewest predicted moves to the goal"
                                     : fmt::format("planned moves left: {} of 6; the plan: fewest "
                                                   "predicted moves to the goal",
                                                   7 - n));
    EXPECT_TRUE(move["ticks"].contains("waiting"));
  }
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(Document::parse(line)["outcome"], "solved");
  EXPECT_FALSE(std::getline(lines, line)) << "the summary is the last line";
}

TEST(SolveCommand, SwitchesSchemesAtTheRequestedMove) {
  const Document result = json_of("solve --seed 2 --switch 24@2");
  EXPECT_EQ(result["switches"], 1);
  EXPECT_EQ(result["states"].size(), result["played"].size() + 2) << "the start and the switch";
}

// ---- verify

TEST(VerifyCommand, ExitsWithZeroOnlyIfEverythingIsVerified) {
  const TemporaryFolder folder;
  const std::string path = folder / "run.rec", verify = "verify '" + path + "'";
  Recording recording = testing::record_run(2);
  save_recording(recording, path);
  EXPECT_EQ(json_of(verify)["verified"], true);
  EXPECT_THAT(run_typed(verify).out, ::testing::MatchesRegex("identical: [0-9]+ ticks, 8 moves\n"));
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
  EXPECT_THAT(run_typed(verify).out,
              ::testing::MatchesRegex("recorded by another build .*: differs at tick 321 .*, which "
                                      "is not a bug in this program.*\n"));
}

TEST(VerifyCommand, ReadsRecordingsOfLogicMazesAndContinuousControl) {
  const TemporaryFolder folder;
  GameRecording game = testing::played("four-bit");
  const std::string path = folder / "game.rec";
  save_game(game, path);
  EXPECT_EQ(run_typed("verify '" + path + "'").out,
            "identical: " + std::to_string(game.moves.size()) + " moves\n");
  EXPECT_THAT(run_typed("export '" + path + "' --html -").err, HasSubstr("logic maze"));
  game.moves[1].to = StateId(game.moves[1].to.index ^ 1);
  save_game(game, path);
  EXPECT_EQ(json_of("verify '" + path + "'", 1)["first_difference"], 2);
  const Shell shell;
  EXPECT_LE(shell.run("$M solve --tilt --seed 3 --rest --record run.rec").status, 0);
  EXPECT_EQ(shell.run("$M verify run.rec && $M export run.rec --html run.html").status, 0);
}

// ---- design

TEST(DesignCommand, WritesAMazeFileWithACertificate) {
  const Shell shell;
  const ProgramRun made = shell.run("$M design --exact --moves 4 -o maze.json --seed 3");
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, "");
  const Document document = Document::parse(shell.text("maze.json"));
  EXPECT_EQ(document["generator"], (Document{{"name", "design"}, {"seed", 3}}));
  const Document& certificate = document["certificate"];
  EXPECT_GE(certificate["optimum"], 4);
  EXPECT_EQ(certificate["rests"].back(), 27);
  EXPECT_GE(certificate["reached"], 95);
  EXPECT_THAT(shell.run("$M info maze.json").out, HasSubstr("of 100 runs reach the target"));
  EXPECT_EQ(Document::parse(shell.run("$M info maze.json --json").out)["certificate"], certificate);
  EXPECT_THAT(shell.run("$M export maze.json --svg - --solution").out,
              HasSubstr("where these moves end"));
}

TEST(DesignCommand, ReportsUnreachableGoalsForAnyNumberOfThreads) {
  const std::string design = "design --exact --moves 90 --steps 20 --jobs ";
  const ProgramRun far = run_typed(design + "1");
  EXPECT_EQ(far.status, 1);
  EXPECT_THAT(far.err,
              HasSubstr("no maze of 3x3x3 with a solution of 90 moves was found in 20 steps"));
  EXPECT_TRUE(Document::parse(far.out).contains("certificate")) << "the best there was";
  EXPECT_EQ(run_typed(design + "2").out, far.out);
}

// ---- map

TEST(MapCommand, ContainsTheNumberOfSolutionsAndOneOfThem) {
  const std::string map = "map --seed 2 --model predicted";
  const Document document = json_of(map);
  EXPECT_THAT(
      run_typed(map).out,
      HasSubstr(fmt::format(", {} shortest solution", document["shortest_solutions"].get<int>())));
  ASSERT_EQ(document["solution"].size(), document["optimum"].get<std::size_t>());
  int at = document["states"][0];
  for (const Document& move : document["solution"]) {
    EXPECT_EQ(move[0], at);
    EXPECT_THAT(document["transitions"], ::testing::Contains(move));
    at = move[2];
  }
}

}  // namespace
}  // namespace marblemaze

#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/sim/physics_settings.h"
#include "maze/base/file_io.h"
#include "support/mazes.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using testing::data_file;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProgramRun;
using testing::run_marblemaze;
using testing::TemporaryFolder;
using Document = nlohmann::json;

/// Returns standard output, which must be one JSON document.
Document json_of(const std::vector<std::string>& arguments, int status = 0) {
  const ProgramRun run = run_marblemaze(arguments);
  EXPECT_EQ(run.status, status) << run.err;
  EXPECT_TRUE(Document::accept(run.out)) << run.out;
  return Document::parse(run.out, nullptr, false);
}

std::string cremer() { return data_file("cremer_4x4.json").string(); }

TEST(SolveCommand, PlanLimitSkipsMazesWithALongFirstPlan) {
  std::vector<std::string> limited = {
      "solve",          "--size", "5",      "--layers", "outer",        "--agent", "imagination",
      "--orientations", "24",     "--seed", "23874",    "--plan-limit", "30"};
  const ProgramRun run = run_marblemaze(limited);
  EXPECT_EQ(run.status, 0) << run.err;
  // The first plan in the maze with seed 23874 expects more than 100 moves.
  EXPECT_THAT(run.out.substr(0, run.out.find('\n')), Not(HasSubstr("seed 23874")));
  limited.back() = "200";
  EXPECT_THAT(run_marblemaze(limited).out, HasSubstr("seed 23874"));
}

TEST(SolveCommand, PlanLimitRejectsAnAgentWithoutAPlan) {
  const ProgramRun run = run_marblemaze({"solve", "--agent", "depth-first", "--plan-limit", "30"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("--plan-limit"));
}

TEST(GenerateCommand, PrintsAndWritesTheSameMazeFile) {
  const TemporaryFolder folder;
  const std::string path = (folder / "maze.json").string();
  const ProgramRun printed =
      run_marblemaze({"generate", "--size", "5", "--layers", "outer", "--seed", "7"});
  EXPECT_EQ(printed.status, 0);
  const ProgramRun written =
      run_marblemaze({"generate", "--size", "5", "--layers", "outer", "--seed", "7", "-o", path});
  EXPECT_EQ(written.status, 0);
  EXPECT_EQ(written.out, "");
  EXPECT_EQ(read_text_file(path), printed.out);
  EXPECT_EQ(load_maze(path), generate_kruskal(glm::ivec3(5), Layers::outer, 7));
}

TEST(GenerateCommand, AMazeOneCellDeepIsFlatByDefault) {
  EXPECT_EQ(json_of({"generate", "--dims", "9x9x1"})["layers"], "flat");
  EXPECT_EQ(run_marblemaze({"solve", "--dims", "4x4x1", "--json"}).err, "");
  for (const char* const layers : {"all", "outer"})
    EXPECT_THAT(run_marblemaze({"generate", "--dims", "9x9x1", "--layers", layers}).err,
                HasSubstr("1 along z"));
}

TEST(GenerateCommand, MakesBoxesAndFlatMazes) {
  EXPECT_EQ(json_of({"generate", "--dims", "4x3x5"})["dims"], Document::array({4, 3, 5}));
  EXPECT_EQ(json_of({"generate", "--size", "6", "--layers", "flat"})["dims"],
            Document::array({6, 6, 1}));
  EXPECT_THAT(run_marblemaze({"generate", "--ascii"}).out, HasSubstr("layer z = 2"));
}

TEST(InfoCommand, DescribesTheThesisExample) {
  const Document info = json_of({"info", cremer(), "--schemes", "--json"});
  EXPECT_EQ(info["cells"], 16);
  EXPECT_EQ(info["passages"], 15);
  EXPECT_EQ(info["path_cells"], 7);
  EXPECT_EQ(info["path"], Document::array({1, 2, 3, 7, 11, 15, 16}));
  ASSERT_EQ(info["schemes"].size(), 1u) << "flat mazes have 4 orientations and only those";
  EXPECT_EQ(info["schemes"]["4"][0]["moves"], Document::array({1, 3}));
}

TEST(InfoCommand, CountsNoHollowCells) {
  EXPECT_EQ(json_of({"info", "--size", "5", "--layers", "outer", "--json"})["cells"], 98);
}

TEST(PredictCommand, FollowsTheThesisExample) {
  int state = 0;  // cell 1, orientation 0
  std::vector<int> cells;
  for (int move : {0, 0, 1, 1, 1, 1}) {
    const Document predictions = json_of({"predict", cremer(), "--state", std::to_string(state),
                                          "--move", std::to_string(move), "--json"})["predictions"];
    ASSERT_EQ(predictions.size(), 1u);
    cells.push_back(predictions[0]["path"].back());
    state = predictions[0]["to"];
  }
  EXPECT_EQ(cells, (std::vector{3, 12, 4, 4, 14, 16}));
}

TEST(PredictCommand, RejectsAStateInWhichNoMarbleCanRest) {
  // Cell 1 with gravity towards the right, where there is no wall to cell 2.
  const ProgramRun run = run_marblemaze({"predict", cremer(), "--state", "1"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("state 1"));
}

TEST(SettingsCommand, PrintsWhatItReads) {
  const TemporaryFolder folder;
  const ProgramRun defaults = run_marblemaze({"settings", "--json"});
  EXPECT_EQ(settings_from_json(defaults.out), PhysicsSettings{});
  const std::string path = folder.write("settings.json", defaults.out);
  EXPECT_EQ(run_marblemaze({"settings", "--settings", path, "--json"}).out, defaults.out);
  const std::string changed = folder.write("changed.json", R"({"friction": 0.25})");
  EXPECT_EQ(json_of({"settings", "--settings", changed, "--json"})["friction"], 0.25);
  EXPECT_THAT(run_marblemaze({"settings"}).out, HasSubstr("if changed:"));
}

TEST(AgentsCommand, ListsTheSearchesOfTheThesis) {
  std::set<std::string> names;
  for (const Document& agent : json_of({"agents", "--json"})) names.insert(agent["name"]);
  for (const char* name : {"depth-first", "breadth-first", "heuristic", "improved-heuristic",
                           "single-move-prediction", "complete-solution-prediction"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(SolveCommand, SolvesTheThesisExampleInSixPredictedMoves) {
  const Document result = json_of({"solve", cremer(), "--world", "predicted", "--json"});
  EXPECT_EQ(result["outcome"], "solved");
  EXPECT_EQ(result["moves"], 6);
  EXPECT_EQ(result["predicted_right"], 6);
  std::vector<int> cells;
  for (const Document& state : result["states"]) cells.push_back(state.get<int>() / 4 + 1);
  EXPECT_EQ(cells.front(), 1);
  EXPECT_EQ(cells.back(), 16);
}

TEST(SolveCommand, PlaysAThesisAgentInAnEightOrientationBulletWorldByDefault) {
  const Document result = json_of({"solve", "--size", "2", "--json"});
  EXPECT_EQ(result["agent"], "complete-solution-prediction");
  EXPECT_EQ(result["orientations"], 8);
  EXPECT_EQ(result["world"], "bullet");
}

/// Returns the first seed, from 1, whose run has this outcome, and its result.
std::string seed_ending(const std::string& outcome, const std::vector<std::string>& more) {
  for (int seed = 1; seed <= 400; ++seed) {
    std::vector<std::string> arguments{"solve", "--json", "--seed", std::to_string(seed)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    if (Document::parse(run_marblemaze(arguments).out)["outcome"] == outcome)
      return std::to_string(seed);
  }
  ADD_FAILURE() << "no run of 400 ended " << outcome;
  return "1";
}

TEST(SolveCommand, ExitStatusShowsWhetherItSolved) {
  const std::vector<std::string> predicted{"--world", "predicted"};
  const std::string solved = seed_ending("solved", predicted);
  EXPECT_EQ(run_marblemaze({"solve", "--seed", solved, "--world", "predicted"}).status, 0);
  const std::string unsolvable = seed_ending("unsolvable", predicted);
  const ProgramRun run = run_marblemaze({"solve", "--seed", unsolvable, "--world", "predicted"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.err, "") << "not reaching the target is an answer, no error";
  EXPECT_THAT(run.out, HasSubstr("Unsolvable"));
}

TEST(SolveCommand, AnAgentThatGivesUpEarlyGivesAReason) {
  std::vector<std::string> copies{"--exact", "--agent", "simulation-search"};
  copies.insert(copies.begin(), {"solve", "--seed", seed_ending("unsolvable", copies)});
  const ProgramRun run = run_marblemaze(copies);
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, HasSubstr("reached in copies is the target"));
  EXPECT_THAT(run.out, Not(HasSubstr("has been tried")));
}

TEST(SolveCommand, AFrozenRunIsExplainedWithAdvice) {
  const std::vector<std::string> blind{"--agent", "depth-first"};
  const std::string seed = seed_ending("frozen", blind);
  const ProgramRun run = run_marblemaze({"solve", "--seed", seed, "--agent", "depth-first"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, HasSubstr("Frozen: the marble"));
  EXPECT_THAT(run.out, HasSubstr("--orientations 24"));
}

TEST(SolveCommand, DescribesEachMove) {
  const ProgramRun run = run_marblemaze({"solve", cremer(), "--world", "predicted"});
  EXPECT_THAT(run.out, HasSubstr("   1. "));
  EXPECT_THAT(run.out, HasSubstr("clockwise"));
  EXPECT_THAT(run.out, HasSubstr("-> cell  16"));
  EXPECT_THAT(run.out, HasSubstr("new state"));
  EXPECT_THAT(run.out, HasSubstr("Solved"));
  EXPECT_THAT(run.out, HasSubstr("6 moves"));
}

TEST(SolveCommand, WritesTheSameTraceByteForByteInEveryProcess) {
  const TemporaryFolder folder;
  const auto trace = [&](const std::string& name) {
    const std::string path = (folder / name).string();
    const ProgramRun run =
        run_marblemaze({"solve", "--seed", "3", "--agent", "breadth-first", "--trace", path});
    EXPECT_LT(run.status, 2);
    return read_text_file(path) + run.out;
  };
  const std::string first = trace("a");
  EXPECT_EQ(trace("b"), first);
}

TEST(SolveCommand, TraceHasOneLineAMoveAndASummary) {
  const TemporaryFolder folder;
  const std::string path = (folder / "trace").string();
  const Document result =
      json_of({"solve", cremer(), "--world", "predicted", "--trace", path, "--json"});
  std::istringstream lines(read_text_file(path));
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
  for (int seed = 1; seed <= 100; ++seed) {
    const ProgramRun run =
        run_marblemaze({"solve", "--seed", std::to_string(seed), "--switch", "24@2", "--json"});
    const Document result = Document::parse(run.out);
    if (result["moves"] < 3) continue;  // the run ended before the switch had an effect
    EXPECT_EQ(result["switches"], 1);
    // Start, first move, switch, and one state for each further move that settled.
    const std::size_t settled = result["outcome"] == "frozen" ? 1 : 2;
    EXPECT_EQ(result["states"].size(), result["played"].size() + settled);
    return;
  }
  FAIL() << "no run of three moves in a hundred seeds";
}

TEST(Program, ShowsReadableHelp) {
  const ProgramRun help = run_marblemaze({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* word : {"solve", "generate", "Examples:", "Exit status"})
    EXPECT_THAT(help.out, HasSubstr(word));
  for (const char* command : {"generate", "info", "predict", "solve", "settings", "agents"}) {
    const ProgramRun of_command = run_marblemaze({command, "--help"});
    EXPECT_EQ(of_command.status, 0) << command;
    EXPECT_THAT(of_command.out, Not(HasSubstr("\t"))) << command;
  }
  EXPECT_THAT(run_marblemaze({"--version"}).out, HasSubstr("marblemaze "));
  EXPECT_EQ(run_marblemaze({}).status, 2) << "no command is bad usage";
}

}  // namespace
}  // namespace marblemaze

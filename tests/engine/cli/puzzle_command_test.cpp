#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/base/file_io.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::run_program;

std::vector<std::string> kinds() {
  CLI::App program;
  add_puzzle_command(program);
  std::vector<std::string> names;
  for (const CLI::App* kind : program.get_subcommand("puzzle")->get_subcommands({}))
    if (kind->get_option_no_throw("VERB") != nullptr) names.push_back(kind->get_name());
  return names;
}

nlohmann::json document_of(const std::string& arguments, int status = 0) {
  const ProgramRun run = run_program(arguments);
  EXPECT_EQ(run.status, status) << run.err;
  return nlohmann::json::parse(run.out, nullptr, false);
}

TEST(PuzzleCommand, EveryKindHasAllVerbsAndReadsItsOwnOutput) {
  EXPECT_EQ(kinds().size(), 9u);
  for (const std::string& kind : kinds()) {
    const std::string puzzle = "puzzle " + kind;
    const ProgramRun made = run_program(puzzle + " generate --seed 3"),
                     json = run_program(puzzle + " generate --seed 3 --json");
    EXPECT_EQ(made.status, 0) << kind;
    EXPECT_EQ(run_program(puzzle + " generate --seed 3").out, made.out) << kind;
    EXPECT_NE(run_program(puzzle + " generate --seed 4").out, made.out) << kind;
    // The input may start with a byte order mark.
    EXPECT_EQ(run_program(puzzle + " check -", "\xef\xbb\xbf" + made.out).status, 0) << kind;
    EXPECT_EQ(nlohmann::json::parse(json.out)["kind"], kind);
    EXPECT_EQ(run_program(puzzle + " check - --json", json.out).status, 0) << kind;
    EXPECT_THAT(run_program(puzzle + " solve - --json", json.out).out, HasSubstr("\"outcome\""));
    EXPECT_THAT(run_program(puzzle + " dot").out, HasSubstr("graph ")) << kind;
    EXPECT_EQ(run_program(puzzle + " play", "help\nnonsense\nq\n").status, 1) << kind;
    EXPECT_EQ(run_program(puzzle + " play", "").status, 1) << kind;
  }
}

TEST(PuzzleCommand, GraphOfAJumpMazeHasItsFirstRowAtTheTop) {
  const std::string graph = run_program("puzzle jump dot - --no-u-turns", "221/122/22G\n").out;
  EXPECT_THAT(graph, HasSubstr("q0 [label=\"2\", pos=\"0,2!\""));
  EXPECT_THAT(graph, HasSubstr("q2 [label=\"1\", pos=\"2,2!\""));
  EXPECT_THAT(graph, HasSubstr("q3 [label=\"1\", pos=\"0,1!\""));
}

// Comments in the documentation page, such as <!-- puzzle sudoku -->, specify the kind of the next
// example.
TEST(PuzzleCommand, EveryExampleOfThePageAboutFormatsIsRead) {
  const auto page = split_text(
      read_text_file(std::string(MARBLEMAZE_SOURCE_DIR) + "/docs/reference/puzzle-formats.md"),
      '\n');
  int examples = 0;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const auto words = split_words(page[i]);
    if (words.size() < 3 || words[0] != "<!--") continue;
    std::string command = words[1] == "life" ? "puzzle life -" : "puzzle " + words[2] + " check -";
    for (std::size_t word = 3; word + 1 < words.size(); ++word) command += " " + words[word];
    std::string text;
    for (i += 2; page[i] != "```"; ++i) text += page[i] + "\n";
    const ProgramRun run = run_program(command, text);
    EXPECT_EQ(run.err, "") << command << "\n" << text;
    EXPECT_LE(run.status, 1) << command;
    ++examples;
  }
  EXPECT_EQ(examples, 19);
}

TEST(PuzzleCommand, JumpListsTheShortestSolutionsUpToALimit) {
  const std::string solve = "puzzle jump solve --seed 4 --json";
  const auto shortest = document_of(solve);
  const auto listed = document_of(solve + " --all --limit 2");
  EXPECT_EQ(listed["complete"], false);
  ASSERT_EQ(listed["solutions"].size(), 2u);
  EXPECT_EQ(listed["solutions"][0]["moves"], shortest["moves"]);
  EXPECT_THAT(run_program("puzzle jump solve --seed 4 --all --limit 2").out,
              HasSubstr("2 loop-free solutions, the shortest of more (--limit)"));
}

TEST(PuzzleCommand, AGameRejectsAWordInsteadOfPlayingItsLetters) {
  const ProgramRun run = run_program("puzzle jump play 221/122/220", "undo\nhint\ns d\n");
  EXPECT_EQ(run.status, 0) << "down and right are a solution";
  EXPECT_THAT(run.out, HasSubstr("'undo' is not a command: w up"));
  EXPECT_THAT(run.out, HasSubstr("down: 2 moves to the goal"));
}

TEST(PuzzleCommand, GeneratedPuzzlesHaveTheRequestedProperties) {
  const std::string generate = "puzzle rook generate --no-u-turns --seed 1";
  const ProgramRun made = run_program(generate + " --json");
  const auto board = nlohmann::json::parse(made.out);
  const std::string solve = "puzzle rook solve - --json";
  const ProgramRun solution = run_program(solve, made.out);
  EXPECT_EQ(board["quality"]["distance"], nlohmann::json::parse(solution.out)["moves"]);
  EXPECT_EQ(run_program(solve, run_program(generate).out).out, solution.out)
      << "the text and the JSON document contain the rule";
  const ProgramRun binary = run_program("puzzle binary generate --seed 6 --level 3");
  EXPECT_THAT(run_program("puzzle binary check - --json", binary.out).out,
              HasSubstr("\"level\":3"));
}

TEST(PuzzleCommand, AJumpSolutionIsReplayed) {
  const std::string text = run_program("puzzle jump solve 221/122/220 --animate").out;
  EXPECT_THAT(text, HasSubstr("iteration 0\n<2> 2  1 \n"));
  EXPECT_THAT(text, HasSubstr("iteration 2\n.2. 2 "));
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "without a terminal";
}

TEST(PuzzleCommand, ANonogramWithTooManyPlacementsIsSolvedByMessages) {
  // A clue of ten runs of length 1 in a row of 30 squares has 352,716 placements.
  const std::string clue = "1 1 1 1 1 1 1 1 1 1";
  const auto solved = document_of(
      "puzzle nonogram solve 'rows " + clue + "; columns 1, 1, 1, 1, 1, " +
          "1, 1, 1, 1, 1, -, -, -, -, -, -, -, -, -, -, -, -, -, -, -, -, " + "-, -, -, -' --json",
      1);
  EXPECT_EQ(solved["machine"], "messages");
  EXPECT_EQ(solved["outcome"], "contradiction");
  EXPECT_EQ(document_of("puzzle nonogram solve --json")["machine"], "placements");
  EXPECT_EQ(document_of("puzzle nonogram solve --machine messages --json")["picture"],
            document_of("puzzle nonogram solve --machine placements --json")["picture"]);
}

TEST(PuzzleCommand, EqualLinesOptionAcceptsOtherPrograms) {
  const std::string board = "'001011 110100 00101. 010101 101100 110010'";
  const auto strict = document_of("puzzle binary solve " + board + " --json", 1);
  EXPECT_EQ(strict["outcome"], "contradiction");
  EXPECT_EQ(strict["reason"], "rows 1 and 3 are equal");
  EXPECT_EQ(document_of("puzzle binary solve --equal-lines " + board + " --json")["outcome"],
            "solved");
  EXPECT_EQ(run_program("puzzle binary check --equal-lines " + board).status, 0);
}

TEST(PuzzleCommand, AGeneratorWithoutBudgetReportsTheMissingGoal) {
  for (const std::string kind : {"nonogram --width 30 --height 30", "binary --level 3", "sudoku",
                                 "tectonic", "kakuro", "maze-automaton --fill 0.01"}) {
    const std::size_t blank = std::min(kind.find(' '), kind.size());
    const std::string arguments =
        "puzzle " + kind.substr(0, blank) + " generate --budget 1" + kind.substr(blank);
    const ProgramRun run = run_program(arguments);
    EXPECT_EQ(run.status, 1) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_THAT(run.err, HasSubstr("not found within 1 steps")) << arguments;
    EXPECT_EQ(document_of(arguments + " --json", 1)["outcome"], "not reached") << arguments;
  }
}

TEST(PuzzleCommand, AnUnsolvableOrStalledPuzzleEndsWithStatusOne) {
  EXPECT_EQ(document_of("puzzle jump solve '2[2]1/122/220' --json", 1)["outcome"], "unsolvable");
  EXPECT_EQ(
      document_of("puzzle jump solve '2[2]1/122/220' --agent depth-first --json", 1)["outcome"],
      "unsolvable");
  const auto stalled =
      document_of("puzzle nonogram solve 'rows -, 2, 1, 1 1; columns 1, 1, 2, 1' --json", 1);
  EXPECT_EQ(stalled["outcome"], "stalled");
  EXPECT_EQ(stalled["certain"], 8);
  EXPECT_EQ(stalled["picture"], "....\n????\n..#.\n????\n");
}

TEST(PuzzleCommand, TheExactSolverSolvesPuzzlesThatAnAutomatonLeavesOpen) {
  const std::string stalling = "'rows -, 2, 1, 1 1; columns 1, 1, 2, 1'";
  EXPECT_THAT(run_program("puzzle nonogram solve " + stalling).out, HasSubstr("--exact finds"));
  const auto solved = document_of("puzzle nonogram solve --exact --json " + stalling);
  EXPECT_EQ(solved["outcome"], "solved");
  EXPECT_EQ(solved["unique"], true);
  const auto checked =
      document_of("puzzle nonogram check --solutions --json 'rows 1, 1; columns 1, 1'", 1);
  EXPECT_EQ(checked["solvable"], true);
  ASSERT_EQ(checked["solutions"].size(), 2u);
  EXPECT_NE(checked["solutions"][0], checked["solutions"][1]);
  for (const std::string kind : {"sudoku", "tectonic", "kakuro"})
    EXPECT_EQ(document_of("puzzle " + kind + " solve --bundled --exact --json")["unique"], true)
        << kind;
  EXPECT_EQ(document_of("puzzle kakuro solve --exact --json '# 3\\ 4\\ / \\3 . . / \\17 . .'",
                        1)["outcome"],
            "unsolvable");
}

TEST(PuzzleCommand, AGameAcceptsEverySolution) {
  const std::string play = "puzzle nonogram play 'rows 1, 1; columns 1, 1'";
  for (const char* keys : {"1 1 #\n2 2 #\n", "1 2 #\n2 1 #\n"}) {
    const ProgramRun game = run_program(play, keys);
    EXPECT_EQ(game.status, 0) << game.out;
    EXPECT_THAT(game.out, HasSubstr("several solutions"));
    EXPECT_THAT(game.out, HasSubstr("solved\n"));
  }
  for (const char* first : {"1 1 #", "1 2 #"})  // hints must agree with the player's square
    EXPECT_EQ(run_program(play, std::string(first) + "\nhint\nhint\nhint\n").status, 0);
  EXPECT_THAT(run_program(play, "1 1 #\n1 2 #\nhint\n").out,
              HasSubstr("no solution contains all these values"));
  const ProgramRun wrong = run_program("puzzle binary play '01/1.'", "2 2 1\ncheck\n2 2 0\n");
  EXPECT_THAT(wrong.out, HasSubstr("row 2 column 2 is wrong\n1 wrong, 0 empty\n"));
  EXPECT_EQ(wrong.status, 0);
}

TEST(PuzzleCommand, ATimeLimitEndsEveryLongCommand) {
  for (const std::string arguments :
       {"nonogram check --width 60 --height 60 --hard --density 0.5",
        "nonogram solve --width 60 --height 60 --hard --density 0.5 --exact",
        "life --generations 1000000 --width 200 --height 200",
        "rook generate --size 40 --steps 99999999"}) {
    const ProgramRun run = run_program("puzzle " + arguments + " --time-limit 0.05");
    EXPECT_EQ(run.status, 1) << arguments << run.out;
    EXPECT_THAT(run.err, HasSubstr("not finished within 0.05 s")) << arguments;
  }
}

TEST(PuzzleCommand, FourBitMazesCanBePlayedToTheEnd) {
  const auto solved = document_of("puzzle four-bit solve --seed 5 --json");
  std::string keys;
  for (int button : solved["played"])
    keys += std::string(1, static_cast<char>('1' + button)) + "\n";
  const ProgramRun game = run_program("puzzle four-bit play --seed 5", keys);
  EXPECT_EQ(game.status, 0);
  EXPECT_THAT(game.out, HasSubstr("All lamps are off"));
}

}  // namespace
}  // namespace marblemaze

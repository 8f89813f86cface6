#include "agent/automata/puzzle_automata.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "support/placements.h"

namespace marblemaze {
namespace {

// Returns all placements that the automaton of a single row records.
std::vector<std::string> recorded_placements(const Clue& clue, int length) {
  Nonogram puzzle{{clue}, std::vector<Clue>(length)};
  Lattice<NonogramCell> cells = nonogram_lattice(puzzle);
  for (int x = 0; x < length; ++x) cells.at(x, 0).down = {};  // deactivates the column automata
  Automaton<NonogramRule> automaton(cells);
  std::vector<std::string> seen;
  for (int i = 0; i < 10'000; ++i) {
    const LineView& first = automaton.now().at(0, 0).across;
    if (first.signal == LineSignal::commit || first.signal == LineSignal::commit_empty) return seen;
    if (first.signal == LineSignal::record) {
      std::string line;
      for (int x = 0; x < length; ++x) line += automaton.now().at(x, 0).across.black ? '#' : '.';
      seen.push_back(line);
    }
    automaton.step();
  }
  return {};
}

TEST(NonogramAutomaton, PushesALineThroughAllPlacementsInLexicographicalOrder) {
  for (const auto& [clue, length] : std::vector<std::pair<Clue, int>>{{{3, 1, 2}, 10},
                                                                      {{9}, 10},
                                                                      {{1, 1}, 4},
                                                                      {{}, 3},
                                                                      {{3}, 3},
                                                                      {{1}, 1},
                                                                      {{1, 1, 1, 1}, 11},
                                                                      {{2, 4}, 12}}) {
    std::vector<std::string> expected;
    for (const Picture& placement : testing::placements(clue, length))
      expected.push_back(to_text(placement, length + 1, kShades));
    EXPECT_EQ(recorded_placements(clue, length), expected) << to_text(clue);
  }
}

// Of the 65,536 pictures, 52,362 are the only solution of their clues.
TEST(NonogramAutomaton, SolvesTheFourByFourPicturesThatLineRulesDecide) {
  const auto clues_of = [](const Nonogram& puzzle) {
    std::vector<Clue> clues = puzzle.rows;
    clues.insert(clues.end(), puzzle.columns.begin(), puzzle.columns.end());
    return clues;
  };
  std::map<std::vector<Clue>, int> pictures_of;
  std::vector<Nonogram> puzzles;
  for (int bits = 0; bits < 65'536; ++bits) {
    Picture picture(16);
    for (int i = 0; i < 16; ++i) picture[i] = (bits >> i & 1) != 0 ? Shade::black : Shade::white;
    puzzles.push_back(nonogram_of(picture, 4));
    ++pictures_of[clues_of(puzzles.back())];
  }
  int unique = 0, solved = 0, stalled = 0;
  for (const Nonogram& puzzle : puzzles) {
    if (pictures_of[clues_of(puzzle)] != 1) continue;
    ++unique;
    const DeductionResult result = solve_by_automaton(puzzle);
    solved += result.ending == Deduction::solved ? 1 : 0;
    stalled += result.ending == Deduction::stalled ? 1 : 0;
    ASSERT_EQ(result.candidates, deduce_lines(puzzle)) << to_text(puzzle);
  }
  EXPECT_EQ(unique, 52'362);
  EXPECT_EQ(solved, 51'234);
  EXPECT_EQ(stalled, 52'362 - 51'234);
}

TEST(NonogramMessages, FindExactlyTheSquaresThatLineRulesDetermine) {
  Rng rng(21);
  for (int trial = 0; trial < 300; ++trial) {
    const int width = 1 + trial % 13, height = 1 + trial % 11;
    Picture picture(width * height);
    for (CandidateSet& shade : picture) shade = rng.uniform() < 0.55 ? Shade::black : Shade::white;
    const Nonogram puzzle = nonogram_of(picture, width);
    const DeductionResult result = solve_by_messages(puzzle);
    const Picture expected = deduce_lines(puzzle);
    ASSERT_EQ(result.candidates, expected) << to_text(puzzle);
    const bool open = std::count(expected.begin(), expected.end(), Shade::unknown) > 0;
    EXPECT_EQ(result.ending, open ? Deduction::stalled : Deduction::solved);
  }
}

constexpr const char* kBinaryPuzzle =
    ".......1.. .00..0..1. ..0.1..0.0 ..1...1... 1.1.....1. .......1.. .0..1....0 ....11...0 "
    ".0.0.1..0. .0..0...1.";
constexpr const char* kBinarySolution =
    "0110010101 1001100110 0101101010 0110011001 1010100110 0101010101 1001101010 0110110100 "
    "1010011001 1001001011";

TEST(BinaryAutomaton, NeedsMethodThreeForThePuzzleOfTheDocument) {
  const DeductionResult stalled = solve_by_automaton(parse_binary_puzzle(kBinaryPuzzle), false);
  EXPECT_EQ(stalled.ending, Deduction::stalled);
  EXPECT_EQ(stalled.iterations, 6);
  const DeductionResult result = solve_by_automaton(parse_binary_puzzle(kBinaryPuzzle));
  EXPECT_EQ(result.ending, Deduction::solved);
  EXPECT_EQ(to_takuzu({10, result.candidates}), kBinarySolution);
  EXPECT_EQ(result.iterations, 63);
}

TEST(BinaryAutomaton, SolvesOnlyPuzzlesOfLevelsOneAndTwo) {
  for (int level = kEasiestLevel; level <= kHardestLevel; ++level) {
    for (std::uint64_t seed = 301; seed <= 310; ++seed) {
      Rng rng(seed);
      GeneratorBudget budget(1'000'000);
      const auto puzzle = make_binary_puzzle_of_level(8, level, rng, budget);
      ASSERT_TRUE(puzzle);
      EXPECT_EQ(solve_by_automaton(*puzzle).ending == Deduction::solved, level <= 2);
      EXPECT_EQ(solve_by_automaton(*puzzle, false).ending == Deduction::solved, level == 1);
    }
  }
}

TEST(DigitAutomaton, NeverRemovesTheDigitOfTheSolution) {
  for (const DigitKind kind : {DigitKind::sudoku, DigitKind::tectonic, DigitKind::kakuro}) {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      Rng rng(seed);
      GeneratorBudget endless;
      const DigitPuzzle puzzle = make_digit_puzzle(kind, 6, 6, rng, endless).value();
      const Candidates answer = solve_exactly(puzzle).front();
      const DeductionResult result = solve_by_automaton(puzzle);
      ASSERT_NE(result.ending, Deduction::contradiction);
      solved += result.ending == Deduction::solved ? 1 : 0;
      for (int cell = 0; cell < puzzle.cells(); ++cell)
        ASSERT_EQ(result.candidates[cell] & answer[cell], answer[cell]);
    }
    EXPECT_GT(solved, 0) << to_string(kind);
    EXPECT_LT(solved, 30) << to_string(kind);
  }
}

TEST(PuzzleAutomata, AContradictionNamesTheRuleAndTheCell) {
  EXPECT_EQ(
      solve_by_automaton(parse_binary_puzzle("00.11. ...... ...... ...... ...... ......")).reason,
      "row 1 column 3 would have to be both 0 and 1; row 1 has three equal squares in a row");
  const DeductionResult kakuro =
      solve_by_automaton(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 4\\ / \\3 . . / \\17 . ."));
  EXPECT_EQ(kakuro.ending, Deduction::contradiction);
  EXPECT_NE(kakuro.reason.find("row 3 column"), std::string::npos) << kakuro.reason;
}

}  // namespace
}  // namespace marblemaze

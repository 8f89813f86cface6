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

TEST(NonogramAutomaton, ReportsAStallIfNoSingleLineDecides) {
  const Nonogram puzzle = parse_nonogram("rows -, 2, 1, 1 1; columns 1, 1, 2, 1");
  const DeductionResult result = solve_by_automaton(puzzle);
  EXPECT_EQ(result.ending, Deduction::stalled);
  EXPECT_EQ(result.candidates, deduce_lines(puzzle));
  const auto answer = solve_exactly(puzzle);
  ASSERT_EQ(answer.size(), 1u);
  EXPECT_EQ(to_text(answer.front(), 4, kShades), "....\n.##.\n..#.\n#..#\n");
}

// Of the 65,536 pictures, 52,362 are the only solution of their clues.
TEST(NonogramAutomaton, SolvesTheFourByFourPicturesThatLineRulesDecide) {
  std::map<std::vector<Clue>, int> pictures_of;
  std::vector<Nonogram> puzzles;
  for (int bits = 0; bits < 65'536; ++bits) {
    Picture picture(16);
    for (int i = 0; i < 16; ++i) picture[i] = (bits >> i & 1) != 0 ? Shade::black : Shade::white;
    puzzles.push_back(nonogram_of(picture, 4));
    std::vector<Clue> key = puzzles.back().rows;
    key.insert(key.end(), puzzles.back().columns.begin(), puzzles.back().columns.end());
    ++pictures_of[key];
  }
  int unique = 0, solved = 0, stalled = 0;
  for (const Nonogram& puzzle : puzzles) {
    std::vector<Clue> key = puzzle.rows;
    key.insert(key.end(), puzzle.columns.begin(), puzzle.columns.end());
    if (pictures_of[key] != 1) continue;
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

Nonogram random_picture(int width, int height, double density, Rng& rng) {
  Picture picture(static_cast<std::size_t>(width) * height);
  for (CandidateSet& shade : picture) shade = rng.unit() < density ? Shade::black : Shade::white;
  return nonogram_of(picture, width);
}

TEST(NonogramMessages, FindExactlyTheSquaresThatLineRulesDetermine) {
  Rng rng(21);
  for (int trial = 0; trial < 300; ++trial) {
    const Nonogram puzzle = random_picture(1 + trial % 13, 1 + trial % 11, 0.55, rng);
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

TEST(BinaryAutomaton, ContradictionNamesTheRuleAndTheSquare) {
  EXPECT_EQ(
      solve_by_automaton(parse_binary_puzzle("00.11. ...... ...... ...... ...... ......")).reason,
      "row 1 column 3 would have to be both 0 and 1; row 1 has three equal squares in a row");
}

TEST(BinaryAutomaton, EqualRowsAreAContradictionUnlessTheBoardAllowsThem) {
  const char* open = "001011 110100 00101. 010101 101100 110010";
  const DeductionResult strict = solve_by_automaton(parse_binary_puzzle(open));
  EXPECT_EQ(strict.ending, Deduction::contradiction);
  EXPECT_EQ(strict.reason, "rows 1 and 3 are equal");
  const DeductionResult loose = solve_by_automaton(parse_binary_puzzle(open, false));
  EXPECT_EQ(loose.ending, Deduction::solved);
  EXPECT_EQ(to_takuzu({6, loose.candidates}), "001011 110100 001011 010101 101100 110010");
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

constexpr DigitKind kKinds[] = {DigitKind::sudoku, DigitKind::tectonic, DigitKind::kakuro};

DigitPuzzle random_of(DigitKind kind, std::uint64_t seed) {
  Rng rng(seed);
  GeneratorBudget endless;
  return make_digit_puzzle(kind, 6, 6, rng, endless).value();
}

TEST(DigitAutomaton, SolvesTheBundledInstances) {
  for (DigitKind kind : kKinds) {
    const DeductionResult result = solve_by_automaton(bundled_puzzle(kind));
    EXPECT_EQ(result.ending, Deduction::solved) << to_string(kind);
    EXPECT_EQ(result.candidates, solve_exactly(bundled_puzzle(kind)).front());
  }
}

TEST(DigitAutomaton, NeverRemovesTheDigitOfTheSolution) {
  for (DigitKind kind : kKinds) {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      const DigitPuzzle puzzle = random_of(kind, seed);
      const Candidates answer = solve_exactly(puzzle).front();
      const DeductionResult result = solve_by_automaton(puzzle);
      ASSERT_NE(result.ending, Deduction::contradiction);
      solved += result.ending == Deduction::solved ? 1 : 0;
      for (int cell = 0; cell < puzzle.cells(); ++cell)
        ASSERT_EQ(result.candidates[cell] & answer[cell], answer[cell]);
    }
    RecordProperty(std::string("solved_of_30_") + to_string(kind), solved);
    EXPECT_GT(solved, 0) << to_string(kind);
    EXPECT_LT(solved, 30) << to_string(kind);
  }
}

TEST(DigitAutomaton, ContradictionNamesTheRuleAndTheCell) {
  const DeductionResult result =
      solve_by_automaton(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 4\\ / \\3 . . / \\17 . ."));
  EXPECT_EQ(result.ending, Deduction::contradiction);
  EXPECT_NE(result.reason.find("row 3 column"), std::string::npos) << result.reason;
}

}  // namespace
}  // namespace marblemaze

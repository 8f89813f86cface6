#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/puzzles/binary_puzzle.h"
#include "maze/puzzles/digit_puzzle.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"
#include "maze/puzzles/nonogram.h"
#include "maze/puzzles/path_maze.h"
#include "support/bad_input.h"

/// Checks that every parser either uses its entire text, or rejects it and quotes the unknown part.
namespace marblemaze {
namespace {

using ::testing::HasSubstr;

struct Reader {
  const char* name;
  std::function<void(const std::string&)> read;
};

Reader digit_reader(DigitKind kind) {
  return {to_string(kind), [kind](const auto& text) { (void)parse_digit_puzzle(kind, text); }};
}

const Reader kNonogram{"nonogram", [](const auto& text) { (void)parse_nonogram(text); }};
const Reader kBinary{"binary", [](const auto& text) { (void)parse_binary_puzzle(text); }};
const Reader kJump{"jump", [](const auto& text) { (void)parse_jump_maze(text); }};
const Reader kFourBit{"four-bit", [](const auto& text) { (void)parse_four_bit_maze(text); }};
const Reader kPathMaze{"maze-automaton", [](const auto& text) { (void)parse_path_maze(text); }};
const Reader kSudoku = digit_reader(DigitKind::sudoku);
const Reader kTectonic = digit_reader(DigitKind::tectonic);
const Reader kKakuro = digit_reader(DigitKind::kakuro);

constexpr const char* kNon = "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n";
constexpr const char* kSmallKakuro = "# 3\\ 4\\\n\\3 . .\n\\4 . .\n";

std::string sudoku_rows(std::size_t first, std::size_t second) {
  std::string text = std::string(first, '.') + "\n" + std::string(second, '.') + "\n";
  for (int row = 0; row < 7; ++row) text += ".........\n";
  return text;
}

struct InvalidText {
  const Reader& reader;
  std::string text, message;
};

TEST(PuzzleTexts, UnusedTextIsRejected) {
  Rng rng(1);
  const std::string table = to_text(random_four_bit_maze(rng));
  const std::vector<InvalidText> texts{
      // Declared sizes.
      {kNonogram, "width 9\nheight 9\nrows\n1\n1\ncolumns\n1\n1\n",
       "nonogram with 2 clues and 0 empty lines below 'rows': expected the number in 'height 9'"},
      {kNonogram, "width 3\nheight 1\nrows\n2\ncolumns\n1\n1\n", "'width 3'"},
      {kNonogram, "width 2\nheight 1\nrows\n2\n2\ncolumns\n1\n1\n", "'height 1'"},
      {kNonogram, "rows\n2\ncolumns\n1\n1\n", "without 'height'"},
      {kNonogram, "width 2\nheight 1\nrows\n2\n", "without 'columns'"},
      {kNonogram, "width two\nheight 1\nrows\n2\ncolumns\n1\n1\n", "'width two'"},
      // Unknown lines.
      {kNonogram, std::string("difficulty 5\n") + kNon, "nonogram line 'difficulty 5': expected"},
      {kNonogram, std::string(kNon) + "Rows\n2\n", "nonogram line 'Rows'"},
      {kNonogram, "a1 rows 2; columns 1, 1", "a .non file with width, height, rows and columns"},
      {kNonogram, "rows 2; or columns 1, 1", "'rows CLUES; columns CLUES'"},
      {kNonogram, "Dear reader,\n", "'rows CLUES; columns CLUES'"},
      // Clues.
      {kNonogram, "rows 2,; columns 1, 1", "nonogram clue ''"},
      {kNonogram, "rows 2, 0 2; columns 2, 2", "nonogram clue '0 2'"},
      {kNonogram, "rows -1, 1; columns 1, -", "nonogram clue '-1': expected lengths from 1 to"},
      {kNonogram, "width 2\nheight 1\nrows\n2a\ncolumns\n1a\n1a\n",
       "coloured nonograms are not supported"},
      {kNonogram, std::string(kNon) + "goal \"10\"\n", "nonogram goal '10'"},
      {kNonogram, std::string(kNon) + "goal \"1111\"\n", "nonogram goal '1111'"},
      // Unsupported games of other programs.
      {kSudoku, "2x3:a1", "solo game '2x3': expected 3x3"},
      {kSudoku, "3x3j:a1", "solo game '3x3j'"},
      {kBinary, "8x8#17", "not a random seed"},
      {kNonogram, "4x4:1/1/2", "pattern game with 3 clues"},
      {kSudoku, std::string(81, '.') + "\n" + std::string(81, '.') + "\n", "2 puzzles"},
      // Several puzzles in one text.
      {kNonogram, std::string(kNon) + "====\n" + kNon, "expected one puzzle in a file"},
      {kNonogram, std::string(kNon) + kNon, "another puzzle at 'width 2'"},
      {kNonogram, "rows 2; columns 1, 1; rows 2; columns 1, 1", "'rows CLUES; columns CLUES'"},
      {kBinary, "01\n10\n\n01\n10\n\n01\n10\n\n01\n10\n", "binary puzzle row '01'"},
      {kJump, "1 1 1\n1 1 1\n1 1 1\n\n1 1 1\n1 1 1\n1 1 G\n", "jump maze with an empty row"},
      {kJump, "111//111/11G", "jump maze with an empty row"},
      {kFourBit, table + table, "each state once"},
      {kPathMaze, "###\nB.#\n\n#.E\n###\n", "path maze with an empty row"},
      {kSudoku, std::string(162, '.'), "162 cells"},
      {kTectonic, "A. A. B.\n\nB. B. C.\n", "tectonic with an empty row"},
      {kKakuro, std::string(kSmallKakuro) + "\n" + kSmallKakuro, "kakuro with an empty row"},
      // Rows of different lengths, and parts that no cell uses.
      {kBinary, "010.\n10\n1..001\n....\n", "binary puzzle row '10': expected 4 squares"},
      {kBinary, "01.. 1 0.10 .....01", "binary puzzle row"},
      {kSudoku, sudoku_rows(8, 10), "sudoku row '........': expected 9 squares"},
      {kJump, "1 1 2]\n1 1 1\n1 1 G\n", "jump maze row '1 1 2]'"},
      {kJump, "1 [ 1 ] 2\n1 1 1\n1 1 G\n", "brackets around one square"},
      {kJump, "1 [1 2\n1 1 1\n1 1 G\n", "brackets around one square"},
      {kKakuro, "#  3\\ 4\\\n\\3 .  .\n\\4 .  9\\\n", "kakuro clue in row 3 column 3"},
      {kKakuro, "#  3\\ 4\\5\n\\3 .  .\n\\4 .  .\n", "kakuro clue in row 1 column 3"},
  };
  for (const InvalidText& invalid : texts)
    EXPECT_THAT(testing::error_message_of([&] {
                  invalid.reader.read(invalid.text);
                  return 0;
                }),
                HasSubstr(invalid.message))
        << invalid.reader.name << ":\n"
        << invalid.text;
}

TEST(PuzzleTexts, BoardsThatBreakTheRulesAreRejected) {
  struct InvalidBoards {
    const Reader& reader;
    std::vector<std::string> texts;
  };
  for (const InvalidBoards& invalid : std::vector<InvalidBoards>{
           {kNonogram,
            {"", "rows 1; columns", "rows 3; columns 1, 1", "rows 1; columns 1, 1",
             "rows x; columns 1", "columns 1; rows 1", "rows -1; columns 1"}},
           {kBinary, {"", "0", "012.", ".........", "000. .... .... ....", "01"}},
           // A row may have three ones, but not as neighbours.
           {kBinary, {"...111 ...... ...... ...... ...... ......"}},
           {kSudoku, {"123", "11" + std::string(79, '.')}},
           {kTectonic,
            {"", "A. B", "A0", "A6", "A. B. A.", "A. A. / A.", "A3",
             "A. A. A. A. A. A. A. A. A. A."}},
           {kKakuro, {"", "# . / # .", "# x", "# 46\\ / \\3 .", ". .", "# 3\\ / # ."}},
           {kJump, {"", "12/1", "11/11", "00/11", "1y/1G", "[1][1]/1G", "[G]1/11", "1 99/1 G"}},
           {kPathMaze, {"", "###\nB.#\n###\n", "###\nB.E\n##\n", "#x#\nB.E\n###\n", "BB\nE.\n"}},
           // A cycle around a wall.
           {kPathMaze, {"#####\nB...#\n#.#.#\n#...E\n#####\n"}}})
    for (const std::string& text : invalid.texts)
      EXPECT_THROW(invalid.reader.read(text), BadInput) << invalid.reader.name << ": " << text;
}

TEST(PuzzleGenerators, ImpossibleRequestsAreRejected) {
  Rng rng(1);
  GeneratorBudget endless;
  for (const int side : {7, 14})
    EXPECT_THROW((void)make_binary_puzzle(side, rng, endless), BadInput) << side;
  EXPECT_THROW((void)make_digit_puzzle(DigitKind::tectonic, 2, 5, rng, endless), BadInput);
  EXPECT_THROW((void)make_digit_puzzle(DigitKind::kakuro, 3, 5, rng, endless), BadInput);
  EXPECT_THROW((void)make_nonogram(0, 5, 0.5, true, rng, endless), BadInput);
  EXPECT_THROW((void)make_nonogram(5, 5, 1.0, true, rng, endless), BadInput);
  EXPECT_THROW((void)random_jump_maze(2, 5, 0, 1, rng), BadInput);
  EXPECT_THROW((void)random_jump_maze(5, 5, 0, 25, rng), BadInput);
  EXPECT_THROW((void)random_jump_maze(5, 5, 3, 3, rng), BadInput);
  EXPECT_THROW((void)random_path_maze(4, 9, 0.8, rng, endless), BadInput);
  EXPECT_THROW((void)random_path_maze(9, 9, 0, rng, endless), BadInput);
}

TEST(PuzzleTexts, NonogramsAreReadInAllFormats) {
  for (const auto& [text, clues] : {
           std::pair{"width 5\nheight 5\n\nrows\n\n1\n3\n1\n\n\ncolumns\n\n1\n3\n1\n\n",
                     "rows -, 1, 3, 1, -; columns -, 1, 3, 1, -"},  // empty lines as clues
           {"height 2\nwidth 2\nrows\n\n2\n\n0\n\n\ncolumns\n\n1\n1\n\n",
            "rows 2, -; columns 1, 1"},  // empty lines between clues
           {"catalogue \"x #1\"\ntitle \"a; b\"\nby \"c\"\ncopyright \"d\"\n"
            "license CC-BY-3.0\ncolor a #000000\nwidth 3\r\nheight 2\r\n\n"
            "rows\n1,1\n1\n\ncolumns\n1\n1\n1\n\ngoal \"101010\"\n",
            "rows 1 1, 1; columns 1, 1, 1"},
           {"4x4:1/1/2/1//2/1/1.1", "rows -, 2, 1, 1 1; columns 1, 1, 2, 1"},
       })
    EXPECT_EQ(parse_nonogram(text), parse_nonogram(clues)) << text;
}

TEST(PuzzleTexts, ASudokuIsReadInTheLayoutsOfOtherPrograms) {
  const std::string cells =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const DigitPuzzle puzzle = parse_digit_puzzle(DigitKind::sudoku, cells);
  std::string zeros = cells, csv;
  std::ranges::replace(zeros, '.', '0');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] != '.') csv += cells[i];
    csv += i % 9 < 8 ? ',' : '\n';
  }
  const std::string simple_sudoku =
      "*-----------*\n|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|\n|---+---+---|\n"
      "|8..|.6.|..3|\n|4..|8.3|..1|\n|7..|.2.|..6|\n|---+---+---|\n"
      "|.6.|...|28.|\n|...|419|..5|\n|...|.8.|.79|\n*-----------*\n";
  const std::string sdk = "#ATom\n#DA puzzle\n[Puzzle]\n" + to_text(puzzle) + "[State]\n" + zeros;
  for (const std::string& text :
       std::vector<std::string>{zeros, csv, simple_sudoku, sdk, "0000183b305c " + zeros + "  1.2\n",
                                "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9"})
    EXPECT_EQ(parse_digit_puzzle(DigitKind::sudoku, text), puzzle) << text;
  std::ranges::replace(zeros, '0', '*');
  EXPECT_EQ(sudokus_in(cells + "\n" + zeros + "\n"), (std::vector<std::string>{cells, zeros}));
}

TEST(PuzzleTexts, GamesOfUnrulyHaveAFlagForUniqueLines) {
  const BinaryPuzzle unruly = parse_binary_puzzle("6x6ut:BdBahCaGeEc");
  EXPECT_TRUE(unruly.unique_lines);
  EXPECT_EQ(to_takuzu(unruly), ".1...0 .10... ....0. .10... ...1.. ..0...");
  EXPECT_FALSE(parse_binary_puzzle("6x6t:BdBahCaGeEc").unique_lines);
}

TEST(PuzzleTexts, BoardsAreReadFromLinesOrSlashesOrOneRow) {
  const BinaryPuzzle board = parse_binary_puzzle("01/10");
  for (const char* text :
       {"01\n10\n", "0 1\n1 0\n", "0110", "01 10", "0 1 1 0", "\n01\r\n10\r\n\n"})
    EXPECT_EQ(parse_binary_puzzle(text), board) << text;
  EXPECT_EQ(parse_digit_puzzle(DigitKind::sudoku, sudoku_rows(9, 9)),
            parse_digit_puzzle(DigitKind::sudoku, std::string(81, '0')));
}

}  // namespace
}  // namespace marblemaze

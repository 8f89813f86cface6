#include <algorithm>
#include <bit>
#include <functional>
#include <optional>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "agent/automata/puzzle_automata.h"
#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/base/errors.h"
#include "maze/puzzles/binary_puzzle.h"
#include "maze/puzzles/board.h"
#include "maze/puzzles/exact_solver.h"

namespace marblemaze {
namespace {

// ---- a game on the terminal

/// Terminal game in which the player fills the squares of a puzzle.
struct GridGame {
  std::string rules;
  int width = 0;
  std::string letters;  ///< characters of the values, then the character of an empty square
  Candidates given;     ///< initial squares; only open squares can be changed
  std::function<std::string(const Candidates& squares)> picture;
  std::function<bool(const Candidates& squares)> solved;
};

std::string place(const GridGame& game, std::size_t square) {
  return square_name(static_cast<int>(square), game.width);
}

void check(const GridGame& game, const Candidates& squares, const Candidates& solution) {
  int wrong = 0, empty = 0;
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (is_open(squares[square])) {
      ++empty;
    } else if (squares[square] != solution[square]) {
      print_out("{} is wrong\n", place(game, square));
      ++wrong;
    }
  }
  print_out("{} wrong, {} empty\n", wrong, empty);
}

void hint(const GridGame& game, Candidates& squares, const Candidates& solution) {
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (!is_open(game.given[square]) || squares[square] == solution[square]) continue;
    squares[square] = solution[square];
    print_out("{} is {}\n", place(game, square), letter_of(solution[square], game.letters));
    return;
  }
}

void fill(const GridGame& game, Candidates& squares, const std::string& line) {
  std::istringstream in(line);
  const int height = static_cast<int>(squares.size()) / game.width;
  int row = 0, column = 0;
  char letter = 0;
  if (!(in >> row >> column >> letter) || row < 1 || row > height || column < 1 ||
      column > game.width || game.letters.find(letter) == std::string::npos) {
    print_out("'{}' is not a command: ROW COLUMN VALUE, where VALUE is one of {}\n", line,
              game.letters);
    return;
  }
  const auto square = static_cast<std::size_t>((row - 1) * game.width + column - 1);
  if (!is_open(game.given[square])) {
    print_out("{} is given and cannot be changed\n", place(game, square));
  } else if (letter == game.letters.back()) {
    squares[square] = game.given[square];
  } else {
    squares[square] = static_cast<CandidateSet>(1U << game.letters.find(letter));
  }
}

/// Runs a game with the commands "ROW COLUMN LETTER" (from 1), check, hint and quit. Shows the
/// board, then searches for at most `limit_s` seconds for two solutions.
Exit play_grid(const GridGame& game, const std::function<Encoding()>& encoding, double limit_s) {
  Candidates squares = game.given;
  const auto solved = [&] { return game.solved(squares); };
  print_now("{}\n{}", game.rules, game.picture(squares));
  std::optional<Encoding> rules;
  std::vector<Candidates> solutions;
  const bool known = run_with_limit(limit_s, [&] {
    rules.emplace(encoding());
    solutions = solve_exactly(*rules);
  });
  if (!known) {
    print_out(
        "cannot determine within {} s whether the solution is unique; increase --time-limit\n",
        limit_s);
  } else if (solutions.empty()) {
    print_out("this puzzle has no solution\n");
    return Exit::not_reached;
  } else if (solutions.size() > 1) {
    print_out("this puzzle has several solutions; any of them counts\n");
  }
  // Returns the unique solution or, if there are several, a solution that agrees with the player's
  // squares. If no solution is found, prints the reason and returns nullopt.
  const auto find_solution = [&]() -> std::optional<Candidates> {
    if (known && solutions.size() == 1) return solutions.front();
    std::optional<Candidates> found;
    const bool finished = run_with_limit(limit_s, [&] {
      if (rules) found = ExactSolver(*rules).solve(squares);
    });
    if (!found)
      print_out("{}\n", finished ? "no solution contains all these values: clear some squares"
                                 : "no solution was found in time");
    return found;
  };
  const auto command = [&](const std::string& line) {
    if (line.empty()) return;
    const bool asks = line == "check" || line == "hint";
    const auto solution = asks ? find_solution() : std::nullopt;
    if (line == "check" && solution) return check(game, squares, *solution);
    if (line == "hint" && solution) hint(game, squares, *solution);
    if (asks && !solution) return;
    if (!asks) fill(game, squares, line);
    print_out("{}{}", game.picture(squares), solved() ? "solved\n" : "");
  };
  return play_lines(fmt::format("ROW COLUMN VALUE: fill a square (values {}; the last value clears "
                                "it)   check   hint   quit",
                                game.letters),
                    command, solved);
}

// ---- puzzles that an automaton solves by deduction

struct DeductionOptions : PuzzleOptions {
  bool exact = false, solutions = false;

  void add_solver_options(CLI::App& command) {
    command
        .add_flag("--exact", exact, "solve: find a complete solution even if the automaton stalls")
        ->excludes(add_animation_options(command, *this));
    command.add_flag("--solutions", solutions,
                     "check: print the solution, or two solutions if there are several");
  }
};

/// Completes a kind whose puzzles are filled square by square. An automaton solves them by
/// deduction, and the exact solver solves the formula encoding_of(puzzle). Kind also has these
/// functions:
///   GridGame game(const Puzzle&) const
///   DeductionResult deduce(const Puzzle&, const DeductionWatch&) const
///   Output remarks(const Puzzle&, const DeductionResult&) const: additional output of `solve`
///   Output qualities(const Puzzle&, bool unique) const: additional output of `check`, with the
///   text of the puzzle
template <class Kind>
struct SolvedByDeduction : Kind {
  using Kind::Kind;

  Output solve(const auto& puzzle) const {
    const GridGame board = this->game(puzzle);
    if (this->exact) return solve_with_proof(puzzle, board);
    Animation frames(*this);
    int generation = 0;
    const DeductionResult result = this->deduce(puzzle, [&](const Candidates& cells) {
      if (this->animate) frames.frame(generation, board.picture(cells));
      ++generation;
    });
    const std::string ending = to_string(result.ending);
    const Output more = this->remarks(puzzle, result);
    std::string text = fmt::format("{}{} after {} iterations{}\n", board.picture(result.candidates),
                                   ending, result.iterations, more.text);
    if (!result.reason.empty()) text += result.reason + "\n";
    if (result.ending == Deduction::stalled)
      text +=
          "the automaton's rules do not finish this puzzle; --exact finds a complete solution\n";
    Output answer{text,
                  {{"outcome", ending},
                   {"reason", result.reason},
                   {"iterations", result.iterations},
                   {"observed", result.observed}},
                  result.ending == Deduction::solved};
    answer.document.update(more.document);
    return answer;
  }

  Output check(const auto& puzzle) const {
    const auto found = solve_exactly(puzzle);
    const bool unique = found.size() == 1;
    const Output more = this->qualities(puzzle, unique);
    Output answer{std::string(unique          ? "exactly one"
                              : found.empty() ? "no"
                                              : "more than one") +
                      " solution\n" + more.text,
                  {{"unique", unique}, {"solvable", !found.empty()}},
                  unique};
    answer.document.update(more.document);
    if (!this->solutions) return answer;
    const GridGame board = this->game(puzzle);
    for (const Candidates& solution : found) answer.text += "\n" + board.picture(solution);
    answer.document["solutions"] = Json::list(found, board.picture);
    return answer;
  }

  std::string dot(const auto& puzzle) const { return to_dot(puzzle); }

  Exit play(const auto& puzzle) const {
    const double limit_s = this->time_limit_s > 0 ? this->time_limit_s : 10;
    return play_grid(
        this->game(puzzle), [&] { return encoding_of(puzzle); }, limit_s);
  }

  static Output solve_with_proof(const auto& puzzle, const GridGame& board) {
    const auto found = solve_exactly(puzzle);
    if (found.empty()) return {"no solution\n", {{"outcome", "unsolvable"}}, false};
    const std::string picture = board.picture(found.front());
    const bool unique = found.size() == 1;
    return {picture + (unique ? "solved; the solution is unique\n"
                              : "solved; one of several solutions\n"),
            {{"outcome", "solved"}, {"unique", unique}, {"solution", picture}}};
  }
};

// ---- nonograms

std::string framed(const Nonogram& puzzle, const Picture& picture) {
  std::size_t tallest = 0, widest = 0, wide = 2;
  for (const Clue& clue : puzzle.columns) {
    tallest = std::max(tallest, clue.size());
    for (int length : clue) wide = std::max<std::size_t>(wide, length > 9 ? 3 : 2);
  }
  for (const Clue& clue : puzzle.rows) widest = std::max(widest, to_text(clue).size());
  std::string text;
  for (std::size_t line = 0; line < tallest; ++line) {
    text += std::string(widest + 1, ' ');
    for (const Clue& clue : puzzle.columns) {
      const std::size_t from = tallest - clue.size();
      text +=
          line >= from ? fmt::format("{:>{}}", clue[line - from], wide) : std::string(wide, ' ');
    }
    text += '\n';
  }
  for (int y = 0; y < puzzle.height(); ++y) {
    text += fmt::format("{:>{}} ", to_text(puzzle.rows[y]), widest);
    for (int x = 0; x < puzzle.width(); ++x) {
      text += std::string(wide - 1, ' ');
      text += letter_of(picture[y * puzzle.width() + x], kShades);
    }
    text += '\n';
  }
  return text;
}

struct NonogramKind : DeductionOptions {
  const char* name = "nonogram";
  const char* summary =
      "Clues for rows and columns; each square corresponds to two cells of an automaton";
  const char* formats = "'rows CLUES; columns CLUES'; .non files; sgt-pattern games";
  int width = 10, height = 10;
  double density = 0.6;
  bool hard = false, non = false;
  std::string machine = "auto";

  void add_options(CLI::App& command) {
    add_generator_option(command, "--width", width, "Columns of a generated puzzle, 1 to 100");
    add_generator_option(command, "--height", height, "Rows of a generated puzzle, 1 to 100");
    add_generator_option(command, "--density", density, "Fraction of black squares");
    command
        .add_flag("--hard", hard,
                  "generate: require only a unique solution, even if the line rules cannot find it")
        ->excludes(command.get_option("SOURCE"));
    command.add_flag("--non", non, "generate: write the .non format")
        ->excludes(command.get_option("--json"));
    command
        .add_option("--machine", machine,
                    "solve: placements tries all placements of each line in turn; messages "
                    "exchanges only the squares on which all placements agree; auto chooses "
                    "messages if placements would take too long")
        ->check(one_of({"auto", "placements", "messages"}));
    add_budget_option(command, *this, 20'000, "applications of the line rules to a board");
    add_nth_option(command, *this);
    add_solver_options(command);
  }

  Nonogram parse(const std::string& text) const {
    return parse_nonogram(nth_puzzle(nonograms_in(text), name, *this));
  }

  std::optional<Nonogram> make(Rng& rng, GeneratorBudget& steps) const {
    return make_nonogram(width, height, density, !hard, rng, steps);
  }

  Output generate(const Nonogram& puzzle) const {
    return {non ? to_non(puzzle) : to_text(puzzle),
            {{"kind", name},
             {"rows", puzzle.rows},
             {"columns", puzzle.columns},
             {"text", to_text(puzzle)}}};
  }

  /// Returns true if van Dijk's automaton should solve the puzzle. By default, the automaton is
  /// used unless it would take more than about a second.
  bool uses_placements(const Nonogram& puzzle) const {
    constexpr std::int64_t kCellsPerRound = 8'000'000;
    if (machine != "auto") return machine == "placements";
    return generations_per_round(puzzle) <= kCellsPerRound / (puzzle.width() * puzzle.height());
  }

  GridGame game(const Nonogram& puzzle) const {
    return {
        "Fill in the runs of black squares that the clues list, in this order, with white squares "
        "between them.",
        puzzle.width(),
        std::string(kShades),
        all_unknown(puzzle),
        [puzzle](const Picture& picture) { return framed(puzzle, picture); },
        [puzzle](const Picture& picture) {
          return nonogram_of(picture, puzzle.width()) == puzzle;
        }};
  }

  DeductionResult deduce(const Nonogram& puzzle, const DeductionWatch& watch) const {
    if (uses_placements(puzzle)) return solve_by_automaton(puzzle, 5'000'000, watch);
    return solve_by_messages(puzzle, watch);
  }

  Output remarks(const Nonogram& puzzle, const DeductionResult& result) const {
    const char* used = uses_placements(puzzle) ? "placements" : "messages";
    const Picture& picture = result.candidates;
    const auto certain = std::ranges::count_if(picture, is_certain);
    return {
        fmt::format(", {} of {} squares are certain (machine: {})", certain, picture.size(), used),
        {{"machine", used},
         {"certain", certain},
         {"squares", picture.size()},
         {"picture", to_text(picture, puzzle.width(), kShades)}}};
  }

  Output qualities(const Nonogram& puzzle, bool) const {
    const Picture deduced = deduce_lines(puzzle);
    const bool simple = !deduced.empty() && complete(deduced);
    return {fmt::format("the line rules {} this puzzle\n", simple ? "solve" : "do not solve"),
            {{"simple", simple}, {"text", to_text(puzzle)}}};
  }
};

// ---- binary puzzles

/// Methods 1 to 3 rarely solve puzzles without superfluous squares, so some squares are given away.
void give_away(BinaryPuzzle& puzzle, int spare, Rng& rng) {
  const Candidates answer = solve_exactly(puzzle, 1).front();
  for (int given = 0; given < spare && !complete(puzzle.squares); ++given) {
    std::size_t square = rng.uniform_int(puzzle.squares.size());
    while (!is_open(puzzle.squares[square])) square = rng.uniform_int(puzzle.squares.size());
    puzzle.squares[square] = answer[square];
  }
}

struct BinaryKind : DeductionOptions {
  const char* name = "binary";
  const char* summary =
      "Binary puzzles (Takuzu): zeros and ones without three equal digits in a row";
  const char* formats =
      "rows of 0, 1 and . * or _ for an open square, with or without frames; CSV; sgt-unruly games";
  int size = 8, spare = 16, methods = 3;
  int level = 0;  ///< 0 for any level
  bool equal_lines = false;

  void add_options(CLI::App& command) {
    add_generator_option(command, "--size", size,
                         "Squares on each side of a generated puzzle: an even number from 4 to 12");
    CLI::Option* const spare_option = add_generator_option(
        command, "--spare", spare,
        "generate: number of given squares in addition to those that a unique solution needs");
    command
        .add_option("--methods", methods,
                    "solve: 2 uses only pairs and trios; 3 also uses complete lines")
        ->check(one_of({"2", "3"}));
    add_generator_option(
        command, "--level", level,
        "generate: rules that solve the puzzle. 1: pairs and trios; 2: also complete "
        "lines; 3: also unequal lines; 4: none of these")
        ->check(within(1, 4))
        ->excludes(spare_option);
    add_budget_option(command, *this, 1'000'000, "guesses and removed squares");
    command.add_flag(
        "--equal-lines", equal_lines,
        "Allow equal rows and equal columns, as in the puzzles of some other programs");
    add_solver_options(command);
  }

  BinaryPuzzle parse(const std::string& text) const {
    return parse_binary_puzzle(text, !equal_lines);
  }

  /// Does not add squares to a puzzle with a requested level.
  std::optional<BinaryPuzzle> make(Rng& rng, GeneratorBudget& steps) const {
    if (spare < 0) throw BadInput("spare", std::to_string(spare), "0 or more");
    if (level > 0) return make_binary_puzzle_of_level(size, level, rng, steps);
    std::optional<BinaryPuzzle> puzzle = make_binary_puzzle(size, rng, steps);
    if (puzzle) give_away(*puzzle, spare, rng);
    return puzzle;
  }

  Output generate(const BinaryPuzzle& puzzle) const {
    return {to_text(puzzle),
            {{"kind", name},
             {"size", puzzle.size},
             {"level", difficulty(puzzle)},
             {"text", to_takuzu(puzzle)}}};
  }

  GridGame game(const BinaryPuzzle& puzzle) const {
    return {
        std::string("No three equal digits next to each other, and as many 0s as 1s in each row "
                    "and column") +
            (puzzle.unique_lines ? ". No two rows or columns are equal." : "."),
        puzzle.size,
        "01.",
        puzzle.squares,
        [puzzle](const Candidates& squares) { return to_text(squares, puzzle.size, "01."); },
        [puzzle](const Candidates& squares) {
          return complete(squares) &&
                 rule_violations({puzzle.size, squares, puzzle.unique_lines}).empty();
        }};
  }

  DeductionResult deduce(const BinaryPuzzle& puzzle, const DeductionWatch& watch) const {
    return solve_by_automaton(puzzle, methods == 3, watch);
  }

  Output remarks(const BinaryPuzzle& puzzle, const DeductionResult& result) const {
    return {"", {{"text", to_takuzu({puzzle.size, result.candidates})}}};
  }

  Output qualities(const BinaryPuzzle& puzzle, bool unique) const {
    if (!unique) return {"", {{"text", to_takuzu(puzzle)}}};
    const int found = difficulty(puzzle);
    return {fmt::format("level {} of 4\n", found), {{"level", found}, {"text", to_takuzu(puzzle)}}};
  }
};

// ---- sudoku, tectonic and kakuro

const char* rules_of(DigitKind kind) {
  if (kind == DigitKind::sudoku) return "Each row, column and 3x3 box contains every digit once.";
  if (kind == DigitKind::tectonic)
    return "Each lettered section contains the digits from 1 to its size; equal digits never "
           "touch, not even at corners.";
  return "Each run adds up to its clue (down\\across), with no digit twice.";
}

struct DigitPuzzleKind : DeductionOptions {
  DigitPuzzleKind(DigitKind of, const char* about, const char* accepted)
      : kind(of), summary(about), formats(accepted) {}

  DigitKind kind;
  const char *summary, *formats;
  const char* name = to_string(kind);
  int width = kind == DigitKind::sudoku ? 9 : 6, height = width;
  bool bundled = false;

  void add_options(CLI::App& command) {
    if (kind != DigitKind::sudoku) {
      const char* most = kind == DigitKind::kakuro ? "16" : "10";
      add_generator_option(command, "--width", width,
                           fmt::format("Width of a generated puzzle in cells, up to {}", most));
      add_generator_option(command, "--height", height,
                           fmt::format("Height in cells, up to {}", most));
    } else {
      add_nth_option(command, *this);
    }
    command.add_flag("--bundled", bundled, "Use the puzzle that is included in the program")
        ->excludes(command.get_option("SOURCE"))
        ->excludes(command.get_option("--seed"));
    // Each of 300 test boards with 10x10 cells needed less than 5% of this budget.
    add_budget_option(
        command, *this, 500'000,
        kind == DigitKind::kakuro ? "boards and guesses" : "placed pieces and guesses");
    add_solver_options(command);
  }

  DigitPuzzle parse(const std::string& text) const {
    return parse_digit_puzzle(
        kind, kind == DigitKind::sudoku ? nth_puzzle(sudokus_in(text), name, *this) : text);
  }

  std::optional<DigitPuzzle> make(Rng& rng, GeneratorBudget& steps) const {
    if (bundled) return bundled_puzzle(kind);
    return make_digit_puzzle(kind, width, height, rng, steps);
  }

  Output generate(const DigitPuzzle& puzzle) const {
    return {to_text(puzzle),
            {{"kind", name},
             {"width", puzzle.width},
             {"height", puzzle.height},
             {"text", to_text(puzzle)}}};
  }

  GridGame game(const DigitPuzzle& puzzle) const {
    return {rules_of(kind),
            puzzle.width,
            "123456789.",
            puzzle.candidates,
            [puzzle](const Candidates& cells) { return to_text(puzzle.with(cells)); },
            [puzzle](const Candidates& cells) {
              return complete(cells) && rule_violations(puzzle.with(cells)).empty();
            }};
  }

  DeductionResult deduce(const DigitPuzzle& puzzle, const DeductionWatch& watch) const {
    return solve_by_automaton(puzzle, watch);
  }

  Output remarks(const DigitPuzzle& puzzle, const DeductionResult& result) const {
    int left = 0;
    for (DigitSet set : result.candidates) left += set == 0 ? 0 : std::popcount(set) - 1;
    return {fmt::format(", {} candidates not yet excluded", left),
            {{"candidates_left", left}, {"text", to_text(puzzle.with(result.candidates))}}};
  }

  Output qualities(const DigitPuzzle& puzzle, bool) const {
    return {"", {{"text", to_text(puzzle)}}};
  }
};

}  // namespace

void add_nonogram(CLI::App& puzzle) { add_kind<SolvedByDeduction<NonogramKind>>(puzzle); }
void add_binary(CLI::App& puzzle) { add_kind<SolvedByDeduction<BinaryKind>>(puzzle); }

void add_sudoku(CLI::App& puzzle) {
  add_kind(puzzle, SolvedByDeduction<DigitPuzzleKind>(
                       DigitKind::sudoku, "Sudoku by elimination",
                       "81 cells, each a digit from 1 to 9 or an empty cell (. 0 * or _), with or "
                       "without frames; .sdk, .ss, .sdm and CSV files; sgt-solo games"));
}
void add_tectonic(CLI::App& puzzle) {
  add_kind(puzzle,
           SolvedByDeduction<DigitPuzzleKind>(
               DigitKind::tectonic, "Tectonic by elimination",
               "rows of cells such as A4 or B.: the letter of a section, then a digit or ."));
}
void add_kakuro(CLI::App& puzzle) {
  add_kind(puzzle, SolvedByDeduction<DigitPuzzleKind>(
                       DigitKind::kakuro, "Kakuro by elimination",
                       "rows of cells: #, down\\across or down/across, . or a digit"));
}

}  // namespace marblemaze

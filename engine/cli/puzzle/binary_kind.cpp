#include <fmt/format.h>

#include "agent/automata/binary_rule.h"
#include "engine/cli/puzzle/deduction_kind.h"
#include "maze/base/errors.h"
#include "maze/puzzles/binary_puzzle.h"

namespace marblemaze {
namespace {

// Fills in some squares, because Methods 1 to 3 rarely solve a puzzle without a spare square.
void give_away(BinaryPuzzle& puzzle, int spare, Rng& rng) {
  const Candidates answer = solve_exactly(puzzle, 1).front();
  for (int given = 0; given < spare && !complete(puzzle.squares); ++given) {
    std::size_t square = rng.below(puzzle.squares.size());
    while (!is_open(puzzle.squares[square])) square = rng.below(puzzle.squares.size());
    puzzle.squares[square] = answer[square];
  }
}

class BinaryKind final : public DeductionKind<BinaryPuzzle> {
 public:
  BinaryKind()
      : DeductionKind(
            "binary", "Binary puzzles (Takuzu): zeros and ones, no three in a row",
            "rows of 0, 1 and . * or _ for an open square, with or without frames; CSV; games of "
            "sgt-unruly") {}

 private:
  void add_options(CLI::App& command) override {
    command.add_option("--size", size_,
                       "Squares on each side of a generated puzzle: an even number from 4 to 12");
    CLI::Option* const spare = command.add_option(
        "--spare", spare_,
        "generate: how many squares to give beyond those that a unique solution needs");
    command
        .add_option("--methods", methods_,
                    "solve: 2 for pairs and trios only, 3 for complete lines too")
        ->check(one_of({"2", "3"}));
    command
        .add_option("--level", level_,
                    "generate: what solves it. 1: pairs and trios; 2: complete lines, too; "
                    "3: unequal lines, too; 4: none of these")
        ->check(within(1, 4))
        ->excludes(spare);
    add_budget_flag(command, options_, 1'000'000, "guesses and squares left out");
    command.add_flag("--equal-lines", equal_lines_,
                     "Two rows or two columns may be equal, as in some other programs' puzzles");
    add_solver_options(command);
  }

  BinaryPuzzle parse(const std::string& text) const override {
    return parse_binary_puzzle(text, !equal_lines_);
  }

  // Leaves a puzzle of a given level as it is.
  std::optional<BinaryPuzzle> make(Rng& rng, GeneratorBudget& budget) const override {
    if (spare_ < 0) throw BadInput("spare", std::to_string(spare_), "0 or more");
    if (level_ > 0) return make_binary_puzzle_of_level(size_, level_, rng, budget);
    std::optional<BinaryPuzzle> puzzle = make_binary_puzzle(size_, rng, budget);
    if (puzzle) give_away(*puzzle, spare_, rng);
    return puzzle;
  }

  std::string wanted() const override {
    return fmt::format("a binary puzzle of {0} by {0} squares{1}, seed {2}", size_,
                       level_ > 0 ? fmt::format(" of level {}", level_) : "", options_.seed);
  }

  Finding generate(const BinaryPuzzle& puzzle) const override {
    return {to_text(puzzle),
            {{"kind", name_},
             {"size", puzzle.size},
             {"level", difficulty(puzzle)},
             {"text", to_takuzu(puzzle)}}};
  }

  GridGame game(const BinaryPuzzle& puzzle) const override {
    return {
        std::string("No three equal in a row or column, as many 0 as 1 in each") +
            (puzzle.unique_lines ? ", no two rows or columns equal." : "."),
        puzzle.size,
        "01.",
        puzzle.squares,
        [puzzle](const Candidates& squares) { return to_text(squares, puzzle.size, "01."); },
        [puzzle](const Candidates& squares) {
          return complete(squares) && faults({puzzle.size, squares, puzzle.unique_lines}).empty();
        }};
  }

  DeductionResult deduce(const BinaryPuzzle& puzzle, const DeductionWatch& watch) const override {
    return solve_by_automaton(puzzle, methods_ == 3, watch);
  }

  Finding remarks(const BinaryPuzzle& puzzle, const DeductionResult& result) const override {
    return {"", {{"text", to_takuzu({puzzle.size, result.candidates})}}};
  }

  Finding qualities(const BinaryPuzzle& puzzle, bool unique) const override {
    if (!unique) return {"", {{"text", to_takuzu(puzzle)}}};
    const int level = difficulty(puzzle);
    return {fmt::format("level {} of 4\n", level), {{"level", level}, {"text", to_takuzu(puzzle)}}};
  }

  int size_ = 8;
  int spare_ = 16;
  int methods_ = 3;
  int level_ = 0;  // 0: any
  bool equal_lines_ = false;
};

}  // namespace

std::shared_ptr<PuzzleKind> make_binary_kind() { return std::make_shared<BinaryKind>(); }

}  // namespace marblemaze

#include <bit>

#include <fmt/format.h>

#include "agent/automata/digit_rule.h"
#include "engine/cli/puzzle/deduction_kind.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

const char* rules_of(DigitKind kind) {
  if (kind == DigitKind::sudoku) return "Every digit once in each row, column and 3x3 box.";
  if (kind == DigitKind::tectonic)
    return "Each lettered section holds 1 up to its size; equal digits never touch, not even at "
           "corners.";
  return "Each run adds up to its clue (down\\across), with no digit twice.";
}

class DigitPuzzleKind final : public DeductionKind<DigitPuzzle> {
 public:
  DigitPuzzleKind(DigitKind kind, const std::string& summary, const std::string& formats)
      : DeductionKind(to_string(kind), summary, formats), kind_(kind) {
    if (kind == DigitKind::sudoku) width_ = height_ = 9;
  }

 private:
  void add_options(CLI::App& command) override {
    if (kind_ != DigitKind::sudoku) {
      const char* most = kind_ == DigitKind::kakuro ? "16" : "10";
      command.add_option("--width", width_,
                         fmt::format("Width of a generated puzzle in cells, up to {}", most));
      command.add_option("--height", height_, fmt::format("Height in cells, up to {}", most));
    } else {
      add_nth_option(command);
    }
    command.add_flag("--bundled", bundled_, "Use the puzzle that comes with the program")
        ->excludes(command.get_option("SOURCE"));
    // None of 300 boards of 10x10 cells took more than a twentieth of it.
    add_budget_flag(command, options_, 500'000,
                    kind_ == DigitKind::kakuro ? "boards and guesses" : "pieces laid and guesses");
    add_solver_options(command);
  }

  std::optional<DigitPuzzle> read_or_make() const override {
    return bundled_ ? bundled_puzzle(kind_) : DeductionKind::read_or_make();
  }

  DigitPuzzle parse(const std::string& text) const override {
    return parse_digit_puzzle(kind_, text);
  }

  std::vector<std::string> puzzles_in(const std::string& text) const override {
    return kind_ == DigitKind::sudoku ? sudokus_in(text) : std::vector<std::string>{text};
  }

  std::optional<DigitPuzzle> make(Rng& rng, GeneratorBudget& budget) const override {
    return make_digit_puzzle(kind_, width_, height_, rng, budget);
  }

  std::string wanted() const override {
    return fmt::format("a {} of {} by {} cells with one solution, seed {}", name_, width_, height_,
                       options_.seed);
  }

  Finding generate(const DigitPuzzle& puzzle) const override {
    return {to_text(puzzle),
            {{"kind", name_},
             {"width", puzzle.width},
             {"height", puzzle.height},
             {"text", to_text(puzzle)}}};
  }

  GridGame game(const DigitPuzzle& puzzle) const override {
    return {rules_of(kind_),
            puzzle.width,
            "123456789.",
            puzzle.candidates,
            [puzzle](const Candidates& cells) { return to_text(puzzle.with(cells)); },
            [puzzle](const Candidates& cells) {
              return complete(cells) && faults(puzzle.with(cells)).empty();
            }};
  }

  DeductionResult deduce(const DigitPuzzle& puzzle, const DeductionWatch& watch) const override {
    return solve_by_automaton(puzzle, watch);
  }

  Finding remarks(const DigitPuzzle& puzzle, const DeductionResult& result) const override {
    int left = 0;
    for (DigitSet set : result.candidates) left += set == 0 ? 0 : std::popcount(set) - 1;
    return {fmt::format(", {} candidates still to exclude", left),
            {{"candidates_left", left}, {"text", to_text(puzzle.with(result.candidates))}}};
  }

  Finding qualities(const DigitPuzzle& puzzle, bool) const override {
    return {"", {{"text", to_text(puzzle)}}};
  }

  DigitKind kind_;
  int width_ = 6;
  int height_ = 6;
  bool bundled_ = false;
};

}  // namespace

std::shared_ptr<PuzzleKind> make_sudoku_kind() {
  return std::make_shared<DigitPuzzleKind>(
      DigitKind::sudoku, "Sudoku by elimination",
      "81 cells of 1 to 9 and . 0 * or _ for an empty one, with or without frames; .sdk, .ss, .sdm "
      "and CSV files; games of sgt-solo");
}
std::shared_ptr<PuzzleKind> make_tectonic_kind() {
  return std::make_shared<DigitPuzzleKind>(
      DigitKind::tectonic, "Tectonic by elimination",
      "rows of cells such as A4 or B.: the letter of a section, then a digit or .");
}
std::shared_ptr<PuzzleKind> make_kakuro_kind() {
  return std::make_shared<DigitPuzzleKind>(
      DigitKind::kakuro, "Kakuro by elimination",
      "rows of cells: #, down\\across or down/across, . or a digit");
}

}  // namespace marblemaze

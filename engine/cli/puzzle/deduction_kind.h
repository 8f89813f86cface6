#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "agent/automata/deduction.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/puzzles/candidates.h"

namespace marblemaze {

/// A puzzle that is solved by filling squares, as the terminal shows it.
struct GridGame {
  std::string rules;    ///< one line
  int width = 0;        ///< squares in a row
  std::string letters;  ///< of the values; the last one stands for an open square
  Candidates given;     ///< the squares at the start; only open ones may be changed
  std::function<std::string(const Candidates& squares)> picture;
  const char* unsolvable = "there is no solution";
};

/// Commands: "ROW COLUMN LETTER" from 1, check, hint, quit. Solved when every square holds the
/// answer, which is empty where there is none.
Exit play_grid(const GridGame& game, const Candidates& answer);

/// A kind whose puzzles are filled square by square: an automaton solves them by deduction, and
/// solve_exactly(puzzle, limit) tells their solutions.
template <class Puzzle>
class DeductionKind : public PuzzleKindOf<Puzzle> {
 public:
  using PuzzleKindOf<Puzzle>::PuzzleKindOf;

 protected:
  /// The puzzle on the terminal.
  [[nodiscard]] virtual GridGame game(const Puzzle& puzzle) const = 0;
  [[nodiscard]] virtual DeductionResult deduce(const Puzzle& puzzle,
                                               const DeductionWatch& watch) const = 0;

  /// What is said of a result beside its ending: behind the iterations, and in the document.
  [[nodiscard]] virtual Finding remarks(const Puzzle& puzzle,
                                        const DeductionResult& result) const = 0;

  [[nodiscard]] Finding solve(const Puzzle& puzzle) const override {
    const GridGame board = game(puzzle);
    Animation frames(this->options_);
    ProgressLine line;
    int generation = 0;
    const DeductionResult result = deduce(puzzle, [&](const Candidates& cells) {
      if (this->options_.animate) frames.frame(generation, board.picture(cells));
      if (line.due())
        line.show(fmt::format("{} generations, {} of {} squares certain", generation,
                              std::count_if(cells.begin(), cells.end(), is_certain), cells.size()));
      ++generation;
    });
    const std::string ending = to_string(result.ending);
    const Finding more = remarks(puzzle, result);
    Finding answer{
        fmt::format("{}{} after {} iterations{}\n{}{}", board.picture(result.candidates), ending,
                    result.iterations, more.text, result.reason, result.reason.empty() ? "" : "\n"),
        {{"outcome", ending}, {"reason", result.reason}},
        result.ending == Deduction::solved};
    answer.document.update(more.document);
    return answer;
  }

  [[nodiscard]] Exit play(const Puzzle& puzzle) const override {
    const auto solutions = solve_exactly(puzzle, 1);
    return play_grid(game(puzzle), solutions.empty() ? Candidates{} : solutions.front());
  }
};

}  // namespace marblemaze

#pragma once

#include <functional>
#include <string>

#include <fmt/format.h>

#include "agent/automata/deduction.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/puzzles/exact_solver.h"

namespace marblemaze {

/// A puzzle that a player solves on the terminal by filling squares.
struct GridGame {
  std::string rules;    ///< one line
  int width = 0;        ///< squares in a row
  std::string letters;  ///< letters of the values, then that of an open square
  Candidates given;     ///< squares at the start; only open ones may be changed
  std::function<std::string(const Candidates& squares)> picture;
  std::function<bool(const Candidates& squares)> solved;  ///< whether the rules are satisfied
};

/// Plays a puzzle with the commands "ROW COLUMN LETTER" from 1, check, hint and quit. Shows the
/// board, then looks for two solutions for at most `limit_s` seconds.
Exit play_grid(const GridGame& game, const std::function<Encoding()>& encoding, double limit_s);

/// A kind whose puzzles are filled square by square. An automaton solves them by deduction, and
/// encoding_of(puzzle) lets the exact solver solve them.
template <class Puzzle>
class DeductionKind : public PuzzleKindOf<Puzzle> {
 public:
  using PuzzleKindOf<Puzzle>::PuzzleKindOf;

 protected:
  /// Adds --exact, --solutions, --animate and --fps.
  void add_solver_options(CLI::App& command) {
    command
        .add_flag("--exact", exact_,
                  "solve: find a complete solution, also if the automaton stalls")
        ->excludes(add_animation_flags(command, this->options_));
    command.add_flag("--solutions", solutions_, "check: print the solution, or two of several");
  }

  /// Returns the puzzle for the terminal.
  [[nodiscard]] virtual GridGame game(const Puzzle& puzzle) const = 0;
  [[nodiscard]] virtual DeductionResult deduce(const Puzzle& puzzle,
                                               const DeductionWatch& watch) const = 0;

  /// Returns what `solve` prints about a result besides its outcome, iterations and reason.
  [[nodiscard]] virtual Finding remarks(const Puzzle& puzzle,
                                        const DeductionResult& result) const = 0;
  /// Returns what `check` prints about a puzzle, including its text, besides its solutions.
  [[nodiscard]] virtual Finding qualities(const Puzzle& puzzle, bool unique) const = 0;

  [[nodiscard]] Finding solve(const Puzzle& puzzle) const override {
    const GridGame board = game(puzzle);
    if (exact_) return solve_with_proof(puzzle, board);
    Animation frames(this->options_);
    int generation = 0;
    const DeductionResult result = deduce(puzzle, [&](const Candidates& cells) {
      if (this->options_.animate) frames.frame(generation, board.picture(cells));
      ++generation;
    });
    const std::string ending = to_string(result.ending);
    const Finding more = remarks(puzzle, result);
    std::string text = fmt::format("{}{} after {} iterations{}\n", board.picture(result.candidates),
                                   ending, result.iterations, more.text);
    if (!result.reason.empty()) text += result.reason + "\n";
    if (result.ending == Deduction::stalled) text += "--exact finds a complete solution\n";
    Finding answer{text,
                   {{"outcome", ending},
                    {"reason", result.reason},
                    {"iterations", result.iterations},
                    {"observed", result.observed}},
                   result.ending == Deduction::solved};
    answer.document.update(more.document);
    return answer;
  }

  [[nodiscard]] Finding check(const Puzzle& puzzle) const override {
    const auto solutions = solve_exactly(puzzle);
    const bool unique = solutions.size() == 1;
    const Finding more = qualities(puzzle, unique);
    Finding answer{std::string(unique              ? "exactly one"
                               : solutions.empty() ? "no"
                                                   : "more than one") +
                       " solution\n" + more.text,
                   {{"unique", unique}, {"solvable", !solutions.empty()}},
                   unique};
    answer.document.update(more.document);
    if (!solutions_) return answer;
    const GridGame board = game(puzzle);
    for (const Candidates& solution : solutions) answer.text += "\n" + board.picture(solution);
    answer.document["solutions"] = Json::list(solutions, board.picture);
    return answer;
  }

  [[nodiscard]] std::string dot(const Puzzle& puzzle) const override { return to_dot(puzzle); }

  [[nodiscard]] Exit play(const Puzzle& puzzle) const override {
    const double limit_s = this->options_.time_limit_s;
    return play_grid(
        game(puzzle), [&] { return encoding_of(puzzle); }, limit_s > 0 ? limit_s : 10);
  }

 private:
  [[nodiscard]] Finding solve_with_proof(const Puzzle& puzzle, const GridGame& board) const {
    const auto solutions = solve_exactly(puzzle);
    if (solutions.empty()) return {"no solution\n", {{"outcome", "unsolvable"}}, false};
    const std::string picture = board.picture(solutions.front());
    const bool unique = solutions.size() == 1;
    return {
        picture + (unique ? "solved; the only solution\n" : "solved; one of several solutions\n"),
        {{"outcome", "solved"}, {"unique", unique}, {"solution", picture}}};
  }

  bool exact_ = false, solutions_ = false;
};

}  // namespace marblemaze

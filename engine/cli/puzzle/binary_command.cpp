#include <fmt/format.h>

#include "agent/automata/binary_rule.h"
#include "engine/cli/common/numbers.h"
#include "engine/cli/puzzle/grid_play.h"
#include "engine/cli/puzzle/puzzle_common.h"
#include "maze/base/errors.h"
#include "maze/puzzles/binary_level.h"

namespace marblemaze {
namespace {

struct BinaryOptions : PuzzleOptions {
  int size = 8;
  int spare = 16;
  int methods = 3;
  int level = 0;  // 0: any
  bool equal_lines = false;
};

void give_away(BinaryPuzzle& puzzle, int spare, Rng& rng) {
  const BinaryPuzzle answer = solve_exactly(puzzle, 1).front();
  for (int given = 0; given < spare && !puzzle.complete(); ++given) {
    std::size_t square = rng.below(puzzle.squares.size());
    while (puzzle.squares[square] != Digit::unknown) square = rng.below(puzzle.squares.size());
    puzzle.squares[square] = answer.squares[square];
  }
}

// A puzzle without a spare square is usually beyond Methods 1 to 3; some answers are given away.
// One of a level is as it is. Nothing where the budget does not suffice.
std::optional<BinaryPuzzle> puzzle_of(const BinaryOptions& options) {
  if (!options.source.empty())
    return parse_binary_puzzle(read_source(options.source), !options.equal_lines);
  if (options.spare < 0) throw BadInput("spare", std::to_string(options.spare), "0 or more");
  Rng rng(options.seed);
  ToldBudget budget(options);
  if (options.level > 0)
    return make_binary_puzzle_of_level(options.size, options.level, rng, *budget);
  std::optional<BinaryPuzzle> puzzle = make_binary_puzzle(options.size, rng, *budget);
  if (puzzle) give_away(*puzzle, options.spare, rng);
  return puzzle;
}

std::string wanted(const BinaryOptions& options) {
  return fmt::format("a binary puzzle of {0} by {0} squares{1}, seed {2}", options.size,
                     options.level > 0 ? fmt::format(" of level {}", options.level) : "",
                     options.seed);
}

Exit solve(const BinaryOptions& options, const BinaryPuzzle& puzzle) {
  Animation frames(options);
  int generation = 0;
  const BinaryResult result =
      solve_by_automaton(puzzle, options.methods == 3, [&](const Lattice<BinaryCell>& cells) {
        BinaryPuzzle now = puzzle;
        cells.for_each([&](int x, int y, int, const BinaryCell& cell) {
          now.squares[static_cast<std::size_t>(y * puzzle.size + x)] = cell.sure;
        });
        frames.frame(generation++, to_text(now));
      });
  emit(options,
       to_text(result.puzzle) +
           fmt::format("{} after {} iterations\n", to_string(result.ending), result.iterations) +
           (result.reason.empty() ? "" : result.reason + "\n"),
       {{"outcome", to_string(result.ending)},
        {"reason", result.reason},
        {"iterations", result.iterations},
        {"observed", result.observed},
        {"text", to_takuzu(result.puzzle)}});
  return result.ending == Deduction::solved ? Exit::done : Exit::not_reached;
}

Exit check(const BinaryOptions& options, const BinaryPuzzle& puzzle) {
  const std::size_t solutions = solve_exactly(puzzle, 2).size();
  if (solutions != 1) return emit_uniqueness(options, solutions, to_takuzu(puzzle));
  const int level = difficulty(puzzle);
  emit(options, fmt::format("exactly one solution\nlevel {} of 4\n", level),
       {{"unique", true}, {"solvable", true}, {"level", level}, {"text", to_takuzu(puzzle)}});
  return Exit::done;
}

Exit generate(const BinaryOptions& options, const BinaryPuzzle& puzzle) {
  emit(options, to_text(puzzle),
       {{"kind", "binary"},
        {"size", puzzle.size},
        {"level", difficulty(puzzle)},
        {"text", to_takuzu(puzzle)}});
  return Exit::done;
}

Exit play(const BinaryPuzzle& given) {
  const auto solutions = solve_exactly(given, 1);
  if (solutions.empty()) {
    fmt::print("there is no solution\n");
    return Exit::not_reached;
  }
  BinaryPuzzle puzzle = given;
  const auto at = [](int square) { return static_cast<std::size_t>(square); };
  const std::string letters = "01.";
  return play_grid(
      {std::string("No three equal in a row or column, as many 0 as 1 in each") +
           (puzzle.unique_lines ? ", no two rows or columns equal." : "."),
       puzzle.size, puzzle.size, letters, [&] { return to_text(puzzle); },
       [&](int square) { return letters[static_cast<std::size_t>(puzzle.squares[at(square)])]; },
       [&](int square) { return given.squares[at(square)] == Digit::unknown; },
       [&](int square, char value) {
         puzzle.squares[at(square)] = static_cast<Digit>(letters.find(value));
       },
       [&](int square) {
         return letters[static_cast<std::size_t>(solutions[0].squares[at(square)])];
       }});
}

Exit run(const BinaryOptions& options) {
  const std::optional<BinaryPuzzle> given = puzzle_of(options);
  if (!given) return not_generated(options, wanted(options));
  const BinaryPuzzle& puzzle = *given;
  switch (verb_of(options)) {
    case Verb::generate: return generate(options, puzzle);
    case Verb::solve: return solve(options, puzzle);
    case Verb::play: return play(puzzle);
    case Verb::check: return check(options, puzzle);
    case Verb::dot: emit(options, to_dot(puzzle), {{"dot", to_dot(puzzle)}}); return Exit::done;
  }
  return Exit::done;
}

}  // namespace

void add_binary_kind(Command& puzzle, CommandContext& context) {
  auto options = std::make_shared<BinaryOptions>();
  Command* command =
      add_puzzle_kind(puzzle, "binary", "Takuzu: zeros and ones, no three in a row", *options);
  command
      ->add_option("--size", options->size, "Squares a side of a generated puzzle, even, 4 to 12")
      ->capture_default_str();
  command
      ->add_option("--spare", options->spare,
                   "generate: squares given beyond what a unique solution needs")
      ->capture_default_str();
  command
      ->add_option("--methods", options->methods,
                   "solve: 2 for pairs and trios only, 3 for complete lines too")
      ->one_of({"2", "3"})
      ->capture_default_str();
  within(1, 4,
         command->add_option("--level", options->level,
                             "generate: 1 pairs and trios solve it, 2 complete lines too, 3 "
                             "unequal lines too, 4 none of these (then --spare does not count)"));
  add_budget_flag(*command, *options, 1'000'000, "guesses and squares left out");
  command->add_flag("--equal-lines", options->equal_lines,
                    "Two rows or two columns may be equal, as in some boards from elsewhere");
  add_animation_flags(*command, *options);
  command->callback([options, &context] { context.exit = run(*options); });
}

}  // namespace marblemaze

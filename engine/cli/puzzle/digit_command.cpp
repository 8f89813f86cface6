#include <bit>

#include <fmt/format.h>

#include "agent/automata/digit_rule.h"
#include "engine/cli/puzzle/grid_play.h"
#include "engine/cli/puzzle/puzzle_common.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

struct DigitOptions : PuzzleOptions {
  DigitKind kind = DigitKind::sudoku;
  int width = 6;
  int height = 6;
  bool bundled = false;
  int measure = 0;
};

// Nothing where the budget does not suffice.
std::optional<DigitPuzzle> made_puzzle(const DigitOptions& options, std::uint64_t seed) {
  Rng rng(seed);
  ToldBudget budget(options);
  return make_digit_puzzle(options.kind, options.width, options.height, rng, *budget);
}

std::optional<DigitPuzzle> puzzle_of(const DigitOptions& options) {
  if (options.bundled && !options.source.empty())
    throw BadInput("--bundled", "beside '" + options.source + "'", "one of the two puzzles");
  if (options.bundled) return bundled_puzzle(options.kind);
  if (!options.source.empty()) return parse_digit_puzzle(options.kind, read_source(options.source));
  return made_puzzle(options, options.seed);
}

std::string wanted(const DigitOptions& options) {
  return fmt::format("a {} of {} by {} cells with one solution, seed {}", to_string(options.kind),
                     options.width, options.height, options.seed);
}

// How many of the puzzles of consecutive seeds eliminations alone decide.
Exit measure(const DigitOptions& options) {
  int solved = 0, made = 0;
  double iterations = 0;
  for (int i = 0; i < options.measure; ++i) {
    const auto puzzle = made_puzzle(options, options.seed + static_cast<std::uint64_t>(i));
    if (!puzzle) continue;
    ++made;
    const DigitResult result = solve_by_automaton(*puzzle);
    if (result.ending != Deduction::solved) continue;
    ++solved;
    iterations += result.iterations;
  }
  iterations /= std::max(solved, 1);
  const int missing = options.measure - made;
  emit(
      options,
      fmt::format(
          "{} of {} generated puzzles solved, in {:.1f} iterations on average; the others "
          "stalled{}\n",
          solved, made, iterations,
          missing == 0 ? "" : fmt::format("; {} more were not generated within --budget", missing)),
      {{"kind", to_string(options.kind)},
       {"puzzles", made},
       {"not_generated", missing},
       {"solved", solved},
       {"mean_iterations", iterations}});
  return Exit::done;
}

Exit solve(const DigitOptions& options, const DigitPuzzle& puzzle) {
  Animation frames(options);
  int generation = 0;
  const DigitResult result = solve_by_automaton(puzzle, [&](const DigitPuzzle& now) {
    frames.frame(generation++, options.animate ? to_text(now) : "");
  });
  int left = 0;
  for (DigitSet set : result.puzzle.candidates) left += set == 0 ? 0 : std::popcount(set) - 1;
  emit(options,
       to_text(result.puzzle) +
           fmt::format("{} after {} iterations, {} candidates too many\n", to_string(result.ending),
                       result.iterations, left) +
           (result.reason.empty() ? "" : result.reason + "\n"),
       {{"outcome", to_string(result.ending)},
        {"reason", result.reason},
        {"iterations", result.iterations},
        {"observed", result.observed},
        {"candidates_left", left},
        {"text", to_text(result.puzzle)}});
  return result.ending == Deduction::solved ? Exit::done : Exit::not_reached;
}

Exit check(const DigitOptions& options, const DigitPuzzle& puzzle) {
  return emit_uniqueness(options, solve_exactly(puzzle, 2).size(), to_text(puzzle));
}

const char* rules_of(DigitKind kind) {
  if (kind == DigitKind::sudoku) return "Every digit once in each row, column and 3x3 box.";
  if (kind == DigitKind::tectonic)
    return "Each lettered section holds 1 up to its size; equal digits never touch, not even at "
           "corners.";
  return "Each run adds up to its clue (down\\across), with no digit twice.";
}

Exit play(const DigitPuzzle& given) {
  const auto solutions = solve_exactly(given, 1);
  if (solutions.empty()) {
    fmt::print("there is no solution\n");
    return Exit::not_reached;
  }
  DigitPuzzle puzzle = given;
  const auto shown = [](const DigitPuzzle& board, int cell) {
    const DigitSet set = board.candidates[static_cast<std::size_t>(cell)];
    const int digit = only_digit(set);
    return set == 0 ? '#' : digit == 0 ? '.' : static_cast<char>('0' + digit);
  };
  const auto open = [&](int cell) {
    return std::popcount(given.candidates[static_cast<std::size_t>(cell)]) > 1;
  };
  return play_grid(
      {rules_of(puzzle.kind), puzzle.width, puzzle.height, "123456789.",
       [&] { return to_text(puzzle); }, [&](int cell) { return shown(puzzle, cell); }, open,
       [&](int cell, char value) {
         const auto at = static_cast<std::size_t>(cell);
         puzzle.candidates[at] = value == '.' ? given.candidates[at] : digit_bit(value - '0');
       },
       [&](int cell) { return shown(solutions[0], cell); }});
}

Exit run(const DigitOptions& options) {
  if (options.measure < 0) throw BadInput("measure", std::to_string(options.measure), "0 or more");
  if (verb_of(options) == Verb::solve && options.measure > 0) return measure(options);
  const std::optional<DigitPuzzle> given = puzzle_of(options);
  if (!given) return not_generated(options, wanted(options));
  const DigitPuzzle& puzzle = *given;
  switch (verb_of(options)) {
    case Verb::generate:
      emit(options, to_text(puzzle),
           {{"kind", to_string(options.kind)},
            {"width", puzzle.width},
            {"height", puzzle.height},
            {"text", to_text(puzzle)}});
      return Exit::done;
    case Verb::solve: return solve(options, puzzle);
    case Verb::play: return play(puzzle);
    case Verb::check: return check(options, puzzle);
    case Verb::dot: emit(options, to_dot(puzzle), {{"dot", to_dot(puzzle)}}); return Exit::done;
  }
  return Exit::done;
}

void add_kind(Command& puzzle, CommandContext& context, DigitKind kind,
              const std::string& summary) {
  auto options = std::make_shared<DigitOptions>();
  options->kind = kind;
  Command* command = add_puzzle_kind(puzzle, to_string(kind), summary, *options);
  if (kind == DigitKind::sudoku) {
    options->width = options->height = 9;
  } else {
    command->add_option("--width", options->width, "Cells across of a generated puzzle, up to 10")
        ->capture_default_str();
    command->add_option("--height", options->height, "Cells down, up to 10")->capture_default_str();
  }
  command->add_flag("--bundled", options->bundled, "The instance that comes with the program");
  command
      ->add_option("--measure", options->measure,
                   "solve: the solved share of so many generated puzzles")
      ->capture_default_str();
  // Less than ten seconds' worth; of 300 boards of ten a side none took more than a fifth of it.
  const std::int64_t budget = kind == DigitKind::kakuro ? 100'000 : 500'000;
  add_budget_flag(*command, *options, budget,
                  kind == DigitKind::kakuro ? "boards and guesses" : "pieces laid and guesses");
  add_animation_flags(*command, *options);
  command->callback([options, &context] { context.exit = run(*options); });
}

}  // namespace

void add_digit_kinds(Command& puzzle, CommandContext& context) {
  add_kind(puzzle, context, DigitKind::sudoku, "Sudoku by elimination");
  add_kind(puzzle, context, DigitKind::tectonic, "Tectonic by elimination");
  add_kind(puzzle, context, DigitKind::kakuro, "Kakuro by elimination");
}

}  // namespace marblemaze

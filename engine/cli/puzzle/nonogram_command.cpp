#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "agent/automata/nonogram_messages.h"
#include "engine/cli/puzzle/grid_play.h"
#include "engine/cli/puzzle/puzzle_common.h"

namespace marblemaze {
namespace {

struct NonogramOptions : PuzzleOptions {
  int width = 10;
  int height = 10;
  double density = 0.6;
  bool hard = false;
  bool non = false;
  std::string machine = "auto";
};

// Nothing where the budget does not suffice.
std::optional<Nonogram> puzzle_of(const NonogramOptions& options) {
  if (!options.source.empty()) return parse_nonogram(read_source(options.source));
  Rng rng(options.seed);
  ToldBudget budget(options);
  return make_nonogram(options.width, options.height, options.density, !options.hard, rng, *budget);
}

std::string wanted(const NonogramOptions& options) {
  return fmt::format("a picture of {} by {} squares, density {}, {}, seed {}", options.width,
                     options.height, options.density,
                     options.hard ? "with one answer" : "that line rules decide", options.seed);
}

std::string notation(const NonogramOptions& options, const Nonogram& puzzle) {
  return options.non ? to_non(puzzle) : to_text(puzzle);
}

// The picture with the clues around it.
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
    text += fmt::format("{:>{}} ", to_text(puzzle.rows[static_cast<std::size_t>(y)]), widest);
    for (int x = 0; x < puzzle.width(); ++x) {
      text += std::string(wide - 1, ' ');
      text += ".#?"[static_cast<int>(picture[static_cast<std::size_t>(y * puzzle.width() + x)])];
    }
    text += '\n';
  }
  return text;
}

template <class Cell>
Picture sure_squares(const Lattice<Cell>& cells) {
  Picture picture;
  cells.for_each([&](int, int, int, const Cell& cell) { picture.push_back(cell.sure); });
  return picture;
}

std::ptrdiff_t certain_in(const Picture& picture) {
  return std::count_if(picture.begin(), picture.end(),
                       [](Shade shade) { return shade != Shade::unknown; });
}

// The document's automaton while it takes about a second, the one with messages beyond.
bool pushes_placements(const NonogramOptions& options, const Nonogram& puzzle) {
  constexpr std::int64_t kCellsARound = 8'000'000;
  if (options.machine != "auto") return options.machine == "placements";
  return round_of_placements(puzzle) <= kCellsARound / (puzzle.width() * puzzle.height());
}

// Frames where they are asked for, and progress on standard error.
class Watcher {
 public:
  Watcher(const NonogramOptions& options, const Nonogram& puzzle)
      : puzzle_(puzzle), animate_(options.animate), frames_(options) {}

  template <class Cell>
  void operator()(const Lattice<Cell>& cells) {
    if (animate_) frames_.frame(generation_, framed(puzzle_, sure_squares(cells)));
    if (line_.due()) {
      const Picture picture = sure_squares(cells);
      line_.show(fmt::format("{} generations, {} of {} squares certain", generation_,
                             certain_in(picture), picture.size()));
    }
    ++generation_;
  }

 private:
  const Nonogram& puzzle_;
  bool animate_;
  Animation frames_;
  ProgressLine line_;
  int generation_ = 0;
};

Exit solve(const NonogramOptions& options, const Nonogram& puzzle) {
  const bool placements = pushes_placements(options, puzzle);
  Watcher watcher(options, puzzle);
  const NonogramResult result = placements
                                    ? solve_by_automaton(puzzle, 5'000'000, std::ref(watcher))
                                    : solve_by_messages(puzzle, std::ref(watcher));
  const auto certain = certain_in(result.picture);
  emit(options,
       framed(puzzle, result.picture) +
           fmt::format("{} after {} iterations, {} of {} squares certain (machine: {})\n",
                       to_string(result.ending), result.iterations, certain, result.picture.size(),
                       placements ? "placements" : "messages") +
           (result.reason.empty() ? "" : result.reason + "\n"),
       {{"outcome", to_string(result.ending)},
        {"reason", result.reason},
        {"machine", placements ? "placements" : "messages"},
        {"iterations", result.iterations},
        {"observed", result.observed},
        {"certain", certain},
        {"squares", result.picture.size()},
        {"picture", to_text(result.picture, puzzle.width())}});
  return result.ending == Deduction::solved ? Exit::done : Exit::not_reached;
}

Exit check(const NonogramOptions& options, const Nonogram& puzzle) {
  const std::size_t answers = solve_exactly(puzzle, 2).size();
  const Picture deduced = deduce_lines(puzzle);
  const bool simple = !deduced.empty() &&
                      std::find(deduced.begin(), deduced.end(), Shade::unknown) == deduced.end();
  emit(options,
       fmt::format("{}; line rules {} it\n",
                   answers == 1   ? "exactly one answer"
                   : answers == 0 ? "no answer"
                                  : "more than one answer",
                   simple ? "decide" : "do not decide"),
       {{"unique", answers == 1},
        {"solvable", answers > 0},
        {"simple", simple},
        {"text", to_text(puzzle)}});
  return answers == 1 ? Exit::done : Exit::not_reached;
}

Exit play(const Nonogram& puzzle) {
  const auto answers = solve_exactly(puzzle, 1);
  if (answers.empty()) {
    fmt::print("there is no answer\n");
    return Exit::not_reached;
  }
  Picture picture(answers[0].size(), Shade::unknown);
  const auto at = [](int square) { return static_cast<std::size_t>(square); };
  const std::string letters = ".#?";
  return play_grid(
      {"Fill the strings of black squares that the clues name, in order, with white between them.",
       puzzle.width(), puzzle.height(), letters, [&] { return framed(puzzle, picture); },
       [&](int square) { return letters[static_cast<std::size_t>(picture[at(square)])]; },
       [](int) { return true; },
       [&](int square, char value) {
         picture[at(square)] = static_cast<Shade>(letters.find(value));
       },
       [&](int square) { return letters[static_cast<std::size_t>(answers[0][at(square)])]; }});
}

Exit run(const NonogramOptions& options) {
  const std::optional<Nonogram> given = puzzle_of(options);
  if (!given) return not_generated(options, wanted(options));
  const Nonogram& puzzle = *given;
  switch (verb_of(options)) {
    case Verb::generate:
      emit(options, notation(options, puzzle),
           {{"kind", "nonogram"},
            {"rows", puzzle.rows},
            {"columns", puzzle.columns},
            {"text", to_text(puzzle)}});
      return Exit::done;
    case Verb::solve: return solve(options, puzzle);
    case Verb::play: return play(puzzle);
    case Verb::check: return check(options, puzzle);
    case Verb::dot: {
      const Picture deduced = deduce_lines(puzzle);
      const std::string dot =
          to_dot(puzzle, deduced.empty()
                             ? Picture(puzzle.rows.size() * puzzle.columns.size(), Shade::unknown)
                             : deduced);
      emit(options, dot, {{"dot", dot}});
      return Exit::done;
    }
  }
  return Exit::done;
}

}  // namespace

void add_nonogram_kind(Command& puzzle, CommandContext& context) {
  auto options = std::make_shared<NonogramOptions>();
  Command* command = add_puzzle_kind(
      puzzle, "nonogram", "Clues for rows and columns; solved by two machines a square", *options);
  command->add_option("--width", options->width, "Columns of a generated puzzle, 1 to 50")
      ->capture_default_str();
  command->add_option("--height", options->height, "Rows of a generated puzzle, 1 to 50")
      ->capture_default_str();
  command->add_option("--density", options->density, "Share of black squares")
      ->capture_default_str();
  command->add_flag("--hard", options->hard, "generate: unique, but line rules need not decide it");
  command->add_flag("--non", options->non, "generate: in the .non format");
  command
      ->add_option("--machine", options->machine,
                   "solve: placements pushes every line's strings through all placements, messages "
                   "passes on what they have in common; auto takes the second where the first "
                   "would take long")
      ->one_of({"auto", "placements", "messages"})
      ->capture_default_str();
  add_budget_flag(*command, *options, 20'000, "runs of the line rules over a board");
  add_animation_flags(*command, *options);
  command->callback([options, &context] { context.exit = run(*options); });
}

}  // namespace marblemaze

#include <algorithm>

#include <fmt/format.h>

#include "agent/automata/nonogram_rule.h"
#include "engine/cli/puzzle/deduction_kind.h"

namespace marblemaze {
namespace {

// Writes the picture with the clues around it.
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
      text += letter_of(picture[static_cast<std::size_t>(y * puzzle.width() + x)], kShades);
    }
    text += '\n';
  }
  return text;
}

class NonogramKind final : public DeductionKind<Nonogram> {
 public:
  NonogramKind()
      : DeductionKind("nonogram",
                      "Clues for rows and columns; each square is two cells of an automaton",
                      "'rows CLUES; columns CLUES'; .non files; games of sgt-pattern") {}

 private:
  void add_options(CLI::App& command) override {
    command.add_option("--width", width_, "Columns of a generated puzzle, 1 to 100");
    command.add_option("--height", height_, "Rows of a generated puzzle, 1 to 100");
    command.add_option("--density", density_, "Share of black squares");
    command.add_flag("--hard", hard_,
                     "generate: one solution, but perhaps not found by looking at single lines");
    command.add_flag("--non", non_, "generate: write the .non format")
        ->excludes(command.get_option("--json"));
    command
        .add_option("--machine", machine_,
                    "solve: placements tries all placements of each line in turn; "
                    "messages passes on what all placements share; auto takes messages where "
                    "placements would take long")
        ->check(one_of({"auto", "placements", "messages"}));
    add_budget_flag(command, options_, 20'000, "passes of the line rules over a board");
    add_nth_option(command);
    add_solver_options(command);
  }

  Nonogram parse(const std::string& text) const override { return parse_nonogram(text); }

  std::vector<std::string> puzzles_in(const std::string& text) const override {
    return nonograms_in(text);
  }

  std::optional<Nonogram> make(Rng& rng, GeneratorBudget& budget) const override {
    return make_nonogram(width_, height_, density_, !hard_, rng, budget);
  }

  std::string wanted() const override {
    return fmt::format("a picture of {} by {} squares, density {}, {}, seed {}", width_, height_,
                       density_, hard_ ? "with one answer" : "that line rules solve",
                       options_.seed);
  }

  Finding generate(const Nonogram& puzzle) const override {
    return {non_ ? to_non(puzzle) : to_text(puzzle),
            {{"kind", name_},
             {"rows", puzzle.rows},
             {"columns", puzzle.columns},
             {"text", to_text(puzzle)}}};
  }

  // Prefers the automaton of the document unless it takes longer than about a second.
  [[nodiscard]] bool pushes_placements(const Nonogram& puzzle) const {
    constexpr std::int64_t kCellsARound = 8'000'000;
    if (machine_ != "auto") return machine_ == "placements";
    return round_of_placements(puzzle) <= kCellsARound / (puzzle.width() * puzzle.height());
  }

  GridGame game(const Nonogram& puzzle) const override {
    return {
        "Fill the strings of black squares that the clues name, in order, with white between "
        "them.",
        puzzle.width(),
        std::string(kShades),
        all_unknown(puzzle),
        [puzzle](const Picture& picture) { return framed(puzzle, picture); },
        [puzzle](const Picture& picture) {
          return nonogram_of(picture, puzzle.width()) == puzzle;
        }};
  }

  DeductionResult deduce(const Nonogram& puzzle, const DeductionWatch& watch) const override {
    if (pushes_placements(puzzle)) return solve_by_automaton(puzzle, 5'000'000, watch);
    return solve_by_messages(puzzle, watch);
  }

  Finding remarks(const Nonogram& puzzle, const DeductionResult& result) const override {
    const char* machine = pushes_placements(puzzle) ? "placements" : "messages";
    const Picture& picture = result.candidates;
    const auto certain = std::count_if(picture.begin(), picture.end(), is_certain);
    return {
        fmt::format(", {} of {} squares certain (machine: {})", certain, picture.size(), machine),
        {{"machine", machine},
         {"certain", certain},
         {"squares", picture.size()},
         {"picture", to_text(picture, puzzle.width(), kShades)}}};
  }

  Finding qualities(const Nonogram& puzzle, bool) const override {
    const Picture deduced = deduce_lines(puzzle);
    const bool simple = !deduced.empty() && complete(deduced);
    return {fmt::format("line rules {} it\n", simple ? "solve" : "do not solve"),
            {{"simple", simple}, {"text", to_text(puzzle)}}};
  }

  int width_ = 10;
  int height_ = 10;
  double density_ = 0.6;
  bool hard_ = false;
  bool non_ = false;
  std::string machine_ = "auto";
};

}  // namespace

std::shared_ptr<PuzzleKind> make_nonogram_kind() { return std::make_shared<NonogramKind>(); }

}  // namespace marblemaze

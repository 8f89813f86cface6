#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/cli/puzzle/puzzle_common.h"
#include "maze/base/random.h"

namespace marblemaze {

/// Adds `puzzle KIND VERB`: the logic mazes and the puzzles that automata solve.
void add_puzzle_command(CLI::App& app);

enum class Verb { generate, solve, play, check, dot };

/// One kind of `marblemaze puzzle KIND VERB`. A new one derives from PuzzleKindOf in a file of its
/// own, defines its maker there, and is listed in puzzle_kind.cpp.
class PuzzleKind {
 public:
  /// `name` as typed: "four-bit". `summary`: one line for --help. `formats`: the texts that are
  /// read, in words.
  PuzzleKind(std::string name, std::string summary, std::string formats)
      : name_(std::move(name)), summary_(std::move(summary)), formats_(std::move(formats)) {}
  virtual ~PuzzleKind() = default;

  /// Adds the kind to the command line: VERB, SOURCE, the options of all kinds, then its own. The
  /// command's callback keeps the kind alive.
  static void add(const std::shared_ptr<PuzzleKind>& kind, CLI::App& puzzle);

 protected:
  /// Adds the kind's own options. Called once; the variables must be members.
  virtual void add_options(CLI::App& command) = 0;
  /// Runs the verb of the command line. Throws BadInput, MachineFailure.
  [[nodiscard]] virtual Exit run() const = 0;

  [[nodiscard]] Verb verb() const;
  /// Adds --nth, for a kind whose files may contain several puzzles.
  void add_nth_option(CLI::App& command);
  /// Returns the puzzle that --nth selects. Throws BadInput if there are several and --nth is not
  /// given.
  [[nodiscard]] std::string chosen(const std::vector<std::string>& puzzles) const;
  /// Returns the finding that a generator did not reach what was `wanted`.
  [[nodiscard]] Finding not_generated(const std::string& wanted) const;

  const std::string name_, summary_, formats_;
  PuzzleOptions options_;
};

/// Makes a kind. Each of these functions is defined in a file of its own.
using PuzzleKindMaker = std::shared_ptr<PuzzleKind>();
PuzzleKindMaker make_four_bit_kind, make_jump_kind, make_rook_kind, make_nonogram_kind,
    make_binary_kind, make_maze_automaton_kind, make_sudoku_kind, make_tectonic_kind,
    make_kakuro_kind;

/// A kind whose verbs act on a Puzzle that is read or generated before. All verbs are pure, so that
/// none is forgotten; a kind that cannot have one throws BadInput from it.
template <class Puzzle>
class PuzzleKindOf : public PuzzleKind {
 public:
  using PuzzleKind::PuzzleKind;

 protected:
  /// Throws BadInput if the text is not a puzzle of this kind.
  [[nodiscard]] virtual Puzzle parse(const std::string& text) const = 0;
  /// Returns the texts of all puzzles in a text, for a kind with --nth.
  [[nodiscard]] virtual std::vector<std::string> puzzles_in(const std::string& text) const {
    return {text};
  }
  /// Generates a puzzle. Returns nothing if the budget runs out. Throws BadInput for invalid
  /// options.
  [[nodiscard]] virtual std::optional<Puzzle> make(Rng& rng, GeneratorBudget& budget) const = 0;
  /// Returns what make() is asked for, in words, for the message that it was not reached.
  [[nodiscard]] virtual std::string wanted() const { return name_; }

  [[nodiscard]] virtual Finding generate(const Puzzle& puzzle) const = 0;
  [[nodiscard]] virtual Finding solve(const Puzzle& puzzle) const = 0;
  [[nodiscard]] virtual Exit play(const Puzzle& puzzle) const = 0;  ///< on the terminal
  [[nodiscard]] virtual Finding check(const Puzzle& puzzle) const = 0;
  [[nodiscard]] virtual std::string dot(const Puzzle& puzzle) const = 0;  ///< for Graphviz

  /// Returns the puzzle in SOURCE, or a new one. A kind that has further sources overrides it.
  [[nodiscard]] virtual std::optional<Puzzle> read_or_make() const {
    if (!options_.source.empty())
      return read_puzzle(
          options_.source, formats_ + "; JSON of generate --json",
          [this](const std::string& text) { return parse(chosen(puzzles_in(text))); },
          [this](const Puzzle& puzzle) { return generate(puzzle).document; },
          {"text", "generator", "energy"});
    Rng rng(options_.seed);
    GeneratorBudget budget(options_.budget);
    return make(rng, budget);
  }

  [[nodiscard]] Exit run() const override {
    std::optional<Puzzle> puzzle;
    const Exit exit = tell_in_time(options_, name_ + " " + options_.verb, [&] {
      puzzle = read_or_make();
      if (!puzzle) return not_generated(wanted());
      return verb() == Verb::play ? Finding() : answer(*puzzle);
    });
    return puzzle && verb() == Verb::play ? play(*puzzle) : exit;
  }

 private:
  [[nodiscard]] Finding answer(const Puzzle& puzzle) const {
    switch (verb()) {
      case Verb::solve: return solve(puzzle);
      case Verb::check: return check(puzzle);
      case Verb::dot: {
        const std::string graph = dot(puzzle);
        return {graph, {{"dot", graph}}};
      }
      default: return generate(puzzle);
    }
  }
};

}  // namespace marblemaze

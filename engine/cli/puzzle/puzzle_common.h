#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/progress_line.h"
#include "maze/puzzles/generator_budget.h"

/// What all kinds of `marblemaze puzzle KIND VERB` share.
namespace marblemaze {

enum class Verb { generate, solve, play, check, dot };

struct PuzzleOptions {
  std::string verb;
  std::string
      source;  ///< a file, "-" for standard input, the puzzle itself, or empty: generate one
  std::string output;
  std::uint64_t seed = 1;
  bool json = false;
  bool animate = false;
  double frames_per_second = 12;
  std::int64_t budget = 0;  ///< of the generator, in its own steps
};

using Json = nlohmann::ordered_json;

/// Adds `puzzle KIND` with VERB, SOURCE, --seed, -o and --json.
Command* add_puzzle_kind(Command& puzzle, const std::string& name, const std::string& summary,
                         PuzzleOptions& options);
/// Adds --animate and --fps.
void add_animation_flags(Command& command, PuzzleOptions& options);

/// Adds --budget; `steps` says what is counted.
void add_budget_flag(Command& command, PuzzleOptions& options, std::int64_t usual,
                     const std::string& steps);

/// A generator's budget that shows on standard error how much of it is spent.
class ToldBudget {
 public:
  explicit ToldBudget(const PuzzleOptions& options);
  [[nodiscard]] GeneratorBudget& operator*() { return budget_; }

 private:
  ProgressLine line_;
  GeneratorBudget budget_;
};

/// Says on standard error what a generator could not reach; only --json prints a document.
Exit not_generated(const PuzzleOptions& options, const std::string& what);

[[nodiscard]] Verb verb_of(const PuzzleOptions& options);

/// The text of SOURCE; the "text" field where that is a JSON document as `generate --json` prints
/// it. Throws BadInput, MachineFailure.
[[nodiscard]] std::string read_source(const std::string& source);

/// Prints the text, or the document where --json asks for it; to the file where -o names one.
void emit(const PuzzleOptions& options, const std::string& text, const Json& document);

/// Says whether a puzzle has one, no or several solutions, of which `solutions` were counted (2
/// stands for several); `text` is the puzzle in its notation. Done only when there is exactly one.
Exit emit_uniqueness(const PuzzleOptions& options, std::size_t solutions, const std::string& text);

/// Frames of an automaton on the terminal: each replaces the one before; where standard output is
/// no terminal they follow each other without control characters and without waiting.
class Animation {
 public:
  explicit Animation(const PuzzleOptions& options) : options_(options) {}
  /// Does nothing without --animate, and nothing when the picture is the last one again.
  void frame(int iteration, const std::string& picture);

 private:
  const PuzzleOptions& options_;
  std::string last_;
  bool first_ = true;
};

/// A game read from standard input. Reads words until one ends the game; prompts only on a
/// terminal. `command` gets each line's words and returns false when the game is over. Returns
/// Exit::done when `won` says so at the end, Exit::not_reached otherwise.
Exit play_lines(const std::string& help,
                const std::function<bool(const std::string& line)>& command,
                const std::function<bool()>& won);

/// Each adds the kinds it names.
void add_four_bit_kind(Command& puzzle, CommandContext& context);
void add_jump_kinds(Command& puzzle, CommandContext& context);  // jump, rook
void add_nonogram_kind(Command& puzzle, CommandContext& context);
void add_binary_kind(Command& puzzle, CommandContext& context);
void add_maze_automaton_kind(Command& puzzle, CommandContext& context);
void add_digit_kinds(Command& puzzle, CommandContext& context);  // sudoku, tectonic, kakuro
/// life and elementary, which have nothing to solve and so no VERB.
void add_classic_automata(Command& puzzle, CommandContext& context);

}  // namespace marblemaze

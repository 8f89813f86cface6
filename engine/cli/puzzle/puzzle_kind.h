#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/cli/common/options.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/random.h"
#include "maze/puzzles/exact_solver.h"

namespace marblemaze {

void add_puzzle_command(CLI::App& app);

/// Adds one kind to the command `puzzle`. A new kind of puzzle needs an AddPuzzleKind function,
/// which calls add_kind().
using AddPuzzleKind = void(CLI::App& puzzle);
AddPuzzleKind add_four_bit, add_jump, add_rook, add_nonogram, add_binary, add_maze_automaton,
    add_sudoku, add_tectonic, add_kakuro, add_life, add_elementary;

/// Options of puzzles and automata.
struct SourceOptions {
  /// File name, "-" for standard input, or the puzzle as text. If empty, a puzzle is generated.
  std::string source;
  std::string output;
  std::uint64_t seed = 1;
  bool json = false;
  bool animate = false;
  double frames_per_second = 12;
  double time_limit_s = 0;  ///< 0 for no limit
};

/// Options of puzzles. A kind with more options derives a struct from PuzzleOptions.
struct PuzzleOptions : SourceOptions {
  std::string verb;
  std::int64_t budget = 0;
  int nth = 0;  ///< number of the puzzle in its file, from 1; 0 if the file contains only one

  /// Throws BadInput if two outputs would be mixed.
  void require_separate_outputs() const {}
  /// Writes --sheet, in kinds that have this option.
  void write_sheet(const auto&) const {}
};

void add_output_options(CLI::App& command, SourceOptions& options);

/// Adds an option of the generator, which cannot be combined with SOURCE. Requires: the command has
/// the option SOURCE.
template <class Value>
CLI::Option* add_generator_option(CLI::App& command, const std::string& name, Value& value,
                                  const std::string& about) {
  return command.add_option(name, value, about)->excludes(command.get_option("SOURCE"));
}

CLI::Option* add_animation_options(CLI::App& command, SourceOptions& options);

/// Adds --budget. The help text says that the budget counts `steps`.
void add_budget_option(CLI::App& command, PuzzleOptions& options, std::int64_t budget,
                       const std::string& steps);

void add_nth_option(CLI::App& command, PuzzleOptions& options);
/// Returns the puzzle that --nth selects. Throws BadInput if there are several puzzles and --nth is
/// not given.
[[nodiscard]] std::string nth_puzzle(const std::vector<std::string>& puzzles,
                                     const std::string& kind, const PuzzleOptions& options);

/// Runs `work` for at most `limit_s` seconds (0 for no limit) and shows the elapsed time. Returns
/// true if the work was finished.
bool run_with_limit(double limit_s, const std::function<void()>& work);

/// Runs `find` and prints the result. If --time-limit expires, prints a message that names
/// `command`. If the result has no text, only its error line is printed, and --output is not
/// written.
Exit print_with_limit(const SourceOptions& options, const std::string& command,
                      const std::function<Output()>& find);

struct PuzzleSource {
  std::string file;  ///< file name for messages; empty if SOURCE is the puzzle itself
  std::string text;
  Json document{};  ///< output of `generate --json` that contained the text, or null
};
/// Throws BadInput, MachineFailure.
[[nodiscard]] PuzzleSource read_source(const std::string& source);

/// Reads a puzzle from SOURCE with `parse(text)`. If SOURCE is a JSON document, its members must
/// agree with `document_of(puzzle)`, which may lack the members in `more`. Error messages about a
/// file contain the file name and the accepted `formats`. Throws BadInput, MachineFailure.
template <class Parse, class DocumentOf>
[[nodiscard]] auto read_puzzle(const std::string& source, const std::string& formats, Parse parse,
                               DocumentOf document_of,
                               std::initializer_list<std::string_view> more) {
  PuzzleSource given;
  try {
    given = read_source(source);
    auto puzzle = parse(given.text);
    if (given.document.is_object())
      require_agreement("puzzle document", given.document, document_of(puzzle), more);
    return puzzle;
  } catch (const BadInput& error) {
    if (given.text.empty()) throw;  // the source could not be read
    if (given.file.empty())
      throw BadInput(error.what() + ("; there is no file '" + source.substr(0, 40) + "'"));
    throw BadInput(given.file + ": " + error.what() + "; input formats: " + formats);
  }
}

/// Throws BadInput if the agent is unknown.
[[nodiscard]] Output solve_by_agent(Environment environment, const std::string& agent);

/// Prints the frames of an automaton. On a terminal that supports cursor movement and has enough
/// rows, each frame replaces the previous one. In all other cases, frames are printed below each
/// other, without control characters and without delays.
class Animation {
 public:
  explicit Animation(const SourceOptions& options) : options_(options) {}
  /// Prints a board if --animate is given and the board differs from the previous one.
  void frame(int iteration, const std::string& board);

 private:
  const SourceOptions& options_;
  std::string last_;
};

/// Runs a game that reads commands from standard input, one per line. The game ends when the player
/// wins, enters "q" or "quit", or closes the input. "help" and "?" print `help`, and all other
/// lines are passed to `command`. Prompts only on a terminal. Returns Exit::done if the game is
/// won, or Exit::not_reached if it is not.
Exit play_lines(const std::string& help,
                const std::function<void(const std::string& line)>& command,
                const std::function<bool()>& won);

/// Runs a game with one-letter commands, like play_lines(). Passes each letter of a line to
/// `press`. Calls `show` at the start and after each line. Rejects lines with characters other than
/// `keys` and spaces. The word "hint" means the letter h.
Exit play_keys(const std::string& help, const std::string& keys,
               const std::function<void(char key)>& press, const std::function<void()>& show,
               const std::function<bool()>& won);

CLI::App* add_kind_command(CLI::App& puzzle, PuzzleOptions& options, const std::string& name,
                           const std::string& summary);

[[nodiscard]] Output not_generated(const std::string& kind, const PuzzleOptions& options);

/// Adds the command of a kind. Kind is a struct of its options, derived from PuzzleOptions, with
/// these members. All functions may throw BadInput and MachineFailure.
///   name, summary (for --help), formats (that parse() accepts, for error messages)
///   void add_options(CLI::App&)
///   Puzzle parse(const std::string& text) const
///   std::optional<Puzzle> make(Rng&, GeneratorBudget&) const: nullopt if the budget runs out
///   Output generate(const Puzzle&) const, solve(...), check(...)
///   std::string dot(const Puzzle&) const: a graph for Graphviz
///   Exit play(const Puzzle&) const: a game on the terminal
template <class Kind>
void add_kind(CLI::App& puzzle, Kind options = {}) {
  const auto kind = std::make_shared<Kind>(std::move(options));
  CLI::App* command = add_kind_command(puzzle, *kind, kind->name, kind->summary);
  kind->add_options(*command);
  using Puzzle = decltype(kind->parse(""));
  const auto read_or_make = [kind]() -> std::optional<Puzzle> {
    if (!kind->source.empty())
      return read_puzzle(
          kind->source, kind->formats + std::string("; the JSON output of generate --json"),
          [&](const std::string& text) { return kind->parse(text); },
          [&](const Puzzle& read) { return kind->generate(read).document; }, {"text", "energy"});
    Rng rng(kind->seed);
    GeneratorBudget steps(kind->budget);
    return kind->make(rng, steps);
  };
  set_action(*command, [kind, read_or_make] {
    const std::string& verb = kind->verb;
    if (verb == "play" && kind->json) throw BadInput("--json cannot be combined with play");
    kind->require_separate_outputs();
    std::optional<Puzzle> made;
    const Exit exit = print_with_limit(*kind, kind->name + (" " + verb), [&]() -> Output {
      made = read_or_make();
      if (!made) return not_generated(kind->name, *kind);
      kind->write_sheet(*made);
      if (verb == "generate") return kind->generate(*made);
      if (verb == "solve") return kind->solve(*made);
      if (verb == "check") return kind->check(*made);
      if (verb == "play") return {};
      const std::string graph = kind->dot(*made);
      return {graph, {{"dot", graph}}};
    });
    return made && verb == "play" ? kind->play(*made) : exit;
  });
}

}  // namespace marblemaze

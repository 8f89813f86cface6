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

/// Kinds of `marblemaze puzzle KIND VERB`, and the functions that they share.
namespace marblemaze {

/// Adds the command `puzzle KIND VERB` with all kinds.
void add_puzzle_command(CLI::App& app);

/// Adds the commands life and elementary, which have no VERB.
void add_classic_automata(CLI::App& puzzle);

struct PuzzleOptions {
  std::string verb;
  /// File name, "-" for standard input, or the puzzle as text. If empty, a puzzle is generated.
  std::string source;
  std::string output;
  std::uint64_t seed = 1;
  bool json = false;
  bool animate = false;
  double frames_per_second = 12;
  std::int64_t budget = 0;  ///< maximum number of steps of the generator
  double time_limit_s = 0;  ///< 0 for no limit
  int nth = 0;  ///< number of the puzzle in its file, from 1; 0 if the file contains only one
};

/// Adds -o, --json and --time-limit.
void add_output_options(CLI::App& command, PuzzleOptions& options);

/// Adds --animate and --fps. Returns --animate.
CLI::Option* add_animation_flags(CLI::App& command, PuzzleOptions& options);

/// Adds --budget. `steps` describes the steps that it counts.
void add_budget_flag(CLI::App& command, PuzzleOptions& options, std::int64_t usual,
                     const std::string& steps);

/// Runs `work` for at most `limit_s` seconds (0 for no limit) and shows the elapsed time. Returns
/// true if the work was finished.
bool in_time(double limit_s, const std::function<void()>& work);

/// Runs `find` and prints its result. If --time-limit expires, prints a message that names
/// `command`. A result without text is not written to --output; only its complaint is printed.
Exit tell_in_time(const PuzzleOptions& options, const std::string& command,
                  const std::function<Finding()>& find);

/// Text of a puzzle that was read from SOURCE.
struct PuzzleSource {
  std::string file;  ///< name for messages; empty if SOURCE is the puzzle itself
  std::string text;
  Json document{};  ///< output of `generate --json` that contained the text, or null
};
/// Reads SOURCE. Throws BadInput, MachineFailure.
[[nodiscard]] PuzzleSource read_source(const std::string& source);

/// Reads a puzzle from SOURCE with `parse(text)`. If SOURCE is a JSON document, its members must
/// agree with those of `document_of(puzzle)`, except for the members in `more`, which may be
/// missing there. Messages about a file contain its name and the accepted `formats`. Throws
/// BadInput, MachineFailure.
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

/// Runs an agent in a logic maze and lists its moves. Throws BadInput if the agent is unknown.
[[nodiscard]] Finding solve_by_agent(Environment environment, const std::string& agent);

/// Prints the frames of an automaton. On a terminal that supports cursor movement and has enough
/// rows, each frame replaces the previous one. In all other cases, frames are printed below each
/// other, without control characters and without delays.
class Animation {
 public:
  explicit Animation(const PuzzleOptions& options) : options_(options) {}
  /// Prints a board if --animate is given and the board differs from the previous one.
  void frame(int iteration, const std::string& board);

 private:
  const PuzzleOptions& options_;
  std::string last_;
};

/// Runs a game that reads commands from standard input, one per line. The game ends when it is won,
/// the player enters "q" or "quit", or the input ends. "help" and "?" print `help`, and all other
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

/// Kind of `marblemaze puzzle KIND VERB`. A new kind derives from PuzzleKindOf in logic_mazes.cpp
/// or grid_puzzles.cpp. The function that creates it is listed in puzzle_kind.cpp.
class PuzzleKind {
 public:
  /// Sets the name on the command line (such as "four-bit"), the line for --help, and a description
  /// of the accepted formats.
  PuzzleKind(std::string name, std::string summary, std::string formats)
      : name_(std::move(name)), summary_(std::move(summary)), formats_(std::move(formats)) {}
  virtual ~PuzzleKind() = default;

  /// Adds the kind to the command line: VERB, SOURCE, the options of all kinds, and then the kind's
  /// own options. The callback of the command keeps the kind alive.
  static void add(const std::shared_ptr<PuzzleKind>& kind, CLI::App& puzzle);

 protected:
  /// Adds the options of this kind. Their variables must be members.
  virtual void add_options(CLI::App& command) = 0;
  /// Runs the verb that was given on the command line. Throws BadInput, MachineFailure.
  [[nodiscard]] virtual Exit run() const = 0;

  /// Adds --nth, for kinds whose files may contain several puzzles.
  void add_nth_option(CLI::App& command);
  /// Returns the puzzle that --nth selects. Throws BadInput if there are several puzzles and --nth
  /// is not given.
  [[nodiscard]] std::string chosen(const std::vector<std::string>& puzzles) const;
  /// Returns the result for a generator that found no puzzle within its budget.
  [[nodiscard]] Finding not_generated() const;

  const std::string name_, summary_, formats_;
  PuzzleOptions options_;
};

/// Creates a kind.
using PuzzleKindMaker = std::shared_ptr<PuzzleKind>();
PuzzleKindMaker make_four_bit_kind, make_jump_kind, make_rook_kind, make_nonogram_kind,
    make_binary_kind, make_maze_automaton_kind, make_sudoku_kind, make_tectonic_kind,
    make_kakuro_kind;

/// Kind whose verbs act on a Puzzle that was read or generated.
template <class Puzzle>
class PuzzleKindOf : public PuzzleKind {
 public:
  using PuzzleKind::PuzzleKind;

 protected:
  /// Parses a puzzle. Throws BadInput if the text is not a puzzle of this kind.
  [[nodiscard]] virtual Puzzle parse(const std::string& text) const = 0;
  /// Splits a text into puzzles, for kinds with --nth.
  [[nodiscard]] virtual std::vector<std::string> puzzles_in(const std::string& text) const {
    return {text};
  }
  /// Generates a puzzle. Returns nullopt if the budget runs out. Throws BadInput for invalid
  /// options.
  [[nodiscard]] virtual std::optional<Puzzle> make(Rng& rng, GeneratorBudget& budget) const = 0;

  [[nodiscard]] virtual Finding generate(const Puzzle& puzzle) const = 0;
  [[nodiscard]] virtual Finding solve(const Puzzle& puzzle) const = 0;
  [[nodiscard]] virtual Exit play(const Puzzle& puzzle) const = 0;  ///< plays on the terminal
  [[nodiscard]] virtual Finding check(const Puzzle& puzzle) const = 0;
  [[nodiscard]] virtual std::string dot(const Puzzle& puzzle) const = 0;  ///< for Graphviz

  /// Reads the puzzle from SOURCE, or generates one. Kinds with other sources override this
  /// function.
  [[nodiscard]] virtual std::optional<Puzzle> read_or_make() const {
    if (!options_.source.empty())
      return read_puzzle(
          options_.source, formats_ + "; the JSON output of generate --json",
          [this](const std::string& text) { return parse(chosen(puzzles_in(text))); },
          [this](const Puzzle& puzzle) { return generate(puzzle).document; }, {"text", "energy"});
    Rng rng(options_.seed);
    GeneratorBudget budget(options_.budget);
    return make(rng, budget);
  }

  [[nodiscard]] Exit run() const override {
    std::optional<Puzzle> puzzle;
    const Exit exit = tell_in_time(options_, name_ + " " + options_.verb, [&] {
      puzzle = read_or_make();
      if (!puzzle) return not_generated();
      return answer(*puzzle);
    });
    return puzzle && options_.verb == "play" ? play(*puzzle) : exit;
  }

 private:
  [[nodiscard]] Finding answer(const Puzzle& puzzle) const {
    const std::string& verb = options_.verb;
    if (verb == "play") return {};
    if (verb == "solve") return solve(puzzle);
    if (verb == "check") return check(puzzle);
    if (verb == "generate") return generate(puzzle);
    const std::string graph = dot(puzzle);
    return {graph, {{"dot", graph}}};
  }
};

}  // namespace marblemaze

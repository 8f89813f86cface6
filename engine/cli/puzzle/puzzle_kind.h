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

/// The kinds of `marblemaze puzzle KIND VERB`, and the functions that they share.
namespace marblemaze {

/// Adds `puzzle KIND VERB`: the logic mazes and the puzzles that automata solve.
void add_puzzle_command(CLI::App& app);

/// Adds the commands life and elementary, which have no VERB.
void add_classic_automata(CLI::App& puzzle);

struct PuzzleOptions {
  std::string verb;
  /// A file, "-" for standard input, the puzzle itself, or empty to generate one.
  std::string source;
  std::string output;
  std::uint64_t seed = 1;
  bool json = false;
  bool animate = false;
  double frames_per_second = 12;
  std::int64_t budget = 0;  ///< steps of the generator
  double time_limit_s = 0;  ///< 0: no limit
  int nth = 0;              ///< index of the puzzle in a file; 0: the file contains only one
};

/// Adds -o, --json and --time-limit.
void add_output_options(CLI::App& command, PuzzleOptions& options);

/// Adds --animate and --fps. Returns --animate.
CLI::Option* add_animation_flags(CLI::App& command, PuzzleOptions& options);

/// Adds --budget. `steps` describes the steps that it counts.
void add_budget_flag(CLI::App& command, PuzzleOptions& options, std::int64_t usual,
                     const std::string& steps);

/// Runs the work of a command for at most `limit_s` seconds; 0: no limit. Shows the elapsed time.
/// Returns whether the work was finished.
bool in_time(double limit_s, const std::function<void()>& work);

/// Prints the result of `find`, or a message that `puzzle COMMAND` took longer than --time-limit.
/// If the result has no text, prints only its complaint.
Exit tell_in_time(const PuzzleOptions& options, const std::string& command,
                  const std::function<Finding()>& find);

/// The text of a puzzle in SOURCE.
struct PuzzleSource {
  std::string file;  ///< name in messages; empty if SOURCE is the puzzle itself
  std::string text;
  Json document{};  ///< output of `generate --json`, which includes the text, or null
};
/// Reads SOURCE. Throws BadInput, MachineFailure.
[[nodiscard]] PuzzleSource read_source(const std::string& source);

/// Returns the puzzle that `parse(text)` reads from SOURCE. Members of a document must agree with
/// `document_of(puzzle)`, or be in `more` if it does not have them. A message about a file contains
/// its name and the accepted `formats`. Throws BadInput, MachineFailure.
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
    if (given.text.empty()) throw;  // it could not be read
    if (given.file.empty())
      throw BadInput(error.what() + ("; there is no file '" + source.substr(0, 40) + "'"));
    throw BadInput(given.file + ": " + error.what() + "; input formats: " + formats);
  }
}

/// Lets an agent act in a logic world and lists its moves. Throws BadInput for an unknown agent.
[[nodiscard]] Finding solve_by_agent(Environment environment, const std::string& agent);

/// Prints the frames of an automaton. On a terminal that can move its cursor and has enough rows,
/// each frame replaces the one before. Otherwise it prints the frames below each other, without
/// control characters and without waiting.
class Animation {
 public:
  explicit Animation(const PuzzleOptions& options) : options_(options) {}
  /// Prints a board with --animate, unless it equals the previous board.
  void frame(int iteration, const std::string& board);

 private:
  const PuzzleOptions& options_;
  std::string last_;
};

/// Plays a game that reads standard input line by line until it is won, the player quits ("q",
/// "quit") or the input ends. Prompts only on a terminal. Prints `help` for "help" and "?", and
/// passes every other line to `command`. Returns Exit::done if the game is won, or
/// Exit::not_reached if it is not.
Exit play_lines(const std::string& help,
                const std::function<void(const std::string& line)>& command,
                const std::function<bool()>& won);

/// Plays a game of single keys in the same way. Passes every key of a line to `press`, and calls
/// `show` at the start and after each line. Rejects a line with characters other than keys and
/// spaces. The word "hint" is the key h.
Exit play_keys(const std::string& help, const std::string& keys,
               const std::function<void(char key)>& press, const std::function<void()>& show,
               const std::function<bool()>& won);

/// One kind of `marblemaze puzzle KIND VERB`. A new kind derives from PuzzleKindOf in
/// logic_mazes.cpp or grid_puzzles.cpp and has a maker, which is listed in puzzle_kind.cpp.
class PuzzleKind {
 public:
  /// Sets the name on the command line, such as "four-bit", one line for --help, and a description
  /// of the accepted formats.
  PuzzleKind(std::string name, std::string summary, std::string formats)
      : name_(std::move(name)), summary_(std::move(summary)), formats_(std::move(formats)) {}
  virtual ~PuzzleKind() = default;

  /// Adds the kind to the command line: VERB, SOURCE, the options of all kinds, then its own
  /// options. The command's callback keeps the kind alive.
  static void add(const std::shared_ptr<PuzzleKind>& kind, CLI::App& puzzle);

 protected:
  /// Adds the kind's own options, once. The variables must be members.
  virtual void add_options(CLI::App& command) = 0;
  /// Runs the verb of the command line. Throws BadInput, MachineFailure.
  [[nodiscard]] virtual Exit run() const = 0;

  /// Adds --nth, for a kind whose files may contain several puzzles.
  void add_nth_option(CLI::App& command);
  /// Returns the puzzle that --nth selects. Throws BadInput if there are several and --nth is not
  /// given.
  [[nodiscard]] std::string chosen(const std::vector<std::string>& puzzles) const;
  /// Returns the finding that the generator found no puzzle within its budget.
  [[nodiscard]] Finding not_generated() const;

  const std::string name_, summary_, formats_;
  PuzzleOptions options_;
};

/// Creates a kind.
using PuzzleKindMaker = std::shared_ptr<PuzzleKind>();
PuzzleKindMaker make_four_bit_kind, make_jump_kind, make_rook_kind, make_nonogram_kind,
    make_binary_kind, make_maze_automaton_kind, make_sudoku_kind, make_tectonic_kind,
    make_kakuro_kind;

/// A kind whose verbs act on a Puzzle that has been read or generated.
template <class Puzzle>
class PuzzleKindOf : public PuzzleKind {
 public:
  using PuzzleKind::PuzzleKind;

 protected:
  /// Parses a puzzle. Throws BadInput if the text is not a puzzle of this kind.
  [[nodiscard]] virtual Puzzle parse(const std::string& text) const = 0;
  /// Splits a text into its puzzles, for a kind with --nth.
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

  /// Returns the puzzle in SOURCE, or a new puzzle. Kinds that have further sources override this
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

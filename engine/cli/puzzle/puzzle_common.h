#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/cli/common/options.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/puzzles/candidates.h"

/// Functions that all kinds of `marblemaze puzzle KIND VERB` use.
namespace marblemaze {

/// Adds the commands life and elementary, which have no VERB.
void add_classic_automata(CLI::App& puzzle);

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
  double time_limit_s = 0;  ///< 0: none
  int nth = 0;              ///< of several puzzles in a file; 0: there must be one
};

/// Adds -o, --json and --time-limit.
void add_output_options(CLI::App& command, PuzzleOptions& options);

/// Adds --animate, which is returned, and --fps.
CLI::Option* add_animation_flags(CLI::App& command, PuzzleOptions& options);

/// Adds --budget. `steps` names the steps that it counts.
void add_budget_flag(CLI::App& command, PuzzleOptions& options, std::int64_t usual,
                     const std::string& steps);

/// Runs work of a command for at most `limit_s` seconds; 0: without a limit. Shows how long it
/// takes. Returns whether it was finished.
bool in_time(double limit_s, const std::function<void()>& work);

/// Prints the result of `find`, or that `puzzle COMMAND` took longer than --time-limit. A finding
/// without text is only a complaint.
Exit tell_in_time(const PuzzleOptions& options, const std::string& command,
                  const std::function<Finding()>& find);

/// The text of a puzzle in SOURCE.
struct PuzzleSource {
  std::string file;  ///< its name in messages; empty if SOURCE is the puzzle itself
  std::string text;
  Json document{};  ///< of `generate --json`, with `text` among its members; null without one
};
/// Reads SOURCE. Throws BadInput, MachineFailure.
[[nodiscard]] PuzzleSource read_source(const std::string& source);

/// Returns the puzzle that `parse(text)` reads in SOURCE. Members of a document must agree with
/// `document_of(puzzle)`, or be among `more` if it does not have them. A message about a file names
/// the file and `formats`, those that are read. Throws BadInput, MachineFailure.
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
    if (given.file.empty()) throw;
    throw BadInput(given.file + ": " + error.what() + "; formats read: " + formats);
  }
}

/// Lets an agent act in a logic world and lists its moves. Throws BadInput for an unknown agent.
[[nodiscard]] Finding solve_by_agent(Environment environment, const std::string& agent);

/// Returns the part of a board that fits into a number of rows and columns, with the first
/// difference from the board before in its middle.
[[nodiscard]] std::string part_that_fits(const std::string& board, const std::string& before,
                                         int rows, int columns);

/// Frames of an automaton. On a terminal that can move its cursor, each frame replaces the one
/// before, and a large board scrolls to what changed. Elsewhere whole boards follow each other
/// without control characters and without waiting.
class Animation {
 public:
  explicit Animation(const PuzzleOptions& options) : options_(options) {}
  /// Does nothing without --animate, and nothing when the board is the last one again.
  void frame(int iteration, const std::string& board);

 private:
  const PuzzleOptions& options_;
  std::string last_;
};

/// A game read from standard input, line by line, until it is won, the player leaves ("q", "quit")
/// or nothing more comes; prompts only on a terminal. "help" and "?" show `help`, every other line
/// goes to `command`. Returns Exit::done when `won` says so at the end, Exit::not_reached
/// otherwise.
Exit play_lines(const std::string& help,
                const std::function<void(const std::string& line)>& command,
                const std::function<bool()>& won);

/// The same for a game of single keys: `press` gets every character but blanks, `show` draws the
/// game at the start and after each line.
Exit play_keys(const std::string& help, const std::function<void(char key)>& press,
               const std::function<void()>& show, const std::function<bool()>& won);

}  // namespace marblemaze

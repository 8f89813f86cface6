#include "engine/cli/puzzle/puzzle_kind.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <thread>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/run/episode.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"

namespace marblemaze {

void add_output_options(CLI::App& command, SourceOptions& options) {
  command
      .add_option("-o,--output", options.output, "Write to this file instead of standard output")
      ->type_name(kOutput);
  command.add_flag("--json", options.json, "Print one JSON document");
  command
      .add_option("--time-limit", options.time_limit_s,
                  "Give up after this many seconds; 0 (default) for no limit")
      ->check(within(0.0, 1e6));
}

CLI::Option* add_animation_options(CLI::App& command, SourceOptions& options) {
  CLI::Option* const animate =
      command
          .add_flag("--animate", options.animate,
                    "Show every generation of the automaton in the terminal")
          ->excludes(command.get_option("--json"));
  command
      .add_option("--fps", options.frames_per_second, "Generations shown per second in a terminal")
      ->check(within(0.1, 1000.0))
      ->needs(animate);
  return animate;
}

void add_budget_option(CLI::App& command, PuzzleOptions& options, std::int64_t budget,
                       const std::string& steps) {
  options.budget = budget;
  add_generator_option(command, "--budget", options.budget,
                       "generate: give up after this many " + steps)
      ->check(within(1, kLargestInteger));
}

bool run_with_limit(double limit_s, const std::function<void()>& work) {
  struct Clock final : WorkWatcher {
    void poll() override {
      if (limit_s > 0 && line.seconds() > limit_s) source.request_stop();
      if (!line.due()) return;
      const std::string steps =
          current_work.total > 0
              ? fmt::format(", {} of {} steps", current_work.done, current_work.total)
              : "";
      line.show(fmt::format("{:.0f} s{}", line.seconds(), steps));
    }
    ProgressLine line;
    StopSource source;
    double limit_s = 0;
  } clock;
  clock.limit_s = limit_s;
  const StopScope scope(clock.source.token());
  current_work.watcher = &clock;
  try {
    work();
    return true;
  } catch (const Interrupted&) {
    return false;
  }
}

Exit print_with_limit(const SourceOptions& options, const std::string& command,
                      const std::function<Output()>& find) {
  Output output;
  if (!run_with_limit(options.time_limit_s, [&] { output = find(); }))
    output = {"",
              {{"outcome", "out of time"}, {"time_limit_s", options.time_limit_s}},
              false,
              fmt::format("not finished within {} s: puzzle {}; increase --time-limit",
                          options.time_limit_s, command)};
  const bool only_complaint = output.text.empty() && !options.json;
  return print_output(output, options.json, only_complaint ? "" : options.output);
}

PuzzleSource read_source(const std::string& source) {
  std::error_code ignored;
  const bool file = source.size() < 4096 && std::filesystem::is_regular_file(source, ignored);
  PuzzleSource read{source == "-" ? "standard input"
                    : file        ? "'" + source + "'"
                                  : "",
                    file || source == "-" ? read_text_file(source) : source};
  const auto first = read.text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || read.text[first] != '{') return read;
  read.document = Json::parse("puzzle document", read.text);
  const Json* const text = read.document.find("text");
  if (text == nullptr || !text->is_text())
    throw BadInput("puzzle document", "'" + read.text.substr(first, 40) + "...'",
                   "JSON with a \"text\", as printed by generate --json");
  read.text = text->text();
  return read;
}

Output solve_by_agent(Environment environment, const std::string& agent) {
  World& world = *environment.world;
  Episode episode(world, std::move(environment.advice), PlayerSpec{.agent = agent});
  std::string story;
  std::vector<int> played, states;
  episode.watch({.on_move = [&](const MoveRecord& record) {
    const StateId to = record.to.value_or(record.from);
    story += fmt::format("{:>4}  {}: {} -> {}\n", record.number, world.describe(record.from),
                         world.describe(record.from, record.move), world.describe(to));
    played.push_back(record.move.index);
    states.push_back(to.index);
  }});
  const EpisodeResult result = episode.run();
  const Counters& counters = result.counters;
  story += fmt::format("{} after {} by {}\n", to_string(result.outcome),
                       pluralize(counters.moves, "move"), agent);
  states.insert(states.begin(), result.first_state.index);
  return {story,
          {{"outcome", to_string(result.outcome)},
           {"agent", agent},
           {"moves", counters.moves},
           {"repeated", counters.repeated},
           {"predicted_right", counters.predicted_right},
           {"predicted_total", counters.predicted_total},
           {"played", played},
           {"states", states}},
          result.outcome == Outcome::solved};
}

void Animation::frame(int iteration, const std::string& board) {
  if (!options_.animate || options_.json || board == last_) return;
  const char* const type = std::getenv("TERM");
  const bool moves_cursor = type != nullptr && type != std::string_view("dumb");
  winsize size{};
  if (!moves_cursor || isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      std::ranges::count(board, '\n') + 2 > size.ws_row) {
    print_now("iteration {}\n{}\n", iteration, board);
  } else {
    std::fputs("\x1b[H\x1b[2J", stdout);
    print_now("iteration {}\n{}", iteration, board);
    std::this_thread::sleep_for(std::chrono::duration<double>(1 / options_.frames_per_second));
  }
  last_ = board;
}

Exit play_lines(const std::string& help, const std::function<void(const std::string&)>& command,
                const std::function<bool()>& won) {
  const bool prompt = isatty(STDIN_FILENO) != 0;
  print_now("{}\n", help);
  for (std::string line; !won();) {
    if (prompt) print_out("> ");
    std::fflush(stdout);
    if (!std::getline(std::cin, line) || line == "q" || line == "quit") break;
    if (line == "help" || line == "?") {
      print_out("{}\n", help);
    } else {
      command(line);
    }
  }
  return won() ? Exit::done : Exit::not_reached;
}

Exit play_keys(const std::string& help, const std::string& keys,
               const std::function<void(char)>& press, const std::function<void()>& show,
               const std::function<bool()>& won) {
  show();
  const auto command = [&](const std::string& line) {
    const std::string typed = line == "hint" ? "h" : line;
    if (typed.find_first_not_of(keys + " ") != std::string::npos)
      return print_out("'{}' is not a command: {}\n", line, help);
    for (char key : typed)
      if (key != ' ') press(key);
    show();
  };
  return play_lines(help, command, won);
}

CLI::App* add_kind_command(CLI::App& puzzle, PuzzleOptions& options, const std::string& name,
                           const std::string& summary) {
  CLI::App* command = puzzle.add_subcommand(name, summary);
  command->add_option("VERB", options.verb, "generate, solve, play, check or dot (Graphviz)")
      ->required()
      ->check(one_of({"generate", "solve", "play", "check", "dot"}));
  command
      ->add_option(
          "SOURCE", options.source,
          "File, - for standard input, or the puzzle itself; if omitted, a puzzle is generated")
      ->type_name(kInput);
  add_generator_option(*command, "--seed", options.seed, "Seed of the generated puzzle");
  add_output_options(*command, options);
  return command;
}

void add_nth_option(CLI::App& command, PuzzleOptions& options) {
  command.add_option("--nth", options.nth, "Number of the puzzle in a file with several puzzles")
      ->check(within(1, kLargestInteger))
      ->needs(command.get_option("SOURCE"));
}

std::string nth_puzzle(const std::vector<std::string>& puzzles, const std::string& kind,
                       const PuzzleOptions& options) {
  const auto count = static_cast<int>(puzzles.size());
  if (options.nth > count)
    throw BadInput("nth", std::to_string(options.nth), fmt::format("1 to {}", count));
  if (options.nth == 0 && count > 1)
    throw BadInput(kind + " file with", pluralize(count, "puzzle"),
                   fmt::format("one puzzle, or --nth 1 to {}", count));
  return puzzles[std::max(options.nth, 1) - 1];
}

Output not_generated(const std::string& kind, const PuzzleOptions& options) {
  return {"",
          {{"outcome", "not reached"}, {"budget", options.budget}},
          false,
          fmt::format("not found within {} steps: puzzle {} with these options; allow more steps",
                      options.budget, kind)};
}

void add_puzzle_command(CLI::App& app) {
  CLI::App* puzzle =
      app.add_subcommand("puzzle", "Logic mazes, and puzzles solved by cellular automata");
  puzzle->require_subcommand(1);
  puzzle->footer(
      "Examples:\n"
      "  marblemaze puzzle four-bit play                       four lamps to turn off\n"
      "  marblemaze puzzle jump solve 221/122/220 --all        both solutions of a 3x3 board\n"
      "  marblemaze puzzle rook generate --daily 2026-03-01 --sheet today.svg\n"
      "  marblemaze puzzle nonogram solve --animate            watch a solution being found\n"
      "Exit status: 0 done, 1 stalled or unsolvable, 2 bad input.");
  for (AddPuzzleKind* add :
       {add_four_bit, add_jump, add_rook, add_nonogram, add_binary, add_maze_automaton, add_sudoku,
        add_tectonic, add_kakuro, add_life, add_elementary})
    add(*puzzle);
}

}  // namespace marblemaze

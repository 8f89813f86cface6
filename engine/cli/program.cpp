#include "engine/cli/program.h"

#include <cstdio>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "engine/cli/command_line.h"
#include "engine/cli/empty_values.h"
#include "engine/cli/numbers.h"
#include "engine/cli/puzzle_command.h"
#include "engine/cli/standard_output.h"
#include "maze/errors.h"

namespace marblemaze {
namespace {

constexpr const char* kAbout =
    "A marble in a random cube maze with glass walls, brought to the opposite corner by an agent\n"
    "that turns the maze, cannot undo a move, and cannot know for certain where a move ends.";

constexpr const char* kExamples =
    "Examples:\n"
    "  marblemaze solve                                  a 3x3x3 maze, solved in Bullet, move by "
    "move\n"
    "  marblemaze solve --size 5 --layers outer --orientations 24 --seed 7\n"
    "  marblemaze generate --size 4 -o maze.json         make a maze, and look at it:\n"
    "  marblemaze info maze.json --schemes\n"
    "  marblemaze watch --size 5 --layers outer          the same in a window\n"
    "  marblemaze agents                                 the searches and what each may know\n"
    "Exit status: 0 done, 1 ran but not reached, 2 bad input, 3 the machine failed.";

int report(const char* what, Exit status) {
  std::cout.flush();
  fmt::print(stderr, "marblemaze: {}\n", what);
  return static_cast<int>(status);
}

/// CLI11 prefers several lines; a user of a pipeline gets one.
std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

/// CLI11 would only say that a command is required. `depth`: of commands within commands.
void require_known_command(const CLI::App& app, int depth, int argc, char** argv) {
  const std::string word = argc < depth + 2 ? "--help" : argv[depth + 1];
  if (word == "-h" || word == "--help" || word == "--version") return;
  std::string known;
  const auto named = [](const CLI::App* command) { return !command->get_name().empty(); };
  for (const CLI::App* command : app.get_subcommands(named)) {
    if (command->get_name() == word) return require_known_command(*command, depth + 1, argc, argv);
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (known.empty()) return;
  throw BadInput(depth == 0 ? "command" : app.get_name(), "'" + word + "'", "one of " + known);
}

int parse_and_run(CLI::App& app, const CommandContext& context, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    flush_standard_output();
    return static_cast<int>(context.exit);
  } catch (const CLI::Success& help) {
    const int status = app.exit(help);
    flush_standard_output();
    return status;
  } catch (const CLI::ParseError& error) {
    const auto used = app.get_subcommands();
    const std::string command = used.empty() ? "" : " " + used.front()->get_name();
    return report(
        fmt::format("{} (see marblemaze{} --help)", one_line(error.what()), command).c_str(),
        Exit::bad_input);
  }
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App app{kAbout, "marblemaze"};
  app.footer(kExamples);
  app.set_version_flag("--version", std::string("marblemaze ") + MARBLEMAZE_VERSION);
  app.require_subcommand(1);
  CommandContext context;
  add_generate_command(app, context);
  add_info_command(app, context);
  add_predict_command(app, context);
  add_solve_command(app, context);
  add_settings_command(app, context);
  add_agents_command(app, context);
  add_bench_command(app, context);
  add_report_command(app, context);
  add_merge_command(app, context);
  add_map_command(app, context);
  add_design_command(app, context);
  add_agree_command(app, context);
  add_shake_command(app, context);
  add_export_command(app, context);
  add_puzzle_command(app, context);
  add_worlds_command(app, context);
  add_viewer_commands(app, context);
  require_numbers(app);
  refuse_empty_values(app);
  try {
    require_known_command(app, 0, argc, argv);
    return parse_and_run(app, context, argc, argv);
  } catch (const BadInput& error) {
    return report(error.what(), Exit::bad_input);
  } catch (const MachineFailure& error) {
    return report(error.what(), Exit::machine_failed);
  } catch (const std::bad_alloc&) {
    return report("out of memory", Exit::machine_failed);
  } catch (const std::exception& error) {
    return report(error.what(), Exit::machine_failed);
  }
}

}  // namespace marblemaze

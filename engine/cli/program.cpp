#include "engine/cli/program.h"

#include "engine/cli/commands.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "engine/version.h"

namespace marblemaze {

namespace {

constexpr const char* kAbout =
    "A marble lies in a cube maze with glass walls. An agent turns the maze to bring the marble "
    "to\n"
    "the opposite corner. It cannot undo a move, and does not know for certain where a move ends.";

constexpr const char* kExamples =
    "Examples:\n"
    "  marblemaze solve                                  a 3x3x3 maze, solved in Bullet, move by "
    "move\n"
    "  marblemaze solve --size 5 --layers outer --orientations 24 --seed 7\n"
    "  marblemaze generate --size 4 -o maze.json         make a maze; the next line describes it\n"
    "  marblemaze info maze.json --schemes\n"
    "  marblemaze watch --size 5 --layers outer          watch a run in a window\n"
    "  marblemaze agents                                 the agents and what each may know\n";

constexpr const char* kExitStatus =
    "Exit status: 0 done, 1 the goal was not reached, 2 bad input, 3 the machine failed,\n"
    "75 interrupted: give the same command again to continue.";

}  // namespace

int run_program(int argc, char** argv) {
  const auto program = make_program("marblemaze", kAbout);
  CLI::App& app = *program;
  app.footer(kExitStatus);  // inherited by the commands
  app.require_subcommand(1);
  for (AddCommand* add :
       {add_generate_command, add_info_command, add_predict_command, add_solve_command,
        add_settings_command, add_agents_command, add_bench_command, add_marblebench_command,
        add_report_command, add_merge_command, add_map_command, add_design_command,
        add_export_command, add_puzzle_command, add_viewer_commands, add_verify_command})
    add(app);
  app.footer(std::string(kExamples) + kExitStatus);
  return static_cast<int>(run_command_line(app, program_version(), argc, argv));
}

}  // namespace marblemaze

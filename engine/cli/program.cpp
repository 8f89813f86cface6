#include "engine/cli/program.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "engine/recording/verification.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

constexpr const char* kAbout =
    R"(A marble lies in a cube maze with glass walls. An agent turns the maze to bring the marble to
the opposite corner. It cannot undo a move, and does not know for certain where a move ends.)";

constexpr const char* kExamples =
    "Examples:\n"
    "  marblemaze solve                                  a 3x3x3 maze, solved in Bullet, move by "
    "move\n"
    "  marblemaze solve --size 5 --layers outer --orientations 24 --seed 7\n"
    "  marblemaze generate --size 4 -o maze.json         generate a maze and describe it\n"
    "  marblemaze info maze.json --schemes\n"
    "  marblemaze watch --size 5 --layers outer          watch a run in a window\n"
    "  marblemaze agents                                 the agents and what they know\n";

constexpr const char* kExitStatus =
    "Exit status: 0 done, 1 the goal was not reached, 2 bad input, 3 system failure,\n"
    "130 or 143 interrupted; bench, marblebench and merge: 75.";

/// Replaces this process with the viewer in the same folder. Throws if the viewer cannot be
/// started.
void exec_viewer(std::vector<std::string> arguments) {
  std::error_code failure;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
  const std::string viewer = (self.parent_path() / "marblemaze-viewer").string();
  if (failure || !std::filesystem::exists(viewer))
    throw MachineFailure("cannot find the viewer: '" + viewer +
                         "': install it (Debian package marblemaze-viewer) or build it");
  arguments.insert(arguments.begin(), viewer);
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  std::fflush(stdout);
  execv(viewer.c_str(), words.data());
  throw MachineFailure("cannot start " + viewer + ": " + std::strerror(errno));
}

void add_viewer_command(CLI::App& app, const char* name, const char* about,
                        const std::vector<std::string>& first) {
  CLI::App* command = app.add_subcommand(name, about);
  // The viewer parses all options, including --help.
  command->prefix_command();
  command->set_help_flag();
  set_action(*command, [command, first] {
    std::vector<std::string> arguments = first;
    for (const std::string& word : command->remaining()) arguments.push_back(word);
    exec_viewer(arguments);
  });
}

Output verify(const std::string& file) {
  const Verification result = verify_recording(read_text_file(file), file);
  Json document{{"difference", nullptr},        {"first_difference", nullptr},
                {"moves", result.moves_made},   {"not_verified", result.not_verified},
                {"same", result.same()},        {"same_build", result.same_build},
                {"ticks", result.ticks},        {"ticks_compared", result.ticks_compared},
                {"verified", result.verified()}};
  if (!result.same()) document["difference"] = result.difference;
  if (result.first_difference) document["first_difference"] = *result.first_difference;
  return {describe(result) + "\n", document, result.verified()};
}

std::string text_of(double real) { return fmt::format("{:.6g}", real); }
std::string text_of(int whole) { return fmt::format("{}", whole); }
std::string text_of(Collision collision) { return std::string(to_string(collision)); }

void print_settings(const PhysicsSettings& settings) {
  for (const SettingField& field : physics_setting_fields())
    print_out("{:<20} {:>10} {:<14} {}\n{:47}if changed: {}\n", field.name,
              std::visit([](auto value) { return text_of(value); }, field.value(settings)),
              field.unit, field.meaning, "", field.breaks);
  print_out("\nsettings hash {}\n", settings_hash(settings));
}

template <class Row>
Output list_of(const Registry<Row>& known) {
  Output all{"", Json::array()};
  for (const Row& entry : known.built_in()) {
    all.text += fmt::format("{:<30} {}\n{:31}knows {} ({})\n", entry.name, entry.summary, "",
                            entry.knows, entry.source);
    Json row{{"name", entry.name},
             {"title", entry.title},
             {"knowledge", entry.knows},
             {"summary", entry.summary},
             {"source", entry.source}};
    if constexpr (requires { entry.predicts; }) row["predicts"] = entry.predicts;
    all.document.push_back(row);
  }
  return all;
}

}  // namespace

int run_program(int argc, char** argv, bool embedded) {
  const EmbeddedScope scope(embedded);
  const auto program = make_program("marblemaze", kAbout);
  CLI::App& app = *program;
  app.footer(kExitStatus);
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

void add_viewer_commands(CLI::App& app) {
  add_viewer_command(app, "watch",
                     "Watch an agent in a window; watch --help lists the viewer's options", {});
  add_viewer_command(app, "play", "Play by hand in a window", {"--by-hand"});
  add_viewer_command(app, "replay", "Show a recording in a window", {});
}

void add_verify_command(CLI::App& app) {
  auto file = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "verify",
      "Repeat a recorded run, and report differences and anything that cannot be verified");
  command->add_option("FILE", *file, "The recording")->required()->type_name(kInput);
  set_output_action(*command, [file] { return verify(*file); });
}

void add_settings_command(CLI::App& app) {
  struct Options {
    SettingsOptions settings;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "settings",
      "List the physics settings with their values, units, meanings, and the effects of a change");
  options->settings.add_to(*command);
  command->add_flag("--json", options->json, "Print JSON that --settings can read");
  set_action(*command, [options] {
    const PhysicsSettings settings = options->settings.make();
    if (options->json)
      print_out("{}", to_json(settings));
    else
      print_settings(settings);
  });
}

void add_agents_command(CLI::App& app) {
  auto tilt = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("agents", "List the agents and their access levels");
  command->add_flag("--tilt", *tilt, "List the tilt policies for continuous control instead");
  set_output_action(*command,
                    [tilt] { return *tilt ? list_of(tilt_policies()) : list_of(planners()); });
}

}  // namespace marblemaze

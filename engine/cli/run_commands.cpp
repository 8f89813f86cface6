// Commands that show a run in a window or verify it: watch, play, replay and verify.
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/recording/verification.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"

namespace marblemaze {
namespace {

/// Replaces this program by the viewer in the same folder. Returns only by throwing.
void become_viewer(std::vector<std::string> arguments) {
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

void add_starter(CLI::App& app, const char* name, const char* about,
                 const std::vector<std::string>& first) {
  CLI::App* command = app.add_subcommand(name, about);
  // The viewer reads all options, --help included.
  command->prefix_command();
  command->set_help_flag();
  set_action(*command, [command, first] {
    std::vector<std::string> arguments = first;
    for (const std::string& word : command->remaining()) arguments.push_back(word);
    become_viewer(arguments);
  });
}

Finding verify(const std::string& file) {
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

}  // namespace

void add_viewer_commands(CLI::App& app) {
  add_starter(app, "watch", "Watch an agent in a window; watch --help lists the viewer's options",
              {});
  add_starter(app, "play", "Play by hand in a window", {"--by-hand"});
  add_starter(app, "replay", "Show a recording in a window", {});
}

void add_verify_command(CLI::App& app) {
  auto file = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "verify", "Repeat a recorded run, and print what differs and what cannot be verified");
  command->add_option("FILE", *file, "The recording")->required()->type_name(kInput);
  answers(*command, [file] { return verify(*file); });
}

}  // namespace marblemaze

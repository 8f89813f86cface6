#include "engine/cli/common/command_line.h"
#include "engine/cli/common/print.h"
#include "engine/recording/verification.h"
#include "maze/base/json.h"
#include "maze/base/text_file.h"

namespace marblemaze {
namespace {

Exit verify(const std::string& file, bool json) {
  const Verification result = verify_recording(read_text_file(file), file);
  if (json) {
    Json document{{"difference", nullptr},        {"first_difference", nullptr},
                  {"moves", result.moves_made},   {"not_verified", result.not_verified},
                  {"same", result.same()},        {"same_build", result.same_build},
                  {"ticks", result.ticks},        {"ticks_compared", result.ticks_compared},
                  {"verified", result.verified()}};
    if (!result.same()) document["difference"] = result.difference;
    if (result.first_difference) document["first_difference"] = *result.first_difference;
    print_out("{}\n", document.dump());
  } else {
    print_out("{}\n", describe(result));
  }
  return result.verified() ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_verify_command(Command& app, CommandContext& context) {
  struct Options {
    std::string file;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  Command* command = app.add_subcommand("verify",
                                        "Repeat a recorded run. Name what differs, and what cannot "
                                        "be verified");
  command->add_option("FILE", options->file, "The recording")->required()->reads_file();
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options, &context] { context.exit = verify(options->file, options->json); });
}

}  // namespace marblemaze

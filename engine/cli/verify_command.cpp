#include "engine/cli/common/command_line.h"
#include "engine/recording/verification.h"
#include "maze/base/text_file.h"

namespace marblemaze {
namespace {

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

void add_verify_command(Command& app) {
  auto file = std::make_shared<std::string>();
  Command* command = app.add_subcommand("verify",
                                        "Repeat a recorded run. Name what differs, and what cannot "
                                        "be verified");
  command->add_option("FILE", *file, "The recording")->required()->reads_file();
  answers(*command, [file] { return verify(*file); });
}

}  // namespace marblemaze

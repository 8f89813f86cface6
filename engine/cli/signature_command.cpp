
#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/behaviour_signature.h"

namespace marblemaze {
namespace {

std::string line(std::uint64_t hash, long ticks, const std::string& part) {
  return fmt::format("{:016x} {:>9} ticks  {}\n", hash, ticks, part);
}

Finding finding_of(const BehaviourSignature& signature) {
  std::string text;
  Json parts = Json::array();
  for (const auto& [name, ticks, hash] : signature.parts) {
    text += line(hash, ticks, name);
    parts.push_back({{"part", name}, {"ticks", ticks}, {"hash", fmt::format("{:016x}", hash)}});
  }
  return {text + line(signature.hash(), signature.ticks(), "all"),
          {{"hash", fmt::format("{:016x}", signature.hash())},
           {"ticks", signature.ticks()},
           {"parts", parts}}};
}

}  // namespace

void add_signature_command(Command& app) {
  Command* command = app.add_subcommand("signature",
                                        "Print hashes of runs of every agent, world and back end. "
                                        "Builds that behave alike print the same");
  answers(*command, [] {
    ProgressLine line;
    const BehaviourSignature signature = behaviour_signature([&](const std::string& part) {
      if (line.due()) line.show(part);
    });
    line.finish(fmt::format("{} ticks", signature.ticks()));
    return finding_of(signature);
  });
}

}  // namespace marblemaze


#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/behaviour_signature.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

void print_lines(const BehaviourSignature& signature) {
  for (const SignaturePart& part : signature.parts)
    print_out("{:016x} {:>9} ticks  {}\n", part.hash, part.ticks, part.name);
  print_out("{:016x} {:>9} ticks  all\n", signature.hash(), signature.ticks());
}

void print_json(const BehaviourSignature& signature) {
  const auto part_json = [](const SignaturePart& part) -> Json {
    return {
        {"part", part.name}, {"ticks", part.ticks}, {"hash", fmt::format("{:016x}", part.hash)}};
  };
  print_out("{}\n", Json{{"hash", fmt::format("{:016x}", signature.hash())},
                         {"ticks", signature.ticks()},
                         {"parts", Json::list(signature.parts, part_json)}}
                        .dump());
}

}  // namespace

void add_signature_command(Command& app, CommandContext&) {
  auto json = std::make_shared<bool>(false);
  Command* command = app.add_subcommand("signature",
                                        "Print hashes of runs of every agent, world and back end. "
                                        "Builds that behave alike print the same");
  command->add_flag("--json", *json, "One JSON document");
  command->callback([json] {
    ProgressLine line;
    const BehaviourSignature signature = behaviour_signature([&](const std::string& part) {
      if (line.due()) line.show(part);
    });
    line.finish(fmt::format("{} ticks", signature.ticks()));
    *json ? print_json(signature) : print_lines(signature);
  });
}

}  // namespace marblemaze

#include <iostream>

#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/numbers.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/agreement.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

struct AgreeOptions {
  AgreementSpec spec;
  std::string layers = "outer";
  SettingsChoice settings;
  bool json = false;
};

void print_rows(const std::vector<AgreementRow>& rows, bool json) {
  const double plain = rows.at(1).ns_per_tick();
  if (json) {
    auto list = Json::array();
    for (const AgreementRow& row : rows)
      list.push_back({{"path", row.contender.name},
                      {"moves", row.moves},
                      {"agreed", row.agreed},
                      {"ticks", row.ticks},
                      {"ns_per_step", row.ns_per_tick()},
                      {"speed", plain / row.ns_per_tick()}});
    std::cout << Json{{"rows", list}}.dump() << "\n";
    return;
  }
  fmt::print("{:<40} {:>9} {:>12} {:>14}\n", "path", "agreement", "ns a step", "against plain");
  for (const AgreementRow& row : rows)
    fmt::print("{:<40} {:>8.2f}% {:>12.0f} {:>13.1f}x\n", row.contender.name, 100 * row.share(),
               row.ns_per_tick(), plain / row.ns_per_tick());
  fmt::print(
      "{} moves from the same settled states; the reference is the plain compound at the fine "
      "step\n",
      rows.front().moves);
}

void run_agree(AgreeOptions options) {
  AgreementSpec& spec = options.spec;
  if (options.layers == "flat") throw BadInput("layers", "'flat'", "all or outer");
  spec.layers = layers_from_string(options.layers);
  spec.settings = options.settings.make();
  ProgressLine line;
  const auto rows = measure_agreement(spec, [&](long moves) {
    if (line.due()) line.show(fmt::format("{} of {} moves", moves, spec.moves));
  });
  line.finish(fmt::format("{0} of {0} moves", spec.moves));
  print_rows(rows, options.json);
}

}  // namespace

void add_agree_command(Command& app, CommandContext&) {
  auto options = std::make_shared<AgreeOptions>();
  AgreementSpec& spec = options->spec;
  Command* command = app.add_subcommand(
      "agree", "Do the fast paths end moves where plain Bullet does, and how fast are they?");
  const auto add = [&](const char* flag, auto& value, const char* about, double low, double high) {
    within(low, high, command->add_option(flag, value, about)->capture_default_str());
  };
  add("--moves", spec.moves, "Moves in all", 1, 1e8);
  add("--mazes", spec.mazes, "Mazes to spread them over", 1, 1e6);
  add("--size", spec.size, "Cells a side", kSmallestSide, kLargestSide);
  command->add_option("--layers", options->layers, "all or outer")->capture_default_str();
  command->add_option("--orientations", spec.orientations, "8 or 24")->capture_default_str();
  add_seed_option(*command, spec.seed, "Seed of mazes and moves");
  add("--fine-step", spec.fine_step, "Step of the reference, s", 0.0005, 0.01667);
  add_jobs_option(*command, spec.jobs);
  options->settings.add_to(*command);
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options] { run_agree(*options); });
}

}  // namespace marblemaze

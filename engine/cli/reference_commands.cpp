
#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

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

/// Lists all agents, or all tilt policies.
template <class Row>
Finding finding_of(const Registry<Row>& known) {
  Finding all{"", Json::array()};
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

void add_settings_command(CLI::App& app) {
  struct Options {
    SettingsChoice settings;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "settings", "List the physics settings: value, unit, meaning, and what a change affects");
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
  auto free = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("agents", "List the agents and what each may know");
  command->add_flag("--free", *free, "List the controllers for continuous control instead");
  answers(*command,
          [free] { return *free ? finding_of(tilt_policies()) : finding_of(planners()); });
}

}  // namespace marblemaze


#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/print.h"
#include "engine/run/families/world_registry.h"
#include "maze/base/json.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

struct WorldsOptions {
  std::vector<std::string> worlds, agents;
  std::string seeds = "1-20";
  bool json = false;
};

std::vector<WorldRow> rows_of(const WorldsOptions& options) {
  std::vector<const WorldEntry*> worlds;
  for (const std::string& name : options.worlds) worlds.push_back(&world_entry(name));
  if (worlds.empty())
    for (const WorldEntry& entry : world_registry()) worlds.push_back(&entry);
  std::vector<std::string> agents = options.agents;
  for (const std::string& name : agents) static_cast<void>(planners().entry(name));
  if (agents.empty())
    for (const PlannerEntry& entry : planners().built_in()) agents.emplace_back(entry.name);
  const SeedRange seeds = parse_seeds(options.seeds);
  return world_table(worlds, agents, seeds.first, seeds.last);
}

void print_rows(const std::vector<WorldRow>& rows, bool json) {
  if (json) {
    auto list = Json::array();
    for (const WorldRow& row : rows)
      list.push_back({{"world", row.world},
                      {"agent", row.agent},
                      {"runs", row.runs},
                      {"solved", row.solved},
                      {"solved_share", static_cast<double>(row.solved) / row.runs},
                      {"mean_moves", row.mean_moves},
                      {"mean_optimum", row.mean_optimum}});
    print_out("{}\n", Json{{"rows", list}}.dump());
    return;
  }
  print_out("{:<16} {:<30} {:>8} {:>10} {:>8}\n", "world", "agent", "solved %", "mean moves",
            "optimum");
  std::string last;
  for (const WorldRow& row : rows) {
    print_out("{:<16} {:<30} {:>8.1f} {:>10.2f} {:>8.2f}\n", row.world == last ? "" : row.world,
              row.agent, 100.0 * row.solved / row.runs, row.mean_moves, row.mean_optimum);
    last = row.world;
  }
}

}  // namespace

void add_worlds_command(Command& app, CommandContext&) {
  auto options = std::make_shared<WorldsOptions>();
  Command* command = app.add_subcommand(
      "worlds", "Run every agent in every world; show solved share, mean moves and fewest moves");
  std::string names;
  for (const WorldEntry& entry : world_registry())
    names += fmt::format("  {:<16} {}\n", entry.name, entry.summary);
  command->footer(
      "Worlds:\n" + names +
      "Moves and optimum (the fewest moves) are means over the solved runs. The optimum is "
      "found by exhaustive search; no agent is told it.");
  command->add_option("--world", options->worlds, "Only these worlds");
  command->add_option("--agent", options->agents, "Only these agents; see the agents command");
  command->add_option("--seeds", options->seeds, "Worlds of these seeds, as A-B");
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options] { print_rows(rows_of(*options), options->json); });
}

}  // namespace marblemaze


#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/run/families/world_registry.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

struct WorldsOptions {
  std::vector<std::string> worlds, agents;
  std::string seeds = "1-20";
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

Finding finding_of(const std::vector<WorldRow>& rows) {
  std::string text = fmt::format("{:<16} {:<30} {:>8} {:>10} {:>8}\n", "world", "agent", "solved %",
                                 "mean moves", "optimum");
  std::string last;
  Json list = Json::array();
  for (const WorldRow& row : rows) {
    text += fmt::format("{:<16} {:<30} {:>8.1f} {:>10.2f} {:>8.2f}\n",
                        row.world == last ? "" : row.world, row.agent,
                        100.0 * row.solved / row.runs, row.mean_moves, row.mean_optimum);
    list.push_back({{"world", row.world},
                    {"agent", row.agent},
                    {"runs", row.runs},
                    {"solved", row.solved},
                    {"solved_share", static_cast<double>(row.solved) / row.runs},
                    {"mean_moves", row.mean_moves},
                    {"mean_optimum", row.mean_optimum}});
    last = row.world;
  }
  return {text, {{"rows", list}}};
}

}  // namespace

void add_worlds_command(Command& app) {
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
  answers(*command, [options] { return finding_of(rows_of(*options)); });
}

}  // namespace marblemaze

#include "engine/cli/common/known_values.h"

#include <algorithm>

#include "agent/contracts/planner.h"
#include "agent/control/free_controller.h"
#include "engine/cli/common/command.h"
#include "engine/run/families/world_registry.h"
#include "engine/run/world_factory.h"
#include "engine/world/physics_backends.h"

namespace marblemaze {
namespace {

using Values = std::vector<std::string>;

Values agents() {
  Values names;
  for (const PlannerEntry& entry : planners().built_in()) names.emplace_back(entry.name);
  return names;
}

/// The viewer, which has no name as a command, shows every world.
Values worlds(const std::string& command) {
  Values names;
  if (command != "worlds")
    for (const MarbleWorldKind& kind : marble_world_kinds()) names.emplace_back(kind.name);
  if (command == "worlds" || command == "marblemaze-viewer")
    for (const WorldEntry& entry : world_registry())
      if (std::ranges::count(names, entry.name) == 0) names.emplace_back(entry.name);
  return names;
}

/// With --free an agent is a controller.
Values agents_of(const Command& program) {
  Values names = agents();
  for (const auto& option : program.options())
    if (option->name() == "free")
      for (const FreeControllerEntry& entry : free_controllers().built_in())
        names.emplace_back(entry.name);
  return names;
}

Values known_values(const std::string& command, const std::string& option) {
  if (option == "beside") return agents();
  if (option == "world" || option == "model") return worlds(command);
  if (option == "orientations" || option == "beside-orientations") return {"4", "8", "24"};
  if (option == "layers") return {"all", "outer", "flat"};
  if (option == "suite" || option == "against") return {"thesis"};
  return {};
}

}  // namespace

void offer_known_values(Command& program) {
  for (const auto& option : program.options()) {
    if (!option->takes_value() || option->offers_something()) continue;
    const bool plays = option->name() == "agent";
    option->offers(plays ? agents_of(program) : known_values(program.name(), option->name()));
  }
  for (const auto& command : program.subcommands()) offer_known_values(*command);
}

}  // namespace marblemaze

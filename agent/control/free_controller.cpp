#include "agent/control/free_controller.h"

#include <array>
#include <deque>

#include "maze/base/errors.h"

namespace marblemaze {

// Each is defined in the controller's own file.
std::unique_ptr<FreeController> make_floor(const FreeTask& task);
std::unique_ptr<FreeController> make_cem(const FreeTask& task);

std::span<const FreeControllerEntry> free_controllers() {
  static const std::array kEntries{
      FreeControllerEntry{"cem", "Cross-Entropy Search", "the maze and a simulation of its own",
                          "turns after which imagined marbles come nearest to the target",
                          "Rubinstein 1999", make_cem},
      FreeControllerEntry{
          "floor", "Floor", "the maze",
          "rolls the marble on a wall that this cell and the next share, at an even speed",
          "baseline", make_floor},
  };
  return kEntries;
}

static std::deque<FreeControllerEntry>& enrolled_controllers() {
  static std::deque<FreeControllerEntry> rows;
  return rows;
}

const FreeControllerEntry& enrol(FreeControllerEntry row) {
  if (const FreeControllerEntry* const known = find_free_controller(row.name)) return *known;
  return enrolled_controllers().emplace_back(std::move(row));
}

const FreeControllerEntry* find_free_controller(std::string_view name) {
  for (const FreeControllerEntry& row : free_controllers())
    if (row.name == name) return &row;
  for (const FreeControllerEntry& row : enrolled_controllers())
    if (row.name == name) return &row;
  return nullptr;
}

const FreeControllerEntry& free_controller_entry(const std::string& name) {
  if (const FreeControllerEntry* const row = find_free_controller(name)) return *row;
  std::string known;
  for (const FreeControllerEntry& row : free_controllers())
    known += (known.empty() ? "" : ", ") + row.name;
  throw BadInput("controller", "'" + name + "'", "one of " + known);
}

}  // namespace marblemaze

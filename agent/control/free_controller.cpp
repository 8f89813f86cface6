#include "agent/control/free_controller.h"

namespace marblemaze {

// Each is defined in the controller's own file.
std::unique_ptr<FreeController> make_floor(const FreeTask& task);
std::unique_ptr<FreeController> make_cem(const FreeTask& task);

Registry<FreeControllerEntry>& free_controllers() {
  static Registry<FreeControllerEntry> registry(
      "controller",
      {
          {"cem", "Cross-Entropy Search", "the maze and a simulation of its own",
           "turns after which imagined marbles come nearest to the target", "Rubinstein 1999",
           make_cem},
          {"floor", "Floor", "the maze",
           "rolls the marble on a wall that this cell and the next share, at an even speed",
           "baseline", make_floor},
      });
  return registry;
}

}  // namespace marblemaze

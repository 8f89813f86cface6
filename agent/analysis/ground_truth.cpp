#include "agent/analysis/ground_truth.h"

#include <cassert>
#include <climits>

#include "agent/analysis/copy_tree.h"

namespace marblemaze {
namespace {

/// What one breadth-first search found.
struct Pass {
  std::vector<PlannedMove> way;  // empty without one
  long tried = 0;
  bool gave_out = false;
};

/// The fewest moves to the goal if they are less than `bound`. The world is at rest, not at the
/// goal.
Pass search(const World& start, Twins twins, bool recovery, long budget, int bound) {
  Pass pass;
  CopyTree tree(start.clone(), twins, recovery);
  for (int node = tree.take(); node >= 0 && tree.depth(node) + 1 < bound; node = tree.take()) {
    for (MoveId move : start.moves(tree.state(node))) {
      pass.gave_out = pass.tried == budget;
      if (pass.gave_out) return pass;
      ++pass.tried;
      if (const int goal = tree.try_move(node, move); goal >= 0) {
        pass.way = tree.way_to(goal);
        return pass;
      }
    }
    tree.release(node);
  }
  return pass;
}

}  // namespace

GroundTruth find_ground_truth(World& world, bool recovery, long budget) {
  assert(world.traits().cloneable && budget > 0);
  GroundTruth truth;
  truth.complete = true;
  world.reset();
  if (!goes_on(world, tick_to_rest(world), recovery)) return truth;
  truth.solvable = world.is_goal(world.state());
  if (truth.solvable) return truth;
  int bound = INT_MAX;
  for (Twins twins : {Twins::dropped, Twins::in_line}) {
    const Pass pass = search(world, twins, recovery, budget, bound);
    if (!pass.way.empty()) {
      truth.solvable = true;
      truth.solution.clear();
      for (const PlannedMove& planned : pass.way) truth.solution.push_back(planned.move);
      bound = static_cast<int>(pass.way.size());
    }
    truth.tried += pass.tried;
    truth.complete = !pass.gave_out;
  }
  return truth;
}

}  // namespace marblemaze

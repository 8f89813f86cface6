#include "engine/rollouts/move_memory.h"

#include <cassert>

namespace marblemaze {

void MoveMemory::remember(StateId state, MoveId move, const std::vector<WallAnswer>& answers,
                          Prediction outcome) {
  Shelf& shelf = shelves_[shelf_of(state, move)];
  const std::lock_guard lock(shelf.mutex);
  Tree& tree = shelf.trees[key(state, move)];
  if (tree.empty()) tree.emplace_back();
  int node = 0;
  for (const auto& [question, answer] : answers) {
    Node& here = tree[static_cast<std::size_t>(node)];
    assert(here.question < 0 || here.question == question);
    here.question = question;
    int next = here.next(answer);
    if (next < 0) {
      next = static_cast<int>(tree.size());
      here.branches.emplace_back(answer, next);
      tree.emplace_back();  // `here` dangles from now on
    }
    node = next;
  }
  tree[static_cast<std::size_t>(node)].outcome = std::move(outcome);
}

}  // namespace marblemaze

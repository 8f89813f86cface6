#include "agent/search/guess_search.h"

namespace marblemaze {

std::unique_ptr<Planner> make_improved_heuristic(const GrantedAdvice& advice) {
  return std::make_unique<GuessSearch>(advice.distance(), advice.first_cell(),
                                       "untried move whose next cell is nearest the goal");
}

}  // namespace marblemaze

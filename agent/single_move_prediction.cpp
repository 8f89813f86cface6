#include "agent/guess_search.h"
#include "agent/searches.h"

namespace marblemaze {

std::unique_ptr<Planner> make_single_move_prediction(const Advice& advice) {
  return std::make_unique<GuessSearch>(advice.distance, advice.predictor,
                                       "untried move predicted to end nearest the goal");
}

}  // namespace marblemaze

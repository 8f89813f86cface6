#include "agent/search/guess_search.h"

namespace marblemaze {

std::unique_ptr<Planner> make_single_move_prediction(const GrantedAdvice& advice) {
  return std::make_unique<GuessSearch>(advice.distance(), advice.predictor(),
                                       "untried move predicted to end nearest the goal");
}

}  // namespace marblemaze

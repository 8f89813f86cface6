#pragma once

#include <cassert>

#include "agent/search/frontier.h"

namespace marblemaze {

/// Judges an untried move by the distance of the place where a model believes it ends. With the
/// model of the next adjacent cell this is the improved heuristic (4.4), with the path predictor
/// the single-move prediction (4.5). A move that the model expects to freeze is worth as much as
/// the state it starts from.
class GuessSearch : public Planner {
 public:
  /// Neither distance nor model may be null. `rule` says in words what is chosen.
  GuessSearch(GoalDistance distance, std::shared_ptr<const ForwardModel> model, std::string rule)
      : distance_(std::move(distance)), model_(std::move(model)), rule_(std::move(rule)) {
    assert(distance_ && model_);
  }

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    return best_untried(graph, situation.state, rule_, [&](StateId parent, MoveId move) {
      const auto guess = model_->likeliest(parent, move);
      return Valued{distance_(guess.value_or(parent)), guess};
    });
  }

 private:
  GoalDistance distance_;
  std::shared_ptr<const ForwardModel> model_;
  std::string rule_;
};

}  // namespace marblemaze

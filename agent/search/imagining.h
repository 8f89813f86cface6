#pragma once

#include <map>
#include <unordered_map>

#include "agent/contracts/planner.h"
#include "agent/search/copies/sampled_world.h"

namespace marblemaze {

/// Remembers what a model said. Not for several threads at once.
class RememberedModel : public ForwardModel {
 public:
  explicit RememberedModel(std::shared_ptr<const ForwardModel> model) : model_(std::move(model)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    return remembered({from, move});
  }
  /// What predict() says, valid as long as the model.
  [[nodiscard]] const Prediction& remembered(const StateMove& move) const {
    if (const auto found = known_.find(move); found != known_.end()) return found->second;
    return known_.emplace(move, model_->predict(move.first, move.second)).first->second;
  }
  [[nodiscard]] bool knows(const StateMove& move) const { return known_.contains(move); }
  /// Asks for several moves at once that it does not know and that are sure to be asked for.
  void foresee(std::span<const StateMove> moves) const {
    std::vector<Prediction> predictions = model_->predict_all(moves);
    for (std::size_t i = 0; i < moves.size(); ++i)
      known_.emplace(moves[i], std::move(predictions[i]));
  }
  [[nodiscard]] std::size_t size() const { return known_.size(); }

 private:
  std::shared_ptr<const ForwardModel> model_;
  struct Hash {
    std::size_t operator()(const StateMove& move) const {
      return std::hash<long>{}(8L * move.first.index + move.second.index);
    }
  };
  mutable std::unordered_map<StateMove, Prediction, Hash> known_;
};

/// The states in which a move may end, with their chances; the rest is in no state.
using EndingChances = std::map<StateId, double>;

/// Plans with a distribution of imagined endings, corrected by how the moves made so far ended:
/// highest chance of reaching the goal first, fewest expected moves second. A move that ended in a
/// likely way may so be made again for the sake of a rare one. Where no imagined way leads to the
/// goal it doubts its imagination more; then it tries, nearest first, moves that may not end as
/// imagined. It gives up once enough of them have ended as imagined all the same.
class ImaginingPlanner : public Planner {
 protected:
  /// Levels of doubt of a planner that can imagine.
  static constexpr std::size_t kDoubts = 2;

  /// One that cannot imagine has one level of doubt, and never gives up.
  ImaginingPlanner(const GrantedAdvice& advice, bool can_imagine)
      : rules_(advice.rules()), distance_(advice.distance()), can_imagine_(can_imagine) {}

  [[nodiscard]] std::size_t doubts() const { return can_imagine_ ? kDoubts : 1; }
  Decision do_plan(const StateGraph& graph, const Situation& situation) override;
  /// What to do in the first node of an imagined problem; nothing where no way to the goal is seen.
  [[nodiscard]] virtual std::optional<Decision> solve(const Mdp& imagined, const StateGraph& graph);

 private:
  /// The states that may be reached, numbered breadth-first, and what may happen in each.
  struct Outlook {
    Mdp graph;
    bool complete = true;  ///< nothing more can be reached: the budget was enough
  };

  /// What it imagines at a level of doubt: 0 is its usual one. The same model all through a plan.
  [[nodiscard]] virtual const RememberedModel& imagine(std::size_t doubt) = 0;

  [[nodiscard]] Decision try_something(const StateGraph& graph, StateId from);
  [[nodiscard]] bool tried_enough(const StateGraph& graph, const Outlook& outlook);
  [[nodiscard]] bool was_imagined(StateId state, MoveId move, StateId to);
  [[nodiscard]] EndingChances endings(const StateGraph& graph, StateId state, MoveId move,
                                      const RememberedModel& model) const;
  [[nodiscard]] std::size_t foresee(const StateGraph& graph, const Outlook& outlook,
                                    std::size_t first, std::size_t most,
                                    const RememberedModel& model) const;
  [[nodiscard]] Outlook look_ahead(const StateGraph& graph, StateId from,
                                   const RememberedModel& model);

  std::shared_ptr<const Rules> rules_;
  GoalDistance distance_;
  bool can_imagine_;
};

}  // namespace marblemaze

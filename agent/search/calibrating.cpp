#include <array>

#include <fmt/format.h>

#include "agent/belief/physics_belief.h"
#include "agent/search/imagining.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

constexpr std::size_t kHypotheses = 512;
constexpr std::size_t kImagined = 17;  // hypotheses under which a move that was not made is tried

/// Imagines under biased settings, and corrects them: of many hypotheses those gain
/// weight under which its moves end as they did. It plans with some that are drawn by their
/// weights, and where these leave no hope, with some of all.
class Calibrating : public ImaginingPlanner {
 public:
  /// Null physics: there is none to be doubted.
  Calibrating(const GrantedAdvice& advice, std::shared_ptr<const DoubtedPhysics> physics)
      : ImaginingPlanner(advice, physics != nullptr), predictor_(advice.predictor()) {
    if (physics)
      belief_ = std::make_shared<PhysicsBelief>(std::move(physics), kHypotheses,
                                                Rng(mixed_seed(advice.seed(), 0x63616c696272u)));
  }

 private:
  /// The hypotheses that it imagines with, as a model.
  class Mixture : public ForwardModel {
   public:
    Mixture(std::shared_ptr<const PhysicsBelief> belief, std::vector<std::size_t> hypotheses)
        : belief_(std::move(belief)), hypotheses_(std::move(hypotheses)) {}
    [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
      return belief_->predict(hypotheses_, from, move);
    }

   private:
    std::shared_ptr<const PhysicsBelief> belief_;
    std::vector<std::size_t> hypotheses_;
  };
  struct Imagined {
    std::vector<std::size_t> hypotheses;
    std::unique_ptr<RememberedModel> model;
  };

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    if (belief_) belief_->learn(graph);
    for (std::size_t doubt = 0; doubt < doubts(); ++doubt) prepare(doubt);
    Decision decision = ImaginingPlanner::do_plan(graph, situation);
    if (!belief_ || decision.rule.empty()) return decision;
    auto belief = std::make_shared<Belief>();
    belief->physics = belief_->estimates();
    decision.rule += "; believes: " + in_words(belief->physics);
    decision.belief = std::move(belief);
    return decision;
  }

  static std::string in_words(const std::vector<Belief::Estimate>& estimates) {
    return chained(estimates, ", ", [](const Belief::Estimate& of) {
      return fmt::format("{} {:.3g} ({:.3g} to {:.3g})", of.name, of.value, of.low, of.high);
    });
  }

  /// For one plan. What was imagined is kept as long as the same hypotheses are chosen.
  void prepare(std::size_t doubt) {
    Imagined& imagined = imagined_[doubt];
    std::vector<std::size_t> hypotheses;
    if (belief_) hypotheses = belief_->chosen(kImagined, doubt == 0);
    if (imagined.model && hypotheses == imagined.hypotheses) return;
    std::shared_ptr<const ForwardModel> model = predictor_;
    if (belief_) model = std::make_shared<Mixture>(belief_, hypotheses);
    imagined = {std::move(hypotheses), std::make_unique<RememberedModel>(std::move(model))};
  }

  const RememberedModel& imagine(std::size_t doubt) override { return *imagined_[doubt].model; }

  std::shared_ptr<const ForwardModel> predictor_;  // where there is no physics
  std::shared_ptr<PhysicsBelief> belief_;
  std::array<Imagined, kDoubts> imagined_;  // by doubt
};

}  // namespace

std::unique_ptr<Planner> make_calibrating(const GrantedAdvice& advice) {
  return std::make_unique<Calibrating>(advice, advice.doubted());
}

}  // namespace marblemaze

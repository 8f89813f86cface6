#include "agent/search/one_step.h"
#include "maze/base/rng.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

/// Any move, each as likely as the next: what the other agents must do better than. The draw
/// follows from the seed and the number of moves made, which stands in the graph, so that the walk
/// goes on as it would have after another search had the knowledge for a while.
class RandomWalk : public Planner {
 public:
  explicit RandomWalk(std::uint64_t seed) : seed_(seed) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    Rng rng(mixed_seed(seed_, graph.moves_made()));
    return best_step(graph, situation.state, "move drawn at random",
                     [&](MoveId, const std::optional<StateId>&) { return rng.unit(); });
  }

 private:
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Planner> make_random_walk(const GrantedAdvice& advice) {
  return std::make_unique<RandomWalk>(advice.seed());
}

}  // namespace marblemaze

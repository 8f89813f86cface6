#include "agent/search/one_step.h"

namespace marblemaze {
namespace {

/// Goes where it has been least often (Pirzadeh and Snyder 1990). How often that is stands in the
/// graph: whoever visited a state has left it again, but for the present one.
class NodeCounting : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    return best_step(graph, situation.state, "least visited state one move on",
                     [&](MoveId, const std::optional<StateId>& to) {
                       if (!to) return 0;
                       return graph.departures(*to) + (*to == situation.state ? 1 : 0);
                     });
  }
};

}  // namespace

std::unique_ptr<Planner> make_node_counting(const GrantedAdvice&) {
  return std::make_unique<NodeCounting>();
}

}  // namespace marblemaze

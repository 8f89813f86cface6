#include "agent/search/frontier.h"

namespace marblemaze {
namespace {

/// The untried move that is the fewest physical moves away (4.2).
class BreadthFirst : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    FrontierSearch search(graph, situation.state);
    Decision decision;
    search.each([&](const FrontierArc& arc) {
      decision = search.decision(arc, "nearest untried move");
      decision.why = {
          {arc.parent, arc.move, static_cast<double>(arc.depth + 1), arc.depth + 1, std::nullopt}};
      return false;
    });
    return decision;
  }
};

}  // namespace

std::unique_ptr<Planner> make_breadth_first(const GrantedAdvice&) {
  return std::make_unique<BreadthFirst>();
}

}  // namespace marblemaze

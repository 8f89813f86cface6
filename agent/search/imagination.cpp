#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "agent/search/copies/tree_search.h"
#include "agent/search/imagining.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

/// Imagines under settings that are a little off, because the world differs by about as much. A
/// world that cannot be imagined has the path predictor.
class Imagination : public ImaginingPlanner {
 public:
  Imagination(const GrantedAdvice& advice, Imagining imagining)
      : ImaginingPlanner(advice, imagining != nullptr),
        predictor_(advice.predictor()),
        imagining_(std::move(imagining)) {}

 private:
  // The second where the first leaves no hope.
  static constexpr std::array<double, kDoubts> kParameterErrors{1.0, 4.0};

  const RememberedModel& imagine(std::size_t doubt) override {
    auto& model = models_[doubt];
    if (!model)
      model = std::make_unique<RememberedModel>(imagining_ ? imagining_(kParameterErrors[doubt])
                                                           : predictor_);
    return *model;
  }

  std::shared_ptr<const ForwardModel> predictor_;
  Imagining imagining_;
  std::array<std::unique_ptr<RememberedModel>, kDoubts> models_;  // by doubt
};

/// Takes each move to end as is likeliest, plans the fewest moves, and plans again when one ends
/// otherwise: FF-Replan (Yoon, Fern and Givan 2007). It imagines what imagination does, so that the
/// difference between both is what it is worth to plan with chances.
class Determinizing : public Imagination {
 public:
  using Imagination::Imagination;

 private:
  std::optional<Decision> solve(const Mdp& imagined, const StateGraph& graph) override {
    Mdp certain = imagined;
    for (MdpNode& node : certain)
      for (MdpMove& move : node.moves)
        if (!move.endings.empty()) move.endings = {{likeliest(move).to, 1}};
    auto decision = Imagination::solve(certain, graph);
    if (decision)
      decision->rule = fmt::format("{} moves to the target, if each ends as is likeliest",
                                   decision->moves.size());
    return decision;
  }
};

/// Plays moves in imagination from where the marble rests, and makes the one that most playouts
/// came to prefer: UCT, over what imagination imagines.
class TreeSearch : public Imagination {
 public:
  TreeSearch(const GrantedAdvice& advice, Imagining imagining)
      : Imagination(advice, std::move(imagining)), seed_(advice.seed()) {}

 private:
  static constexpr int kPlayouts = 2000, kMostMovesOfPlayout = 100;

  std::optional<Decision> solve(const Mdp& imagined, const StateGraph& graph) override {
    if (std::none_of(imagined.begin(), imagined.end(), [](const auto& node) { return node.goal; }))
      return std::nullopt;
    Rng rng(mixed_seed(seed_, graph.moves_made()));
    const TreeSearchResult found = tree_search(imagined, rng, kPlayouts, kMostMovesOfPlayout);
    if (found.best() < 0) return std::nullopt;
    const auto& moves = imagined.front().moves;
    Decision decision{Answer::moves, {}, "", {}};
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto& tried = found.moves[i];
      std::optional<StateId> to;
      if (!moves[i].endings.empty())
        to = imagined[static_cast<std::size_t>(likeliest(moves[i]).to)].state;
      decision.why.push_back({imagined.front().state, moves[i].move, 1 - tried.worth(), 1, to});
    }
    std::swap(decision.why.front(), decision.why[static_cast<std::size_t>(found.best())]);
    const Candidate& chosen = decision.why.front();
    decision.moves = {{chosen.move, chosen.predicted}};
    decision.rule = fmt::format("chosen most often in {} imagined playouts; {} came to the target",
                                kPlayouts, found.reached);
    return decision;
  }

  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Planner> make_imagination(const GrantedAdvice& advice) {
  return std::make_unique<Imagination>(advice, advice.imagination());
}

std::unique_ptr<Planner> make_determinizing(const GrantedAdvice& advice) {
  return std::make_unique<Determinizing>(advice, advice.imagination());
}

std::unique_ptr<Planner> make_tree_search(const GrantedAdvice& advice) {
  return std::make_unique<TreeSearch>(advice, advice.imagination());
}

}  // namespace marblemaze

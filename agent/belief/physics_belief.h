#pragma once

#include <map>
#include <memory>
#include <vector>

#include "agent/contracts/belief.h"
#include "agent/contracts/doubted_physics.h"
#include "agent/contracts/state_graph.h"
#include "maze/base/rng.h"

namespace marblemaze {

/// What an agent can believe of the numbers of its physics, from where its moves ended: hypotheses
/// with weights (importance sampling; Doucet, de Freitas and Gordon 2001, chapter 1). The
/// hypotheses are drawn once from the ranges in which the true values lie. Each move that
/// was made is tried under each of them, and those under which it ends as it did gain weight. So
/// the belief follows from the moves alone, whatever their order.
///
/// Not for several threads at once.
class PhysicsBelief {
 public:
  /// Physics must not be null.
  PhysicsBelief(std::shared_ptr<const DoubtedPhysics> physics, std::size_t hypotheses, Rng rng);

  /// Weighs the hypotheses anew by all moves of the graph.
  void learn(const StateGraph& graph);

  /// So many hypotheses, one at least, as if drawn by their weights; without weights evenly. Equal
  /// beliefs choose equally.
  [[nodiscard]] std::vector<std::size_t> chosen(std::size_t count, bool weighted = true) const;
  /// Where a move ends under these, with the share of each ending; the rest ends in no state.
  [[nodiscard]] Prediction predict(std::span<const std::size_t> which, StateId from,
                                   MoveId move) const;
  /// Mean and middle 90 % of each quantity.
  [[nodiscard]] std::vector<Belief::Estimate> estimates() const;

 private:
  /// Under every hypothesis that was asked, by its number.
  struct Endings {
    std::vector<char> known;
    std::vector<std::optional<StateId>> to;
  };
  const Endings& endings(std::span<const std::size_t> which, StateId from, MoveId move) const;

  std::shared_ptr<const DoubtedPhysics> physics_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<std::size_t> all_;  // their numbers
  Suppositions suppositions_;
  std::vector<double> weights_;  // they add up to 1
  mutable std::map<std::pair<StateId, MoveId>, Endings> remembered_;
};

}  // namespace marblemaze

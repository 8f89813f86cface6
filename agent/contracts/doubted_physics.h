#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/contracts/forward_model.h"

namespace marblemaze {

/// A value for each doubted quantity, in their order and units.
using Hypothesis = std::vector<double>;

/// Simulations of one world, each under another hypothesis: where a move ends under each of
/// `which`, named by their numbers, from the state's canonical resting pose; nothing where the
/// marble comes to rest in no state. Equal questions get equal answers. Not for several threads at
/// once.
using Suppositions = std::function<std::vector<std::optional<StateId>>(
    std::span<const std::size_t> which, StateId from, MoveId move)>;

/// An agent's own simulation, some numbers of which may be wrong: it was told values that are not
/// the true ones, and in what range the true ones lie.
struct DoubtedPhysics {
  struct Quantity {
    std::string name;  ///< as the settings name it
    double told;
    double low, high;  ///< the true value lies between them
  };
  std::vector<Quantity> quantities;
  std::function<Suppositions(const std::vector<Hypothesis>& hypotheses)> suppose;
  /// The simulation of an agent that believes what it was told.
  Imagining as_told;
};

}  // namespace marblemaze

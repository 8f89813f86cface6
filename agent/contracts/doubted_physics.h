#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/contracts/forward_model.h"

namespace marblemaze {

/// A value for each doubted quantity, in their order and units.
using Hypothesis = std::vector<double>;

/// Simulations of one world, each under another hypothesis. Not for several threads at once.
class Suppositions {
 public:
  virtual ~Suppositions() = default;
  /// Where a move ends under each of these hypotheses, named by their numbers: from the state's
  /// canonical resting pose; nothing where the marble comes to rest in no state. Equal questions
  /// get equal answers.
  [[nodiscard]] virtual std::vector<std::optional<StateId>> endings(
      std::span<const std::size_t> which, StateId from, MoveId move) const = 0;
};

/// An agent's own simulation, some numbers of which may be wrong: it was told values that are not
/// the true ones, and in what range the true ones lie.
class DoubtedPhysics {
 public:
  struct Quantity {
    std::string name;  ///< as the settings name it
    double told;
    double low, high;  ///< the true value lies between them
  };

  virtual ~DoubtedPhysics() = default;
  [[nodiscard]] virtual std::span<const Quantity> quantities() const = 0;
  [[nodiscard]] virtual std::unique_ptr<const Suppositions> suppose(
      const std::vector<Hypothesis>& hypotheses) const = 0;
  /// The simulation of an agent that believes what it was told. `parameter_error` as for an
  /// Imagining.
  [[nodiscard]] virtual std::shared_ptr<const ForwardModel> as_told(
      double parameter_error) const = 0;
};

}  // namespace marblemaze

#pragma once

namespace marblemaze {

/// What can be tuned of agents, as against the world that they act in.
struct AgentSettings {
  /// Speed from which the predicted marble crosses a hole, in straight cells down a vertical: the
  /// sum of the slopes' projections of unit gravity on the way (PathPredictor).
  double predictor_threshold = 0.65;  // 1

  bool operator==(const AgentSettings&) const = default;
};

}  // namespace marblemaze

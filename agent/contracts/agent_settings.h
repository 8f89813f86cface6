#pragma once

namespace marblemaze {

/// Parameters of agents, as opposed to parameters of the world.
struct AgentSettings {
  /// Speed above which the predicted marble crosses a hole. The unit is one straight cell of
  /// vertical fall: each straight step adds the projection of unit gravity on its direction
  /// (PathPredictor).
  double predictor_threshold = 0.65;  // 1

  bool operator==(const AgentSettings&) const = default;
};

}  // namespace marblemaze

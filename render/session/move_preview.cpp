#include "render/session/move_preview.h"

namespace marblemaze {

Prediction prediction_of(const ShownRun& run, long tick, StateId state, MoveId move) {
  if (is_balanced(state) || !run.live()) return {};
  const Advice& advice = run.episode().player().advice(run.orientations_at(tick));
  return advice.predictor ? advice.predictor->predict(state, move) : Prediction();
}

void add_preview(Frame& frame, const ShownRun& run, long tick, StateId state, MoveId move) {
  const OrientationScheme& scheme = run.scheme(run.orientations_at(tick));
  const Turn& turn = scheme.turn(scheme.orientation(state), move);
  frame.turned_from = scheme.orientation(state);
  frame.orientation = turn.to;
  const glm::dquat& standing = frame.scene.maze_pose.rotation;
  frame.scene.hinge_axis = standing * turn.axis;
  // The next up vector comes to where the present one is.
  frame.ghost = glm::angleAxis(turn.sweep_rad, frame.scene.hinge_axis) * standing;
  frame.predicted_path.clear();
  frame.guessed_path = prediction_of(run, tick, state, move).path;
}

}  // namespace marblemaze

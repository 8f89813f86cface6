#include "render/session/move_preview.h"

#include <cassert>

namespace marblemaze {
namespace {

const ForwardModel* predictor_of(const ShownRun& run, StateId state) {
  if (is_balanced(state)) return nullptr;
  return run.episode().player().advice(run.orientations_at(run.ticks())).predictor.get();
}

StateId present(const ShownRun& run) {
  assert(run.waits_for_person());
  return run.state_at(run.ticks()).value();
}

}  // namespace

std::optional<StateId> predicted_end(const ShownRun& run, MoveId move) {
  const StateId state = present(run);
  const ForwardModel* predictor = predictor_of(run, state);
  return predictor ? predictor->likeliest(state, move) : std::nullopt;
}

void add_preview(Frame& frame, const ShownRun& run, MoveId move) {
  const StateId state = present(run);
  const OrientationScheme& scheme = run.scheme(run.orientations_at(run.ticks()));
  const OrientationId from = run.orientation_at(run.ticks());
  const Turn& turn = scheme.turn(from, move);
  frame.turned_from = from;
  frame.orientation = turn.to;
  const glm::dquat& standing = frame.scene.maze_pose.rotation;
  frame.scene.hinge_axis = standing * turn.axis;
  // The next up vector comes to where the present one is.
  frame.ghost = glm::angleAxis(turn.sweep_rad, frame.scene.hinge_axis) * standing;
  if (const ForwardModel* predictor = predictor_of(run, state))
    frame.predicted_path = predictor->predict(state, move).path;
}

}  // namespace marblemaze

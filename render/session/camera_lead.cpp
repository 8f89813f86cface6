#include "render/session/camera_lead.h"

#include <algorithm>
#include <cmath>

namespace marblemaze {
namespace {

constexpr double kWay_s = 1.1;
constexpr float kTurn = 6.2831853f;

// The distance may change by itself, when the window takes another shape.
bool same_direction(const Camera& a, const Camera& b) {
  return a.target == b.target && a.yaw_rad == b.yaw_rad && a.pitch_rad == b.pitch_rad;
}

}  // namespace

void CameraLead::frame(Camera& camera, const Camera& goal, double elapsed_s) {
  if (!leads()) return;
  if (!same_direction(camera, last_)) return stop();
  part_ = std::min(part_ + elapsed_s / kWay_s, 1.0);
  const auto p = static_cast<float>(glm::smoothstep(0.0, 1.0, part_));
  camera.target = glm::mix(from_.target, goal.target, p);
  camera.yaw_rad = from_.yaw_rad + p * std::remainder(goal.yaw_rad - from_.yaw_rad, kTurn);
  camera.pitch_rad = glm::mix(from_.pitch_rad, goal.pitch_rad, p);
  camera.distance = glm::mix(from_.distance, goal.distance, p);
  last_ = camera;
}

}  // namespace marblemaze

#pragma once

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "maze/base/host_device.h"
#include "maze/grid/grid.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// Number of elements of an observation.
inline constexpr int kTiltObservation = 28;

/// Writes the observation of learning policies under continuous control (mm_view::observations in
/// the C interface lists the elements). `Way` is a PathToTarget or a DeviceModel.
template <class Way>
MARBLEMAZE_HOST_DEVICE void put_observation(const Way& way, const TiltState& seen, double max_rate,
                                            float* to) {
  const CellId cell = way.cell_at(seen.marble);
  for (int i = 0; i < kTiltObservation; ++i) to[i] = 0;
  if (!cell.valid()) return;
  const glm::dvec3 middle = way.middle(cell);
  const auto put = [&](const glm::dvec3& v) {
    for (int a = 0; a < 3; ++a) *to++ = static_cast<float>(v[a]);
  };
  put(seen.marble - middle);
  put(middle / way.dims());
  put(seen.velocity);
  put(seen.spin);
  put(seen.down);
  put(seen.rate / max_rate);
  for (int side = 0; side < 6; ++side) *to++ = way.open(cell, direction_at(side)) ? 0.0f : 1.0f;
  glm::dvec3 out(0);
  if (cell != way.target()) out[way.out_of(cell).axis] = way.out_of(cell).sign;
  put(out);
  *to = static_cast<float>(way.left_from(seen.marble));
}

}  // namespace marblemaze

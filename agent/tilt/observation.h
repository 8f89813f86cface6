#pragma once

#include <glm/vec3.hpp>

#include "maze/base/host_device.h"
#include "maze/grid/grid.h"
#include "maze/world/tilt.h"

namespace marblemaze {

/// Number of elements of an observation.
inline constexpr int kTiltObservation = 28;

/// Writes what policies that learn see of continuous control (mm_view::observations in the C
/// interface lists the elements). `Way` is a PathToTarget, or the DeviceModel of a device.
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
  put(cell == way.target() ? glm::dvec3(0) : glm::dvec3(way.out_of(cell).vector()));
  *to = static_cast<float>(way.left_from(seen.marble));
}

}  // namespace marblemaze

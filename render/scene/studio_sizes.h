#pragma once

#include <string_view>

namespace marblemaze {

/// Returns a number in shaders/studio.json that controls the glass style in the viewer and on
/// pages. Lengths are in cells, minimum lengths in points (an image is "points_high" points high),
/// and all other numbers are fractions. Requires: the file contains the name.
[[nodiscard]] float studio_size(std::string_view name);

}  // namespace marblemaze

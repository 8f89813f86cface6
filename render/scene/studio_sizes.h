#pragma once

#include <string_view>

namespace marblemaze {

/// A number of shaders/studio.json that says how the glass style draws, in the viewer and on pages.
/// Lengths in cells, "least" ones in points, of which "points_high" fill a picture's height; the
/// others are shares. Precondition: it is one of them.
[[nodiscard]] float studio_size(std::string_view name);

}  // namespace marblemaze

#pragma once

#include <functional>
#include <string_view>

namespace marblemaze {

/// How finely pictures are drawn. What is left out first costs most and is missed least: the
/// floor's mirror, bloom, more samples, filmic tone mapping.
/// Lines, path and fading stay in all of them.
struct Quality {
  float scale = 1.0f;   ///< inside pixels per target pixel, along each side
  int samples = 0;      ///< per inside pixel; 0 and 1 mean the same
  int most_pixels = 0;  ///< inside picture is made smaller until it has no more; 0: no limit
  bool filmic = false;  ///< light of any brightness, brought to the screen by filmic tone mapping
  bool bloom = false;   ///< bright things glow; needs `filmic`
  bool floor_mirror = false;  ///< the maze is seen in the floor

  bool operator==(const Quality&) const = default;
};

enum class QualityLevel {
  fast,      ///< for software renderers, whose speed depends on the number of pixels
  balanced,  ///< for the graphics of a laptop
  fine       ///< for a graphics card, and for screenshots and videos, which need not be fast
};

[[nodiscard]] Quality quality_of(QualityLevel level);
/// Returns the name on the command line: "fast", "balanced" or "fine".
[[nodiscard]] std::string_view name_of(QualityLevel level);

/// Returns the finest level whose frame, as `frame_ms` measures it, is fast enough for a screen of
/// 60 Hz. A software renderer gets `fast` without a measurement.
[[nodiscard]] QualityLevel affordable_quality(
    bool software_renderer, const std::function<double(const Quality&)>& frame_ms);

}  // namespace marblemaze

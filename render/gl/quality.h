#pragma once

#include <array>
#include <functional>
#include <string_view>

namespace marblemaze {

/// Parameters of image quality. Lower levels drop the features that cost most and matter least
/// first: the floor reflection, bloom, additional samples, filmic tone mapping. All levels include
/// lines, the path and fading.
struct Quality {
  float scale = 1.0f;         ///< internal pixels per target pixel, along each side
  int samples = 0;            ///< number of samples per internal pixel; 0 and 1 are equivalent
  int most_pixels = 0;        ///< maximum size of the internal image, pixels; 0: no limit
  bool filmic = false;        ///< high dynamic range with filmic tone mapping
  bool bloom = false;         ///< bright objects bloom; requires `filmic`
  bool floor_mirror = false;  ///< the floor reflects the maze

  bool operator==(const Quality&) const = default;
};

enum class QualityLevel {
  fast,      ///< for software renderers, whose speed depends on the number of pixels
  balanced,  ///< for the graphics of a laptop
  fine       ///< for a graphics card, and for screenshots and videos, which need not be fast
};

/// Levels by index, with their names on the command line.
inline constexpr std::array<std::pair<std::string_view, Quality>, 3> kQualities{
    {{"fast", {.most_pixels = 960 * 540}},
     {"balanced", {.samples = 4, .filmic = true}},
     {"fine", {.scale = 2.0f, .filmic = true, .bloom = true, .floor_mirror = true}}}};
[[nodiscard]] inline Quality quality_of(QualityLevel level) {
  return kQualities.at(static_cast<std::size_t>(level)).second;
}
[[nodiscard]] inline std::string_view name_of(QualityLevel level) {
  return kQualities.at(static_cast<std::size_t>(level)).first;
}

/// Returns the finest level that is fast enough for a 60 Hz screen, according to `frame_ms`.
/// Physics and panels also need part of the 16.7 ms of each frame. Software renderers get `fast`
/// without a measurement.
[[nodiscard]] inline QualityLevel affordable_quality(
    bool software_renderer, const std::function<double(const Quality&)>& frame_ms) {
  constexpr double kAffordable_ms = 9;
  if (!software_renderer)
    for (const QualityLevel level : {QualityLevel::fine, QualityLevel::balanced})
      if (frame_ms(quality_of(level)) <= kAffordable_ms) return level;
  return QualityLevel::fast;
}

}  // namespace marblemaze

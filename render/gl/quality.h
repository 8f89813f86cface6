#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <utility>

namespace marblemaze {

/// Render quality. Lower levels first omit the most expensive effects: floor reflection, bloom,
/// multisampling, tone mapping. Lines, the path and depth fading are always drawn.
struct Quality {
  float scale = 1.0f;  ///< internal pixels per target pixel along each axis
  int samples = 0;     ///< samples per internal pixel; 0 and 1 are equivalent
  int max_pixels = 0;  ///< maximum number of internal pixels; 0 for no limit
  bool filmic = false;
  bool bloom = false;  ///< requires `filmic`
  bool floor_mirror = false;

  bool operator==(const Quality&) const = default;
};

enum class QualityLevel {
  fast,      ///< for software renderers, whose speed depends on the number of pixels
  balanced,  ///< for integrated GPUs
  fine       ///< for discrete GPUs, screenshots and videos
};

inline constexpr std::array<std::pair<std::string_view, Quality>, 3> kQualities{
    {{"fast", {.max_pixels = 960 * 540}},
     {"balanced", {.samples = 4, .filmic = true}},
     {"fine", {.scale = 2.0f, .filmic = true, .bloom = true, .floor_mirror = true}}}};
[[nodiscard]] inline Quality quality_of(QualityLevel level) {
  return kQualities.at(static_cast<std::size_t>(level)).second;
}
[[nodiscard]] inline std::string_view name_of(QualityLevel level) {
  return kQualities.at(static_cast<std::size_t>(level)).first;
}

/// Returns the finest quality level at which the machine renders at 60 Hz. `frame_ms` measures the
/// rendering time of a frame. Returns the lowest level for a software renderer without measuring.
[[nodiscard]] inline QualityLevel affordable_quality(
    bool software_renderer, const std::function<double(const Quality&)>& frame_ms) {
  constexpr double kAffordable_ms = 9;  // the simulation and the panels need the rest of a frame
  if (!software_renderer)
    for (const QualityLevel level : {QualityLevel::fine, QualityLevel::balanced})
      if (frame_ms(quality_of(level)) <= kAffordable_ms) return level;
  return QualityLevel::fast;
}

}  // namespace marblemaze

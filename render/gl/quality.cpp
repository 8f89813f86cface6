#include "render/gl/quality.h"

namespace marblemaze {
namespace {

constexpr double kAffordable_ms =
    9;  // of the 16.7 ms of a frame, which physics and panels also need

}  // namespace

Quality quality_of(QualityLevel level) {
  switch (level) {
    case QualityLevel::fast: return {.most_pixels = 960 * 540};
    case QualityLevel::balanced: return {.samples = 4, .filmic = true};
    default: return {.scale = 2.0f, .filmic = true, .bloom = true, .floor_mirror = true};
  }
}

std::string_view name_of(QualityLevel level) {
  switch (level) {
    case QualityLevel::fast: return "fast";
    case QualityLevel::balanced: return "balanced";
    default: return "fine";
  }
}

QualityLevel affordable_quality(bool software_renderer,
                                const std::function<double(const Quality&)>& frame_ms) {
  if (software_renderer) return QualityLevel::fast;
  for (const QualityLevel level : {QualityLevel::fine, QualityLevel::balanced})
    if (frame_ms(quality_of(level)) <= kAffordable_ms) return level;
  return QualityLevel::fast;
}

}  // namespace marblemaze

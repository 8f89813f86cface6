#include "render/session/motion.h"

#include <fmt/format.h>

namespace marblemaze {

std::string motion_csv(const ShownRun& run) {
  std::string text = "time_s";
  for (const MotionSeries& series : kMotion) text += fmt::format(",{}", series.column);
  for (long tick = 0; tick < run.ticks(); ++tick) {
    text += fmt::format("\n{:.6g}", static_cast<double>(tick) * run.seconds_per_tick());
    for (const MotionSeries& series : kMotion) text += fmt::format(",{:.6g}", series.at(run, tick));
  }
  return text + "\n";
}

}  // namespace marblemaze

#include "engine/replay_page/recording_json.h"

#include <algorithm>
#include <cmath>

#include "engine/recording/recording_codec.h"
#include "engine/replay_page/page_data.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/files/maze_file.h"

namespace marblemaze {
namespace {

constexpr double kFramesPerSecond = 60;

std::string base64(const std::string& bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::size_t ticks_per_frame(const Recording& recording) {
  const double wanted = 1 / (kFramesPerSecond * recording.spec.setup.settings.solver.step);
  return static_cast<std::size_t>(std::max(std::lround(wanted), 1L));
}

// Returns every n-th tick and the last one, as differences.
std::string poses(const Recording& recording) {
  std::string bytes;
  QuantisedTick before{};
  const auto put = [&](const RecordedTick& tick) {
    const QuantisedTick now = quantise(tick);
    put_step(bytes, before, now);
    before = now;
  };
  const std::size_t stride = ticks_per_frame(recording), last = recording.ticks.size() - 1;
  for (std::size_t i = 0; i < last; i += stride) put(recording.ticks[i]);
  put(recording.ticks[last]);
  return bytes;
}

}  // namespace

Json recording_json(const Recording& recording) {
  if (recording.ticks.empty()) throw BadInput("recording", "without ticks", "something to show");
  if (!recording.traits().posed)
    throw BadInput("recording of world", "'" + recording.spec.setup.kind + "'",
                   "a world with poses: " + marble_world_names([](const MarbleWorldKind& kind) {
                     return kind.traits({}).posed;
                   }));
  const double step = recording.spec.setup.settings.solver.step;
  return {{"title", describe(*recording.spec.setup.maze)},
          {"agent", recording.spec.agent()},
          {"world", recording.spec.setup.kind},
          {"orientations", recording.spec.tilt ? 0 : orientations_of(recording.spec.setup.control)},
          {"outcome", to_string(recording.outcome)},
          {"maze", json_of(*recording.spec.setup.maze)},
          {"path", page_path(*recording.spec.setup.maze)},
          {"marble_radius", recording.spec.setup.settings.nature.marble_radius},
          {"frame_s", static_cast<double>(ticks_per_frame(recording)) * step},
          {"duration_s", static_cast<double>(recording.ticks.size() - 1) * step},
          {"place_steps", kPlaceSteps},
          {"turn_steps", kTurnSteps},
          {"phases", Json::list(kPhases, [](Phase phase) { return to_string(phase); })},
          {"moves", page_moves(recording)},
          {"poses", base64(poses(recording))}};
}

}  // namespace marblemaze

#include "engine/recording/recording.h"
#include "engine/run/world_factory.h"

namespace marblemaze {
namespace {

/// Makes the recorded moves in their order, whatever comes of them.
class RecordedMoves : public MoveSource {
 public:
  explicit RecordedMoves(const Recording& recording) : recording_(recording) {}

  void start(StateId) override {}
  void observe(const Transition&) override {}
  [[nodiscard]] Decision decide(const Situation&) override {
    if (next_ >= recording_.moves.size()) return {};
    return {Answer::moves, {{recording_.moves[next_++].move, std::nullopt}}, "recorded", {}};
  }
  /// The scheme to switch to now, if a switch is what comes next.
  std::optional<int> take_switch() {
    if (next_ >= recording_.moves.size() || recording_.moves[next_].move.valid())
      return std::nullopt;
    return recording_.moves[next_++].orientations;
  }

 private:
  const Recording& recording_;
  std::size_t next_ = 0;
};

}  // namespace

Verification verify_recording(const Recording& recording) {
  const Setting setting =
      make_setting(recording.world, recording.maze, recording.orientations, recording.settings);
  RecordedMoves source(recording);
  Controller controller(*setting.world, source, kMoveCap, recording.recovery);
  Verification result;
  result.same_build = recording.build == build_id();
  const auto total = static_cast<long>(recording.ticks.size());
  while (controller.outcome() == Outcome::running && result.ticks_compared < total &&
         !result.first_difference) {
    if (controller.at_rest())
      if (const auto orientations = source.take_switch())
        controller.request_switch(*orientations, source);
    const long before = controller.ticks();
    controller.tick();
    if (controller.ticks() == before) continue;
    const std::uint32_t hash = tick_hash(*setting.world);
    if (hash != recording.ticks[static_cast<std::size_t>(result.ticks_compared)].hash)
      result.first_difference = result.ticks_compared;
    ++result.ticks_compared;
  }
  // Ending sooner than the recording is a difference too.
  if (!result.first_difference && result.ticks_compared < total)
    result.first_difference = result.ticks_compared;
  result.moves_made = controller.moves();
  return result;
}

}  // namespace marblemaze

#include <fmt/format.h>

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
  if (!result.first_difference && result.ticks_compared < total)
    result.first_difference = result.ticks_compared;
  result.moves_made = controller.moves();
  return result;
}

std::string describe(const Verification& result, const Recording& recording) {
  std::string text =
      fmt::format("the same: {} ticks, {} moves", result.ticks_compared, result.moves_made);
  if (result.first_difference) {
    const auto move = recording.move_at(*result.first_difference);
    text =
        fmt::format("differs at tick {} ({:.2f} s, move {})", *result.first_difference,
                    static_cast<double>(*result.first_difference) * recording.settings.solver.step,
                    move ? recording.moves[*move].number : 0);
  }
  if (result.same_build) return text;
  return fmt::format("recorded by another build ({}; this is {}): {}{}", recording.build,
                     build_id(), text,
                     result.first_difference ? ", which is no failure of the program" : "");
}

}  // namespace marblemaze

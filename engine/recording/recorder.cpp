#include "engine/recording/recorder.h"

#include <cassert>

#include "engine/version.h"
#include "maze/base/hash.h"
#include "maze/world/scene.h"

namespace marblemaze {
RecordedTick tick_of(const Scene& scene, Phase phase, std::uint32_t hash) {
  return {glm::quat(scene.maze_pose.rotation), glm::vec3(scene.marble_in_maze()),
          glm::quat(scene.marble.rotation), phase, hash};
}

void record_moves(Episode& episode, std::vector<RecordedMove>& moves) {
  const auto begin = [&](int number, MoveId move, const std::string& reason,
                         std::vector<PlannedMove> plan) {
    moves.push_back({.number = number,
                     .from = episode.world().state(),
                     .move = move,
                     .to = StateId(),
                     .ending = Motion::rolling,
                     .control = episode.control(),
                     .begin = episode.ticks(),
                     .reason = reason,
                     .plan = std::move(plan)});
  };
  episode.watch({
      .on_decision =
          [&episode, begin](const Decision& decision) {
            const auto& queue = episode.knowledge().queue();
            begin(episode.moves() + 1, decision.moves.front().move, decision.rule,
                  episode.spec().player.by_hand ? decision.moves
                                                : std::vector(queue.begin(), queue.end()));
          },
      .on_switch = [begin] { begin(0, MoveId(), kReasonOfSwitch, {}); },
      .on_move =
          [&](const MoveRecord& record) {
            moves.back().to = record.to.value_or(StateId());
            moves.back().ending = record.ending;
            moves.back().end = episode.ticks();
          },
      .on_recovery = [&](const MoveRecord& record) { moves.back().to = *record.to; },
  });
}

void record(Episode& episode, Recording& recording) {
  assert(episode.spec().setup.maze);
  recording = {.spec = episode.spec(), .build = build_id()};
  recording.spec.scheme_switch.reset();
  if (recording.spec.player.by_hand) recording.spec.agent() = kByHand;
  if (!recording.spec.tilt) record_moves(episode, recording.moves);
  episode.watch({
      .on_recovery =
          [&](const MoveRecord&) {
            recording.spec.player.recovery = true;
            recording.outcome = Outcome::running;
          },
      .on_command =
          [&](const TiltChoice& choice) {
            recording.commands.push_back({episode.tilted().command_steps(), choice.reason});
          },
      .on_tick =
          [&] {
            recording.ticks.push_back(
                tick_of(episode.scene(), episode.phase(), folded(episode.world().state_hash())));
          },
      .on_end = [&] { recording.outcome = episode.outcome(); },
  });
}

}  // namespace marblemaze

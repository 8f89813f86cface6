#include "engine/recording/recorder.h"

#include <cassert>

#include "engine/version.h"
#include "maze/base/hash.h"
#include "maze/world/scene.h"

namespace marblemaze {
namespace {

Scene still_scene_of(const Episode& episode) {
  const Setup& setup = episode.spec().setup;
  const auto& nature = setup.settings.nature;
  return still_scene(*setup.maze, episode.scheme(), episode.world().state(), nature.marble_radius,
                     nature.wall_thickness);
}

}  // namespace

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
                     .orientations = episode.orientations(),
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
  if (recording.spec.player.by_hand) recording.spec.player.agent = kByHand;
  record_moves(episode, recording.moves);
  episode.watch({
      .on_recovery =
          [&](const MoveRecord&) {
            recording.spec.player.recovery = true;
            recording.outcome = Outcome::running;
          },
      .on_tick =
          [&] {
            const std::optional<Scene> seen = episode.world().scene();
            recording.ticks.push_back(tick_of(seen ? *seen : still_scene_of(episode),
                                              episode.phase(), tick_hash(episode.world())));
          },
      .on_end = [&] { recording.outcome = episode.outcome(); },
  });
}

void record(FreeEpisode& episode, Recording& recording) {
  recording = {.spec = episode.spec(), .build = build_id()};
  episode.watch({
      .on_wish =
          [&](const FreeChoice& choice) {
            recording.wishes.push_back({episode.world().wished_steps(), choice.reason});
          },
      .on_tick =
          [&] {
            recording.ticks.push_back(tick_of(episode.world().scene(), Phase::accelerating,
                                              folded(episode.world().state_hash())));
          },
      .on_end =
          [&] {
            recording.outcome = episode.result().outcome;
            if (recording.outcome == Outcome::solved) recording.ticks.back().phase = Phase::solved;
          },
  });
}

}  // namespace marblemaze

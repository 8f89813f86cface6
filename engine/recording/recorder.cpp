#include "engine/recording/recorder.h"

#include <cassert>

#include "maze/world/still_scene.h"

namespace marblemaze {
namespace {

Scene still_scene_of(const Episode& episode) {
  const EpisodeSpec& spec = episode.spec();
  const OrientationScheme scheme(episode.orientations(), spec.maze->grid().layers(),
                                 spec.settings.slopes);
  return still_scene(*spec.maze, scheme, episode.world().state(),
                     spec.settings.nature.marble_radius, spec.settings.nature.wall_thickness);
}

RecordedTick tick_of(const Episode& episode, const Scene& scene) {
  return {glm::quat(scene.maze_pose.rotation), glm::vec3(scene.marble_in_maze()),
          glm::quat(scene.marble.rotation), episode.phase(), tick_hash(episode.world())};
}

}  // namespace

void record_moves(Episode& episode, std::vector<RecordedMove>& moves) {
  const auto begin = [&](int number, MoveId move, const std::string& reason,
                         std::vector<PlannedMove> plan) {
    moves.push_back({number, episode.world().state(), move, StateId(), Motion::rolling,
                     episode.orientations(), episode.ticks(), 0, reason, std::move(plan)});
  };
  episode.watch({
      .on_decision =
          [&episode, begin](const Decision& decision) {
            const auto& queue = episode.knowledge().queue();
            begin(
                episode.moves() + 1, decision.moves.front().move, decision.rule,
                episode.spec().by_hand ? decision.moves : std::vector(queue.begin(), queue.end()));
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
  const EpisodeSpec& spec = episode.spec();
  assert(spec.maze);
  recording = {spec.maze,
               spec.settings,
               spec.run,
               spec.world,
               spec.by_hand ? kByHand : spec.agent,
               build_id(),
               spec.orientations,
               spec.recovery,
               spec.move_cap,
               Outcome::running,
               {},
               {}};
  record_moves(episode, recording.moves);
  episode.watch({
      .on_recovery =
          [&](const MoveRecord&) {
            recording.recovery = true;
            recording.outcome = Outcome::running;
          },
      .on_tick =
          [&] {
            const Scene* seen = episode.world().scene();
            recording.ticks.push_back(tick_of(episode, seen ? *seen : still_scene_of(episode)));
          },
      .on_end = [&] { recording.outcome = episode.outcome(); },
  });
}

}  // namespace marblemaze

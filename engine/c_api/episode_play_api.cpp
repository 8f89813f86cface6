#include <algorithm>

#include <fmt/format.h>

#include "engine/c_api/call.h"
#include "engine/c_api/episode_object.h"
#include "engine/c_api/episode_words.h"
#include "engine/recording/recorder.h"
#include "engine/replay_page/recording_json.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"

namespace marblemaze::c_api {

void EpisodeObject::require_record() const {
  if (!keeps_record)
    throw Failure(MM_NOT_NOW, "episode: expected one that keeps a record: mm_episode_record()");
}

void EpisodeObject::require_running() const {
  if (episode.outcome() != Outcome::running)
    throw Failure(MM_NOT_NOW, "episode: expected one that has not ended");
}

bool EpisodeObject::tick() {
  if (cut_short)
    throw Failure(MM_NOT_NOW, "episode: expected one that was not cancelled as its agent thought");
  if (episode.ticks() % 64 == 0) stop_point(episode.moves(), episode.spec().player.move_cap);
  cut_short = true;
  const bool made = episode.tick();
  cut_short = false;
  return made;
}

namespace {

void require_maze(const EpisodeObject& object) {
  if (!object.in_a_maze())
    throw Failure(MM_UNSUPPORTED, "episode: expected a run in a marble's maze");
}

void keep_record(EpisodeObject& object) {
  if (object.keeps_record) return;
  if (object.episode.ticks() > 0)
    throw Failure(MM_NOT_NOW, "episode: expected one that has not begun");
  if (object.in_a_maze())
    record(object.episode, object.recording);
  else
    record_moves(object.episode, object.recording.moves);
  object.keeps_record = true;
}

std::int64_t ticked(EpisodeObject& object, std::int64_t most) {
  if (most < 1) throw BadInput("ticks", std::to_string(most), "1 or more");
  std::int64_t made = 0;
  while (made < most && object.tick()) ++made;
  return made;
}

void choose(Episode& episode, std::int32_t move) {
  if (!episode.waits_for_person())
    throw Failure(MM_NOT_NOW, "episode: expected one that waits for a person's move");
  const auto moves = episode.world().moves(episode.world().state());
  if (!episode.choose(MoveId(move)))
    throw BadInput("move", std::to_string(move), fmt::format("0 to {}", moves.size() - 1));
}

void switch_scheme(EpisodeObject& object, std::int32_t orientations) {
  object.require_running();
  object.episode.switch_scheme(orientations);
}

/// What the agent would decide if it were asked now.
Decision advice_of(const EpisodeObject& object) {
  object.require_running();
  const Episode& episode = object.episode;
  if (!episode.at_rest()) throw Failure(MM_NOT_NOW, "episode: expected one at rest");
  const PlannerEntry& entry = planners().entry(episode.spec().player.agent);
  const HumanOrAgent& player = episode.player();
  const auto planner =
      entry.make(player.advice(episode.orientations()).restricted_to(entry.knowledge));
  const World& world = episode.world();
  return planner->plan(player.knowledge().graph(),
                       {world.state(), entry.plans_in_copies() ? Snapshot::of(world) : nullptr});
}

size_t put_frames(const Recording& recording, std::int64_t first, std::int64_t stride,
                  std::span<float> to) {
  if (first < 0) throw BadInput("tick", std::to_string(first), "0 or more");
  if (stride < 1) throw BadInput("stride", std::to_string(stride), "1 or more");
  const auto ticks = static_cast<std::int64_t>(recording.ticks.size());
  size_t made = 0;
  for (std::int64_t tick = first; tick < ticks && made < to.size() / 12; ++made) {
    const TickNumbers frame = numbers_of(recording.ticks[static_cast<size_t>(tick)]);
    std::copy(frame.begin(), frame.end(), to.begin() + static_cast<std::ptrdiff_t>(12 * made));
    if (stride > ticks - tick) return made + 1;
    tick += stride;
  }
  return made;
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_episode_record(mm_episode episode) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) { keep_record(of); });
}

mm_status mm_episode_tick(mm_episode episode, int64_t most, int64_t* made) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    int64_t& count = output(made, "made");
    count = ticked(of, most);
  });
}

mm_status mm_episode_play_by_hand(mm_episode episode, int32_t by_hand) {
  return answered_by<EpisodeObject>(
      episode, [&](EpisodeObject& of) { of.episode.let_person_play(by_hand != 0); });
}

mm_status mm_episode_choose(mm_episode episode, int32_t move) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) { choose(of.episode, move); });
}

mm_status mm_episode_use_agent(mm_episode episode, const char* agent) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    of.episode.switch_agent(std::string(text_of(agent, "agent")));
  });
}

mm_status mm_episode_switch(mm_episode episode, int32_t orientations) {
  return answered_by<EpisodeObject>(episode,
                                    [&](EpisodeObject& of) { switch_scheme(of, orientations); });
}

mm_status mm_episode_hint(mm_episode episode, int32_t* move, char* buffer, size_t capacity,
                          size_t* needed) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    int32_t& to = output(move, "move");
    const Decision decision = advice_of(of);
    to = decision.moves.empty() ? -1 : decision.moves.front().move.index;
    put_text(decision.rule, buffer, capacity, needed);
  });
}

mm_status mm_episode_describe(mm_episode episode, char* buffer, size_t capacity, size_t* needed) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    put_text(described(of).dump(), buffer, capacity, needed);
  });
}

mm_status mm_episode_log(mm_episode episode, size_t first, char* buffer, size_t capacity,
                         size_t* needed) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    of.require_record();
    put_text(moves_from(of, first).dump(), buffer, capacity, needed);
  });
}

mm_status mm_episode_frames(mm_episode episode, int64_t first, int64_t stride, float* frames,
                            size_t count, size_t* length) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    size_t& made = output(length, "length");
    require_maze(of);
    of.require_record();
    if (count > SIZE_MAX / (12 * sizeof(float)))
      throw BadInput("count", std::to_string(count), "what memory can hold");
    made = put_frames(of.recording, first, stride, array(frames, 12 * count, "frames"));
  });
}

mm_status mm_episode_recording(mm_episode episode, void* bytes, size_t capacity, size_t* needed) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    require_maze(of);
    of.require_record();
    put_bytes(recording_bytes(of.recording), bytes, capacity, needed);
  });
}

mm_status mm_recording_to_json(const void* bytes, size_t size, char* buffer, size_t capacity,
                               size_t* needed) {
  return answered([&] {
    const auto text = array(static_cast<const char*>(bytes), size, "bytes");
    const Recording recording = recording_from_bytes({text.begin(), text.end()}, "recording");
    put_text(recording_json(recording).dump(), buffer, capacity, needed);
  });
}

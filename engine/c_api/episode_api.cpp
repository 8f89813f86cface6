#include <algorithm>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/c_api/objects.h"
#include "engine/recording/recording.h"
#include "engine/replay_page/page_data.h"
#include "engine/run/families/world_families.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/stop.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze::c_api {

EpisodeObject::EpisodeObject(const RunSpec& spec, bool record_it)
    : is_recorded(record_it), episode(spec) {
  if (!record_it) return;
  if (has_maze())
    record(episode, recording);
  else
    record_moves(episode, recording.moves);
}

Episode& EpisodeObject::discrete() {
  if (episode.spec().tilt)
    throw Failure(MM_UNSUPPORTED, "episode: this function requires discrete moves");
  return episode;
}

void EpisodeObject::require_record() const {
  if (!is_recorded)
    throw Failure(MM_NOT_NOW, "episode: the run is not recorded; set record when you create it");
}

void EpisodeObject::require_running() const {
  if (episode.outcome() != Outcome::running)
    throw Failure(MM_NOT_NOW, "episode: the run has ended");
}

bool EpisodeObject::tick() {
  if (cancelled)
    throw Failure(
        MM_NOT_NOW,
        "episode: it was cancelled while its agent was choosing a move, so it cannot continue");
  if (episode.ticks() % kTicksBetweenStops == 0)
    check_stop(episode.moves(), episode.spec().player.move_limit);
  cancelled = true;
  const bool made = episode.tick();
  cancelled = false;
  return made;
}

namespace {

std::shared_ptr<EpisodeObject> make_episode(const mm_setup* setup, const mm_player* given) {
  WorldSpec spec = spec_of(setup);
  const mm_player asked = read_struct(given, "player");
  const std::string agent(string_of(asked.agent, "agent"));
  RunSpec run{.setup = spec.setup, .run = asked.run};
  run.player.by_hand = asked.by_hand != 0;
  run.player.recovery = asked.recovery != 0;
  if (spec.is_tilt()) {
    run.tilt = TiltSpec{.policy = tilt_policies().at(agent).name, .rest = spec.rest};
    if (spec.limit > 0)
      run.tilt->limit_s = static_cast<double>(spec.limit) * spec.setup.settings.solver.step;
  } else {
    run.player.agent = planners().at(agent).name;
    if (spec.limit > 0)
      run.player.move_limit = static_cast<int>(std::min<std::int64_t>(spec.limit, INT32_MAX));
  }
  return std::make_shared<EpisodeObject>(run, asked.record != 0);
}

std::int64_t run(EpisodeObject& object, std::int64_t moves, std::int64_t ticks) {
  Episode& episode = object.episode;
  const std::int64_t first = episode.moves();
  const auto done = [&] {
    return moves >= 0 && episode.moves() - first >= moves && episode.decides();
  };
  std::int64_t made = 0;
  while (episode.outcome() == Outcome::running && made != ticks && !done()) {
    if (object.tick())
      ++made;
    else if (!episode.spec().tilt && episode.waits_for_user())
      break;
  }
  return made;
}

mm_episode_info info_of(EpisodeObject& object) {
  const Episode& episode = object.episode;
  const EpisodeResult result = episode.result();
  mm_episode_info info{};
  info.outcome = static_cast<std::int32_t>(episode.outcome());
  info.moves = result.counters.moves;
  info.repeated = result.counters.repeated;
  info.unrepeatable = result.counters.unrepeatable;
  info.predicted_right = result.counters.predicted_right;
  info.predicted_total = result.counters.predicted_total;
  info.first_state = result.first_state.index;
  info.state = episode.spec().tilt ? -1 : state_of(episode.world()).index;
  info.ticks = episode.ticks();
  object.records.clear();
  for (const MoveRecord& move : result.played)
    object.records.insert(object.records.end(),
                          {move.from.index, move.move.index, move.to.value_or(StateId()).index,
                           static_cast<std::int32_t>(move.ending)});
  info.records = object.records.data();
  info.played = result.played.size();
  return info;
}

Json names_of(const auto& entries) {
  return Json::list(entries, [](const auto& entry) {
    return Json{{"name", entry.name}, {"summary", entry.summary}};
  });
}

Json catalogue() {
  struct Named {
    std::string_view name, summary;
  };
  std::vector<Named> worlds,
      models{{"first-cell", "the next adjacent cell (thesis 4.4)"},
             {"predictor", "the whole path of a move (thesis 4.5)"},
             {"imagination", "simulated trials with slightly different settings"}};
  for (const MarbleWorldKind& kind : marble_world_kinds()) {
    worlds.push_back({kind.name, kind.title});
    models.push_back(worlds.back());
  }
  const auto agent = [](const PlannerEntry& entry) {
    return Json{{"name", entry.name},
                {"title", entry.title},
                {"knows", entry.knows},
                {"summary", entry.summary},
                {"source", entry.source}};
  };
  const auto setting = [](const SettingField& field) {
    return Json{{"name", field.name},
                {"low", field.low},
                {"high", field.high},
                {"unit", field.unit},
                {"meaning", field.meaning}};
  };
  return {{"agents", Json::list(planners().built_in(), agent)},
          {"policies", names_of(tilt_policies().built_in())},
          {"worlds", names_of(worlds)},
          {"families", names_of(world_families())},
          {"models", names_of(models)},
          {"settings", Json::list(physics_setting_fields(), setting)}};
}

void require_maze(const EpisodeObject& object) {
  if (!object.has_maze())
    throw Failure(MM_UNSUPPORTED, "episode: this function requires a marble maze");
}

/// Returns the decision that the current agent would make.
Decision advice_of(EpisodeObject& object) {
  const Episode& episode = object.discrete();
  object.require_running();
  if (!episode.at_rest()) throw Failure(MM_NOT_NOW, "episode: the world is not at rest");
  const PlannerEntry& entry = planners().at(episode.spec().player.agent);
  const Player& player = episode.player();
  const auto planner = entry.make(player.advice(episode.control()).restricted_to(entry.access));
  const World& world = episode.world();
  return planner->plan(player.knowledge().graph(),
                       {world.state(), entry.plans_in_copies() ? Snapshot::of(world) : nullptr});
}

size_t write_frames(const Recording& recording, std::int64_t first, std::int64_t stride,
                    std::span<float> to) {
  if (first < 0) throw BadInput("tick", std::to_string(first), "0 or more");
  if (stride < 1) throw BadInput("stride", std::to_string(stride), "1 or more");
  const auto ticks = static_cast<std::int64_t>(recording.ticks.size());
  size_t made = 0;
  for (std::int64_t tick = first; tick < ticks && made < to.size() / 12; ++made) {
    const TickFrame frame = numbers_of(recording.ticks[static_cast<size_t>(tick)]);
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

mm_status mm_catalogue(mm_text* json) {
  return run_call([&] { write_text(catalogue().dump(), json); });
}

mm_status mm_episode_create(const mm_setup* setup, const mm_player* player, mm_episode* episode) {
  return create_object(episode, "episode", [&] { return make_episode(setup, player); });
}

mm_status mm_episode_run(mm_episode episode, int64_t moves, int64_t ticks, int64_t* made) {
  return with_object<EpisodeObject>(episode, [&](EpisodeObject& of) {
    const std::int64_t count = run(of, moves, ticks);
    if (made) *made = count;
  });
}

mm_status mm_episode_get_info(mm_episode episode, mm_episode_info* info) {
  return with_object<EpisodeObject>(
      episode, [&](EpisodeObject& of) { write_struct(info_of(of), info, "info"); });
}

mm_status mm_episode_set_player(mm_episode episode, const char* agent, int32_t by_hand) {
  return with_object<EpisodeObject>(episode, [&](EpisodeObject& of) {
    Episode& played = of.discrete();
    if (agent) played.switch_agent(agent);
    if (by_hand >= 0) played.set_by_hand(by_hand != 0);
  });
}

mm_status mm_episode_choose(mm_episode episode, int32_t move) {
  return with_object<EpisodeObject>(episode, [&](EpisodeObject& of) {
    Episode& played = of.discrete();
    if (!played.waits_for_user())
      throw Failure(MM_NOT_NOW, "episode: the run is not waiting for the user's move");
    const std::size_t moves = played.world().moves(played.world().state()).size();
    static_cast<void>(played.choose(move_of(move, moves)));
  });
}

mm_status mm_episode_switch(mm_episode episode, int32_t orientations) {
  return with_object<EpisodeObject>(episode, [&](EpisodeObject& of) {
    Episode& played = of.discrete();
    of.require_running();
    played.switch_scheme(ControlScheme{orientations});
  });
}

mm_status mm_episode_hint(mm_episode episode, int32_t* move, mm_text* reason) {
  return with_object<EpisodeObject>(episode, [&](EpisodeObject& of) {
    int32_t& to = output(move, "move");
    require_pointer(reason, "reason");
    const Decision decision = advice_of(of);
    to = decision.moves.empty() ? -1 : decision.moves.front().move.index;
    write_text(decision.reason, reason);
  });
}

mm_status mm_episode_describe(mm_episode episode, mm_text* json) {
  return return_text<EpisodeObject>(
      episode, json, [](EpisodeObject& of) { return page_run(of.discrete()).dump(); });
}

mm_status mm_episode_log(mm_episode episode, size_t first, mm_text* json) {
  return return_text<EpisodeObject>(episode, json, [&](EpisodeObject& of) {
    const Rules& rules = *of.discrete().world().rules();
    of.require_record();
    const Json moves = of.has_maze() ? page_moves(of.recording, first)
                                     : page_moves(of.recording.moves, rules, first);
    return moves.dump();
  });
}

mm_status mm_episode_frames(mm_episode episode, int64_t first, int64_t stride, float* frames,
                            size_t count, size_t* length) {
  return with_object<EpisodeObject>(episode, [&](EpisodeObject& of) {
    size_t& made = output(length, "length");
    require_maze(of);
    of.require_record();
    if (count > SIZE_MAX / (12 * sizeof(float)))
      throw BadInput("count", std::to_string(count), "a number of frames that fits into memory");
    made = write_frames(of.recording, first, stride, array(frames, 12 * count, "frames"));
  });
}

mm_status mm_episode_recording(mm_episode episode, mm_text* bytes) {
  return return_text<EpisodeObject>(episode, bytes, [](EpisodeObject& of) {
    require_maze(of);
    of.require_record();
    return recording_bytes(of.recording);
  });
}

mm_status mm_recording_to_json(const void* bytes, size_t length, mm_text* json) {
  return run_call([&] {
    const Recording recording =
        recording_from_bytes(std::string(bytes_of(bytes, length)), "recording");
    write_text(recording_json(recording).dump(), json);
  });
}

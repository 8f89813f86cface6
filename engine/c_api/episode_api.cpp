#include "agent/control/free_controller.h"
#include "engine/c_api/call.h"
#include "engine/c_api/episode_object.h"
#include "engine/c_api/objects.h"
#include "engine/run/world_factory.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"

namespace marblemaze::c_api {
namespace {

/// Agent and limit of moves, as the C interface takes them.
PlayerSpec player_of(const char* agent, std::int32_t move_cap, bool recovery) {
  if (move_cap < 0) throw BadInput("move cap", std::to_string(move_cap), "0 or more moves");
  PlayerSpec player;
  player.agent = planners().entry(std::string(text_of(agent, "agent"))).name;
  player.move_cap = move_cap == 0 ? kMoveCap : move_cap;
  player.recovery = recovery;
  return player;
}

std::shared_ptr<EpisodeObject> episode_in(Setup setup, PlayerSpec player, std::uint64_t run) {
  return std::make_shared<EpisodeObject>(
      EpisodeSpec{.setup = std::move(setup), .player = std::move(player), .run = run});
}

void play(EpisodeObject& object, std::int64_t moves) {
  const Episode& episode = object.episode;
  const bool to_the_end = moves < 0 || moves > INT64_MAX - episode.moves();
  const std::int64_t last = to_the_end ? INT64_MAX : episode.moves() + moves;
  const auto done = [&] { return episode.moves() >= last && episode.at_rest(); };
  while (episode.outcome() == Outcome::running && !done())
    if (!object.tick() && episode.waits_for_person()) return;
}

mm_episode_info info_of(const EpisodeObject& object) {
  const Episode& episode = object.episode;
  const Counters counters = episode.counters();
  mm_episode_info info{};
  info.outcome = static_cast<std::int32_t>(episode.outcome());
  info.moves = counters.moves;
  info.repeated = counters.repeated;
  info.unrepeatable = counters.unrepeatable;
  info.predicted_right = counters.predicted_right;
  info.predicted_total = counters.predicted_total;
  info.first_state = episode.first_state().index;
  info.state = state_of(episode.world()).index;
  info.ticks = episode.ticks();
  return info;
}

Json agent_json(const PlannerEntry& entry) {
  return {{"name", entry.name},
          {"title", entry.title},
          {"knows", entry.knows},
          {"summary", entry.summary},
          {"source", entry.source}};
}

Json setting_json(const SettingField& field) {
  return {{"name", field.name},
          {"low", field.low},
          {"high", field.high},
          {"unit", field.unit},
          {"meaning", field.meaning}};
}

/// What can be asked for, by name and in words.
Json named(std::string_view name, std::string_view summary) {
  return Json{{"name", name}, {"summary", summary}};
}

Json catalogue() {
  Json worlds = Json::array();
  Json models = Json::array({named("first-cell", "the next adjacent cell (thesis 4.4)"),
                             named("predictor", "the whole path of a move (thesis 4.5)"),
                             named("imagination", "imagined trials under settings a little off")});
  for (const MarbleWorldKind& kind : marble_world_kinds()) {
    worlds.push_back(named(kind.name, kind.title));
    if (kind.model) models.push_back(named(kind.name, kind.title));
  }
  const auto family = [](const WorldEntry& entry) { return named(entry.name, entry.summary); };
  const auto controller = [](const auto& entry) { return named(entry.name, entry.summary); };
  return {{"agents", Json::list(planners().built_in(), agent_json)},
          {"controllers", Json::list(free_controllers().built_in(), controller)},
          {"worlds", std::move(worlds)},
          {"families", Json::list(world_registry(), family)},
          {"models", std::move(models)},
          {"settings", Json::list(physics_setting_fields(), setting_json)}};
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_catalogue(char* buffer, size_t capacity, size_t* needed) {
  return answered([&] { put_text(catalogue().dump(), buffer, capacity, needed); });
}

mm_status mm_episode_create(const char* kind, mm_maze maze, int32_t orientations,
                            mm_settings settings, const char* agent, uint64_t run, int32_t move_cap,
                            int32_t recovery, mm_episode* episode) {
  return handed_out(episode, "episode", [&] {
    Setup setup = setup_of(kind, maze, orientations, settings);
    return episode_in(std::move(setup), player_of(agent, move_cap, recovery != 0), run);
  });
}

mm_status mm_episode_create_in_family(const char* family, uint64_t seed, const char* agent,
                                      int32_t move_cap, int32_t recovery, mm_episode* episode) {
  return handed_out(episode, "episode", [&] {
    Setup setup = setup_in_family(family, seed);
    return episode_in(std::move(setup), player_of(agent, move_cap, recovery != 0), 1);
  });
}

mm_status mm_episode_run(mm_episode episode, int64_t moves, int32_t* outcome) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    play(of, moves);
    if (outcome) *outcome = static_cast<int32_t>(of.episode.outcome());
  });
}

mm_status mm_episode_get_info(mm_episode episode, mm_episode_info* info) {
  return answered([&] { put_struct(info_of(*Use<EpisodeObject>(episode)), info, "info"); });
}

mm_status mm_episode_moves(mm_episode episode, int32_t* records, size_t count, size_t* length) {
  return answered_by<EpisodeObject>(episode, [&](EpisodeObject& of) {
    size_t& needed = output(length, "length");
    const std::vector<MoveRecord> played = of.episode.result().played;
    const auto to = answer(played.size(), records, count, needed, "records", 4);
    for (std::size_t i = 0; i < needed; ++i) {
      to[4 * i] = played[i].from.index;
      to[4 * i + 1] = played[i].move.index;
      to[4 * i + 2] = played[i].to.value_or(StateId()).index;
      to[4 * i + 3] = static_cast<int32_t>(played[i].ending);
    }
  });
}

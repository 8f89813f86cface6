#pragma once

#include "engine/recording/game_recording.h"
#include "engine/recording/recorder.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze::testing {

/// The first moves of an agent in a 3x3x3 maze in Bullet, at most eight.
inline Recording record_run(std::uint64_t seed) {
  EpisodeSpec spec;
  spec.setup.settings = exact_machine();
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, seed));
  spec.player.agent = "breadth-first";
  Episode episode(spec);
  Recording recording;
  record(episode, recording);
  while (episode.outcome() == Outcome::running && !(episode.moves() == 8 && episode.at_rest()))
    episode.tick();
  return recording;
}

/// A 3x3x3 maze that a controller turns freely in Bullet, to its end or for two seconds.
inline Recording record_free_run(std::uint64_t seed, const std::string& controller) {
  FreeSpec spec{.setup = setup_in(
                    std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, seed))),
                .controller = controller,
                .limit_s = 2};
  FreeEpisode episode(spec);
  Recording recording;
  record(episode, recording);
  episode.run();
  return recording;
}

/// An agent's game in a logic maze of a seed, to its end.
inline GameRecording played(const std::string& family, std::uint64_t seed = 3) {
  const WorldEntry& entry = world_entry(family);
  GameRecording game;
  game.family = family;
  game.seed = seed;
  game.text = text_of_seed(game);
  if (entry.board) game.u_turns = entry.board->u_turns;
  PlayerSpec player;
  player.agent = game.agent = "breadth-first";
  const Environment environment = environment_of(game);
  Episode episode(*environment.world, environment.advice, player);
  record_moves(episode, game.moves);
  while (episode.tick()) {
  }
  game.outcome = episode.outcome();
  game.build = build_id();
  return game;
}

/// The ticks as if another had been recorded at that place.
inline void damage_tick(Recording& recording, std::size_t place) {
  recording.ticks.at(place).hash ^= 1;
}

}  // namespace marblemaze::testing

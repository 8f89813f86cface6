#pragma once

#include <functional>

#include <gtest/gtest.h>

#include "engine/recording/game_recording.h"
#include "engine/recording/recording.h"
#include "engine/version.h"
#include "maze/grid/generator.h"

namespace marblemaze::testing {

/// Records up to eight moves of an agent in a 3x3x3 maze in Bullet.
inline Recording record_run(std::uint64_t seed) {
  RunSpec spec;
  spec.setup.settings = without_noise();
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, seed));
  spec.player.agent = "breadth-first";
  Episode episode(spec);
  Recording recording;
  record(episode, recording);
  while (episode.outcome() == Outcome::running && !(episode.moves() == 8 && episode.at_rest()))
    episode.tick();
  return recording;
}

/// Records up to two seconds of a tilt policy in a 3x3x3 maze in Bullet.
inline Recording record_tilt_run(std::uint64_t seed, const std::string& policy) {
  Episode episode({.setup = setup_in(std::make_shared<const Maze>(
                       generate_kruskal({3, 3, 3}, Layers::all, seed))),
                   .tilt = TiltSpec{.policy = policy, .limit_s = 2}});
  Recording recording;
  record(episode, recording);
  episode.run();
  return recording;
}

inline RunSpec spec_in(int side, Layers layers, const std::string& agent) {
  RunSpec spec;
  spec.setup = setup_in(std::make_shared<const Maze>(generate_kruskal(side, layers, 5)));
  spec.player.agent = agent;
  spec.player.move_limit = 3;
  return spec;
}

/// Records a run to its end. Calls `act` before each tick, to simulate user actions.
inline Recording recorded(const RunSpec& spec, const std::function<void(Episode&)>& act = {}) {
  Episode episode(spec);
  Recording recording;
  record(episode, recording);
  while (episode.outcome() == Outcome::running && episode.moves() <= spec.player.move_limit) {
    if (act) act(episode);
    if (!episode.tick() && episode.waits_for_user()) break;
  }
  return recording;
}

inline GameRecording played(const std::string& family, std::uint64_t seed = 3) {
  const WorldFamily& entry = world_family(family);
  GameRecording game;
  game.family = family;
  game.seed = seed;
  game.text = world_family(game.family).text(game.seed);
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

inline void damage_tick(Recording& recording, std::size_t place) {
  recording.ticks.at(place).hash ^= 1;
}

}  // namespace marblemaze::testing

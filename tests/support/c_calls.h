#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/c_api/marblemaze.h"

/// Helpers for tests of the C interface. Every call is expected to succeed.
namespace marblemaze::testing {

#define EXPECT_OK(call) EXPECT_EQ(call, MM_OK) << mm_last_error()

template <class Struct>
Struct sized() {
  Struct made{};
  made.size = sizeof made;
  return made;
}

inline mm_setup setup_of(const char* kind, mm_maze maze = 0, int control = 0,
                         mm_settings settings = 0) {
  auto setup = sized<mm_setup>();
  setup.kind = kind, setup.maze = maze, setup.control = control, setup.settings = settings;
  return setup;
}
inline mm_setup in_family(const char* family, std::uint64_t seed) {
  mm_setup setup = setup_of(family);
  setup.seed = seed;
  return setup;
}

inline mm_maze make_maze(int side, std::uint64_t seed, const char* layers = "all") {
  mm_maze maze = 0;
  EXPECT_OK(
      mm_maze_generate(side, side, std::string(layers) == "flat" ? 1 : side, layers, seed, &maze));
  return maze;
}
inline mm_maze_info info_of(mm_maze maze) {
  auto info = sized<mm_maze_info>();
  EXPECT_OK(mm_maze_get_info(maze, &info));
  return info;
}

inline mm_settings settings_from(const std::string& json) {
  mm_settings settings = 0;
  EXPECT_OK(mm_settings_from_json(json.data(), json.size(), &settings));
  return settings;
}

inline mm_world new_world(const mm_setup& setup) {
  mm_world world = 0;
  EXPECT_OK(mm_world_create(&setup, &world));
  return world;
}
/// Makes a move and returns the last motion. A move of -1 only waits until the world settles.
inline std::int32_t move(mm_world world, int move = -1) {
  std::int32_t motion = -1;
  EXPECT_OK(mm_world_step(world, move, -1, &motion, nullptr));
  return motion;
}
inline mm_world make_world(const char* kind, mm_maze maze, int control = 0,
                           mm_settings settings = 0) {
  const mm_world world = new_world(setup_of(kind, maze, control, settings));
  move(world);
  return world;
}
inline mm_observation seen(mm_world world) {
  auto observation = sized<mm_observation>();
  EXPECT_OK(mm_world_observe(world, &observation));
  return observation;
}

template <class Ask>
std::string text_from(Ask&& ask) {
  mm_text text{};
  EXPECT_EQ(ask(&text), MM_OK) << mm_last_error();
  return {text.data, text.length};
}
inline std::string saved(std::uint64_t handle) {
  return text_from([&](mm_text* text) { return mm_save(handle, text); });
}
inline mm_world copy_of(std::uint64_t handle) {
  std::uint64_t copy = 0;
  EXPECT_OK(mm_copy(handle, &copy));
  return copy;
}

inline mm_episode make_episode(const mm_setup& setup, const char* agent, bool record = false) {
  auto player = sized<mm_player>();
  player.agent = agent, player.run = 1, player.record = record;
  mm_episode episode = 0;
  EXPECT_OK(mm_episode_create(&setup, &player, &episode));
  return episode;
}
inline mm_episode_info info_of_episode(mm_episode episode) {
  auto info = sized<mm_episode_info>();
  EXPECT_OK(mm_episode_get_info(episode, &info));
  return info;
}

/// Makes a fixed sequence of moves and returns the state and the state hash after each move. Stops
/// early in a state without moves.
inline std::vector<std::uint64_t> walk(mm_world world, int moves, int first = 0) {
  std::vector<std::uint64_t> trail;
  for (int i = 0; i < moves; ++i) {
    const mm_observation now = seen(world);
    if (!now.at_rest || now.moves == 0) break;
    move(world, (first + i * 7 / 3) % now.moves);
    trail.push_back(static_cast<std::uint64_t>(seen(world).state));
    trail.push_back(seen(world).hash);
  }
  return trail;
}

}  // namespace marblemaze::testing

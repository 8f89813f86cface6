#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/c_api/marblemaze.h"

/// Helpers for tests of the C interface: each call is expected to succeed.
namespace marblemaze::testing {

#define EXPECT_OK(call) EXPECT_EQ(call, MM_OK) << mm_last_error()

inline mm_maze a_maze(int side, std::uint64_t seed, const char* layers = "all") {
  mm_maze maze = 0;
  EXPECT_OK(
      mm_maze_generate(side, side, std::string(layers) == "flat" ? 1 : side, layers, seed, &maze));
  return maze;
}

inline mm_settings settings_from(const std::string& json) {
  mm_settings settings = 0;
  EXPECT_OK(mm_settings_from_json(json.data(), json.size(), &settings));
  return settings;
}

/// At its first state.
inline mm_world a_world(const char* kind, mm_maze maze, int orientations = 0,
                        mm_settings settings = 0) {
  mm_world world = 0;
  std::int32_t ending = 0;
  EXPECT_OK(mm_world_create(kind, maze, orientations, settings, &world));
  EXPECT_OK(mm_world_settle(world, &ending));
  return world;
}

inline mm_world_info info_of(mm_world world) {
  mm_world_info info{};
  info.size = sizeof info;
  EXPECT_OK(mm_world_get_info(world, &info));
  return info;
}

inline std::uint64_t hash_of(mm_world world) {
  std::uint64_t hash = 0;
  EXPECT_OK(mm_world_state_hash(world, &hash));
  return hash;
}

/// Of a function that hands out a text or bytes: first the size, then the text itself.
template <class Ask>
std::string text_from(Ask&& ask) {
  std::size_t needed = 0;
  EXPECT_EQ(ask(nullptr, 0, &needed), MM_OK) << mm_last_error();
  std::string text(needed, '?');
  EXPECT_EQ(ask(text.data(), text.size(), &needed), MM_OK) << mm_last_error();
  return text;
}

inline std::string saved(mm_world world) {
  return text_from([&](char* buffer, std::size_t capacity, std::size_t* needed) {
    return mm_world_save(world, buffer, capacity, needed);
  });
}

/// Where a world comes to in some moves: states and mechanical states. Ends early where none is
/// left.
inline std::vector<std::uint64_t> walk(mm_world world, int moves, int first = 0) {
  std::vector<std::uint64_t> trail;
  for (int i = 0; i < moves; ++i) {
    const mm_world_info info = info_of(world);
    if (!info.at_rest || info.moves == 0) break;
    std::int32_t ending = 0;
    EXPECT_OK(mm_world_move(world, (first + i * 7 / 3) % info.moves, &ending));
    trail.push_back(static_cast<std::uint64_t>(info_of(world).state));
    trail.push_back(hash_of(world));
  }
  return trail;
}

}  // namespace marblemaze::testing

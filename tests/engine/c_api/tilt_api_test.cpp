#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/run/episode.h"
#include "engine/sim/tilt_world.h"
#include "maze/base/random.h"
#include "maze/grid/generator.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

mm_tilt a_tilt(const char* kind, const std::vector<mm_maze>& mazes, int jobs = 1,
               mm_settings settings = 0) {
  mm_tilt tilt = 0;
  EXPECT_OK(mm_tilt_create(kind, mazes.data(), mazes.size(), settings, jobs, &tilt));
  return tilt;
}

std::vector<double> states_of(mm_tilt tilt, std::size_t count) {
  std::vector<double> states(MM_TILT_STATE * count);
  EXPECT_OK(mm_tilt_states(tilt, states.data(), nullptr, nullptr, count));
  return states;
}

std::string saved_tilt(mm_tilt tilt, std::size_t index = 0) {
  return text_from([&](char* buffer, std::size_t capacity, std::size_t* needed) {
    return mm_tilt_save(tilt, index, buffer, capacity, needed);
  });
}

std::vector<double> any_actions(Rng& rng, std::size_t count) {
  std::vector<double> actions;
  for (std::size_t i = 0; i < 3 * count; ++i) actions.push_back(rng.between(-1, 1));
  return actions;
}

TEST(CTilt, WorldsTurnAsTheProgramsOwnWithAnyNumberOfThreads) {
  constexpr std::size_t kCount = 130;
  std::vector<mm_maze> mazes;
  for (std::uint64_t seed = 1; seed <= kCount; ++seed) mazes.push_back(a_maze(3, seed));
  const mm_tilt one = a_tilt("imagined", mazes), three = a_tilt("imagined", mazes, 3);
  TiltWorld world = tilt_world(
      setup_in(std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 100)),
               std::nullopt, {}, "imagined"),
      1);
  Rng rng(1);
  for (int step = 0; step < 30; ++step) {
    const auto actions = any_actions(rng, kCount);
    EXPECT_OK(mm_tilt_act(one, nullptr, actions.data(), 4, kCount));
    EXPECT_OK(mm_tilt_act(three, nullptr, actions.data(), 4, kCount));
    ASSERT_TRUE(world.command({actions[297], actions[298], actions[299]}));
    world.advance(4);
  }
  const auto states = states_of(one, kCount);
  EXPECT_EQ(states, states_of(three, kCount));
  const TiltState seen = world.state();
  for (std::size_t a = 0; a < 3; ++a) {
    EXPECT_EQ(states[99 * MM_TILT_STATE + a], seen.marble[static_cast<int>(a)]);
    EXPECT_EQ(states[99 * MM_TILT_STATE + 12 + a], seen.rate[static_cast<int>(a)]);
  }
}

TEST(CTilt, AWorldSavedInMidTurnGoesOnInAnotherAndInNoOtherMaze) {
  for (const char* kind : {"bullet", "imagined"}) {
    const mm_tilt from = a_tilt(kind, {a_maze(3, 7)}), to = a_tilt(kind, {a_maze(3, 7)});
    Rng rng(2);
    EXPECT_OK(mm_tilt_act(from, nullptr, any_actions(rng, 1).data(), 37, 1));
    const std::string bytes = saved_tilt(from);
    EXPECT_OK(mm_tilt_restore(to, 0, bytes.data(), bytes.size()));
    const auto next = any_actions(rng, 1);
    for (mm_tilt tilt : {from, to}) {
      EXPECT_OK(mm_tilt_act(tilt, nullptr, nullptr, 5, 1));
      EXPECT_OK(mm_tilt_act(tilt, nullptr, next.data(), 50, 1));
    }
    EXPECT_EQ(saved_tilt(from), saved_tilt(to)) << kind;
    std::int64_t ticks = 0;
    EXPECT_OK(mm_tilt_states(to, nullptr, &ticks, nullptr, 1));
    EXPECT_EQ(ticks, 92);
    const mm_tilt other = a_tilt(kind, {a_maze(3, 8)});
    EXPECT_EQ(mm_tilt_restore(other, 0, bytes.data(), bytes.size()), MM_BAD_INPUT);
  }
}

TEST(CTilt, AControllerBringsTheMarbleToRestAndSaysWhy) {
  const mm_tilt tilt = a_tilt("bullet", {a_maze(3, 7)});
  std::array<double, 3> action{};
  std::array<char, 200> reason{};
  std::size_t needed = 0;
  const auto decide = [&] {
    return mm_tilt_decide(tilt, 0, action.data(), reason.data(), reason.size(), &needed);
  };
  EXPECT_EQ(decide(), MM_NOT_NOW);
  EXPECT_EQ(mm_tilt_use_controller(tilt, 0, "nobody", 0), MM_BAD_INPUT);
  EXPECT_OK(mm_tilt_use_controller(tilt, 0, "cem", 1));
  RunSpec spec{.tilt = TiltSpec{.policy = "cem", .rest = true}};
  spec.setup = setup_in(std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 7)));
  Episode episode(spec);
  const EpisodeResult result = episode.run();
  std::uint8_t flags = 0;
  std::int64_t ticks = 0;
  for (int step = 0; step < 1000 && !(flags & MM_TILT_RESTS); ++step) {
    EXPECT_OK(decide());
    for (int tick = 0; tick < 8 && !(flags & MM_TILT_RESTS); ++tick) {
      EXPECT_OK(mm_tilt_act(tilt, nullptr, tick == 0 ? action.data() : nullptr, 1, 1));
      EXPECT_OK(mm_tilt_states(tilt, nullptr, &ticks, &flags, 1));
    }
  }
  EXPECT_EQ(flags, MM_TILT_REACHED | MM_TILT_RESTS);
  EXPECT_EQ(ticks, result.ticks) << "the same run as solve --free";
  EXPECT_GT(std::string(reason.data()).size(), 5u);
  EXPECT_OK(mm_tilt_reset(tilt, nullptr, 1));
  EXPECT_EQ(decide(), MM_NOT_NOW);
}

TEST(CTilt, ObservationsAreStatesSeenFromTheCellAndTheWay) {
  const mm_maze maze = a_maze(3, 7);
  const mm_tilt tilt = a_tilt("imagined", {maze});
  Rng rng(3);
  mm_tilt_info info{};
  info.size = sizeof info;
  EXPECT_OK(mm_tilt_get_info(tilt, &info));
  EXPECT_EQ(info.worlds, 1);
  EXPECT_TRUE(info.copyable);
  std::vector<std::uint8_t> walls(27 * 6);
  std::vector<std::int32_t> distances(27);
  EXPECT_OK(mm_maze_walls(maze, walls.data(), walls.size()));
  EXPECT_OK(mm_maze_distances(maze, distances.data(), distances.size()));
  for (int step = 0; step < 50; ++step) {
    EXPECT_OK(mm_tilt_act(tilt, nullptr, any_actions(rng, 1).data(), 20, 1));
    std::array<float, MM_TILT_OBSERVATION> seen{};
    EXPECT_OK(mm_tilt_observe(tilt, seen.data(), 1));
    const auto state = states_of(tilt, 1);
    int cell = 0, next = 0;
    for (std::size_t a = 0, stride = 1; a < 3; ++a, stride *= 3) {
      EXPECT_NEAR(seen[a] + 3 * seen[3 + a], state[a], 1e-6);
      EXPECT_LE(std::abs(seen[a]), 0.5f);
      EXPECT_NEAR(seen[15 + a] * info.max_rate, state[12 + a], 1e-6);
      cell += static_cast<int>(stride) * static_cast<int>(state[a]);
      next += static_cast<int>(stride) * static_cast<int>(seen[24 + a]);
    }
    for (std::size_t a = 0; a < 9; ++a) EXPECT_NEAR(seen[6 + a], state[3 + a], 1e-5);
    for (int side = 0; side < 6; ++side)
      EXPECT_EQ(seen[static_cast<std::size_t>(18 + side)],
                walls[static_cast<std::size_t>(6 * cell + side)]);
    const auto distance = [&](int of) { return distances[static_cast<std::size_t>(of)]; };
    EXPECT_EQ(distance(cell + next), std::max(distance(cell) - 1, 1));
    // From one passage to the next it is 1, or across a corner the root of 0.5.
    EXPECT_GE(seen[27], (distance(cell) - 2) * 0.707f);
    EXPECT_LE(seen[27], distance(cell) + 0.3f);
  }
}

TEST(CTilt, WhatIsNoActionIsRefusedBeforeAnythingMoves) {
  const mm_tilt tilt = a_tilt("imagined", {a_maze(3, 1), a_maze(3, 2)});
  const auto before = saved_tilt(tilt);
  const std::array<double, 6> wrong{1, 0, 0, 0, std::numeric_limits<double>::quiet_NaN(), 0};
  EXPECT_EQ(mm_tilt_act(tilt, nullptr, wrong.data(), 4, 2), MM_BAD_INPUT);
  EXPECT_EQ(std::string(mm_last_error()), "world 1, action 0 nan 0: expected three numbers");
  EXPECT_EQ(saved_tilt(tilt), before);
  const std::array<std::uint8_t, 2> mask{1, 0};
  EXPECT_OK(mm_tilt_act(tilt, mask.data(), wrong.data(), 4, 2));
  EXPECT_EQ(mm_tilt_act(tilt, nullptr, nullptr, -1, 2), MM_BAD_INPUT);
  EXPECT_EQ(mm_tilt_act(tilt, nullptr, nullptr, 1, 1), MM_BAD_INPUT);
  mm_tilt made = 0;
  const std::array<mm_maze, 2> unlike{a_maze(3, 1), a_maze(4, 1)};
  EXPECT_EQ(mm_tilt_create("imagined", unlike.data(), 2, 0, 1, &made), MM_BAD_INPUT);
  EXPECT_EQ(mm_tilt_create("predicted", unlike.data(), 1, 0, 1, &made), MM_BAD_INPUT);
  EXPECT_EQ(mm_tilt_create("imagined", unlike.data(), 0, 0, 1, &made), MM_BAD_INPUT);
}

TEST(CTilt, NewMazesStandAtTheirStartAndRunsDifferInTheMountsNoise) {
  const mm_tilt tilt = a_tilt("imagined", {a_maze(3, 1), a_maze(3, 1)});
  const std::array<std::uint64_t, 2> seeds{5, 5}, runs{1, 2};
  EXPECT_OK(mm_tilt_new_mazes(tilt, nullptr, seeds.data(), 2));
  EXPECT_OK(mm_tilt_draw_for_run(tilt, nullptr, runs.data(), 2));
  mm_maze maze = 0;
  EXPECT_OK(mm_tilt_maze(tilt, 1, &maze));
  const auto hash = [](mm_maze of) {
    return text_from([&](char* buffer, std::size_t capacity, std::size_t* needed) {
      return mm_maze_hash(of, buffer, capacity, needed);
    });
  };
  EXPECT_EQ(hash(maze), hash(a_maze(3, 5)));
  const std::array<double, 6> actions{1, 0, 0, 1, 0, 0};
  EXPECT_OK(mm_tilt_act(tilt, nullptr, actions.data(), 60, 2));
  const auto states = states_of(tilt, 2);
  EXPECT_NE(states[12], states[MM_TILT_STATE + 12]);
  std::array<float, 12> frame{};
  EXPECT_OK(mm_tilt_frame(tilt, 0, frame.data()));
  EXPECT_NEAR(frame[4], states[0], 1e-6);
  EXPECT_LT(frame[0], 1.0f);
}

}  // namespace
}  // namespace marblemaze::testing

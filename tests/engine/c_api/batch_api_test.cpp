#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "maze/base/random.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

using Numbers = std::vector<std::int64_t>;

struct Batch {
  mm_batch handle = 0;
  std::size_t count;
  Numbers states, endings, outcomes, moves, ticks;
  std::vector<double> rewards, tilt;
  std::vector<float> observations;
  mm_view view = sized<mm_view>();

  Batch(mm_setup setup, const std::vector<mm_maze>& mazes, int jobs = 1)
      : count(mazes.size()),
        states(count, -7),
        endings(count, -7),
        outcomes(count, -7),
        moves(count, -7),
        ticks(count, -7),
        rewards(count, -7),
        tilt(count * MM_TILT_STATE),
        observations(count * MM_TILT_OBSERVATION) {
    EXPECT_OK(mm_batch_create(&setup, mazes.data(), count, jobs, &handle));
    view.states = states.data(), view.endings = endings.data(), view.outcomes = outcomes.data();
    view.moves = moves.data(), view.ticks = ticks.data(), view.rewards = rewards.data();
    view.tilt = tilt.data(), view.observations = observations.data();
    EXPECT_OK(mm_batch_reset(handle, nullptr, nullptr, nullptr, &view, count));
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  void step(const std::vector<std::int32_t>& by) {
    EXPECT_OK(mm_batch_step(handle, by.data(), &view, count));
  }
  void turn(const std::vector<double>& commands, int for_ticks) {
    EXPECT_OK(mm_batch_turn(handle, nullptr, commands.data(), for_ticks, &view, count));
  }
};

std::vector<mm_maze> mazes_of(std::size_t count) {
  std::vector<mm_maze> mazes;
  for (std::size_t i = 0; i < count; ++i) mazes.push_back(make_maze(3, i + 1));
  return mazes;
}

std::uint64_t seed_in(mm_batch batch, std::size_t index) {
  mm_maze maze = 0;
  EXPECT_OK(mm_batch_maze(batch, index, &maze));
  return info_of(maze).seed;
}

TEST(CBatch, WorldsMatchSingleWorldsWithAnyNumberOfThreads) {
  for (const char* kind : {"imagined", "bullet", "predicted"}) {
    const auto mazes = mazes_of(150);
    const mm_setup setup = setup_of(kind, 0, 8);
    Batch one(setup, mazes, 1), three(setup, mazes, 3);
    EXPECT_EQ(one.states, three.states);
    std::vector<mm_world> alone;
    for (mm_maze maze : mazes) {
      alone.push_back(make_world(kind, maze, 8));
      EXPECT_OK(mm_world_draw_from(alone.back(), alone.size() - 1, 0));
    }
    Rng rng(1);
    for (int step = 0; step < 4; ++step) {
      std::vector<std::int32_t> moves;
      for (std::size_t i = 0; i < mazes.size(); ++i) {
        const int chosen = static_cast<int>(rng.uniform_int(4)) - 1;
        moves.push_back(seen(alone[i]).at_rest ? std::min(chosen, 2) : -1);
        if (moves[i] >= 0) move(alone[i], moves[i]);
      }
      one.step(moves);
      three.step(moves);
      EXPECT_EQ(one.states, three.states) << kind;
      EXPECT_EQ(one.endings, three.endings) << kind;
      EXPECT_EQ(one.ticks, three.ticks) << kind;
      for (std::size_t i = 0; i < mazes.size(); ++i) {
        const mm_observation now = seen(alone[i]);
        EXPECT_EQ(one.states[i], now.state) << kind << " " << i;
        EXPECT_EQ(one.outcomes[i], now.outcome) << kind << " " << i;
        EXPECT_EQ(one.moves[i], now.moves_made) << kind << " " << i;
      }
    }
  }
}

TEST(CBatch, SolvingIsRewardedAndTheLimitTruncatesTheRest) {
  const mm_maze maze = make_maze(3, 4);
  auto truth = sized<mm_truth>();
  EXPECT_OK(mm_world_truth(make_world("imagined", maze, 8), 0, 0, &truth));
  ASSERT_TRUE(truth.solvable) << "choose a different seed";
  const std::vector<std::int32_t> solution(truth.solution, truth.solution + truth.length);
  mm_setup setup = setup_of("imagined", 0, 8, settings_from(R"({"drive_variation": 0,
      "brake_tolerance": 0, "brake_tolerance_growth": 0})"));
  setup.limit = static_cast<std::int64_t>(solution.size()) - 1;
  Batch capped(setup, {maze});
  setup.limit = 0;
  Batch batch(setup, {maze});
  for (std::size_t i = 0; i < solution.size(); ++i) {
    EXPECT_EQ(batch.outcomes[0], MM_OUTCOME_RUNNING);
    batch.step({solution[i]});
    EXPECT_EQ(batch.rewards[0], i + 1 == solution.size() ? 1 : 0);
    if (i + 1 < solution.size()) capped.step({solution[i]});
  }
  EXPECT_EQ(batch.outcomes[0], MM_OUTCOME_SOLVED);
  EXPECT_EQ(capped.outcomes[0], MM_OUTCOME_CAPPED);
  EXPECT_EQ(capped.moves[0], static_cast<int>(solution.size()) - 1);
}

TEST(CBatch, VisitedStatesRemainUntilTheNextReset) {
  const mm_maze maze = make_maze(3, 7);
  Batch batch(setup_of("imagined", 0, 8), {maze, maze});
  std::vector<std::int8_t> visited(2 * 27 * 8);
  std::vector<std::int32_t> distances(2 * 27);
  Numbers cells(2), orientations(2);
  batch.view.visited = visited.data(), batch.view.distances = distances.data();
  batch.view.cells = cells.data(), batch.view.orientations = orientations.data();
  const std::vector<std::uint8_t> second{0, 1};
  EXPECT_OK(mm_batch_reset(batch.handle, nullptr, nullptr, nullptr, &batch.view, 2));
  EXPECT_EQ(std::count(visited.begin(), visited.end(), 1), 2);
  batch.step({0, 0});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(cells[i] * 8 + orientations[i], batch.states[i]);
    EXPECT_EQ(visited[27 * 8 * i + static_cast<std::size_t>(batch.states[i])], 1);
    const auto cell = static_cast<std::size_t>(cells[i]);
    EXPECT_EQ(distances[27 * i + cell], info_of(maze).distances[cell]);
  }
  const auto first = std::vector(visited.begin(), visited.begin() + 27 * 8);
  EXPECT_OK(mm_batch_reset(batch.handle, second.data(), nullptr, nullptr, &batch.view, 2));
  EXPECT_EQ(std::vector(visited.begin(), visited.begin() + 27 * 8), first);
  EXPECT_EQ(std::count(visited.begin() + 27 * 8, visited.end(), 1), 1);
}

TEST(CBatch, InvalidMovesAreRejectedBeforeAnyWorldMoves) {
  Batch batch(setup_of("imagined", 0, 8), mazes_of(5));
  const auto before = batch.states;
  for (const int wrong : {3, -2, 1000}) {
    const std::vector<std::int32_t> moves{0, 1, 2, wrong, 0};
    EXPECT_EQ(mm_batch_step(batch.handle, moves.data(), &batch.view, 5), MM_BAD_INPUT);
    EXPECT_NE(std::string(mm_last_error()).find("world 3"), std::string::npos);
  }
  EXPECT_OK(mm_batch_observe(batch.handle, &batch.view, 5));
  EXPECT_EQ(batch.states, before);
  EXPECT_EQ(mm_batch_observe(batch.handle, &batch.view, 4), MM_BAD_INPUT);
  EXPECT_EQ(mm_batch_turn(batch.handle, nullptr, nullptr, 1, nullptr, 5), MM_UNSUPPORTED);
  EXPECT_EQ(mm_batch_step(batch.handle, nullptr, nullptr, 5), MM_NULL);
  std::fill(batch.states.begin(), batch.states.end(), -9);
  batch.step({-1, 1, -1, -1, -1});
  EXPECT_EQ(std::count(batch.states.begin(), batch.states.end(), -9), 4) << "worlds without a move";
}

TEST(CBatch, NewMazesHaveTheirSeedsOrLaterSeeds) {
  Batch batch(setup_of("imagined", 0, 8), mazes_of(3), 2);
  std::vector<std::uint64_t> seeds{11, 12, 13};
  const std::vector<std::uint8_t> mask{1, 0, 1};
  EXPECT_OK(mm_batch_reset(batch.handle, mask.data(), seeds.data(), nullptr, &batch.view, 3));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(seed_in(batch.handle, i), mask[i] ? seeds[i] : 2);
  EXPECT_EQ(seeds[1], 12u);
  EXPECT_GE(seeds[0], 11u);
  EXPECT_EQ(batch.endings, Numbers(3, MM_MOTION_SETTLED));
  // Under continuous control, two runs have different noise.
  Batch tilted(setup_of("imagined", 0, MM_CONTROL_TILT), {make_maze(3, 1), make_maze(3, 1)});
  std::array<std::uint64_t, 2> equal{5, 5};
  const std::array<std::uint64_t, 2> runs{1, 2};
  EXPECT_OK(mm_batch_reset(tilted.handle, nullptr, equal.data(), runs.data(), &tilted.view, 2));
  EXPECT_EQ(seed_in(tilted.handle, 1), 5u);
  tilted.turn({1, 0, 0, 1, 0, 0}, 60);
  EXPECT_NE(tilted.tilt[12], tilted.tilt[MM_TILT_STATE + 12]);
}

TEST(CBatch, ReplacementsOfWorldsMustMatchTheBatch) {
  Batch batch(setup_of("imagined", 0, 8), mazes_of(2));
  mm_world world = 0;
  EXPECT_OK(mm_batch_world(batch.handle, 1, &world));
  const std::string all = saved(batch.handle);
  EXPECT_OK(mm_batch_put(batch.handle, 0, world));
  EXPECT_EQ(mm_load(batch.handle, all.data(), all.size()), MM_BAD_INPUT) << "different maze";
  EXPECT_EQ(mm_load(batch.handle, all.data(), all.size() - 1), MM_BAD_INPUT);
  EXPECT_EQ(mm_batch_put(batch.handle, 0, make_world("bullet", make_maze(3, 1), 8)), MM_BAD_INPUT);
  EXPECT_EQ(mm_batch_put(batch.handle, 0, make_world("imagined", make_maze(4, 1), 8)),
            MM_BAD_INPUT);
  EXPECT_EQ(mm_batch_put(batch.handle, 2, world), MM_BAD_INPUT);
}

std::vector<double> any_commands(Rng& rng, std::size_t count) {
  std::vector<double> commands;
  for (std::size_t i = 0; i < 3 * count; ++i) commands.push_back(rng.uniform(-1, 1));
  return commands;
}

TEST(CTilt, WorldsMatchASingleWorldWithAnyNumberOfThreads) {
  constexpr std::size_t kCount = 130;
  const mm_setup setup = setup_of("imagined", 0, MM_CONTROL_TILT);
  Batch one(setup, mazes_of(kCount)), three(setup, mazes_of(kCount), 3);
  const mm_world alone = new_world(setup_of("imagined", make_maze(3, 100), MM_CONTROL_TILT));
  Rng rng(1);
  for (int step = 0; step < 30; ++step) {
    const auto commands = any_commands(rng, kCount);
    one.turn(commands, 4);
    three.turn(commands, 4);
    EXPECT_OK(mm_world_turn(alone, &commands[297], 4));
  }
  EXPECT_EQ(one.tilt, three.tilt);
  EXPECT_EQ(one.ticks, Numbers(kCount, 120));
  for (std::size_t i = 0; i < MM_TILT_STATE; ++i)
    EXPECT_EQ(one.tilt[99 * MM_TILT_STATE + i], seen(alone).tilt[i]) << i;
}

TEST(CTilt, PolicyBringsTheMarbleToRestAndReportsReasons) {
  mm_setup to_rest = setup_of("bullet", make_maze(3, 7), MM_CONTROL_TILT);
  to_rest.rest = 1;
  const mm_world world = new_world(to_rest);
  std::array<double, 3> command{};
  mm_text reason{};
  EXPECT_EQ(mm_world_decide(world, "nobody", command.data(), &reason), MM_BAD_INPUT);
  for (int step = 0; step < 1000 && seen(world).outcome == MM_OUTCOME_RUNNING; ++step) {
    EXPECT_OK(mm_world_decide(world, "cem", command.data(), &reason));
    EXPECT_GT(reason.length, 5u);
    for (int tick = 0; tick < 8 && seen(world).outcome == MM_OUTCOME_RUNNING; ++tick)
      EXPECT_OK(mm_world_turn(world, tick == 0 ? command.data() : nullptr, 1));
  }
  EXPECT_EQ(seen(world).outcome, MM_OUTCOME_SOLVED);
  EXPECT_TRUE(seen(world).rests);
  const mm_episode same = make_episode(to_rest, "cem");
  EXPECT_OK(mm_episode_run(same, -1, -1, nullptr));
  EXPECT_EQ(info_of_episode(same).ticks, seen(world).ticks);
  EXPECT_EQ(mm_episode_choose(same, 0), MM_UNSUPPORTED);
}

TEST(CTilt, ObservationsAreRelativeToTheCellAndThePath) {
  const mm_maze maze = make_maze(3, 7);
  Batch batch(setup_of("imagined", 0, MM_CONTROL_TILT), {maze});
  Rng rng(3);
  mm_world world = 0;
  EXPECT_OK(mm_batch_world(batch.handle, 0, &world));
  const double max_rate = seen(world).max_rate;
  const mm_maze_info info = info_of(maze);
  for (int step = 0; step < 50; ++step) {
    batch.turn(any_commands(rng, 1), 20);
    const auto& view = batch.observations;
    int cell = 0, next = 0;
    for (std::size_t a = 0, stride = 1; a < 3; ++a, stride *= 3) {
      EXPECT_NEAR(view[a] + 3 * view[3 + a], batch.tilt[a], 1e-6);
      EXPECT_LE(std::abs(view[a]), 0.5f);
      EXPECT_NEAR(view[15 + a] * max_rate, batch.tilt[12 + a], 1e-6);
      cell += static_cast<int>(stride) * static_cast<int>(batch.tilt[a]);
      next += static_cast<int>(stride) * static_cast<int>(view[24 + a]);
    }
    for (std::size_t a = 0; a < 9; ++a) EXPECT_NEAR(view[6 + a], batch.tilt[3 + a], 1e-5);
    for (int side = 0; side < 6; ++side) EXPECT_EQ(view[18 + side], info.walls[6 * cell + side]);
    EXPECT_EQ(info.distances[cell + next], std::max(info.distances[cell] - 1, 1));
    // The distance from one passage to the next is 1 on a straight path and sqrt(0.5) at a corner.
    EXPECT_GE(view[27], static_cast<float>(info.distances[cell] - 2) * 0.707f);
    EXPECT_LE(view[27], static_cast<float>(info.distances[cell]) + 0.3f);
  }
}

TEST(CTilt, InvalidCommandsAreRejectedBeforeAnyWorldMoves) {
  Batch batch(setup_of("imagined", 0, MM_CONTROL_TILT), mazes_of(2));
  const auto before = saved(batch.handle);
  const std::array<double, 6> wrong{1, 0, 0, 0, std::numeric_limits<double>::quiet_NaN(), 0};
  const auto turn = [&](const std::uint8_t* mask, const double* commands, int ticks, size_t count) {
    return mm_batch_turn(batch.handle, mask, commands, ticks, nullptr, count);
  };
  EXPECT_EQ(turn(nullptr, wrong.data(), 4, 2), MM_BAD_INPUT);
  EXPECT_STREQ(mm_last_error(),
               "world 1, command 0 nan 0: expected three numbers of at most 1e100");
  EXPECT_EQ(saved(batch.handle), before);
  const std::array<std::uint8_t, 2> mask{1, 0};
  EXPECT_OK(turn(mask.data(), wrong.data(), 4, 2));
  EXPECT_EQ(turn(nullptr, nullptr, -1, 2), MM_BAD_INPUT);
  EXPECT_EQ(turn(nullptr, nullptr, 1, 1), MM_BAD_INPUT);
  mm_batch made = 0;
  const std::array<mm_maze, 2> unlike{make_maze(3, 1), make_maze(4, 1)};
  const mm_setup imagined = setup_of("imagined", 0, MM_CONTROL_TILT),
                 predicted = setup_of("predicted", 0, MM_CONTROL_TILT);
  EXPECT_EQ(mm_batch_create(&imagined, unlike.data(), 2, 1, &made), MM_BAD_INPUT);
  EXPECT_EQ(mm_batch_create(&predicted, unlike.data(), 1, 1, &made), MM_BAD_INPUT);
  EXPECT_EQ(mm_batch_create(&imagined, unlike.data(), 0, 1, &made), MM_BAD_INPUT);
}

}  // namespace
}  // namespace marblemaze::testing

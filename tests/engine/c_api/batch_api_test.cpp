#include "maze/base/random.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

struct Batch {
  mm_batch handle = 0;
  std::vector<std::int32_t> states, endings;

  Batch(const char* kind, const std::vector<mm_maze>& mazes, int jobs, int orientations = 8)
      : states(mazes.size(), -7), endings(mazes.size(), -7) {
    EXPECT_OK(mm_batch_create(kind, mazes.data(), mazes.size(), orientations, 0, jobs, &handle));
    EXPECT_OK(mm_batch_reset(handle, nullptr, states.data(), endings.data(), states.size()));
  }
  void step(const std::vector<std::int32_t>& moves) {
    EXPECT_OK(mm_batch_step(handle, moves.data(), states.data(), endings.data(), states.size()));
  }
};

std::vector<mm_maze> mazes_of(std::size_t count) {
  std::vector<mm_maze> mazes;
  for (std::size_t i = 0; i < count; ++i) mazes.push_back(a_maze(3, i + 1));
  return mazes;
}

TEST(CBatch, EnvironmentsGoAsSingleWorldsGoWithAnyNumberOfThreads) {
  for (const char* kind : {"imagined", "bullet", "predicted"}) {
    const auto mazes = mazes_of(150);
    Batch one(kind, mazes, 1), three(kind, mazes, 3);
    EXPECT_EQ(one.states, three.states);
    std::vector<mm_world> alone;
    for (mm_maze maze : mazes) {
      alone.push_back(a_world(kind, maze, 8));
      EXPECT_OK(mm_world_draw_from(alone.back(), alone.size() - 1));
    }
    Rng rng(1);
    for (int step = 0; step < 4; ++step) {
      std::vector<std::int32_t> moves;
      for (std::size_t i = 0; i < mazes.size(); ++i) {
        const int move = static_cast<int>(rng.below(4)) - 1;
        moves.push_back(info_of(alone[i]).at_rest ? std::min(move, 2) : -1);
        std::int32_t ending = 0;
        if (moves[i] >= 0) {
          EXPECT_OK(mm_world_move(alone[i], moves[i], &ending));
        }
      }
      one.step(moves);
      three.step(moves);
      EXPECT_EQ(one.states, three.states) << kind;
      EXPECT_EQ(one.endings, three.endings) << kind;
      for (std::size_t i = 0; i < mazes.size(); ++i)
        EXPECT_EQ(one.states[i], info_of(alone[i]).state) << kind << " " << i;
    }
  }
}

TEST(CBatch, ThePoseOfAnEnvironmentIsThatOfTheWorldAlone) {
  const auto mazes = mazes_of(2);
  const Batch batch("imagined", mazes, 1);
  const mm_world alone = a_world("imagined", mazes[1], 8);
  mm_pose one{}, other{};
  one.size = other.size = sizeof one;
  EXPECT_OK(mm_batch_pose(batch.handle, 1, &one));
  EXPECT_OK(mm_world_pose(alone, &other));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(one.marble_position[i], other.marble_position[i]);
  EXPECT_EQ(mm_batch_pose(batch.handle, 2, &one), MM_BAD_INPUT);
  EXPECT_EQ(mm_batch_pose(Batch("predicted", mazes, 1).handle, 0, &one), MM_UNSUPPORTED);
}

TEST(CBatch, AMoveThatCannotBeMadeIsRefusedBeforeAnythingMoves) {
  Batch batch("imagined", mazes_of(5), 1);
  const auto before = batch.states;
  for (const int wrong : {3, -2, 1000}) {
    const std::vector<std::int32_t> moves{0, 1, 2, wrong, 0};
    EXPECT_EQ(
        mm_batch_step(batch.handle, moves.data(), batch.states.data(), batch.endings.data(), 5),
        MM_BAD_INPUT);
    EXPECT_NE(std::string(mm_last_error()).find("environment 3"), std::string::npos);
  }
  EXPECT_OK(mm_batch_states(batch.handle, batch.states.data(), 5));
  EXPECT_EQ(batch.states, before);
  EXPECT_EQ(mm_batch_states(batch.handle, batch.states.data(), 4), MM_BAD_INPUT);
}

TEST(CBatch, AMaskAndAMissingMoveLeaveEnvironmentsAlone) {
  Batch batch("imagined", mazes_of(3), 1);
  const auto first = batch.states;
  batch.step({1, 1, 1});
  const auto moved = batch.states;
  batch.endings = {-7, -7, -7};
  const std::vector<std::uint8_t> mask{0, 1, 0};
  EXPECT_OK(
      mm_batch_reset(batch.handle, mask.data(), batch.states.data(), batch.endings.data(), 3));
  EXPECT_EQ(batch.states, (std::vector{moved[0], first[1], moved[2]}));
  EXPECT_EQ(batch.endings[0], -7);
  batch.states = {-9, -9, -9};
  batch.step({-1, 1, -1});
  EXPECT_EQ(batch.states, (std::vector{-9, moved[1], -9}));
}

TEST(CBatch, NewMazesAreThoseOfTheirSeeds) {
  Batch batch("imagined", mazes_of(3), 2);
  const std::vector<std::uint64_t> seeds{11, 12, 13};
  const std::vector<std::uint8_t> mask{1, 0, 1};
  EXPECT_OK(mm_batch_new_mazes(batch.handle, mask.data(), seeds.data(), 3));
  for (std::size_t i = 0; i < 3; ++i) {
    mm_maze maze = 0;
    mm_maze_info info{};
    info.size = sizeof info;
    EXPECT_OK(mm_batch_maze(batch.handle, i, &maze));
    EXPECT_OK(mm_maze_get_info(maze, &info));
    EXPECT_EQ(info.seed, mask[i] ? seeds[i] : i + 1);
  }
}

TEST(CBatch, AnEnvironmentIsSavedPlacedAndCopiedForAnAgent) {
  Batch batch("imagined", mazes_of(2), 1);
  const auto save = [&](std::size_t index) {
    return text_from([&](char* buffer, std::size_t capacity, std::size_t* needed) {
      return mm_batch_save(batch.handle, index, buffer, capacity, needed);
    });
  };
  const std::string bytes = save(1);
  const auto first = batch.states;
  batch.step({0, 0});
  EXPECT_OK(mm_batch_restore(batch.handle, 1, bytes.data(), bytes.size()));
  EXPECT_EQ(mm_batch_restore(batch.handle, 0, bytes.data(), bytes.size()), MM_BAD_INPUT);
  EXPECT_OK(mm_batch_states(batch.handle, batch.states.data(), 2));
  EXPECT_EQ(batch.states[1], first[1]);
  EXPECT_OK(mm_batch_place(batch.handle, std::vector{first[0], -1}.data(), 2));
  EXPECT_OK(mm_batch_states(batch.handle, batch.states.data(), 2));
  EXPECT_EQ(batch.states, first);
  mm_world copy = 0;
  EXPECT_OK(mm_batch_copy_for_agent(batch.handle, 0, 5, &copy));
  EXPECT_EQ(info_of(copy).state, first[0]);
}

}  // namespace
}  // namespace marblemaze::testing

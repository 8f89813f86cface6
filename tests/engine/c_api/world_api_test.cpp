#include <array>
#include <cmath>

#include "agent/belief/path_predictor.h"
#include "engine/run/episode.h"
#include "engine/run/families/world_families.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

constexpr const char* kImperfect = R"({"drive_variation": 0.05, "brake_tolerance": 0.02})";

TEST(CInterface, MazesMatchTheProgram) {
  const mm_maze maze = make_maze(4, 7, "outer");
  const std::string json =
      text_from([&](mm_text* text) { return mm_maze_to_text(maze, "json", text); });
  EXPECT_EQ(json, to_json(generate_kruskal(4, Layers::outer, 7)));
  mm_maze again = 0;
  EXPECT_OK(mm_maze_from_json(json.data(), json.size(), &again));
  const mm_maze_info info = info_of(again);
  EXPECT_EQ(info.cells, 64);
  EXPECT_EQ(info.maze_cells, 56);
  EXPECT_EQ(info.target, 63);
  EXPECT_EQ(info.seed, 7u);
  EXPECT_EQ(info.hash, maze_hash(generate_kruskal(4, Layers::outer, 7)));
  EXPECT_EQ(info.distances[63], 1);
  int open = 0;
  for (int cell = 0; cell < 64; ++cell)
    for (int side = 0; side < 6; ++side) {
      const int beside = cell + std::array{1, -1, 4, -4, 16, -16}[side];
      if (info.walls[cell * 6 + side] != 0) continue;
      ++open;
      EXPECT_EQ(info.walls[beside * 6 + (side ^ 1)], 0) << "both cells say so";
      EXPECT_EQ(std::abs(info.distances[cell] - info.distances[beside]), 1);
    }
  EXPECT_EQ(open, 2 * 55) << "a spanning tree has a passage less than cells";
  mm_text text{}, second{};
  EXPECT_OK(mm_maze_to_text(maze, "ascii", &text));
  EXPECT_EQ(std::string(text.data).size(), text.length) << "a 0 follows";
  EXPECT_EQ(mm_maze_to_text(maze, "poem", &second), MM_BAD_INPUT);
  EXPECT_EQ(second.data, nullptr);
}

TEST(CInterface, OlderProgramsReceiveOnlyTheirStructMembers) {
  const mm_maze maze = make_maze(3, 1);
  mm_maze_info info{};
  info.seed = 99;
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, sizeof info + 1}) {
    info.size = size;
    EXPECT_EQ(mm_maze_get_info(maze, &info), MM_BAD_INPUT) << size;
  }
  info.size = offsetof(mm_maze_info, seed);
  EXPECT_OK(mm_maze_get_info(maze, &info));
  EXPECT_EQ(info.cells, 27);
  EXPECT_EQ(info.seed, 99u);
  mm_setup setup = setup_of("imagined", maze);
  setup.control = 5;
  setup.size = offsetof(mm_setup, control);
  mm_world world = 0;
  EXPECT_OK(mm_world_create(&setup, &world)) << "what it does not know is 0";
  EXPECT_EQ(seen(world).orientations, 8);
}

TEST(CInterface, LogicEpisodesMatchTheirFamilyAndSeed) {
  for (const char* family : {"four-bit", "jump", "jump-no-u-turn", "rook", "predicted-flat"}) {
    const Environment world = world_family(family).setup(3).make_environment();
    const EpisodeResult run =
        Episode(*world.world, world.advice, PlayerSpec{.agent = "breadth-first"}).run();
    const mm_episode episode = make_episode(in_family(family, 3), "breadth-first");
    EXPECT_OK(mm_episode_run(episode, -1, -1, nullptr));
    EXPECT_EQ(info_of_episode(episode).moves, run.counters.moves) << family;
  }
}

TEST(CInterface, OnlyExactCopiesRepeatTheNoise) {
  const mm_settings settings = settings_from(kImperfect);
  const mm_world world = make_world("imagined", make_maze(3, 9), 8, settings),
                 other = make_world("imagined", make_maze(3, 9), 8, settings);
  EXPECT_OK(mm_world_draw_from(other, 3, 0));
  const mm_world exact = copy_of(world);
  mm_world first = 0, second = 0, twin = 0, of_other = 0;
  EXPECT_OK(mm_world_copy_for_agent(world, 1, &first));
  EXPECT_OK(mm_world_copy_for_agent(world, 2, &second));
  EXPECT_OK(mm_world_copy_for_agent(world, 1, &twin));
  EXPECT_OK(mm_world_copy_for_agent(other, 1, &of_other));
  const auto trail = walk(world, 3);
  EXPECT_EQ(walk(exact, 3), trail);
  const auto own = walk(first, 3);
  EXPECT_NE(own, trail);
  EXPECT_NE(walk(second, 3), own);
  EXPECT_EQ(walk(twin, 3), own);
  EXPECT_EQ(walk(of_other, 3), own) << "past noise does not matter";
}

TEST(CInterface, InvalidSavedBytesAreRejected) {
  const mm_maze maze = make_maze(3, 9);
  const mm_world world = make_world("imagined", maze);
  const std::string good = saved(world);
  const auto before = seen(world).hash;
  const auto refused = [&](std::string bytes, const std::string& why) {
    EXPECT_EQ(mm_load(world, bytes.data(), bytes.size()), MM_BAD_INPUT);
    EXPECT_NE(std::string(mm_last_error()).find(why), std::string::npos) << mm_last_error();
    EXPECT_EQ(seen(world).hash, before);
  };
  for (std::size_t at = 24; at < good.size(); at += 13) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    refused(bytes, "checksum");
  }
  std::string newer = good;
  newer[8] = 4;
  refused(newer, "version 3");
  refused(good.substr(0, 40), "bytes");
  refused("", "mm-world");
  refused(saved(make_world("bullet", maze)), "a world created with the same arguments");
  refused(saved(make_world("imagined", make_maze(3, 10))),
          "a world created with the same arguments");
  refused(saved(make_world("imagined", maze, 24)), "a world created with the same arguments");
}

// The control scheme is part of the state, so the world switches to another scheme first.
TEST(CInterface, ACopyOrSaveDuringAMoveContinuesIdentically) {
  for (const char* kind : {"bullet", "imagined", "predicted"}) {
    const mm_maze maze = make_maze(3, 5);
    const mm_settings settings = settings_from(kImperfect);
    const mm_world world = make_world(kind, maze, 8, settings),
                   loaded = make_world(kind, maze, 8, settings);
    EXPECT_OK(mm_world_draw_from(world, 42, 0));
    if (seen(world).switches) {
      EXPECT_OK(mm_world_begin_switch(world, 24));
      ASSERT_EQ(move(world), MM_MOTION_SETTLED);
    }
    std::int64_t made = 0;
    EXPECT_OK(mm_world_step(world, 1, 40, nullptr, &made));
    const mm_world copy = copy_of(world);
    const std::string bytes = saved(world);
    EXPECT_OK(mm_load(loaded, bytes.data(), bytes.size()));
    for (const mm_world other : {copy, loaded}) {
      EXPECT_EQ(seen(other).hash, seen(world).hash) << kind;
      EXPECT_EQ(seen(other).at_rest, seen(world).at_rest);
    }
    const std::int32_t motion = move(world);
    for (const mm_world other : {copy, loaded}) {
      EXPECT_EQ(move(other), motion);
      EXPECT_EQ(seen(other).hash, seen(world).hash) << kind;
      EXPECT_EQ(seen(other).moves_made, 1);
      EXPECT_EQ(seen(other).orientations, seen(world).orientations);
    }
    const mm_world more = copy_of(world);
    EXPECT_EQ(walk(more, 6), walk(loaded, 6)) << kind;
  }
}

TEST(CInterface, ModelProbabilitiesSumToOneAndThePredictorMatches) {
  const mm_maze maze = make_maze(3, 4);
  const auto same = std::make_shared<const Maze>(generate_kruskal(3, Layers::all, 4));
  const PathPredictor expected(
      same, std::make_shared<const OrientationScheme>(ControlScheme::cube_8, Layers::all));
  for (const char* kind : {"predictor", "first-cell", "imagination", "imagined", "bullet"}) {
    mm_model model = 0;
    const mm_setup setup = setup_of(kind, maze, 8);
    EXPECT_OK(mm_model_create(&setup, 3, 0.001, &model));
    const mm_guess* guesses = nullptr;
    std::size_t length = 0;
    const StateId start = expected.settle(same->start(), OrientationId(0));
    EXPECT_OK(mm_model_predict(model, start.index, 2, &guesses, &length));
    double sum = 0;
    for (std::size_t i = 0; i < length; ++i) sum += guesses[i].probability;
    EXPECT_NEAR(sum, 1, 1e-9) << kind;
    if (std::string(kind) == "predictor") {
      EXPECT_EQ(guesses[0].state, expected.most_likely(start, MoveId(2))->index);
      mm_map map = 0;
      auto info = sized<mm_map_info>();
      EXPECT_OK(mm_map_create(model, 1, &map));
      EXPECT_OK(mm_map_get_info(map, &info));
      EXPECT_EQ(info.start, start.index);
      EXPECT_EQ(info.distance[0], info.optimum);
    }
  }
}

}  // namespace
}  // namespace marblemaze::testing

#include "agent/belief/path_predictor.h"
#include "engine/run/episode.h"
#include "engine/run/families/world_registry.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

constexpr const char* kImperfect = R"({"drive_variation": 0.05, "brake_tolerance": 0.02})";

TEST(CInterface, AMazeIsTheOneThatTheProgramMakes) {
  const mm_maze maze = a_maze(4, 7, "outer");
  const std::string json = text_from([&](char* buffer, std::size_t capacity, std::size_t* needed) {
    return mm_maze_to_json(maze, buffer, capacity, needed);
  });
  EXPECT_EQ(json, to_json(generate_kruskal(4, Layers::outer, 7)) + '\0');
  mm_maze again = 0;
  EXPECT_OK(mm_maze_from_json(json.data(), json.size() - 1, &again));
  mm_maze_info info{};
  info.size = sizeof info;
  EXPECT_OK(mm_maze_get_info(again, &info));
  EXPECT_EQ(info.cells, 64);
  EXPECT_EQ(info.maze_cells, 56);
  EXPECT_EQ(info.target, 63);
  EXPECT_EQ(info.seed, 7u);
}

TEST(CInterface, ATextWhoseLengthWasAskedForIsHandedOutOnceAsItWasThen) {
  const mm_world world = a_world("imagined", a_maze(3, 9));
  const std::string before = saved(world);
  std::size_t needed = 0;
  EXPECT_OK(mm_world_save(world, nullptr, 0, &needed));
  std::int32_t ending = 0;
  EXPECT_OK(mm_world_move(world, 0, &ending));
  std::string kept(needed, '?');
  EXPECT_OK(mm_last_text(nullptr, 0, &needed));
  EXPECT_EQ(mm_last_text(kept.data(), needed - 1, &needed), MM_TOO_SMALL);
  EXPECT_OK(mm_last_text(kept.data(), needed, &needed));
  EXPECT_EQ(kept, before);
  EXPECT_EQ(mm_last_text(kept.data(), needed, &needed), MM_NOT_NOW);
}

TEST(CInterface, AProgramOfAnOlderHeaderGetsAsMuchOfAStructAsItKnows) {
  const mm_maze maze = a_maze(3, 1);
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
  EXPECT_EQ(info.size, offsetof(mm_maze_info, seed));
}

TEST(CInterface, WallsStandBetweenTheSameCellsFromBothSides) {
  const mm_maze maze = a_maze(3, 1);
  std::vector<std::uint8_t> walls(27 * 6);
  EXPECT_OK(mm_maze_walls(maze, walls.data(), walls.size()));
  int open = 0;
  for (int cell = 0; cell < 27; ++cell) {
    if (cell % 3 < 2) {
      EXPECT_EQ(walls[cell * 6], walls[(cell + 1) * 6 + 1]);
    }
    for (int side = 0; side < 6; ++side) open += !walls[cell * 6 + side];
  }
  EXPECT_EQ(open, 2 * 26) << "a spanning tree has a passage less than cells";
}

TEST(CInterface, DistancesAreOneAtTheTargetAndGrowByOneAlongThePassages) {
  const mm_maze maze = a_maze(3, 1);
  std::vector<std::int32_t> distances(27);
  std::vector<std::uint8_t> walls(27 * 6);
  EXPECT_OK(mm_maze_distances(maze, distances.data(), distances.size()));
  EXPECT_OK(mm_maze_walls(maze, walls.data(), walls.size()));
  EXPECT_EQ(distances[26], 1);
  for (int cell = 0; cell < 27; ++cell)
    if (!walls[cell * 6 + 4]) {
      EXPECT_EQ(std::abs(distances[cell] - distances[cell + 9]), 1);
    }
}

TEST(CInterface, AnEpisodeInALogicMazeIsTheOneOfItsFamilyAndSeed) {
  for (const char* family : {"four-bit", "jump", "jump-no-u-turn", "rook", "predicted-flat"}) {
    const Environment world = world_entry(family).setup(3).environment();
    const EpisodeResult run =
        Episode(*world.world, world.advice, PlayerSpec{.agent = "breadth-first"}).run();
    mm_episode episode = 0;
    EXPECT_OK(mm_episode_create_in_family(family, 3, "breadth-first", 0, 0, &episode));
    std::int32_t outcome = MM_OUTCOME_RUNNING;
    EXPECT_OK(mm_episode_run(episode, -1, &outcome));
    EXPECT_EQ(outcome == MM_OUTCOME_SOLVED, run.outcome == Outcome::solved) << family;
    mm_episode_info info{};
    info.size = sizeof info;
    EXPECT_OK(mm_episode_get_info(episode, &info));
    EXPECT_EQ(info.moves, run.counters.moves) << family;
  }
}

TEST(CInterface, ALogicMazeHasNoPictureInSpace) {
  mm_episode episode = 0;
  EXPECT_OK(mm_episode_create_in_family("rook", 1, "breadth-first", 0, 0, &episode));
  EXPECT_EQ(mm_episode_png(episode, 640, 480, "dark", "rook.png"), MM_UNSUPPORTED);
  EXPECT_STREQ(mm_last_error(), "episode: expected one in a marble's maze");
}

TEST(CInterface, AnEpisodeIsTheOneOfTheProgram) {
  for (const char* kind : {"bullet", "imagined", "predicted"}) {
    RunSpec spec;
    spec.setup.maze = std::make_shared<const Maze>(generate_kruskal(3, Layers::all, 5));
    spec.setup.control = ControlScheme::cube_24;
    spec.setup.kind = kind;
    spec.player.agent = "breadth-first";
    const EpisodeResult expected = Episode(spec).run();
    mm_episode episode = 0;
    EXPECT_OK(mm_episode_create(kind, a_maze(3, 5), 24, 0, "breadth-first", 1, 0, 0, &episode));
    std::int32_t outcome = MM_OUTCOME_RUNNING;
    EXPECT_OK(mm_episode_run(episode, 2, &outcome));
    EXPECT_OK(mm_episode_run(episode, -1, &outcome));
    EXPECT_EQ(outcome, static_cast<int>(expected.outcome));
    mm_episode_info info{};
    info.size = sizeof info;
    EXPECT_OK(mm_episode_get_info(episode, &info));
    EXPECT_EQ(info.ticks, expected.ticks);
    ASSERT_EQ(static_cast<std::size_t>(info.moves), expected.played.size());
    std::vector<std::int32_t> records(4 * expected.played.size());
    std::size_t length = 0;
    EXPECT_OK(mm_episode_moves(episode, records.data(), expected.played.size(), &length));
    for (std::size_t i = 0; i < length; ++i) {
      EXPECT_EQ(records[4 * i + 1], expected.played[i].move.index);
      EXPECT_EQ(records[4 * i + 2], expected.played[i].to.value_or(StateId()).index);
    }
  }
}

TEST(CInterface, ASavedWorldGoesOnBitIdenticallyInAnotherOne) {
  for (const char* kind : {"bullet", "imagined", "predicted"}) {
    const mm_settings settings = settings_from(kImperfect);
    const mm_maze maze = a_maze(3, 9);
    const mm_world world = a_world(kind, maze, 8, settings);
    EXPECT_OK(mm_world_draw_from(world, 42));
    walk(world, 5);
    if (!info_of(world).at_rest) continue;
    const std::string bytes = saved(world);
    mm_world other = 0;
    EXPECT_OK(mm_world_create(kind, maze, 8, settings, &other));
    EXPECT_OK(mm_world_restore(other, bytes.data(), bytes.size()));
    EXPECT_EQ(walk(other, 10, 1), walk(world, 10, 1)) << kind;
  }
}

TEST(CInterface, ASavedWorldKeepsTheControlSchemeThatItTurnedTo) {
  const mm_maze maze = a_maze(3, 9);
  const mm_world world = a_world("imagined", maze, 8);
  EXPECT_OK(mm_world_begin_switch(world, 24));
  std::int32_t ending = 0;
  EXPECT_OK(mm_world_settle(world, &ending));
  ASSERT_EQ(ending, MM_MOTION_SETTLED);
  const std::string bytes = saved(world);
  const mm_world other = a_world("imagined", maze, 8);
  EXPECT_OK(mm_world_restore(other, bytes.data(), bytes.size()));
  EXPECT_EQ(info_of(other).orientations, 24);
  EXPECT_EQ(walk(other, 6), walk(world, 6));
}

TEST(CInterface, TheOwnersCopyRepeatsTheDrawsAndTheAgentsDoesNot) {
  const mm_settings settings = settings_from(kImperfect);
  const mm_world world = a_world("imagined", a_maze(3, 9), 8, settings);
  mm_world exact = 0, first = 0, second = 0, twin = 0;
  EXPECT_OK(mm_world_copy(world, &exact));
  EXPECT_OK(mm_world_copy_for_agent(world, 1, &first));
  EXPECT_OK(mm_world_copy_for_agent(world, 2, &second));
  EXPECT_OK(mm_world_copy_for_agent(world, 1, &twin));
  const auto trail = walk(world, 3);
  EXPECT_EQ(walk(exact, 3), trail);
  const auto own = walk(first, 3);
  EXPECT_NE(own, trail);
  EXPECT_NE(walk(second, 3), own);
  EXPECT_EQ(walk(twin, 3), own);
}

TEST(CInterface, AnAgentsCopyIsTheSameWhateverDrawsTheWorldHasMade) {
  const mm_settings settings = settings_from(kImperfect);
  const mm_maze maze = a_maze(3, 9);
  std::vector<std::vector<std::uint64_t>> trails;
  for (std::uint64_t stream : {3u, 4u}) {
    const mm_world world = a_world("imagined", maze, 8, settings);
    EXPECT_OK(mm_world_draw_from(world, stream));
    mm_world copy = 0;
    EXPECT_OK(mm_world_copy_for_agent(world, 7, &copy));
    trails.push_back(walk(copy, 4));
    EXPECT_NE(walk(world, 4), trails.back());
  }
  EXPECT_EQ(trails[0], trails[1]);
}

TEST(CInterface, BytesThatAreDamagedOrOfAnotherVersionOrWorldAreRefused) {
  const mm_maze maze = a_maze(3, 9);
  const mm_world world = a_world("imagined", maze);
  const std::string good = saved(world);
  const auto before = hash_of(world);
  const auto refused = [&](std::string bytes, const std::string& why) {
    EXPECT_EQ(mm_world_restore(world, bytes.data(), bytes.size()), MM_BAD_INPUT);
    EXPECT_NE(std::string(mm_last_error()).find(why), std::string::npos) << mm_last_error();
    EXPECT_EQ(hash_of(world), before);
  };
  for (std::size_t at = 24; at < good.size(); at += 13) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    refused(bytes, "checksum");
  }
  std::string newer = good;
  newer[8] = 3;
  refused(newer, "version 2");
  refused(good.substr(0, 40), "bytes");
  refused("", "mm-world");
  refused(saved(a_world("bullet", maze)), "a world made alike");
  refused(saved(a_world("imagined", a_maze(3, 10))), "a world made alike");
  refused(saved(a_world("imagined", maze, 24)), "a world made alike");
}

TEST(CInterface, EveryFamilyOfWorldsIsPlayedSavedAndDescribed) {
  const std::string catalogue =
      text_from([](char* buffer, std::size_t capacity, std::size_t* needed) {
        return mm_catalogue(buffer, capacity, needed);
      });
  for (const char* family : {"four-bit", "jump-no-u-turn", "rook", "predicted-24", "bullet-flat"}) {
    EXPECT_NE(catalogue.find(family), std::string::npos);
    mm_world world = 0, other = 0;
    std::int32_t ending = 0;
    EXPECT_OK(mm_world_create_in_family(family, 3, &world));
    EXPECT_OK(mm_world_create_in_family(family, 3, &other));
    EXPECT_OK(mm_world_settle(world, &ending));
    const std::string bytes = saved(world);
    EXPECT_OK(mm_world_restore(other, bytes.data(), bytes.size()));
    EXPECT_EQ(walk(other, 4), walk(world, 4)) << family;
    const std::string words =
        text_from([&](char* buffer, std::size_t capacity, std::size_t* needed) {
          return mm_world_describe_state(world, info_of(world).state, buffer, capacity, needed);
        });
    EXPECT_GT(words.size(), 3u);
  }
}

TEST(CInterface, AWorldIsCopiedAndSavedInTheMiddleOfAMoveAndContinuesAlike) {
  for (const char* kind : {"bullet", "imagined", "predicted"}) {
    const mm_maze maze = a_maze(3, 5);
    const mm_world world = a_world(kind, maze), loaded = a_world(kind, maze);
    EXPECT_OK(mm_world_begin(world, 1));
    std::int32_t motion = 0, other_motion = 0;
    std::int64_t ticks = 0;
    EXPECT_OK(mm_world_tick(world, 40, &motion, &ticks));
    mm_world copy = 0;
    EXPECT_OK(mm_world_copy(world, &copy));
    const std::string bytes = saved(world);
    EXPECT_OK(mm_world_restore(loaded, bytes.data(), bytes.size()));
    for (const mm_world other : {copy, loaded}) {
      EXPECT_EQ(hash_of(other), hash_of(world)) << kind;
      EXPECT_EQ(info_of(other).at_rest, info_of(world).at_rest);
    }
    EXPECT_OK(mm_world_settle(world, &motion));
    for (const mm_world other : {copy, loaded}) {
      EXPECT_OK(mm_world_settle(other, &other_motion));
      EXPECT_EQ(other_motion, motion);
      EXPECT_EQ(hash_of(other), hash_of(world)) << kind;
    }
  }
}

TEST(CInterface, TheTruthsMovesLeadToTheGoal) {
  const mm_world world = a_world("imagined", a_maze(3, 4));
  std::int32_t solvable = 0, complete = 0;
  std::int64_t tried = 0;
  double chance = -1;
  std::vector<std::int32_t> moves(100);
  std::size_t length = 0;
  EXPECT_OK(mm_world_truth(world, 0, 0, &solvable, &complete, &tried, &chance, moves.data(),
                           moves.size(), &length));
  ASSERT_TRUE(solvable) << "another seed is wanted";
  EXPECT_EQ(chance, 1);
  std::int32_t ending = 0;
  for (std::size_t i = 0; i < length; ++i) EXPECT_OK(mm_world_move(world, moves[i], &ending));
  EXPECT_TRUE(info_of(world).goal);
}

TEST(CInterface, AModelsProbabilitiesAddUpAndThePredictorAgreesWithTheProgram) {
  const mm_maze maze = a_maze(3, 4);
  const auto same = std::make_shared<const Maze>(generate_kruskal(3, Layers::all, 4));
  const PathPredictor expected(
      same, std::make_shared<const OrientationScheme>(ControlScheme::cube_8, Layers::all));
  for (const char* kind : {"predictor", "first-cell", "imagination", "imagined", "bullet"}) {
    mm_model model = 0;
    EXPECT_OK(mm_model_create(kind, maze, 8, 0, 3, 0.001, &model));
    std::int32_t states[20], endings[20];
    double probabilities[20];
    std::size_t length = 0;
    const StateId start = expected.settle(same->start(), OrientationId(0));
    EXPECT_OK(mm_model_predict(model, start.index, 2, states, endings, probabilities, 20, &length));
    double sum = 0;
    for (std::size_t i = 0; i < length; ++i) sum += probabilities[i];
    EXPECT_NEAR(sum, 1, 1e-9) << kind;
    if (std::string(kind) == "predictor") {
      EXPECT_EQ(states[0], expected.likeliest(start, MoveId(2))->index);
    }
  }
}

TEST(CInterface, AMapsShortestSolutionIsAWayAlongItsArcs) {
  mm_model model = 0;
  mm_map map = 0;
  EXPECT_OK(mm_model_create("predicted", a_maze(3, 4), 8, 0, 1, 0, &model));
  EXPECT_OK(mm_map_create(model, 1, &map));
  mm_map_info info{};
  info.size = sizeof info;
  EXPECT_OK(mm_map_get_info(map, &info));
  std::vector<std::int32_t> arcs(3 * static_cast<std::size_t>(info.arcs)), states(info.states),
      distances(info.states), moves(100);
  std::size_t length = 0;
  EXPECT_OK(mm_map_arcs(map, arcs.data(), nullptr, static_cast<std::size_t>(info.arcs)));
  EXPECT_OK(mm_map_states(map, states.data(), distances.data(), nullptr, states.size()));
  EXPECT_OK(mm_map_solution(map, moves.data(), moves.size(), &length));
  EXPECT_EQ(static_cast<int>(length), std::max(info.optimum, 0));
  EXPECT_EQ(distances[0], info.optimum);
  std::int32_t at = info.start;
  for (std::size_t i = 0; i < length; ++i)
    for (std::size_t arc = 0; arc < arcs.size(); arc += 3)
      if (arcs[arc] == at && arcs[arc + 1] == moves[i]) {
        at = arcs[arc + 2];
        break;
      }
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i] == at) {
      EXPECT_EQ(distances[i], info.optimum < 0 ? -1 : 0);
    }
}

}  // namespace
}  // namespace marblemaze::testing

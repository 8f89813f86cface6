#include <algorithm>
#include <array>
#include <iostream>

#include <gtest/gtest.h>

#include "agent/belief/likely_motion.h"
#include "agent/belief/maze_belief.h"
#include "engine/run/world_factory.h"
#include "support/mazes.h"
#include "support/play.h"

namespace marblemaze {
namespace {

struct Certain {
  int right = 0, wrong = 0;
};

/// Random moves of a real marble, and what they prove.
Certain walk(std::uint64_t seed, int orientations, int moves) {
  const auto maze = testing::random_maze(glm::ivec3(5), Layers::outer, seed);
  const Environment environment = setup_in(maze, orientations).environment();
  World& world = *environment.world;
  MazeBelief belief(environment.advice.layout);
  Rng rng(seed);
  testing::settle(world);
  belief.saw(world.state());
  for (int i = 0; i < moves; ++i) {
    const StateId from = world.state();
    const MoveId move(static_cast<int>(rng.below(world.moves(from).size())));
    if (testing::make_move(world, move) != Motion::settled) break;
    belief.saw(from, move, world.state());
  }
  belief.infer();
  Certain certain;
  for (int wall : belief.certain().places()) {
    if (belief.certain().at(wall) == WallStatus::unknown) continue;
    const Passage place = belief.certain().between(wall);
    const bool open = std::ranges::find(maze->passages(), place) != maze->passages().end();
    ++((belief.certain().at(wall) == WallStatus::passage) == open ? certain.right : certain.wrong);
  }
  return certain;
}

/// Random moves of one kind, and how they ended in Bullet.
struct Endings {
  int moves = 0, likeliest = 0, listed = 0, frozen = 0;
  double expected_frozen = 0;
};

enum MoveKind { one_way, more_ways, may_halt };

/// Counts moves that leave their cell, by what likely_endings() says of them beforehand.
void count_endings(std::uint64_t seed, int orientations, std::array<Endings, 3>& kinds) {
  const auto maze = testing::random_maze(glm::ivec3(5), Layers::outer, seed);
  const Environment environment = setup_in(maze, orientations).environment();
  const MazeLayout& layout = *environment.advice.layout;
  World& world = *environment.world;
  Rng rng(seed);
  Motion ending = testing::settle(world);
  for (int i = 0; i < 40 && ending == Motion::settled; ++i) {
    const CellId from = layout.scheme->cell(world.state());
    const MoveId move(static_cast<int>(rng.below(world.moves(world.state()).size())));
    const OrientationId under =
        layout.scheme->turn(layout.scheme->orientation(world.state()), move).to;
    const auto likely = likely_endings(layout, *maze, from, under);
    ending = testing::make_move(world, move);
    if (likely.front().first == from) continue;
    double chances = 0;
    for (const auto& [cell, chance] : likely) chances += chance;
    Endings& counted = kinds[chances < 0.99 ? may_halt : likely.size() > 1 ? more_ways : one_way];
    const auto best =
        std::ranges::max_element(likely, {}, [](const auto& end) { return end.second; });
    const CellId to = layout.scheme->cell(world.state());
    ++counted.moves;
    counted.expected_frozen += 1 - chances;
    counted.frozen += ending != Motion::settled;
    counted.likeliest += ending == Motion::settled && to == best->first;
    counted.listed += ending == Motion::settled &&
                      std::ranges::any_of(likely, [&](const auto& end) { return end.first == to; });
  }
}

TEST(LikelyMotionInBullet, IsCertainWhereOneWayIsOpenAndHasTheRightChancesElsewhere) {
  for (const int orientations : {8, 24}) {
    std::array<Endings, 3> kinds;
    for (std::uint64_t seed = 61101; seed <= 61200; ++seed)
      count_endings(seed, orientations, kinds);
    for (const Endings& kind : kinds)
      std::cout << orientations << " orientations: " << kind.moves << " moves, likeliest "
                << kind.likeliest << ", other possible " << kind.listed - kind.likeliest
                << ", frozen " << kind.frozen << ", expected to freeze " << kind.expected_frozen
                << '\n';
    EXPECT_GT(kinds[one_way].moves, 500);
    EXPECT_EQ(kinds[one_way].likeliest, kinds[one_way].moves);
    EXPECT_EQ(kinds[more_ways].listed + kinds[more_ways].frozen, kinds[more_ways].moves);
    EXPECT_LT(kinds[more_ways].frozen * 20, kinds[more_ways].moves);
    if (orientations == 24) continue;  // slopes differ, so that few moves may halt
    EXPECT_LT(kinds[may_halt].frozen, 2 * kinds[may_halt].expected_frozen);
    EXPECT_GT(2 * kinds[may_halt].frozen, kinds[may_halt].expected_frozen);
  }
}

TEST(MappingInBullet, CallsNothingCertainThatIsNotSo) {
  Certain all;
  for (std::uint64_t seed = 61001; seed <= 61100; ++seed) {
    const Certain one = walk(seed, seed % 2 == 0 ? 8 : 24, 30);
    all.right += one.right;
    all.wrong += one.wrong;
  }
  EXPECT_EQ(all.wrong, 0);
  EXPECT_GT(all.right, 1000);
}

}  // namespace
}  // namespace marblemaze

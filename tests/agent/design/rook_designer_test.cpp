#include <gtest/gtest.h>

#include "agent/design/maze_designer.h"

namespace marblemaze {
namespace {

TEST(RookDesigner, BoardsDesignedWithoutUTurnsHaveASolutionWithoutUTurns) {
  for (const char* energy : {"distance", "everything"}) {
    for (std::uint64_t seed = 101; seed <= 110; ++seed) {
      Rng rng(seed);
      const RookDesign design =
          design_rook_maze({.steps = 1'000, .energy = energy, .u_turns = UTurns::forbidden}, rng);
      const JumpSolution solution = shortest_solution(design.best, UTurns::forbidden);
      ASSERT_FALSE(solution.squares.empty()) << energy << " " << seed;
      const RookQuality quality = rook_quality(design.best, UTurns::forbidden);
      EXPECT_EQ(quality.distance, solution.moves());
      EXPECT_EQ(quality.ties + 1, count_shortest_solutions(design.best, UTurns::forbidden));
      EXPECT_EQ(
          rook_energy(design.best, RookWeights{.unreaching = 0, .distance = 1}, UTurns::forbidden),
          -solution.moves());
    }
  }
}

}  // namespace
}  // namespace marblemaze

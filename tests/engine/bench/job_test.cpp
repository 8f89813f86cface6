#include "engine/bench/job.h"

#include <gmock/gmock.h>

#include "engine/bench/report.h"

namespace marblemaze {
namespace {

using enum ControlScheme;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

TEST(Job, TheThesisSuiteHasTheRowsOfTables7And8) {
  std::vector<RowSpec> rows;
  for (const ThesisRow& thesis : thesis_rows()) rows.push_back(thesis.row);
  EXPECT_EQ(rows.size(), 14u);
  EXPECT_THAT(thesis_suite(), ElementsAreArray(rows));
}

TEST(MazeTruth, TheSolutionPlayedInBulletFromTheStartEndsInTheTarget) {
  const Source source = seeded("bullet", exact_machine());
  int solvable = 0;
  for (const ControlScheme control : {cube_8, cube_24})
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const auto world = source.setup({"", control, Layers::all, 3}, seed).world();
      const GroundTruth truth = find_ground_truth(*world, false, 2000);  // enough for a proof
      if (!truth.solvable) continue;
      ++solvable;
      world->reset();
      ASSERT_EQ(tick_to_rest(*world), Motion::settled);
      for (MoveId move : truth.solution) {
        world->begin(move);
        ASSERT_EQ(tick_to_rest(*world), Motion::settled);
      }
      EXPECT_TRUE(world->is_goal(world->state())) << "seed " << seed;
    }
  EXPECT_GT(solvable, 4);
}

}  // namespace
}  // namespace marblemaze

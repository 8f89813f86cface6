#include <gtest/gtest.h>

#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

TEST(BalancedState, KeepsCellOrientationAndMissingWallsApartFromEverySettledState) {
  const CellId last(64 * 64 * 64 - 1);
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24}) {
    const OrientationScheme scheme(control, Layers::all);
    for (const CellId cell : {CellId(0), CellId(17), last})
      for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) {
        const StateId settled = scheme.state(cell, o);
        EXPECT_FALSE(is_balanced(settled));
        EXPECT_EQ(missing_walls(settled), 0);
        for (int missing = 1; missing < 8; ++missing) {
          const StateId balanced = scheme.state(cell, o, missing);
          EXPECT_TRUE(is_balanced(balanced));
          EXPECT_EQ(missing_walls(balanced), missing);
          EXPECT_EQ(scheme.cell(balanced), cell);
          EXPECT_EQ(scheme.orientation(balanced), o);
        }
      }
  }
  EXPECT_FALSE(is_balanced(StateId()));
}

}  // namespace
}  // namespace marblemaze

#include "maze/grid/orientation_scheme.h"

#include <cmath>
#include <set>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::HasSubstr;

std::vector<OrientationScheme> all_schemes() {
  return {OrientationScheme(ControlScheme::flat_4, Layers::flat),
          OrientationScheme(ControlScheme::cube_8, Layers::all),
          OrientationScheme(ControlScheme::cube_24, Layers::all),
          OrientationScheme(ControlScheme::cube_24, Layers::outer, {3, 2, 0.1})};
}

std::vector<OrientationId> orientations(const OrientationScheme& scheme) {
  std::vector<OrientationId> ids;
  for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) ids.push_back(o);
  return ids;
}

/// Rotates a vector by Rodrigues' formula, as an independent oracle.
glm::dvec3 rotated(glm::dvec3 v, glm::dvec3 axis, double angle) {
  return v * std::cos(angle) + glm::cross(axis, v) * std::sin(angle) +
         axis * glm::dot(axis, v) * (1 - std::cos(angle));
}

int steepest_axis(glm::dvec3 up) {
  const glm::dvec3 size = glm::abs(up);
  return size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
}

TEST(OrientationScheme, TurnCarriesTheNextUpVectorToWhereTheOldOneWas) {
  for (const OrientationScheme& scheme : all_schemes())
    for (OrientationId from : orientations(scheme))
      for (MoveId move : scheme.move_ids()) {
        const Turn& turn = scheme.turn(from, move);
        const glm::dvec3 carried = rotated(scheme.up(turn.to), turn.axis, turn.sweep_rad);
        EXPECT_LT(glm::distance(carried, scheme.up(from)), 1e-12);
        EXPECT_NEAR(glm::length(turn.axis), 1, 1e-12);
        EXPECT_NEAR(glm::dot(turn.axis, scheme.up(from)), 0, 1e-12) << "the axis is horizontal";
        EXPECT_GT(turn.sweep_rad, 0);
        EXPECT_LT(turn.sweep_rad, 2) << "never more than to a neighbouring corner";
      }
}

TEST(OrientationScheme, EveryOrientationIsReachedFromEveryOther) {
  for (const OrientationScheme& scheme : all_schemes())
    for (OrientationId start : orientations(scheme)) {
      std::set<OrientationId> reached{start};
      std::vector<OrientationId> open{start};
      while (!open.empty()) {
        const OrientationId from = open.back();
        open.pop_back();
        for (MoveId move : scheme.move_ids())
          if (const OrientationId to = scheme.turn(from, move).to; reached.insert(to).second)
            open.push_back(to);
      }
      EXPECT_EQ(static_cast<int>(reached.size()), scheme.orientations());
    }
}

TEST(OrientationScheme, StateNumberIsCellTimesOrientationsPlusOrientation) {
  for (const OrientationScheme& scheme : all_schemes()) {
    const StateId state = scheme.state(CellId(6), OrientationId(3));
    EXPECT_EQ(state.index, 6 * scheme.orientations() + 3);
    EXPECT_EQ(scheme.cell(state), CellId(6));
    EXPECT_EQ(scheme.orientation(state), OrientationId(3));
  }
}

TEST(OrientationScheme, GravityPointsToTheNegativeSidesOfUp) {
  for (const OrientationScheme& scheme : all_schemes())
    for (OrientationId o : orientations(scheme)) {
      const auto down = scheme.down(o);
      EXPECT_EQ(down.size(), scheme.orientations() == 4 ? 2u : 3u);
      for (Direction direction : down) EXPECT_LT(direction.sign * scheme.up(o)[direction.axis], 0);
    }
}

TEST(FourOrientations, TurnClockwiseThroughTheCornersInOrder) {
  const OrientationScheme scheme(ControlScheme::flat_4, Layers::flat);
  const std::vector<glm::dvec3> corners{{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
  for (OrientationId o : orientations(scheme)) {
    const auto i = static_cast<std::size_t>(o.index);
    EXPECT_LT(glm::distance(scheme.up(o), corners[i] / std::sqrt(2.0)), 1e-12);
    EXPECT_EQ(scheme.turn(o, MoveId(0)).to.index, (o.index + 1) % 4);
    EXPECT_EQ(scheme.turn(o, MoveId(1)).to.index, (o.index + 3) % 4);
    EXPECT_NEAR(scheme.turn(o, MoveId(0)).sweep_rad, std::acos(0.0), 1e-12);
    EXPECT_FALSE(scheme.turn(o, MoveId(0)).close);
  }
  EXPECT_EQ(scheme.move_name(OrientationId(2), MoveId(0)), "clockwise");
  EXPECT_EQ(scheme.move_name(OrientationId(2), MoveId(1)), "counter-clockwise");
}

TEST(FourOrientations, GiveTheThesisState9AfterItsFirstMove) {
  // The first clockwise move of the 2D example ends in cell 3.
  const OrientationScheme scheme(ControlScheme::flat_4, Layers::flat);
  const OrientationId to = scheme.turn(OrientationId(0), MoveId(0)).to;
  EXPECT_EQ(scheme.state(CellId(3 - 1), to).index, 9);
}

TEST(EightOrientations, HaveTheSignsOfUpAsTheirBits) {
  const OrientationScheme scheme(ControlScheme::cube_8, Layers::all);
  for (OrientationId o : orientations(scheme)) {
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(scheme.up(o)[axis], ((o.index >> axis) & 1 ? -1 : 1) / std::sqrt(3.0), 1e-12);
    EXPECT_EQ(scheme.corner(o), o.index);
    for (MoveId move : scheme.move_ids()) {
      const Turn& turn = scheme.turn(o, move);
      EXPECT_EQ(turn.to.index, o.index ^ (1 << move.index)) << "move k flips component k";
      // Two neighbouring corners of a cube are acos(1/3) apart as seen from its centre.
      EXPECT_NEAR(turn.sweep_rad, std::acos(1.0 / 3.0), 1e-12);
      EXPECT_EQ(scheme.turn(turn.to, move).to, o) << "the same move leads back";
    }
  }
  EXPECT_EQ(scheme.move_name(OrientationId(5), MoveId(1)), "flip y");
  EXPECT_EQ(scheme.orientation_name(OrientationId(5)), "up (-,+,-)");
}

TEST(TwentyFourOrientations, AreAllSignedCyclicPermutationsOfTheTriple) {
  const OrientationScheme scheme(ControlScheme::cube_24, Layers::all, {1, 0.825, 0.408});
  const double length = std::sqrt(1 + 0.825 * 0.825 + 0.408 * 0.408);
  const double sizes[] = {1 / length, 0.825 / length, 0.408 / length};
  std::set<std::pair<int, int>> seen;  // corner, steepest axis
  for (OrientationId o : orientations(scheme)) {
    const int corner = o.index / 3, f = o.index % 3;
    EXPECT_EQ(scheme.corner(o), corner);
    for (int rank = 0; rank < 3; ++rank) {
      const int axis = (f + rank) % 3;
      EXPECT_NEAR(scheme.up(o)[axis], ((corner >> axis) & 1 ? -1 : 1) * sizes[rank], 1e-12);
    }
    EXPECT_TRUE(seen.emplace(corner, steepest_axis(scheme.up(o))).second);
  }
  EXPECT_EQ(seen.size(), 24u);
}

TEST(TwentyFourOrientations, CloseMovesStayInTheCorner) {
  const OrientationScheme scheme(ControlScheme::cube_24, Layers::all);
  for (OrientationId o : orientations(scheme))
    for (MoveId move : {MoveId(0), MoveId(1)}) {
      const Turn& turn = scheme.turn(o, move);
      EXPECT_TRUE(turn.close);
      EXPECT_EQ(scheme.corner(turn.to), scheme.corner(o));
      EXPECT_EQ(steepest_axis(scheme.up(turn.to)),
                (steepest_axis(scheme.up(o)) + 1 + move.index) % 3);
      // The marble rests on the same walls, so its cell cannot change.
      const auto a = scheme.down(o), b = scheme.down(turn.to);
      EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
    }
}

TEST(TwentyFourOrientations, FarMovesStayOnTheirFaceAndLeadBack) {
  const OrientationScheme scheme(ControlScheme::cube_24, Layers::all);
  for (OrientationId o : orientations(scheme))
    for (MoveId move : {MoveId(2), MoveId(3)}) {
      const Turn& turn = scheme.turn(o, move);
      EXPECT_FALSE(turn.close);
      const int face = steepest_axis(scheme.up(o));
      EXPECT_EQ(steepest_axis(scheme.up(turn.to)), face);
      EXPECT_EQ(scheme.up(turn.to)[face], scheme.up(o)[face]) << "the same face, not the opposite";
      EXPECT_EQ(scheme.turn(turn.to, move).to, o) << "the same move leads back";
      int flipped = 0;
      for (int axis = 0; axis < 3; ++axis)
        flipped += scheme.up(o)[axis] != scheme.up(turn.to)[axis];
      EXPECT_EQ(flipped, 1);
    }
}

TEST(TwentyFourOrientations, MoveTwoFlipsTheSmallestComponentAndMoveThreeTheMiddleOne) {
  const OrientationScheme scheme(ControlScheme::cube_24, Layers::all);
  const OrientationId z_steepest(2);  // corner 0, largest on z, then x, then y
  EXPECT_EQ(scheme.turn(z_steepest, MoveId(2)).to.index, 3 * 2 + 2) << "y flips";
  EXPECT_EQ(scheme.turn(z_steepest, MoveId(3)).to.index, 3 * 1 + 2) << "x flips";
  EXPECT_EQ(scheme.move_name(z_steepest, MoveId(0)), "lean to x");
  EXPECT_EQ(scheme.move_name(z_steepest, MoveId(2)), "flip y");
  EXPECT_EQ(scheme.orientation_name(z_steepest), "up (+,+,+) steepest z");
}

TEST(OrientationScheme, NearestOfTheOtherSchemeIsInTheSameCorner) {
  const OrientationScheme eight(ControlScheme::cube_8, Layers::all),
      many(ControlScheme::cube_24, Layers::all);
  for (OrientationId o : orientations(eight)) {
    EXPECT_EQ(many.corner(many.nearest(eight.up(o))), eight.corner(o));
    EXPECT_EQ(eight.nearest(eight.up(o)), o);
  }
  for (OrientationId o : orientations(many)) {
    EXPECT_EQ(eight.corner(eight.nearest(many.up(o))), many.corner(o));
    EXPECT_EQ(many.nearest(many.up(o)), o);
  }
}

TEST(OrientationScheme, RefusesNumbersThatTheMazeDoesNotHave) {
  EXPECT_THAT(bad_input_of([] { return OrientationScheme(ControlScheme{7}, Layers::all); }),
              AllOf(HasSubstr("7"), HasSubstr("8 or 24")));
  EXPECT_THAT(bad_input_of([] { return OrientationScheme(ControlScheme::flat_4, Layers::all); }),
              AllOf(HasSubstr("4"), HasSubstr("8 or 24 for a cube")));
  EXPECT_THAT(bad_input_of([] { return OrientationScheme(ControlScheme::cube_8, Layers::flat); }),
              AllOf(HasSubstr("8"), HasSubstr("4 for a flat maze")));
  EXPECT_THAT(bad_input_of([] {
                return OrientationScheme(ControlScheme::cube_24, Layers::all, {1, 1, 0.5});
              }),
              AllOf(HasSubstr("(1, 1, 0.5)"), HasSubstr("a > b > c > 0")));
  EXPECT_THAT(bad_input_of([] {
                return OrientationScheme(ControlScheme::cube_24, Layers::all, {1, 0.5, 0});
              }),
              HasSubstr("0.5, 0)"));
}

TEST(OrientationScheme, RequiresDistinctSlopes) {
  for (const SlopeTriple& near : {SlopeTriple{1, 0.9995, 0.5}, SlopeTriple{1, 0.5, 0.4998}})
    EXPECT_THAT(
        bad_input_of([&] { return OrientationScheme(ControlScheme::cube_24, Layers::all, near); }),
        HasSubstr("a thousandth apart"));
  EXPECT_EQ(OrientationScheme(ControlScheme::cube_24, Layers::all, {1, 0.998, 0.5}).orientations(),
            24);
  EXPECT_EQ(OrientationScheme(ControlScheme::cube_24, Layers::all, {1, 0.5, 0.499}).orientations(),
            24);
}

}  // namespace
}  // namespace marblemaze

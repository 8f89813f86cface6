// Tests two runs side by side that end at different times.
#include "tests/render/window/viewing.h"

namespace marblemaze {
namespace {

void point_at(Viewing& viewer, const PanelBox& box) {
  viewer.point_at(box.middle());
  viewer.frames(3);
}

TEST_F(Window, AMoveIsPreviewedInARunThatIsShorterThanTheOneBesideIt) {
  RunSpec spec = small_maze();
  spec.player.by_hand = true;
  Viewing viewer(spec);
  viewer.session.act(&Session::compare_with, "breadth-first", ControlScheme::cube_8);
  viewer.session.marble().step(1500);
  viewer.frames(2);
  const MarbleRun& marble = viewer.session.marble();
  ASSERT_TRUE(marble.waits_for_person());
  ASSERT_GT(marble.beside->ticks(), marble.ticks() + 100);
  for (const MoveId move : marble.about().scheme(ControlScheme::cube_8).move_ids()) {
    const auto button = item_box(move_button(move));
    ASSERT_TRUE(button);
    point_at(viewer, *button);
    EXPECT_TRUE(marble.frames().front().ghost) << "the move is shown";
  }
}

TEST_F(Window, ACornerArrowOfWhatIfCanBePointedAt) {
  Viewing viewer;
  MarbleRun& marble = viewer.session.marble();
  while (!viewer.session.run().ended()) marble.step_moves(1);
  const std::vector<RecordedMove> made = viewer.session.run().recording().moves;
  ASSERT_GE(made.size(), 2u);
  marble.jump(static_cast<double>(made[0].begin));
  viewer.session.act(&Session::branch, MoveId(made[0].move.index == 0 ? 1 : 0));
  ASSERT_EQ(marble.runs().size(), 2u);
  marble.jump(1e9);
  viewer.frames(2);
  ASSERT_TRUE(marble.beside->waits_for_person());
  ASSERT_NE(marble.ticks(), marble.beside->ticks());
  for (const char* arrow : {"arrow 1", "arrow 2", "arrow 3"}) {
    ASSERT_TRUE(item_box(arrow));
    point_at(viewer, *item_box(arrow));
    EXPECT_TRUE(marble.frames().back().ghost) << arrow;
  }
}

// Shows every tick of both runs with all panels, for each of the two selections.
TEST_F(Window, PanelsShowEveryInstantOfTwoRunsOfDifferentLength) {
  Viewing viewer;
  viewer.session.act(&Session::compare_with, "breadth-first", ControlScheme::cube_8);
  MarbleRun& marble = viewer.session.marble();
  marble.jump(1e6);
  ASSERT_NE(marble.ticks(), marble.beside->ticks());
  for (const std::size_t side : {0u, 1u}) {
    marble.about_beside = side == 1;
    for (const bool why : {true, false}) {
      viewer.session.panels.mind_fold = Fold::open;
      viewer.session.panels.tab = why ? "Why" : "Mind";
      for (const double part : {0.0, 0.3, 0.5, 0.8, 0.99, 1.0}) {
        marble.jump(part * static_cast<double>(marble.length()));
        EXPECT_LT(marble.about().tick(), marble.about().ticks());
        viewer.frames(2);
      }
    }
  }
}

}  // namespace
}  // namespace marblemaze

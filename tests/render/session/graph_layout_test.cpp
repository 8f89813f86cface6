#include "render/session/graph_layout.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

/// Returns moves that traverse a binary tree of states. The parent of state n is n / 2.
std::vector<RecordedMove> tree_of(int states) {
  std::vector<RecordedMove> moves;
  for (int n = 2; n <= states; ++n) {
    RecordedMove move;
    move.number = n - 1;
    move.control = ControlScheme::cube_8;
    move.from = StateId(n / 2);
    move.to = StateId(n);
    move.move = MoveId(n % 2);
    move.begin = 10 * n;
    move.end = 10 * n + 5;
    moves.push_back(move);
  }
  return moves;
}

GraphLayout laid_out(const std::vector<RecordedMove>& moves) {
  GraphLayout layout;
  layout.update({StateId(1), moves, ControlScheme::cube_8, nullptr, [](StateId) { return 3; }});
  layout.relax(kGraphRounds);
  return layout;
}

TEST(GraphLayout, LargeGraphHasColumnsByDistanceAndNoCrossings) {
  const GraphLayout layout = laid_out(tree_of(511));
  const auto place = [&](std::size_t node) { return layout.nodes()[node].place; };
  for (const GraphNode& node : layout.nodes()) {
    int depth = 0;
    for (int n = node.state.index; n > 1; n /= 2) ++depth;
    EXPECT_EQ(node.place.x, static_cast<float>(depth)) << node.state.index;
  }
  EXPECT_TRUE(layout.has_converged());
  for (const GraphArc& a : layout.arcs())
    for (const GraphArc& b : layout.arcs())
      if (place(a.from).x == place(b.from).x && place(a.from).y < place(b.from).y) {
        ASSERT_LT(place(a.to).y, place(b.to).y);
      }
}

TEST(GraphLayout, EarlierMomentsShowTheResultKnownAtThatTime) {
  std::vector<RecordedMove> moves = tree_of(4);  // 1 to 2, 1 to 3, 2 to 4
  moves.push_back(moves.front());
  moves.back().to = StateId(5);
  moves.back().number = 4;
  const GraphLayout layout = laid_out(moves);
  const auto ends_at = [&](std::size_t moves_made) {
    std::vector<int> ends;
    for (const GraphArc& arc : layout.arcs())
      if (layout.nodes()[arc.from].state == StateId(1) && arc.move == MoveId(0) &&
          arc.known_at(moves_made))
        ends.push_back(layout.nodes()[arc.to].state.index);
    return ends;
  };
  EXPECT_EQ(ends_at(0), std::vector<int>());
  EXPECT_EQ(ends_at(1), std::vector<int>{2});
  EXPECT_EQ(ends_at(3), std::vector<int>{2}) << "the other result is still unknown";
  EXPECT_EQ(ends_at(4), std::vector<int>{5});
  const auto tried =
      std::count_if(layout.arcs().begin(), layout.arcs().end(), [&](const auto& arc) {
        return layout.nodes()[arc.from].state == StateId(1) && arc.is_current();
      });
  EXPECT_EQ(tried, 2) << "the repeated move counts once";
}

}  // namespace
}  // namespace marblemaze

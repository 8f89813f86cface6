#pragma once

#include <vector>

#include "maze/base/disjoint_set.h"
#include "maze/grid/generator.h"

namespace marblemaze::testing {

/// Enumerates all spanning trees of a grid by including or excluding each wall in turn.
class SpanningTrees {
 public:
  explicit SpanningTrees(const Grid& grid) : grid_(grid), walls_(removable_walls(grid)) {}

  template <class Visit>
  void each(Visit visit) {
    descend(0, DisjointSet(grid_.box_cells()), visit);
  }

 private:
  template <class Visit>
  void descend(std::size_t next, DisjointSet joined, Visit& visit) {
    if (joined.sets() == 1) return visit(tree_);
    DisjointSet hoped = joined;
    for (std::size_t i = next; i < walls_.size(); ++i)
      hoped.join(walls_[i].first.index, walls_[i].second.index);
    if (hoped.sets() > 1) return;
    DisjointSet with = joined;
    if (with.join(walls_[next].first.index, walls_[next].second.index)) {
      tree_.push_back(walls_[next]);
      descend(next + 1, std::move(with), visit);
      tree_.pop_back();
    }
    descend(next + 1, std::move(joined), visit);
  }

  Grid grid_;
  std::vector<Passage> walls_;
  std::vector<Passage> tree_;
};

}  // namespace marblemaze::testing

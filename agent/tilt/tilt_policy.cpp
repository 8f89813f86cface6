#include "agent/tilt/tilt_policy.h"

#include <algorithm>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "maze/base/text.h"

namespace marblemaze {

PathToTarget::PathToTarget(std::shared_ptr<const Maze> maze)
    : maze_(std::move(maze)),
      paths_(*maze_),
      left_(static_cast<std::size_t>(maze_->grid().box_cells()), 0.0) {
  std::vector<CellId> cells;
  for (CellId cell = maze_->grid().first_cell(); maze_->grid().in_box(cell); ++cell.index)
    if (paths_.length(cell) > 1) cells.push_back(cell);
  std::sort(cells.begin(), cells.end(),
            [this](CellId a, CellId b) { return paths_.length(a) < paths_.length(b); });
  for (const CellId cell : cells) {
    const CellId next = paths_.next(cell);
    left_[static_cast<std::size_t>(cell.index)] =
        next == maze_->target() ? 0.5 : glm::distance(passage(cell), passage(next)) + left(next);
  }
}

Direction PathToTarget::out_of(CellId cell) const {
  return *maze_->grid().direction_between(cell, paths_.next(cell));
}

double PathToTarget::left_from(glm::dvec3 place) const {
  const CellId cell = cell_at(place);
  if (!cell.valid()) return maze_->grid().box_cells();
  if (cell == maze_->target()) return glm::distance(place, middle(cell));
  return glm::distance(place, passage(cell)) + left(cell);
}

double PathToTarget::left(CellId cell) const { return left_[static_cast<std::size_t>(cell.index)]; }

glm::dvec3 PathToTarget::middle(CellId cell) const {
  return glm::dvec3(maze_->grid().position(cell)) + 0.5;
}

glm::dvec3 PathToTarget::passage(CellId cell) const {
  return middle(cell) + 0.5 * glm::dvec3(out_of(cell).vector());
}

std::string place_words(const PathToTarget& way, CellId cell) {
  return fmt::format("cell {}, {} from the target", cell_number(cell),
                     counted(way.cells_after(cell), "cell"));
}

// Each of these is defined in the policy's own file.
std::unique_ptr<TiltPolicy> make_floor(const TiltTask& task);
std::unique_ptr<TiltPolicy> make_cem(const TiltTask& task);

Registry<TiltPolicyEntry>& tilt_policies() {
  static Registry<TiltPolicyEntry> registry(
      "controller",
      {
          {"cem", "Cross-Entropy Search", "the maze and a simulation of its own",
           "turns after which imagined marbles come nearest to the target", "Rubinstein 1999",
           make_cem},
          {"floor", "Floor", "the maze",
           "rolls the marble on a wall that this cell and the next share, at an even speed",
           "baseline", make_floor},
      });
  return registry;
}

}  // namespace marblemaze

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "maze/base/rng.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// What is known of one place where a wall may stand.
enum class WallStatus : std::uint8_t { unknown, wall, passage };

/// One thing known of a wall. Walls are numbered from 0: 3 * owning cell + axis (Grid::wall_number
/// less 1).
struct WallFact {
  int wall;
  WallStatus status;  ///< wall or passage

  bool operator==(const WallFact&) const = default;
};

/// A maze of which some walls and passages are known. Its spanning trees are those that have all
/// the passages and none of the walls. What lies at the outside and at the hollow core is known: a
/// wall.
class PartialMaze {
 public:
  explicit PartialMaze(const Grid& grid);

  [[nodiscard]] const Grid& grid() const { return places_->grid; }
  /// Towards the outside and between hollow cells: wall. The cell must be in the box.
  [[nodiscard]] WallStatus at(CellId cell, Direction direction) const {
    const int wall = number(cell, direction);
    return wall < 0 ? WallStatus::wall : at(wall);
  }
  [[nodiscard]] WallStatus at(int wall) const { return status_[static_cast<std::size_t>(wall)]; }
  /// The wall's number; -1 where no cell of the maze is on the other side.
  [[nodiscard]] int number(CellId cell, Direction direction) const {
    return places_->around[static_cast<std::size_t>(6 * cell.index + direction.index())];
  }
  /// Every place between two cells of the maze, by number.
  [[nodiscard]] const std::vector<int>& places() const { return places_->all; }
  /// The cells on both sides of such a place.
  [[nodiscard]] Passage between(int wall) const {
    return places_->between[static_cast<std::size_t>(wall)];
  }

  /// False, and nothing changed, where the opposite is known.
  bool learn(WallFact fact);
  bool learn(CellId cell, Direction direction, WallStatus status);
  /// Is there a spanning tree left?
  [[nodiscard]] bool is_possible() const;
  /// Learns all that every spanning tree left has in common: a wall between two cells that passages
  /// join already, and a passage where all other ways are walled up. False where no tree is left.
  bool infer();
  /// One of the spanning trees left, in random order as Kruskal's algorithm draws (thesis 3.2).
  /// Needs is_possible().
  [[nodiscard]] std::vector<Passage> completed(Rng& rng) const;

  /// Needs mazes of one grid.
  bool operator==(const PartialMaze& other) const { return status_ == other.status_; }

 private:
  /// Where walls may stand, shared by all copies.
  struct Places {
    explicit Places(const Grid& of);
    Grid grid;
    std::vector<int> all;
    std::vector<int> around;       // by cell and direction
    std::vector<Passage> between;  // by number
  };

  void wall_up_cycles();
  void open_bridges();

  std::shared_ptr<const Places> places_;
  std::vector<WallStatus> status_;  // by number
};

}  // namespace marblemaze

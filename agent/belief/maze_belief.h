#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>

#include "agent/belief/partial_maze.h"
#include "agent/contracts/maze_layout.h"

namespace marblemaze {

/// One move as it looked: the marble was let go in a cell and came to rest in another.
struct SeenMove {
  CellId from;
  OrientationId under;  ///< the orientation after the turn
  CellId to;

  auto operator<=>(const SeenMove&) const = default;
};

/// One way in which the unknown walls could have led a marble as it was seen.
using Explanation = std::vector<WallFact>;
/// Those of one move.
using Explanations = std::vector<Explanation>;

/// All ways in which a move can have ended so, given what is known. They exclude each other: by
/// their walls where motion is exact, elsewhere because a maze has one path between two cells.
/// Nothing where there are too many to list.
[[nodiscard]] std::optional<Explanations> explanations(const MazeLayout& layout,
                                                       const PartialMaze& known,
                                                       const SeenMove& move);
inline constexpr int kMostRolls = 4000;  ///< tried for one move

/// What an agent that sees no wall can believe of them, from where the marble came to rest.
///
/// What proves a wall or a passage:
///
/// - Rest. A settled marble lies on walls in all directions of gravity (thesis 3.6), and a balanced
/// one
///   shows which are missing. A turn changes one direction of gravity at a time; a marble that
///   rested and then left its cell left it by that side.
/// - Motion. Where the layout says that motion is exact, only a rolling() that ends where the
/// marble
///   did can have happened, with the walls and passages that it met. Where physics decides, no more
///   is taken for granted than that a marble rolls downhill through open passages. Which of several
///   open ways it takes is a matter of chance (ways_on()): it says which mazes are likely, and
///   proves none.
/// - The maze is a spanning tree.
///
/// A move that the motion does not allow, such as a marble that bounced uphill, is left out.
/// certain() holds what is proved: what all spanning trees that agree have in common.
class MazeBelief {
 public:
  /// Never null.
  explicit MazeBelief(std::shared_ptr<const MazeLayout> layout);

  /// The marble rests in a state: settled or balanced.
  void saw(StateId rest);
  /// A move that was made ended in a state. Needs states of the scheme, and a move of the first.
  void saw(StateId from, MoveId move, StateId to);
  /// Draws all conclusions from what was seen. Each wall that is still unknown is looked for both
  /// ways in the trees that agree; one for which the search gives out stays unknown.
  void infer();

  /// What is proved. Complete after infer().
  [[nodiscard]] const PartialMaze& certain() const { return certain_; }
  /// Mazes that agree with what was seen, drawn anew: the belief as a sample. `count` at most;
  /// fewer where agreeing trees are hard to find. Each has its start in the first cell and the
  /// layout's target, or in the last cell where the first is the target.
  [[nodiscard]] std::vector<std::shared_ptr<const Maze>> sample(int count, Rng& rng) const;
  /// How likely a passage is at each place, by number of the wall: 0 and 1 where it is proved, else
  /// its share of mazes that agree, which are sample()'s.
  [[nodiscard]] std::vector<float> passage_chances(
      std::span<const std::shared_ptr<const Maze>> mazes) const;

 private:
  struct Search;

  void learn_departure(StateId from, const Turn& turn, CellId to);
  /// Of each move with more than one explanation left.
  [[nodiscard]] std::vector<Explanations> unexplained() const;
  [[nodiscard]] int count_known() const;
  [[nodiscard]] Search without_surprises() const;
  void look_both_ways();
  [[nodiscard]] Maze completed(const PartialMaze& walls, Rng& rng) const;
  /// Of the moves seen, in a maze.
  [[nodiscard]] double log_likelihood(const Maze& maze) const;

  std::shared_ptr<const MazeLayout> layout_;
  PartialMaze certain_;
  std::set<SeenMove> moves_;
  std::vector<Explanations> open_;  // after infer()
};

}  // namespace marblemaze

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "agent/analysis/state_map.h"
#include "agent/contracts/advice.h"
#include "agent/design/local_search.h"
#include "maze/grid/maze.h"

/// Mazes that are solvable and hard: facts about a maze under a forward model, their energy, and a
/// local search over spanning trees that exchanges a wall at a time.
namespace marblemaze {

/// What is believed of one maze.
struct Foreseen {
  Advice advice;
  StateId start;                              ///< the first settled state
  std::shared_ptr<const ForwardModel> model;  ///< where each move leads
  std::shared_ptr<const ForwardModel>
      trials;  ///< the same from displaced poses; null: not looked into
};
using Foresight = std::function<Foreseen(std::shared_ptr<const Maze>)>;

/// Facts about a maze that its energy weighs.
struct MazeQuality {
  std::optional<int> optimum;   ///< moves of a fewest-moves solution
  int remaining = 0;            ///< unsolvable: cells from the nearest cell reached to the target
  int traps = 0;                ///< closed parts of the map without the target
  std::uint64_t solutions = 0;  ///< fewest-moves solutions
  double knife_edge =
      0;               ///< moves of one that end otherwise when displaced, each by its probability
  double failing = 0;  ///< fraction of its runs that miss the target, where it was tried
};

/// Weighted sum of what is bad about a maze; 0 for a maze as asked for. `moves` is the length asked
/// for; longer solutions neither cost nor gain.
[[nodiscard]] double maze_energy(const MazeQuality& quality, int moves);

/// A maze, judged.
struct MazeDesign {
  std::shared_ptr<const Maze> maze;
  std::vector<MapArc> solution;  ///< empty if unsolvable
  MazeQuality quality;
  double energy = 0;
};

/// The fraction of runs of a whole solution that miss the target.
using Certifier = std::function<double(const MazeDesign&)>;

struct MazeJudge {
  Foresight foresight;
  Certifier certifier;  ///< null: not asked
  int moves = 0;  ///< the length asked for
  int jobs = 1;   ///< threads for a map

  /// Everything but the certifier's opinion.
  [[nodiscard]] MazeDesign judge(std::shared_ptr<const Maze> maze) const;
};

using MazeSearch = SearchResult<MazeDesign>;
/// Asked after every step, with the best design so far; false ends the search.
using DesignProceed = std::function<bool(const SearchProgress&, const MazeDesign& best)>;

/// Searches from `maze` for at most `steps` wall exchanges. The certifier, which costs most, is
/// asked only of a solution of the length asked for that would otherwise be the best so far.
[[nodiscard]] MazeSearch improve_maze(std::shared_ptr<const Maze> maze, const MazeJudge& judge,
                                      const Cooling& cooling, std::int64_t steps, Rng& rng,
                                      const DesignProceed& proceed);

}  // namespace marblemaze

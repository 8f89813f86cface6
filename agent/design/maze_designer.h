#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/analysis/state_map.h"
#include "agent/contracts/advice.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/random.h"
#include "maze/grid/maze.h"
#include "maze/puzzles/jump_maze.h"

/// Stochastic local search for designs (Neller 2010): a design, a random small change, and an
/// energy that is lower the better the design is. One loop serves the Dead-Drunk, who refuses every
/// uphill step, the Super-Drunk, who refuses none, and everyone who gradually tires in between.
///
/// Mazes that are solvable and hard: facts about a maze under a forward model, their energy, and a
/// local search over spanning trees that exchanges a wall at a time.
///
/// The functions for rook mazes give the energies of a good rook maze (Neller 2010) to local_search
/// and make a design from a few numbers.
namespace marblemaze {

/// How the temperature falls over a search: geometrically from `start` at the first step to `end`
/// at the last, in the energy's own units. 0 refuses every uphill step, infinity none. Steps that
/// keep the energy are always taken, which is what crosses plateaus.
struct Cooling {
  double start = 1;
  double end = 0.1;

  [[nodiscard]] double at(std::int64_t step, std::int64_t steps) const {
    if (start <= 0 || std::isinf(start) || steps < 2) return start;
    const double done = static_cast<double>(step) / static_cast<double>(steps - 1);
    return start * power(std::max(end, 1e-12) / start, done);
  }
};

/// Metropolis: certain downhill and on the level, with probability e^(-rise/temperature) uphill.
/// Draws from the rng only where chance decides.
inline bool accepts(double rise, double temperature, Rng& rng) {
  if (rise <= 0) return true;
  if (temperature <= 0) return false;
  if (std::isinf(temperature)) return true;
  return rng.unit() < exponential(-rise / temperature);
}

/// Where a search stands after a step, for progress displays and stop rules.
struct SearchProgress {
  std::int64_t step = 0;   ///< steps made so far
  std::int64_t steps = 0;  ///< steps planned
  double best_energy = 0;
};

template <class Design>
struct SearchResult {
  Design best;  ///< the first design met with the lowest energy
  double best_energy = 0;
};

/// Searches from `initial`. `neighbour(design, rng)` returns a changed design, `energy(design)` a
/// number, `proceed(SearchProgress)` is asked after every step and ends the search with false.
/// The result is a function of the arguments and the rng's state alone.
template <class Design, class Neighbour, class Energy, class Proceed>
SearchResult<Design> local_search(Design initial, Neighbour&& neighbour, Energy&& energy,
                                  const Cooling& cooling, std::int64_t steps, Rng& rng,
                                  Proceed&& proceed) {
  Design here = std::move(initial);
  double energy_here = energy(std::as_const(here));
  SearchResult<Design> found{here, energy_here};
  for (std::int64_t step = 0; step < steps; ++step) {
    Design candidate = neighbour(std::as_const(here), rng);
    const double its_energy = energy(std::as_const(candidate));
    if (accepts(its_energy - energy_here, cooling.at(step, steps), rng)) {
      here = std::move(candidate);
      energy_here = its_energy;
      if (energy_here < found.best_energy) found = {here, energy_here};
    }
    if (!proceed(SearchProgress{step + 1, steps, found.best_energy})) break;
  }
  return found;
}

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
  int moves = 0;        ///< the length asked for
  int jobs = 1;         ///< threads for a map

  /// Everything but the certifier's opinion.
  [[nodiscard]] MazeDesign judge(std::shared_ptr<const Maze> maze) const;
};

using MazeSearch = SearchResult<MazeDesign>;
/// Asked after every step, with the best design so far; false ends the search.
using DesignProceed = std::function<bool(const SearchProgress&, const MazeDesign& best)>;

/// Searches from `maze` for at most `steps` wall exchanges. The certifier, which costs most, is
/// asked only of a solution of the length asked for that would otherwise be the best so far.
[[nodiscard]] MazeSearch improve_maze(const std::shared_ptr<const Maze>& maze,
                                      const MazeJudge& judge, const Cooling& cooling,
                                      std::int64_t steps, Rng& rng, const DesignProceed& proceed);

/// Facts about a board that an energy may weigh.
struct RookQuality {
  int unreaching = 0;      ///< squares without a path to the goal
  int unreached = 0;       ///< squares the start cannot reach
  int distance = 0;        ///< moves of a shortest solution, kUnreachable without one
  std::uint64_t ties = 0;  ///< shortest solutions beyond the first
  int choices = 0;  ///< squares on a shortest solution, goal excluded, with two or more jumps
};
/// Under the rule for U-turns; a square reaches the goal when a player who begins there can.
[[nodiscard]] RookQuality rook_quality(const JumpMaze& maze, UTurns u_turns = UTurns::allowed);

/// Energy = the weighted sum below; smaller is better. As they stand they are energy 1 of the
/// slides, the number of unreaching states; the last three are what the slides propose to try.
struct RookWeights {
  double unreaching = 1;  ///< + for each square without a path to the goal
  double distance = 0;    ///< - for each move of a shortest solution (nothing without one)
  double unreached = 0;   ///< + for each square the start cannot reach
  double ties = 0;        ///< + for each shortest solution beyond the first, at most 10 counted
  double choices = 0;     ///< - for each choice point along a shortest solution

  /// Energy 2: rows * cols * unreaching - distance(start, goal).
  static RookWeights long_solution(int rows, int cols);
  /// Everything at once: all squares on the way, a long and unique solution full of choices.
  static RookWeights everything(int rows, int cols);
};
[[nodiscard]] double rook_energy(const JumpMaze& maze, const RookWeights& weights,
                                 UTurns u_turns = UTurns::allowed);

struct RookRequest {
  int rows = 5;
  int cols = 5;
  int start = 0;
  int goal = -1;  ///< -1: the lower right corner
  std::int64_t steps = 5'000;
  std::string energy = "distance";  ///< unreaching, distance or everything
  /// What did best for energy 2 in so many steps on boards of 5 to 8 squares a side.
  Cooling cooling{.start = 1, .end = 0.1};
  UTurns u_turns = UTurns::allowed;
};

using RookDesign = SearchResult<JumpMaze>;

/// Throws BadInput for impossible boards, unknown energies and fewer than 0 steps.
[[nodiscard]] RookDesign design_rook_maze(
    const RookRequest& request, Rng& rng,
    const std::function<bool(const SearchProgress&)>& proceed = [](const auto&) { return true; });

/// The seed of a day's maze. Throws BadInput unless the text is a real date as YYYY-MM-DD.
[[nodiscard]] std::uint64_t daily_seed(const std::string& date);

}  // namespace marblemaze

#pragma once

#include <algorithm>
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

/// Design of mazes by stochastic local search (Neller 2010). The search makes small random changes
/// to a design and minimises an energy. A lower energy means a better design.
///
/// Marble mazes: the energy rates the solvability and difficulty of a maze under a forward model.
/// The search exchanges one wall at a time, so the maze remains a spanning tree.
///
/// Jump mazes: the energies come from Neller's slides, which call these mazes rook mazes.
namespace marblemaze {

/// Cooling schedule. The temperature falls geometrically from `start` to `end`, in energy units. A
/// temperature of 0 rejects every worse design ("Dead-Drunk" in Neller's slides).
struct Cooling {
  double start = 1;
  double end = 0.1;

  [[nodiscard]] double at(std::int64_t step, std::int64_t steps) const {
    if (start <= 0 || steps < 2) return start;
    const double done = static_cast<double>(step) / static_cast<double>(steps - 1);
    return start * power(std::max(end, 1e-12) / start, done);
  }
};

/// Metropolis rule. Accepts a rise of the energy with probability e^(-rise/temperature). Draws from
/// the random generator only if more than one outcome is possible.
inline bool accepts(double rise, double temperature, Rng& rng) {
  if (rise <= 0) return true;
  if (temperature <= 0) return false;
  return rng.uniform() < exponential(-rise / temperature);
}

struct SearchProgress {
  std::int64_t step = 0;
  std::int64_t steps = 0;
  double best_energy = 0;
};

template <class Design>
struct SearchResult {
  Design best;
  double best_energy = 0;
};

/// Minimises energy(design). neighbour(design, rng) returns a modified design.
/// on_step(SearchProgress) is called after every step, and the search ends if it returns false. The
/// result depends only on the arguments and the state of `rng`.
template <class Design, class Neighbour, class Energy, class Proceed>
SearchResult<Design> local_search(Design initial, Neighbour&& neighbour, Energy&& energy,
                                  const Cooling& cooling, std::int64_t steps, Rng& rng,
                                  Proceed&& on_step) {
  Design current = std::move(initial);
  double current_energy = energy(std::as_const(current));
  SearchResult<Design> found{current, current_energy};
  for (std::int64_t step = 0; step < steps; ++step) {
    Design candidate = neighbour(std::as_const(current), rng);
    const double candidate_energy = energy(std::as_const(candidate));
    if (accepts(candidate_energy - current_energy, cooling.at(step, steps), rng)) {
      current = std::move(candidate);
      current_energy = candidate_energy;
      if (current_energy < found.best_energy) found = {current, current_energy};
    }
    if (!on_step(SearchProgress{step + 1, steps, found.best_energy})) break;
  }
  return found;
}

struct MazeModels {
  Advice advice;
  StateId start;
  std::shared_ptr<const ForwardModel> model;
  /// Predicts results from displaced poses. Null if unused.
  std::shared_ptr<const ForwardModel> trials;
};
using MakeMazeModels = std::function<MazeModels(std::shared_ptr<const Maze>)>;

struct MazeQuality {
  std::optional<int> optimum;  ///< moves of a shortest solution, if any
  /// Number of cells from the nearest reached cell to the target. 0 if the maze is solvable.
  int remaining = 0;
  int traps = 0;
  std::uint64_t solutions = 0;
  /// Expected number of solution moves that end differently from a displaced pose.
  double knife_edge = 0;
  /// Fraction of test runs of the solution that miss the target. 0 if the solution was not tested.
  double failing = 0;
};

/// Returns the weighted sum of a maze's defects. `moves` is the requested length of the solution.
[[nodiscard]] double maze_energy(const MazeQuality& quality, int moves);

struct MazeDesign {
  std::shared_ptr<const Maze> maze;
  std::vector<MapArc> solution;  ///< empty if unsolvable
  MazeQuality quality;
  double energy = 0;
};

/// Tests a solution and returns the fraction of runs that miss the target.
using Certifier = std::function<double(const MazeDesign&)>;

struct MazeEvaluator {
  MakeMazeModels make_models;
  Certifier certifier;  ///< null if solutions are not tested
  int moves = 0;        ///< requested length of the solution
  int jobs = 1;         ///< threads per map

  /// Rates a maze without calling the certifier.
  [[nodiscard]] MazeDesign evaluate(std::shared_ptr<const Maze> maze) const;
};

using MazeSearch = SearchResult<MazeDesign>;
/// Callback that receives the best design after every step. The search ends if it returns false.
using DesignProceed = std::function<bool(const SearchProgress&, const MazeDesign& best)>;

/// Searches from `maze` for at most `steps` wall exchanges. Calls the expensive certifier only for
/// a new best design whose solution has at least the requested length.
[[nodiscard]] MazeSearch improve_maze(const std::shared_ptr<const Maze>& maze,
                                      const MazeEvaluator& judge, const Cooling& cooling,
                                      std::int64_t steps, Rng& rng, const DesignProceed& on_step);

struct RookQuality {
  int unreaching = 0;
  int unreached = 0;
  int distance = 0;        ///< kUnreachable if there is no solution
  std::uint64_t ties = 0;  ///< shortest solutions minus one
  int choices = 0;  ///< squares with several jumps on a shortest solution, excluding the goal
};
[[nodiscard]] RookQuality rook_quality(const JumpMaze& maze);

/// Weights of the energy terms. A lower energy is better. The default is energy 1 of Neller's
/// slides.
struct RookWeights {
  double unreaching = 1;  ///< + for each square without a path to the goal
  double distance = 0;    ///< - for each move of a shortest solution (0 if there is none)
  double unreached = 0;   ///< + for each square that cannot be reached from the start
  double ties = 0;        ///< + for each shortest solution beyond the first, up to 10
  double choices = 0;     ///< - for each choice point along a shortest solution
};
/// Returns the weights of an energy:
///
///   "unreaching"  energy 1 of the slides, the number of unreaching squares
///   "distance"    energy 2 of the slides, rows * cols * unreaching - distance(start, goal)
///   "everything"  all criteria: every square on a path, and a long, unique solution with many
///                 choices
///
/// Throws BadInput for other names.
[[nodiscard]] RookWeights rook_weights(const std::string& energy, int rows, int cols);
[[nodiscard]] double rook_energy(const JumpMaze& maze, const RookWeights& weights);

struct RookRequest {
  int rows = 5;
  int cols = 5;
  int start = 0;
  int goal = -1;  ///< -1: the lower right corner
  std::int64_t steps = 5'000;
  std::string energy = "distance";
  /// Best schedule for the energy "distance" and this number of steps, on boards of 5 to 8 squares
  /// per side.
  Cooling cooling{.start = 1, .end = 0.1};
  UTurns u_turns = UTurns::allowed;
};

using RookDesign = SearchResult<JumpMaze>;

/// Throws BadInput for impossible boards, unknown energies and negative steps.
[[nodiscard]] RookDesign design_rook_maze(
    const RookRequest& request, Rng& rng,
    const std::function<bool(const SearchProgress&)>& on_step = [](const auto&) { return true; });

/// Returns the seed of the daily maze. Throws BadInput unless `date` is a valid date in the form
/// YYYY-MM-DD.
[[nodiscard]] std::uint64_t daily_seed(const std::string& date);

}  // namespace marblemaze

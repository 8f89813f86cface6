#include "agent/design/maze_designer.h"

#include <algorithm>
#include <limits>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/grid/wall_exchange.h"

namespace marblemaze {
namespace {

// Weights of the energy:
constexpr double kMove = 1;        // of each move by which the solution is shorter than asked for
constexpr double kRemaining = 3;   // of each cell from the nearest one reached to the target
constexpr double kTrap = 0.5;      // of each dead-end region
constexpr double kTie = 0.5;       // of each doubling of the number of shortest solutions
constexpr double kKnifeEdge = 8;   // of a sensitive move of the solution
constexpr double kFailing = 40;    // of a solution of which every displaced run misses the target

int cells_remaining(const StateMap& map, const Advice& advice) {
  double nearest = advice.distance(map.start());
  for (StateId state : map.states()) nearest = std::min(nearest, advice.distance(state));
  return static_cast<int>(nearest);
}

/// Expected number of moves of the solution that end otherwise.
double knife_edge(const ForwardModel& trials, const std::vector<MapArc>& solution) {
  double edge = 0;
  for (const MapArc& arc : solution) {
    if (arc.certain) continue;
    double right = 0;
    for (const Guess& guess : trials.predict(arc.from, arc.move).guesses)
      if (guess.to == arc.to) right += guess.probability;
    edge += std::max(0.0, 1 - right);
  }
  return edge < 1e-9 ? 0 : edge;
}

}  // namespace

double maze_energy(const MazeQuality& quality, int moves) {
  const double anyway = kTrap * quality.traps;
  if (!quality.optimum) return anyway + kMove * moves + kRemaining * quality.remaining;
  return anyway + kMove * std::max(0, moves - *quality.optimum) +
         kTie * binary_logarithm(static_cast<double>(quality.solutions)) +
         kKnifeEdge * quality.knife_edge + kFailing * quality.failing;
}

MazeDesign MazeJudge::judge(std::shared_ptr<const Maze> maze) const {
  const Foreseen foreseen = foresight(maze);
  const StateMap map = explore(*foreseen.model, *foreseen.advice.rules, foreseen.start, jobs);
  MazeDesign design{std::move(maze), map.solution(), {}, 0};
  MazeQuality& quality = design.quality;
  quality.optimum = map.optimum();
  quality.traps = static_cast<int>(map.traps().size());
  quality.solutions = map.shortest_solutions();
  if (!quality.optimum) quality.remaining = cells_remaining(map, foreseen.advice);
  if (foreseen.trials) quality.knife_edge = knife_edge(*foreseen.trials, design.solution);
  design.energy = maze_energy(quality, moves);
  return design;
}

MazeSearch improve_maze(std::shared_ptr<const Maze> maze, const MazeJudge& judge,
                        const Cooling& cooling, std::int64_t steps, Rng& rng,
                        const DesignProceed& proceed) {
  MazeDesign best;  // as the search keeps it, too: what beats all is never refused
  best.energy = std::numeric_limits<double>::infinity();
  const auto judged = [&](Maze candidate) {
    MazeDesign design = judge.judge(std::make_shared<const Maze>(std::move(candidate)));
    if (judge.certifier && design.quality.optimum >= judge.moves && design.energy < best.energy) {
      design.quality.failing = judge.certifier(design);
      design.energy = maze_energy(design.quality, judge.moves);
    }
    if (design.energy < best.energy) best = design;
    return design;
  };
  const auto neighbour = [&](const MazeDesign& design, Rng& chance) {
    return judged(exchanged(*design.maze, random_exchange(*design.maze, chance)));
  };
  const auto energy = [](const MazeDesign& design) { return design.energy; };
  return local_search(judged(*maze), neighbour, energy, cooling, steps, rng,
                      [&](const SearchProgress& progress) { return proceed(progress, best); });
}

}  // namespace marblemaze

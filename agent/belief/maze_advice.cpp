#include "agent/belief/maze_advice.h"

#include <cassert>

#include "maze/grid/theoretical_path.h"
#include "maze/world/maze_rules.h"

namespace marblemaze {

Advice maze_advice(std::shared_ptr<const Maze> maze,
                   std::shared_ptr<const OrientationScheme> scheme, double speed_threshold) {
  assert(maze && scheme);
  Advice advice;
  auto paths = std::make_shared<const TheoreticalPaths>(*maze);
  advice.maze = maze;
  advice.orientations = scheme->orientations();
  advice.rules = std::make_shared<const MazeRules>(maze, scheme);
  advice.distance = [paths, scheme](StateId state) {
    return static_cast<double>(paths->length(scheme->cell(state)));
  };
  advice.first_cell = std::make_shared<FirstCell>(maze, scheme);
  advice.predictor = std::make_shared<PathPredictor>(maze, scheme, speed_threshold);
  advice.seed = maze->origin().seed;
  return advice;
}

}  // namespace marblemaze

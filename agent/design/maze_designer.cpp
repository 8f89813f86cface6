#include "agent/design/maze_designer.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

// Weights of the energy terms.
constexpr double kMove = 1;       // per move that the solution is too short
constexpr double kRemaining = 3;  // per cell between the nearest reached cell and the target
constexpr double kTrap = 0.5;     // per dead-end region
constexpr double kTie = 0.5;      // per doubling of the number of shortest solutions
constexpr double kSensitive = 8;  // per sensitive move of the solution
constexpr double kFailing = 40;   // per fraction of displaced runs that miss the target

int cells_remaining(const StateMap& map, const Advice& advice) {
  double nearest = advice.distance(map.start());
  for (StateId state : map.states()) nearest = std::min(nearest, advice.distance(state));
  return static_cast<int>(nearest);
}

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

int missing(const std::vector<int>& distances) {
  return static_cast<int>(std::count(distances.begin(), distances.end(), kUnreachable));
}

int unreached_squares(const JumpMaze& maze, const JumpStates& states, const Digraph& graph) {
  std::vector<bool> reached(maze.squares(), false);
  const std::vector<int> distances = distances_from(graph, states.start());
  for (int state = 0; state < states.count(); ++state) {
    if (distances[state] != kUnreachable) reached[states.square(state)] = true;
  }
  return static_cast<int>(std::count(reached.begin(), reached.end(), false));
}

}  // namespace

double maze_energy(const MazeQuality& quality, int moves) {
  const double trap_energy = kTrap * quality.traps;
  if (!quality.optimum) return trap_energy + kMove * moves + kRemaining * quality.remaining;
  return trap_energy + kMove * std::max(0, moves - *quality.optimum) +
         kTie * binary_logarithm(static_cast<double>(quality.solutions)) +
         kSensitive * quality.knife_edge + kFailing * quality.failing;
}

MazeDesign MazeEvaluator::evaluate(std::shared_ptr<const Maze> maze) const {
  const MazeModels models = make_models(maze);
  const StateMap map = explore(*models.model, *models.advice.rules, models.start, jobs);
  MazeDesign design{std::move(maze), map.solution(), {}, 0};
  MazeQuality& quality = design.quality;
  quality.optimum = map.optimum();
  quality.traps = static_cast<int>(map.traps().size());
  quality.solutions = map.shortest_solutions();
  if (!quality.optimum) quality.remaining = cells_remaining(map, models.advice);
  if (models.trials) quality.knife_edge = knife_edge(*models.trials, design.solution);
  design.energy = maze_energy(quality, moves);
  return design;
}

MazeSearch improve_maze(const std::shared_ptr<const Maze>& maze, const MazeEvaluator& judge,
                        const Cooling& cooling, std::int64_t steps, Rng& rng,
                        const DesignProceed& on_step) {
  MazeDesign best;
  best.energy = std::numeric_limits<double>::infinity();
  const auto rated = [&](Maze candidate) {
    MazeDesign design = judge.evaluate(std::make_shared<const Maze>(std::move(candidate)));
    if (judge.certifier && design.quality.optimum >= judge.moves && design.energy < best.energy) {
      design.quality.failing = judge.certifier(design);
      design.energy = maze_energy(design.quality, judge.moves);
    }
    if (design.energy < best.energy) best = design;
    return design;
  };
  const auto neighbour = [&](const MazeDesign& design, Rng& chance) {
    return rated(exchanged(*design.maze, random_exchange(*design.maze, chance)));
  };
  const auto energy = [](const MazeDesign& design) { return design.energy; };
  return local_search(rated(*maze), neighbour, energy, cooling, steps, rng,
                      [&](const SearchProgress& progress) { return on_step(progress, best); });
}

RookQuality rook_quality(const JumpMaze& maze) {
  const JumpStates states(maze);
  const Digraph graph = states.graph();
  RookQuality quality;
  const std::vector<int> to_goal = maze.distances_to_goal();
  quality.unreaching = missing(to_goal);
  quality.unreached = unreached_squares(maze, states, graph);
  quality.distance = to_goal[maze.start];
  if (quality.distance == kUnreachable) return quality;
  const int goal = states.goal();
  quality.ties = count_shortest_paths(graph, states.start(), {&goal, 1}) - 1;
  for (int state : shortest_path(graph, states.start(), goal))
    quality.choices += graph.successors(state).size() > 1 ? 1 : 0;
  return quality;
}

RookWeights rook_weights(const std::string& energy, int rows, int cols) {
  const double squares = static_cast<double>(rows) * cols;
  if (energy == "unreaching") return {};
  if (energy == "distance") return {.unreaching = squares, .distance = 1};
  if (energy == "everything")
    return {.unreaching = 2 * squares,
            .distance = 2,
            .unreached = squares / 2,
            .ties = 3,
            .choices = 1};
  throw BadInput("energy", "'" + energy + "'", "unreaching, distance or everything");
}

double rook_energy(const JumpMaze& maze, const RookWeights& weights) {
  // Skips the graph searches of rook_quality(), with which a design takes almost five times as
  // long.
  if (weights.unreached == 0 && weights.ties == 0 && weights.choices == 0) {
    const std::vector<int> to_goal = maze.distances_to_goal();
    return weights.unreaching * missing(to_goal) -
           weights.distance * std::max(to_goal[maze.start], 0);
  }
  constexpr std::uint64_t kMaxTies = 10;
  const RookQuality quality = rook_quality(maze);
  return weights.unreaching * quality.unreaching -
         weights.distance * std::max(quality.distance, 0) + weights.unreached * quality.unreached +
         weights.ties * static_cast<double>(std::min(quality.ties, kMaxTies)) -
         weights.choices * quality.choices;
}

RookDesign design_rook_maze(const RookRequest& request, Rng& rng,
                            const std::function<bool(const SearchProgress&)>& on_step) {
  if (request.steps < 0) throw BadInput("steps", std::to_string(request.steps), "0 or more");
  for (double temperature : {request.cooling.start, request.cooling.end}) {
    if (!(temperature >= 0))
      throw BadInput("temperature", std::to_string(temperature), "0 or more");
  }
  const RookWeights weights = rook_weights(request.energy, request.rows, request.cols);
  JumpMaze maze = random_jump_maze(request.rows, request.cols, request.start, request.goal, rng);
  maze.u_turns = request.u_turns;
  return local_search(
      std::move(maze), random_neighbour,
      [&](const JumpMaze& candidate) { return rook_energy(candidate, weights); }, request.cooling,
      request.steps, rng, on_step);
}

std::uint64_t daily_seed(const std::string& date) {
  const bool shaped = date.size() == 10 && date[4] == '-' && date[7] == '-';
  const auto part = [&](std::size_t first, std::size_t length) {
    return shaped ? parse_number<unsigned>(std::string_view(date).substr(first, length))
                  : std::nullopt;
  };
  const auto year = part(0, 4), month = part(5, 2), day = part(8, 2);
  const std::chrono::year_month_day calendar{std::chrono::year(static_cast<int>(year.value_or(0))),
                                             std::chrono::month(month.value_or(0)),
                                             std::chrono::day(day.value_or(0))};
  if (!year || !calendar.ok())
    throw BadInput("date", "'" + date + "'", "a date in the form YYYY-MM-DD");
  return std::uint64_t{*year} * 10'000 + *month * 100 + *day;
}

}  // namespace marblemaze

#include "engine/rollouts/marble_designer.h"

#include <cmath>

#include <fmt/format.h>

#include "agent/belief/path_predictor.h"
#include "engine/rollouts/rollout_model.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

constexpr int kPredictedSteps = 6;   // six steps cost less than one step of the fast model
constexpr int kKnifeEdgeTrials = 8;  // trials per move, to find out if it is sensitive

/// Stage of the search. Solutions become longer or disappear in the more exact physics of the next
/// stage, so the first stages aim for more moves than requested.
struct Stage {
  std::string_view name;
  double aim;  // multiple of the requested length
  std::int64_t steps;
  Cooling cooling;  // in moves, like maze_energy()
};

class Designer {
 public:
  Designer(const DesignRequest& request, const DesignWatch& watch)
      : request_(request), watch_(watch), scheme_(request.setup.make_scheme()) {}

  MarbleDesign run() {
    try {
      const std::int64_t steps = request_.steps;
      improve({"predicted", 1.25, kPredictedSteps * steps, {1, 0.2}}, {predictor(), nullptr});
      improve({fast_physics().name, 1.1, steps, {0.5, 0.2}}, {trials(fast_physics()), nullptr});
      improve({bullet_physics().name, 1, steps, {0.25, 0.2}},
              {trials(bullet_physics()),
               [this](const MazeDesign& design) { return failing(design); }, 0, request_.jobs});
      const Certificate c = certify();
      return {labelled_maze(), c, c.optimum >= request_.moves && c.share() >= kEnoughReached};
    } catch (const Interrupted&) {
      if (!design_.maze) throw;
      return {labelled_maze(), std::nullopt};
    }
  }

 private:
  void improve(const Stage& stage, MazeEvaluator judge) {
    judge.moves = static_cast<int>(std::lround(stage.aim * request_.moves));
    design_ = improve_maze(design_.maze ? design_.maze : request_.setup.maze, judge, stage.cooling,
                           stage.steps, rng_,
                           [&](const SearchProgress& progress, const MazeDesign& best) {
                             design_ = best;
                             watch_(stage.name, progress, best);
                             return progress.best_energy > 0;
                           })
                  .best;
  }

  MazeModels predicted_models(const std::shared_ptr<const Maze>& maze) const {
    const double threshold = request_.setup.settings.agent.predictor_threshold;
    MazeModels known{maze_advice(maze, scheme_, threshold), {}, nullptr, nullptr};
    known.start = PathPredictor(maze, scheme_, threshold).settle(maze->start(), OrientationId(0));
    known.model = known.advice.predictor;
    return known;
  }

  MakeMazeModels predictor() const {
    return [this](const std::shared_ptr<const Maze>& maze) { return predicted_models(maze); };
  }

  MakeMazeModels trials(const MarbleWorldKind& physics) const {
    const auto single = std::make_shared<MoveCache>(), several = std::make_shared<MoveCache>();
    return [=, &physics, this](const std::shared_ptr<const Maze>& maze) {
      const auto world = std::make_shared<const MarbleWorld>(maze, request_.setup.control,
                                                             request_.setup.settings, physics);
      MazeModels known = predicted_models(maze);
      known.model = std::make_shared<RolloutModel>(world, RolloutSettings{}, single);
      known.trials = std::make_shared<RolloutModel>(
          world, RolloutSettings{kKnifeEdgeTrials, SolutionTest{}.displacement, request_.seed},
          several);
      return known;
    };
  }

  SuccessCount test_solution(const MazeDesign& design, const SolutionTest& trials) const {
    std::vector<MoveId> moves;
    for (const MapArc& arc : design.solution) moves.push_back(arc.move);
    const MarbleWorld world(design.maze, request_.setup.control, request_.setup.settings);
    return try_solution(world, moves, trials);
  }

  SolutionTest certificate_trials() const {
    SolutionTest trials;
    trials.seed = request_.seed;
    trials.jobs = request_.jobs;
    return trials;
  }

  /// Returns the fraction of runs that miss the target, or 0 if enough runs reach it. Stops early
  /// when too many runs have missed the target.
  double failing(const MazeDesign& design) const {
    SolutionTest trials = certificate_trials();
    trials.seed = ~request_.seed;  // random stream that differs from the certificate's
    trials.max_misses = static_cast<int>((1 - kEnoughReached) * trials.runs) + 1;
    const double share = test_solution(design, trials).share();
    return share >= kEnoughReached ? 0 : 1 - share;
  }

  /// Returns the best maze so far. Its generator is "design" with the seed of the request.
  Maze labelled_maze() const {
    const Maze& maze = *design_.maze;
    return {maze.grid(), maze.passages(), maze.start(), maze.target(), {"design", request_.seed}};
  }

  Certificate certify() const {
    Certificate c;
    c.maze = maze_hash(*design_.maze);
    c.world = bullet_physics().name;
    c.settings = settings_hash(request_.setup.settings);
    c.control = request_.setup.control;
    c.seed = request_.seed;
    c.moves = request_.moves;
    c.optimum = design_.quality.optimum;
    c.shortest_solutions = design_.quality.solutions;
    c.traps = design_.quality.traps;
    for (const MapArc& arc : design_.solution) {
      c.solution.push_back(arc.move.index);
      c.rests.push_back(cell_number(scheme_->cell(*arc.to)));
    }
    const SolutionTest trials = certificate_trials();
    const SuccessCount count = c.optimum ? test_solution(design_, trials) : SuccessCount{};
    c.runs = count.runs;
    c.reached = count.reached;
    c.displacement = trials.displacement;
    return c;
  }

  const DesignRequest& request_;
  const DesignWatch& watch_;
  std::shared_ptr<const OrientationScheme> scheme_;
  Rng rng_{request_.seed};
  MazeDesign design_;
};

}  // namespace

int solution_length_bound(const Grid& grid, ControlScheme control) {
  return grid.maze_cells() * orientations_of(control) / 2;
}

MarbleDesign design_marble_maze(const DesignRequest& request, const DesignWatch& watch) {
  Designer designer(request, watch);
  const Grid& grid = request.setup.maze->grid();
  const int most = solution_length_bound(grid, request.setup.control) - 1;
  if (request.moves < 1 || request.moves > most)
    throw BadInput("moves", std::to_string(request.moves),
                   fmt::format("1 to {}: the maximum number of moves that a {}x{}x{} maze can need",
                               most, grid.dims().x, grid.dims().y, grid.dims().z));
  if (request.steps < 0) throw BadInput("steps", std::to_string(request.steps), "at least 0");
  return designer.run();
}

}  // namespace marblemaze

#include "engine/experiments/marble_designer.h"

#include <cmath>

#include <fmt/format.h>

#include "agent/belief/world_advice.h"
#include "engine/rollouts/solution_trials.h"
#include "engine/rollouts/trial_model.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

constexpr int kPredictedSteps = 6;   // as many steps cost less than one in imagination
constexpr int kKnifeEdgeTrials = 8;  // runs of a move that tell whether it is sensitive
constexpr SolutionTrials kCertificateTrials{};

/// A stage of the search. The laws that follow are less forgiving than the ones before, so that
/// the first stages aim higher than what is asked for.
struct Stage {
  std::string_view name;
  double aim;  // times the length asked for
  std::int64_t steps;
  Cooling cooling;  // in moves, as maze_energy() counts
};

class Designer {
 public:
  explicit Designer(const DesignRequest& request)
      : request_(request), scheme_(request.setup.scheme()) {}

  MarbleDesign run(const DesignWatch& watch) {
    try {
      search(watch);
      return certified();
    } catch (const Interrupted&) {
      if (!design_.maze) throw;
      return {signed_maze(), std::nullopt};
    }
  }

 private:
  void search(const DesignWatch& watch) {
    const std::int64_t steps = request_.steps;
    bool go_on = true;
    const auto stage = [&](const Stage& what, MazeJudge judge) {
      judge.moves = static_cast<int>(std::lround(what.aim * request_.moves));
      design_ = improve_maze(design_.maze ? design_.maze : request_.setup.maze, judge, what.cooling,
                             go_on ? what.steps : 0, rng_,
                             [&](const SearchProgress& progress, const MazeDesign& best) {
                               design_ = best;
                               go_on = watch(what.name, progress, best);
                               return go_on && progress.best_energy > 0;
                             })
                    .best;
    };
    stage({"predicted", 1.25, kPredictedSteps * steps, {1, 0.2}}, {predictor(), nullptr, 0, 1});
    stage({fast_physics().name, 1.1, steps, {0.5, 0.2}}, {trials(fast_physics()), nullptr, 0, 1});
    stage({real_physics().name, 1, steps, {0.25, 0.2}},
          {trials(real_physics()), [this](const MazeDesign& design) { return failing(design); }, 0,
           request_.jobs});
  }

  Foreseen foreseen(const std::shared_ptr<const Maze>& maze) const {
    const double threshold = request_.setup.settings.agent.predictor_threshold;
    Foreseen known{maze_advice(maze, scheme_, threshold), {}, nullptr, nullptr};
    known.start = PathPredictor(maze, scheme_, threshold).settle(maze->start(), OrientationId(0));
    known.model = known.advice.predictor;
    return known;
  }

  Foresight predictor() const {
    return [this](const std::shared_ptr<const Maze>& maze) { return foreseen(maze); };
  }

  Foresight trials(const MarbleWorldKind& physics) const {
    const auto single = std::make_shared<MoveMemory>(), several = std::make_shared<MoveMemory>();
    return [=, &physics, this](const std::shared_ptr<const Maze>& maze) {
      const auto world = std::make_shared<const MarbleWorld>(maze, request_.setup.control,
                                                             request_.setup.settings, physics);
      Foreseen known = foreseen(maze);
      known.model = std::make_shared<TrialModel>(world, Trials{}, single);
      known.trials = std::make_shared<TrialModel>(
          world, Trials{kKnifeEdgeTrials, kCertificateTrials.displacement, request_.seed}, several);
      return known;
    };
  }

  TrialCount runs_of(const MazeDesign& design, const SolutionTrials& trials) const {
    std::vector<MoveId> moves;
    for (const MapArc& arc : design.solution) moves.push_back(arc.move);
    const MarbleWorld world(design.maze, request_.setup.control, request_.setup.settings);
    return try_solution(world, moves, trials);
  }

  /// The share of runs that miss the target, estimated once too many do; 0 where enough reach it.
  double failing(const MazeDesign& design) const {
    SolutionTrials trials = certificate_trials();
    trials.seed = ~request_.seed;  // the certificate is not to know the runs that were chosen by
    trials.most_misses = static_cast<int>((1 - kEnoughReached) * trials.runs) + 1;
    const double share = runs_of(design, trials).share();
    return share >= kEnoughReached ? 0 : 1 - share;
  }

  SolutionTrials certificate_trials() const {
    SolutionTrials trials = kCertificateTrials;
    trials.seed = request_.seed;
    trials.jobs = request_.jobs;
    return trials;
  }

  MarbleDesign certified() const {
    const Certificate certificate = certify();
    return {signed_maze(), certificate,
            certificate.optimum >= request_.moves && certificate.share() >= kEnoughReached};
  }

  /// The best maze so far, with the seed of the design.
  Maze signed_maze() const {
    const Maze& maze = *design_.maze;
    return {maze.grid(), maze.passages(), maze.start(), maze.target(), {"design", request_.seed}};
  }

  Certificate certify() const {
    Certificate c;
    c.maze = maze_hash(*design_.maze);
    c.world = real_physics().name;
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
    const TrialCount trials = c.optimum ? runs_of(design_, certificate_trials()) : TrialCount{};
    c.runs = trials.runs;
    c.reached = trials.reached;
    c.displacement = kCertificateTrials.displacement;
    return c;
  }

  const DesignRequest& request_;
  std::shared_ptr<const OrientationScheme> scheme_;
  Rng rng_{request_.seed};
  MazeDesign design_;
};

void refuse_nonsense(const DesignRequest& request) {
  const Grid& grid = request.setup.maze->grid();
  const int most = too_many_moves(grid, request.setup.control) - 1;
  if (request.moves < 1 || request.moves > most)
    throw BadInput("moves", std::to_string(request.moves),
                   fmt::format("1 to {}: a {}x{}x{} maze has no more states to rest in", most,
                               grid.dims().x, grid.dims().y, grid.dims().z));
  if (request.steps < 0) throw BadInput("steps", std::to_string(request.steps), "at least 0");
}

}  // namespace

int too_many_moves(const Grid& grid, ControlScheme control) {
  return grid.maze_cells() * orientations_of(control) / 2;
}

MarbleDesign design_marble_maze(const DesignRequest& request, const DesignWatch& watch) {
  Designer designer(request);
  refuse_nonsense(request);
  return designer.run(watch);
}

}  // namespace marblemaze

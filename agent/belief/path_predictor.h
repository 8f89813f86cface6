#pragma once

#include <climits>
#include <memory>
#include <string>

#include "agent/contracts/advice.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/puzzles/jump_maze.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Default of AgentSettings::predictor_threshold. With 8 orientations, all thresholds in (0, 0.577]
/// produce the same predictions: the marble crosses a hole after one straight cell (thesis, Figure
/// 33). With 24 orientations, the default requires one straight cell along the steepest direction.
inline constexpr double kDefaultPredictorThreshold = AgentSettings{}.predictor_threshold;

/// Path prediction of thesis 4.5 for all control schemes. A fast marble rolls straight across a
/// hole, and a slow marble falls into it.
///
/// With a limit of one cell, the predictor is the next-cell model of thesis 4.4. The next-cell
/// model assumes that the marble stays in the first cell that it enters.
class PathPredictor : public ForwardModel {
 public:
  /// Creates a predictor with the speed threshold of AgentSettings::predictor_threshold. The path
  /// ends after `max_cells` cells. Requires: neither pointer is null, and the maze supports the
  /// scheme.
  PathPredictor(std::shared_ptr<const Maze> maze, std::shared_ptr<const OrientationScheme> scheme,
                double predictor_threshold = kDefaultPredictorThreshold, int max_cells = INT_MAX);

  /// Returns the predicted resting state of a marble that is released in a cell of a stationary
  /// maze.
  [[nodiscard]] StateId settle(CellId cell, OrientationId orientation) const;

 private:
  /// Returns a single guess, which is a settled state.
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;
  [[nodiscard]] std::optional<StateId> do_most_likely(StateId from, MoveId move) const override;

  template <class Visit>
  CellId roll(CellId cell, OrientationId orientation, Visit visit) const;

  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
  double speed_threshold_;
  int max_cells_;
};

/// World that uses a forward model as its physics. Each move ends on the first tick in the
/// predicted state, or freezes if the model predicts freezing. With a PathPredictor, the world is
/// the idealised maze of the thesis, and a move takes microseconds.
class PredictedWorld : public DiscreteWorld {
 public:
  /// Creates a world that starts in the settled state `first`. Requires: no pointer is null, and
  /// the maze supports the scheme.
  PredictedWorld(std::string name, const std::shared_ptr<const Maze>& maze,
                 const std::shared_ptr<const OrientationScheme>& scheme,
                 std::shared_ptr<const ForwardModel> model, StateId first);

  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<PredictedWorld>(*this);
  }

 private:
  [[nodiscard]] std::optional<StateId> result_of(StateId state, MoveId move) const override {
    return model_->most_likely(state, move);
  }
  [[nodiscard]] bool exists(StateId state) const override {
    return maze_->grid().in_maze(scheme_->cell(state));
  }

  std::shared_ptr<const ForwardModel> model_;
  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
};

/// Returns the advice for a marble maze without a physics model: rules, theoretical distances in
/// cells, the next-cell model, and a path predictor with `predictor_threshold`. The advice seed is
/// the maze seed. Requires: neither pointer is null, and the maze supports the scheme.
[[nodiscard]] Advice maze_advice(const std::shared_ptr<const Maze>& maze,
                                 const std::shared_ptr<const OrientationScheme>& scheme,
                                 double predictor_threshold = kDefaultPredictorThreshold);

/// Returns the advice for a four-bit maze. The transition table remains hidden. The distance is 1
/// plus the number of lit lamps. The model predicts that a press changes no other lamp.
[[nodiscard]] Advice four_bit_advice();

/// Returns the advice for a jump maze. The predictor is exact, because the board is visible. The
/// next-cell model predicts the next square in the direction of the jump. The distance to the goal
/// is 1 plus the row and column differences.
[[nodiscard]] Advice jump_advice(JumpMaze maze);

}  // namespace marblemaze

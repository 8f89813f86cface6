#pragma once

#include <memory>
#include <string>

#include "agent/contracts/advice.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/puzzles/jump_maze.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Default of AgentSettings::predictor_threshold. With 8 orientations, all thresholds in (0, 0.577]
/// produce the same predictions: one straight cell is enough to carry the marble over a hole, as in
/// Figure 33 of the thesis. With 24 orientations, whose shallowest slope has a projection of about
/// 0.3, the default means that one straight cell along the steepest direction is enough.
inline constexpr double kDefaultSpeedThreshold = AgentSettings{}.predictor_threshold;

/// The recursive path prediction of thesis 4.5, for any control scheme. It does not simulate
/// physics: the marble rolls straight across a hole if it is fast enough, and falls into the hole
/// if it is not (agent/belief/path_predictor.cpp).
class PathPredictor : public ForwardModel {
 public:
  /// Creates a predictor. The threshold is a sum of projections
  /// (AgentSettings::predictor_threshold). Requires: neither pointer is null, and the maze supports
  /// the scheme.
  PathPredictor(std::shared_ptr<const Maze> maze, std::shared_ptr<const OrientationScheme> scheme,
                double speed_threshold = kDefaultSpeedThreshold);

  /// Returns the state in which a marble is predicted to settle if it is released in a cell and the
  /// maze does not move.
  [[nodiscard]] StateId settle(CellId cell, OrientationId orientation) const;

 private:
  /// Returns one guess, which is always a settled state. The path starts at the current cell and
  /// ends where the marble rests.
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;
  [[nodiscard]] std::optional<StateId> do_most_likely(StateId from, MoveId move) const override;

  template <class Visit>
  CellId roll(CellId cell, OrientationId orientation, Visit visit) const;

  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
  double speed_threshold_;
};

/// A model that knows only the first cell that the marble enters after a move (thesis 4.4). The
/// walls around the resting marble determine this cell with certainty. The model predicts that the
/// marble stays in this cell.
class FirstCell : public ForwardModel {
 public:
  FirstCell(std::shared_ptr<const Maze> maze, std::shared_ptr<const OrientationScheme> scheme);

 private:
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;

  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
};

/// A world whose physics is a forward model: each move ends on its first tick in the state that the
/// model predicts, or freezes if the model predicts freezing. With the path predictor, it is the
/// thesis's idealised maze, and one move takes microseconds. Copies share the rules and the model.
class PredictedWorld : public DiscreteWorld {
 public:
  /// Creates a world that starts in the settled state `first`. `name` is its name in Traits.
  /// Requires: no pointer is null, and the maze supports the scheme.
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

/// Returns the advice that planners can get without acting on a marble maze: its rules, theoretical
/// distances in cells, the next cell and the path predictor, which uses `speed_threshold`. The
/// advice contains no model of the physics. Its seed is the seed of the maze. Requires: neither
/// pointer is null, and the maze supports the scheme.
[[nodiscard]] Advice maze_advice(const std::shared_ptr<const Maze>& maze,
                                 const std::shared_ptr<const OrientationScheme>& scheme,
                                 double speed_threshold = kDefaultSpeedThreshold);

/// Returns the facts about a four-bit maze that are known without pressing a button: pressing a lit
/// lamp turns it off, and pressing an unlit lamp does nothing. The rest of the table is hidden. The
/// distance is the number of lit lamps. The prediction is that a press changes no other lamp.
[[nodiscard]] Advice four_bit_advice();

/// Returns the advice for a jump maze, in which everything is visible, so the predictor is exact.
/// For searches that look only one cell ahead, this is the next square in the direction of the
/// jump. Distances count squares to the goal along rows and columns, as if the marble could move in
/// single steps.
[[nodiscard]] Advice jump_advice(JumpMaze maze);

}  // namespace marblemaze

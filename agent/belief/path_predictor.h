#pragma once

#include <memory>
#include <string>

#include "agent/contracts/advice.h"
#include "agent/contracts/agent_settings.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Any threshold in (0, 0.577] is the same with 8 orientations: one straight cell is enough to
/// carry the marble over a hole, as the thesis's Figure 33 shows. With 24, whose shallowest slope
/// has a projection of about 0.3, it says that one straight cell down it does just as well.
inline constexpr double kDefaultSpeedThreshold = AgentSettings{}.predictor_threshold;

/// The recursive path prediction of thesis 4.5, for any scheme. It never looks at physics: a marble
/// goes on straight when it has gathered speed and falls otherwise
/// (agent/belief/path_predictor.cpp).
class PathPredictor : public ForwardModel {
 public:
  /// Neither pointer may be null; the scheme must be one that the maze can have. The threshold is a
  /// sum of projections (AgentSettings::predictor_threshold).
  PathPredictor(std::shared_ptr<const Maze> maze, std::shared_ptr<const OrientationScheme> scheme,
                double speed_threshold = kDefaultSpeedThreshold);

  /// Where a marble let go in a cell is predicted to settle while the maze stands still.
  [[nodiscard]] StateId settle(CellId cell, OrientationId orientation) const;

 private:
  /// One guess, always settled; the path starts at the present cell and ends
  /// where the marble rests.
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;
  [[nodiscard]] std::optional<StateId> do_likeliest(StateId from, MoveId move) const override;

  template <class Visit>
  CellId roll(CellId cell, OrientationId orientation, Visit visit) const;

  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
  double speed_threshold_;
};

/// Knows only the first cell entered after a move (thesis 4.4), which the walls around the resting
/// marble decide beyond doubt. Its guess is that the marble stays there.
class FirstCell : public ForwardModel {
 public:
  FirstCell(std::shared_ptr<const Maze> maze, std::shared_ptr<const OrientationScheme> scheme);

 private:
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;

  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
};

/// The maze under a forward model alone: a move ends where the model says, on its first tick, and
/// freezes where the model expects that. With the path predictor it is the thesis's idea of the
/// maze made exact, at microseconds a move. Copies share rules and model.
class PredictedWorld : public DiscreteWorld {
 public:
  /// `first` is the settled state in which a run begins, `name` the one in Traits. No pointer may
  /// be null, and the scheme must be one that the maze can have.
  PredictedWorld(std::string name, const std::shared_ptr<const Maze>& maze,
                 const std::shared_ptr<const OrientationScheme>& scheme,
                 std::shared_ptr<const ForwardModel> model, StateId first);

  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<PredictedWorld>(*this);
  }

 private:
  [[nodiscard]] std::optional<StateId> result_of(StateId state, MoveId move) const override {
    return model_->likeliest(state, move);
  }
  [[nodiscard]] bool exists(StateId state) const override {
    return maze_->grid().in_maze(scheme_->cell(state));
  }

  std::shared_ptr<const ForwardModel> model_;
  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
};

}  // namespace marblemaze

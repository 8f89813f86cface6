#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <utility>
#include <vector>

#include "agent/contracts/advice.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"
#include "engine/sim/physics_settings.h"
#include "maze/grid/maze.h"

namespace marblemaze {

struct WallProperty {
  int index;
  std::uint8_t value;
};

/// Cache of simulated moves for searches over mazes that differ in one or two walls.
///
/// A simulation is deterministic and depends on the maze only through the walls near the marble.
/// The cache stores each result together with the walls that the marble encountered. In another
/// maze with the same walls, the result is bit-identical, so the cache affects only the cost of
/// predictions. The cache is thread-safe.
class MoveCache {
 public:
  /// Returns the cached result of a move, if any. `value(index)` returns a wall property of the
  /// current maze.
  [[nodiscard]] std::optional<Prediction> find(const StateMove& move, const auto& value) const {
    const std::shared_lock lock(mutex_);
    const auto results = results_.find(move);
    if (results == results_.end()) return std::nullopt;
    for (const auto& [walls, prediction] : results->second)
      if (std::all_of(walls.begin(), walls.end(),
                      [&](const WallProperty& p) { return value(p.index) == p.value; }))
        return prediction;
    return std::nullopt;
  }

  void add(const StateMove& move, std::vector<WallProperty> walls, Prediction prediction) {
    const std::unique_lock lock(mutex_);
    results_[move].emplace_back(std::move(walls), std::move(prediction));
  }

 private:
  mutable std::shared_mutex mutex_;
  std::map<StateMove, std::vector<std::pair<std::vector<WallProperty>, Prediction>>> results_;
};

struct RolloutSettings {
  /// The first run starts from the exact pose, the others from displaced poses.
  int runs = 1;
  double displacement = 0;  ///< maximum displacement along each axis (cells)
  std::uint64_t seed = 1;
};

/// Forward model that simulates moves in copies of a marble world, starting from the canonical pose
/// of a state (thesis 4.6: "run the simulation in the background"). With several runs, the
/// prediction is a probability distribution, most likely result first. Each run has different
/// actuator noise, which depends only on the state and the move. The model is thread-safe.
class RolloutModel : public ForwardModel {
 public:
  /// Models of mazes that differ only in their walls can share a cache, which is used for canonical
  /// poses. Requires: the prototype is not null, and trials.runs is at least 1.
  explicit RolloutModel(std::shared_ptr<const MarbleWorld> prototype, RolloutSettings trials = {},
                        std::shared_ptr<MoveCache> cache = nullptr);
  /// Creates a model with several prototypes. Run i uses prototype i modulo the number of
  /// prototypes.
  explicit RolloutModel(std::vector<std::shared_ptr<const MarbleWorld>> prototypes,
                        RolloutSettings trials, std::shared_ptr<MoveCache> cache = nullptr);

  /// The path contains the cells through which the centre of the marble passes in the first run.
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;
  [[nodiscard]] std::vector<Prediction> do_predict_all(
      std::span<const StateMove> moves) const override;

 private:
  class WallLog;

  void add_copies(StateId state, MoveId move, std::vector<MarbleWorld>& worlds) const;
  [[nodiscard]] bool canonical(StateId state) const;
  [[nodiscard]] std::uint8_t property(int index) const;
  [[nodiscard]] std::vector<Prediction> try_moves(std::span<const StateMove> moves,
                                                  WallLog* log) const;

  std::vector<std::shared_ptr<const MarbleWorld>> prototypes_;
  RolloutSettings trials_;
  std::shared_ptr<MoveCache> cache_;
};

/// Returns a forward model that uses fast_physics(). The model simulates each move in 17 worlds:
/// one with these settings, and 16 with perturbed settings. The perturbation is about as large as
/// the difference between Bullet and the fast model, so a move with the same result in all 17
/// worlds almost always has this result in Bullet. The time for which a marble balances on an edge
/// between cells is also uncertain. Therefore, the perturbed worlds multiply the rest energy, below
/// which a marble counts as frozen, by up to 20.
///
/// `parameter_error` scales the perturbation, which is at most 3% for 1. Poses are perturbed only
/// slightly, because walls guide the marble from any position in its corner.
[[nodiscard]] std::shared_ptr<const ForwardModel> fast_trials(
    const std::shared_ptr<const Maze>& maze, ControlScheme control, const PhysicsSettings& settings,
    double parameter_error = 1);

/// Returns `copies` worlds with fast_physics() and a noise-free platform, which are stepped in
/// parallel lanes. Requires: the maze is not null, and `copies` is at least 1.
[[nodiscard]] std::unique_ptr<TiltRollouts> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                                             const PhysicsSettings& settings,
                                                             std::size_t copies);

/// The marble is displaced before each move, and each run has different actuator noise.
struct SolutionTest {
  int runs = 100;
  double displacement = 1e-3;  ///< maximum displacement along each axis (cells)
  std::uint64_t seed = 1;
  int jobs = 1;  ///< number of threads; does not affect the result
  /// Number of failed runs after which the simulation stops.
  int max_misses = 1000000;
};

struct SuccessCount {
  int runs = 0;     ///< fewer than requested if the simulation stopped early
  int reached = 0;  ///< runs in which the marble came to rest in the target after any move

  [[nodiscard]] double share() const { return runs > 0 ? static_cast<double>(reached) / runs : 0; }
};

/// Counts how often `moves` lead from the start to the target of the world. Each move begins where
/// the marble came to rest, instead of in the canonical pose of the state. A run ends if the marble
/// freezes.
[[nodiscard]] SuccessCount try_solution(const MarbleWorld& world, std::span<const MoveId> moves,
                                        const SolutionTest& trials);

}  // namespace marblemaze

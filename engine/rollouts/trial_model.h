#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agent/contracts/advice.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"
#include "engine/sim/physics_settings.h"
#include "maze/base/random.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// A question about the walls on which a move depends, with the answer.
struct WallAnswer {
  int question;
  std::uint8_t answer;
};

/// Stores the results of moves tried in other mazes, for searches among mazes that differ in one or
/// two walls.
///
/// A simulation is deterministic and depends on the maze only through the walls near the marble.
/// The results of one move from one state, over all mazes, therefore form a decision tree: each
/// inner node asks for the walls that the marble meets next, each answer leads to another node, and
/// the leaves contain the results. The same answers always give bit-identical results, so this
/// memory affects only the cost of a prediction. Safe to use from several threads.
class MoveMemory {
 public:
  /// Returns the result of a move if it is known. `answer(question)` describes the current maze.
  template <class Answer>
  [[nodiscard]] std::optional<Prediction> recall(StateId state, MoveId move,
                                                 Answer&& answer) const {
    const Shelf& shelf = shelves_[shelf_of(state, move)];
    const std::lock_guard lock(shelf.mutex);
    const auto tree = shelf.trees.find(key(state, move));
    if (tree == shelf.trees.end()) return std::nullopt;
    int node = 0;
    while (tree->second[static_cast<std::size_t>(node)].question >= 0) {
      const Node& here = tree->second[static_cast<std::size_t>(node)];
      node = here.next(answer(here.question));
      if (node < 0) return std::nullopt;
    }
    return tree->second[static_cast<std::size_t>(node)].outcome;
  }

  /// Stores a result. Requires: no question occurs twice.
  void remember(StateId state, MoveId move, const std::vector<WallAnswer>& answers,
                Prediction outcome);

 private:
  // Large enough that threads rarely need the same shelf.
  static constexpr std::size_t kShelves = 61;

  struct Node {
    int question = -1;  // -1 for a leaf
    std::vector<std::pair<std::uint8_t, int>> branches;
    Prediction outcome;

    [[nodiscard]] int next(std::uint8_t answer) const {
      for (const auto& [given, node] : branches)
        if (given == answer) return node;
      return -1;
    }
  };
  using Tree = std::vector<Node>;
  struct Shelf {
    mutable std::mutex mutex;
    std::unordered_map<std::int64_t, Tree> trees;
  };

  static std::int64_t key(StateId state, MoveId move) {
    return std::int64_t{state.index} * 64 + move.index;
  }
  static std::size_t shelf_of(StateId state, MoveId move) {
    return static_cast<std::size_t>(key(state, move)) % kShelves;
  }

  std::array<Shelf, kShelves> shelves_;
};

/// Settings of trial runs in copies of a world.
struct Trials {
  int runs = 1;  ///< the first run starts from the exact pose, the others from displaced poses
  double displacement = 0;  ///< maximum displacement along each axis, cells
  std::uint64_t seed = 1;   ///< seed of the displacements
};

/// A ForwardModel that tries moves in copies of a marble world, from the canonical pose of a state:
/// the thesis's "run the simulation in the background" (4.6). With several runs, the guesses are a
/// distribution, with the most likely result first. Each run resamples the actuator noise; the same
/// state and move always get the same noise. Safe to use from several threads.
class TrialModel : public ForwardModel {
 public:
  /// Creates a model whose copies share the prototype's maze, physics and settings. Models that
  /// differ only in the walls of their mazes may share a memory, which is used for canonical poses.
  /// Requires: the prototype is not null, and trials.runs is at least 1.
  explicit TrialModel(std::shared_ptr<const MarbleWorld> prototype, Trials trials = {},
                      std::shared_ptr<MoveMemory> memory = nullptr);
  /// Creates a model whose runs cycle through several prototypes, which differ in their physics or
  /// settings. The first run uses the first prototype.
  explicit TrialModel(std::vector<std::shared_ptr<const MarbleWorld>> prototypes, Trials trials,
                      std::shared_ptr<MoveMemory> memory = nullptr);

  /// Returns the results. The path lists the cells through which the centre of the marble passes in
  /// the first run.
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;
  /// Plays all copies of all moves together, so few lanes are idle.
  [[nodiscard]] std::vector<Prediction> do_predict_all(
      std::span<const StateMove> moves) const override;
  [[nodiscard]] std::optional<StateId> do_most_likely(StateId from, MoveId move) const override;

 private:
  class Inquiry;

  [[nodiscard]] MarbleWorld copy_at(StateId state, MoveId move, int run) const;
  void add_copies(StateId state, MoveId move, std::vector<MarbleWorld>& worlds) const;
  [[nodiscard]] bool canonical(StateId state) const;
  [[nodiscard]] std::uint8_t answer(int question) const;
  [[nodiscard]] std::vector<Prediction> try_moves(std::span<const StateMove> moves,
                                                  Inquiry* inquiry) const;

  std::vector<std::shared_ptr<const MarbleWorld>> prototypes_;
  Trials trials_;
  std::shared_ptr<MoveMemory> memory_;
};

/// Returns the forward model of the fast physics. It tries each move in 17 worlds, one with the
/// given settings and the others with perturbed settings, because the difference between Bullet and
/// the fast model is about as large as the perturbation. A move that has the same result in all 17
/// worlds almost always has this result in Bullet as well. The time that a marble spends balanced
/// on an edge between cells is also uncertain, so the perturbed worlds count a marble as frozen at
/// up to 20 times the rest energy.
///
/// `parameter_error` scales the perturbation: 1 for at most 3 %. Poses are hardly perturbed,
/// because walls guide a marble from any position in its corner.
[[nodiscard]] std::shared_ptr<const ForwardModel> fast_trials(
    const std::shared_ptr<const Maze>& maze, ControlScheme control, const PhysicsSettings& settings,
    double parameter_error = 1);

/// Returns perturbed settings for fast_trials().
[[nodiscard]] PhysicsSettings somewhat_off(PhysicsSettings settings, double parameter_error,
                                           Rng& rng);

/// Returns `copies` copies of a maze under the fast physics, stepped in lanes, with a noise-free
/// platform. Requires: the maze is not null, and `copies` is at least 1.
[[nodiscard]] std::unique_ptr<TiltTrials> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                                           const PhysicsSettings& settings,
                                                           std::size_t copies);

/// Settings of runs of a whole solution from the start. The marble is displaced before each move,
/// and each run resamples the actuator noise.
struct SolutionTrials {
  int runs = 100;
  double displacement = 1e-3;  ///< maximum displacement along each axis, cells
  std::uint64_t seed = 1;      ///< seed of the displacements
  int jobs = 1;                ///< number of threads; the result does not depend on it
  /// Number of runs that may miss the target before the test stops.
  int most_misses = 1000000;
};

/// Number of runs of a solution, and of runs that reached the target.
struct TrialCount {
  int runs = 0;     ///< fewer than requested if too many runs missed
  int reached = 0;  ///< runs that came to rest in the target, perhaps before the last move

  /// Returns the fraction of runs that reached the target, 0 to 1; 0 without any run.
  [[nodiscard]] double share() const { return runs > 0 ? static_cast<double>(reached) / runs : 0; }
};

/// Plays `moves` from the start of the world. The marble continues from where it came to rest, not
/// from the canonical pose of its state. A run ends when the marble freezes.
[[nodiscard]] TrialCount try_solution(const MarbleWorld& world, std::span<const MoveId> moves,
                                      const SolutionTrials& trials);

}  // namespace marblemaze

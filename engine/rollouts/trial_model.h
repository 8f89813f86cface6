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

/// Question about the walls that affect a move, with its answer.
struct WallAnswer {
  int question;
  std::uint8_t answer;
};

/// Cache of simulated moves for searches over mazes that differ in one or two walls.
///
/// A simulation is deterministic and depends on the maze only through the walls near the marble.
/// For one move from one state, the results in all mazes form a decision tree: each inner node asks
/// for the walls that the marble encounters next, each edge is an answer, and each leaf contains a
/// result. Equal answers lead to bit-identical results, so the cache affects only the cost of
/// predictions. Safe to use from several threads.
class MoveMemory {
 public:
  /// Returns the result of a move if it is cached. `answer(question)` describes the current maze.
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

  /// Stores the result of a move. Requires: each question occurs once.
  void remember(StateId state, MoveId move, const std::vector<WallAnswer>& answers,
                Prediction outcome);

 private:
  // Enough shelves that threads rarely contend for one.
  static constexpr std::size_t kShelves = 61;

  // -1 for a leaf.
  struct Node {
    int question = -1;
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

/// Settings of trial runs, which simulate moves in copies of a world.
struct Trials {
  /// Number of runs; the first starts from the exact pose, the others from displaced poses.
  int runs = 1;
  double displacement = 0;  ///< maximum displacement along each axis, cells
  std::uint64_t seed = 1;   ///< seed of the displacements
};

/// Forward model that simulates moves in copies of a marble world, starting from the canonical pose
/// of a state (thesis 4.6: "run the simulation in the background"). With several runs, the
/// prediction is a distribution, sorted by probability. Each run has different actuator noise, but
/// a given state and move always have the same noise. Safe to use from several threads.
class TrialModel : public ForwardModel {
 public:
  /// Creates a model whose copies share the maze, physics and settings of the prototype. Models
  /// whose mazes differ only in their walls can share a memory, which is used for canonical poses.
  /// Requires: the prototype is not null, and trials.runs is at least 1.
  explicit TrialModel(std::shared_ptr<const MarbleWorld> prototype, Trials trials = {},
                      std::shared_ptr<MoveMemory> memory = nullptr);
  /// Creates a model with several prototypes, which differ in their physics or settings. Run i uses
  /// prototype i modulo their number.
  explicit TrialModel(std::vector<std::shared_ptr<const MarbleWorld>> prototypes, Trials trials,
                      std::shared_ptr<MoveMemory> memory = nullptr);

  /// Returns the distribution of results. The path contains the cells through which the centre of
  /// the marble passes in the first run.
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;
  /// Simulates all runs of all moves in one batch, which keeps the lanes busy.
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

/// Returns a forward model that uses the fast physics. It simulates each move in 17 worlds: one
/// with these settings, and 16 with perturbed settings. The perturbation is about as large as the
/// difference between Bullet and the fast model, so a move with the same result in all 17 worlds
/// almost always has this result in Bullet. The time for which a marble balances on an edge between
/// cells is also uncertain. Therefore, the perturbed worlds multiply the rest energy, below which a
/// marble counts as frozen, by up to 20.
///
/// `parameter_error` scales the perturbation, which is at most 3 % for 1. Poses are perturbed only
/// slightly, because walls guide the marble from any position in its corner.
[[nodiscard]] std::shared_ptr<const ForwardModel> fast_trials(
    const std::shared_ptr<const Maze>& maze, ControlScheme control, const PhysicsSettings& settings,
    double parameter_error = 1);

/// Returns perturbed settings for fast_trials().
[[nodiscard]] PhysicsSettings somewhat_off(PhysicsSettings settings, double parameter_error,
                                           Rng& rng);

/// Returns `copies` worlds with the fast physics and a noise-free platform, which are stepped in
/// parallel lanes. Requires: the maze is not null, and `copies` is at least 1.
[[nodiscard]] std::unique_ptr<TiltTrials> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                                           const PhysicsSettings& settings,
                                                           std::size_t copies);

/// Settings for simulating a solution from the start. The marble is displaced before each move, and
/// each run has different actuator noise.
struct SolutionTrials {
  int runs = 100;
  double displacement = 1e-3;  ///< maximum displacement along each axis, cells
  std::uint64_t seed = 1;      ///< seed of the displacements
  int jobs = 1;                ///< number of threads; does not affect the result
  /// The test stops after this number of runs that do not reach the target.
  int most_misses = 1000000;
};

/// Number of runs of a solution, and number of runs that reached the target.
struct TrialCount {
  int runs = 0;     ///< fewer than requested if the test stopped early
  int reached = 0;  ///< runs that came to rest in the target after any move

  /// Returns the fraction of runs that reached the target, or 0 if there are no runs.
  [[nodiscard]] double share() const { return runs > 0 ? static_cast<double>(reached) / runs : 0; }
};

/// Plays `moves` from the start of the world. Each move begins where the marble came to rest,
/// rather than from the canonical pose of the state. A run ends if the marble freezes.
[[nodiscard]] TrialCount try_solution(const MarbleWorld& world, std::span<const MoveId> moves,
                                      const SolutionTrials& trials);

}  // namespace marblemaze

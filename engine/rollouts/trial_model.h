#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agent/contracts/advice.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"

namespace marblemaze {

/// A question about the walls that a move depends on, with the answer.
struct WallAnswer {
  int question;
  std::uint8_t answer;
};

/// Remembers the results of moves tried in other mazes, for searches among mazes that differ in one
/// or two walls.
///
/// A simulation is deterministic and depends on the maze only through the walls near the marble.
/// The results of one move from one state, over all mazes, therefore form a decision tree: each
/// inner node asks for the walls that the marble meets next, each answer leads to another node, and
/// the leaves contain the results. Equal answers give bit-identical results, so a memory affects
/// only the cost of a prediction. Safe to use from several threads.
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

  /// Stores an outcome. Requires: no question occurs twice.
  void remember(StateId state, MoveId move, const std::vector<WallAnswer>& answers,
                Prediction outcome);

 private:
  static constexpr std::size_t kShelves =
      61;  // large enough that threads rarely need the same shelf

  struct Node {
    int question = -1;  // -1 in a leaf
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
  int runs = 1;             ///< the first from the exact pose, the others displaced
  double displacement = 0;  ///< largest displacement along each axis, cells
  std::uint64_t seed = 1;   ///< seed of the displacements
};

/// A ForwardModel that tries moves in copies of a marble world, from the canonical pose of a state:
/// the thesis's "run the simulation in the background" (4.6). With several runs the guesses are a
/// distribution, with the most likely result first. Each run resamples the actuator noise; equal
/// states and moves get equal noise. Safe to use from several threads.
class TrialModel : public ForwardModel {
 public:
  /// Makes a model whose copies share the prototype's maze, physics and settings. Models that
  /// differ only in the walls of their mazes may share a memory; it serves canonical poses.
  /// Requires: the prototype is not null, and trials.runs is at least 1.
  explicit TrialModel(std::shared_ptr<const MarbleWorld> prototype, Trials trials = {},
                      std::shared_ptr<MoveMemory> memory = nullptr);
  /// Makes a model whose runs cycle through several prototypes, which differ in their physics or
  /// settings. The first run uses the first prototype.
  explicit TrialModel(std::vector<std::shared_ptr<const MarbleWorld>> prototypes, Trials trials,
                      std::shared_ptr<MoveMemory> memory = nullptr);

  /// Returns the outcomes; the path lists the cells that the marble's centre passes in the first
  /// run.
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;
  /// Plays all copies of all moves together, so that few lanes are idle.
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

}  // namespace marblemaze

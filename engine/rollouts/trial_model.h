#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "agent/contracts/forward_model.h"
#include "engine/rollouts/move_memory.h"
#include "engine/world/batch_rollout.h"
#include "engine/world/marble_world.h"

namespace marblemaze {

/// How a move is tried in a copy of the world.
struct Trials {
  int runs = 1;             ///< the first from the very pose, the others displaced; each draws anew
  double displacement = 0;  ///< cells: the largest along each axis
  std::uint64_t seed = 1;   ///< of the displacements; the same for equal states and moves
};

/// A ForwardModel that tries moves in copies of a marble world (the thesis's "run the simulation in
/// the background", 4.6), from the canonical pose of a state. With several runs the guesses are a
/// distribution, likeliest first. The noise of the actuator (PhysicsSettings::Drive) is drawn
/// anew for each run, the same for equal states and moves. Safe to use from many threads.
class TrialModel : public ForwardModel {
 public:
  /// Copies share the prototype's maze, physics and settings. Precondition: the prototype is not
  /// null and cloneable, and trials.runs is at least 1. A memory may be shared by
  /// models that differ in nothing but the walls of their mazes; it serves canonical poses.
  explicit TrialModel(std::shared_ptr<const MarbleWorld> prototype, Trials trials = {},
                      std::shared_ptr<MoveMemory> memory = nullptr);
  /// The runs take turns among several prototypes, which differ in their physics or settings. The
  /// first run, and likeliest() where there is only one, are the first prototype's.
  explicit TrialModel(std::vector<std::shared_ptr<const MarbleWorld>> prototypes, Trials trials,
                      std::shared_ptr<MoveMemory> memory = nullptr);

  /// The path lists the cells that the marble's centre passes in the first run.
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override;
  /// All copies of all moves in lanes, so that few lanes stand idle.
  [[nodiscard]] std::vector<Prediction> do_predict_all(
      std::span<const StateMove> moves) const override;
  [[nodiscard]] std::optional<StateId> do_likeliest(StateId from, MoveId move) const override;

 private:
  class Inquiry;

  [[nodiscard]] std::unique_ptr<MarbleWorld> copy_at(StateId state, MoveId move, int run) const;
  [[nodiscard]] std::uint64_t stream_of(StateId state, MoveId move, int run) const;
  void add_copies(StateId state, MoveId move,
                  std::vector<std::unique_ptr<MarbleWorld>>& worlds) const;
  [[nodiscard]] bool canonical(StateId state) const;
  [[nodiscard]] std::uint8_t answer(int question) const;
  [[nodiscard]] std::vector<Prediction> try_moves(std::span<const StateMove> moves,
                                                  Inquiry* inquiry) const;

  std::vector<std::shared_ptr<const MarbleWorld>> prototypes_;
  Trials trials_;
  std::shared_ptr<MoveMemory> memory_;
};

}  // namespace marblemaze

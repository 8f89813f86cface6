#pragma once

#include <array>

#include "engine/imagined/imagined_marble.h"

namespace marblemaze {

/// Up to four imagined marbles that are stepped side by side, each in a lane of the processor's
/// vector registers. A lane does to its marble, bit for bit, what its back end's own step() would.
/// Lanes never influence each other: marbles may be in different phases of a move, have different
/// laws and roll in different mazes.
///
/// Precondition of all functions: 0 <= lane < kLanes. None throws.
class ImaginedLanes {
 public:
  /// All lanes are empty. Uses AVX2 where the processor has it; the results are the same.
  ImaginedLanes();

  /// Takes a marble in, which must outlive its stay. To be called again when the marble has been
  /// changed by anything but step(): braked, released or restored.
  void load(int lane, ImaginedMarble& marble);
  void empty(int lane);
  /// Steps all marbles once; each marble's own numbers are up to date afterwards. `torques` in N m
  /// about the hinge; those of empty lanes are not used.
  void step(const std::array<double, kLanes>& torques);

 private:
  struct State;
  struct Touch;
  static void step_all(State& state);
  static void step_all_avx2(State& state);

  struct State {
    ImaginedLaws<Lanes> laws{};
    ImaginedBodies<Lanes> bodies{};
    ImaginedContacts<Lanes> contacts{};
    std::array<ImaginedMarble*, kLanes> marbles{};
    Lanes torque{};
  };
  State state_;
  void (*step_)(State&);
};

}  // namespace marblemaze

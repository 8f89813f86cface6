#pragma once

#include <array>

#include "engine/imagined/imagined_mechanics.h"

namespace marblemaze {

/// Up to four imagined marbles of one maze that are stepped side by side, each in a lane. A lane
/// does to its mechanics, bit for bit, what their own step() would.
class ImaginedLanes {
 public:
  ImaginedLanes();

  /// Takes the marble in; it may be in another phase of a move than its
  /// neighbours, or obey other laws.
  void load(int lane, ImaginedMechanics& mechanics);
  void empty(int lane);
  /// Steps all marbles; `torques` (N m) of empty lanes are not used.
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
    std::array<ImaginedMechanics*, kLanes> mechanics{};
    Lanes torque{};
  };
  State state_;
  void (*step_)(State&);
};

}  // namespace marblemaze

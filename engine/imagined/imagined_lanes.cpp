#include "engine/imagined/imagined_lanes.h"

#pragma GCC diagnostic ignored "-Wpsabi"

namespace marblemaze {
namespace {

void into_lane(int lane, auto lanes, auto alone) {
  for (std::size_t i = 0; i < lanes.size(); ++i) (*lanes[i])[lane] = *alone[i];
}

}  // namespace

ImaginedLanes::ImaginedLanes() : step_(step_all) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) step_ = step_all_avx2;
#endif
  for (int lane = 0; lane < kLanes; ++lane) empty(lane);
}

void ImaginedLanes::load(int lane, ImaginedMechanics& mechanics) {
  state_.mechanics[static_cast<std::size_t>(lane)] = &mechanics;
  into_lane(lane, state_.laws.members(), mechanics.laws_.members());
  into_lane(lane, state_.bodies.given(), mechanics.bodies_.given());
  into_lane(lane, state_.bodies.changing(), mechanics.bodies_.changing());
}

/// An empty lane holds a marble at rest that touches nothing and has no weight.
void ImaginedLanes::empty(int lane) {
  state_.mechanics[static_cast<std::size_t>(lane)] = nullptr;
  for (Lanes* given : state_.bodies.given()) (*given)[lane] = 0;
  for (Lanes* changing : state_.bodies.changing()) (*changing)[lane] = 0;
}

/// Looks up the walls for each lane on its own.
struct ImaginedLanes::Touch {
  State& state;

  MARBLEMAZE_INLINE void operator()(Touching<Lanes, LaneMask>& touching) const {
    for (int lane = 0; lane < kLanes; ++lane)
      if (ImaginedMechanics* mechanics = state.mechanics[static_cast<std::size_t>(lane)])
        look(lane, *mechanics, touching);
  }

  MARBLEMAZE_INLINE void look(int lane, ImaginedMechanics& mechanics,
                              Touching<Lanes, LaneMask>& touching) const {
    SortedContacts found;
    ImaginedBodies<double>& bodies = mechanics.bodies_;
    for (int a = 0; a < 3; ++a) bodies.velocity[a] = state.bodies.velocity[a][lane];
    mechanics.find_contacts(found);
    touching.take(lane, found);
  }
};

[[gnu::flatten]] void ImaginedLanes::step_all(State& state) {
  imagined_step<Lanes, LaneMask>(state.laws, state.bodies, state.torque, Touch{state},
                                 state.contacts);
}

#ifdef __x86_64__
[[gnu::target("avx2"), gnu::flatten]] void ImaginedLanes::step_all_avx2(State& state) {
  imagined_step<Lanes, LaneMask>(state.laws, state.bodies, state.torque, Touch{state},
                                 state.contacts);
}
#endif

void ImaginedLanes::step(const std::array<double, kLanes>& torques) {
  for (int lane = 0; lane < kLanes; ++lane)
    state_.torque[lane] = torques[static_cast<std::size_t>(lane)];
  step_(state_);
  const auto changed = state_.bodies.changing();
  for (int lane = 0; lane < kLanes; ++lane) {
    ImaginedMechanics* mechanics = state_.mechanics[static_cast<std::size_t>(lane)];
    if (!mechanics) continue;
    const auto alone = mechanics->bodies_.changing();
    for (std::size_t i = 0; i < changed.size(); ++i) *alone[i] = (*changed[i])[lane];
  }
}

}  // namespace marblemaze

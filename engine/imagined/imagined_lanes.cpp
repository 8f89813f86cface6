#include "engine/imagined/imagined_lanes.h"

#include <cassert>

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

void ImaginedLanes::load(int lane, ImaginedMarble& marble) {
  assert(lane >= 0 && lane < kLanes && marble.features);
  state_.marbles[static_cast<std::size_t>(lane)] = &marble;
  into_lane(lane, state_.laws.members(), marble.laws.members());
  into_lane(lane, state_.bodies.given(), marble.bodies.given());
  into_lane(lane, state_.bodies.changing(), marble.bodies.changing());
}

/// An empty lane holds a marble at rest that touches nothing and has no weight.
void ImaginedLanes::empty(int lane) {
  assert(lane >= 0 && lane < kLanes);
  state_.marbles[static_cast<std::size_t>(lane)] = nullptr;
  for (Lanes* given : state_.bodies.given()) (*given)[lane] = 0;
  for (Lanes* changing : state_.bodies.changing()) (*changing)[lane] = 0;
}

/// Looks up the walls for each lane on its own.
struct ImaginedLanes::Touch {
  State& state;

  MARBLEMAZE_INLINE void operator()(Touching<Lanes, LaneMask>& touching) const {
    for (int lane = 0; lane < kLanes; ++lane)
      if (ImaginedMarble* marble = state.marbles[static_cast<std::size_t>(lane)])
        look(lane, *marble, touching);
  }

  MARBLEMAZE_INLINE void look(int lane, ImaginedMarble& marble,
                              Touching<Lanes, LaneMask>& touching) const {
    SortedContacts found;
    for (int a = 0; a < 3; ++a) marble.bodies.velocity[a] = state.bodies.velocity[a][lane];
    marble.find_contacts(found);
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
    ImaginedMarble* marble = state_.marbles[static_cast<std::size_t>(lane)];
    if (!marble) continue;
    const auto alone = marble->bodies.changing();
    for (std::size_t i = 0; i < changed.size(); ++i) *alone[i] = (*changed[i])[lane];
  }
}

}  // namespace marblemaze

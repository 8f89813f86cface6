#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "maze/base/hash.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Settled world for agents: a copy of everything except the random numbers to come, which no agent
/// may know. It is a type of its own, so that no caller passes an exact copy (World::clone) to an
/// agent by mistake, and no agent can turn a snapshot into an exact copy. Immutable; several
/// threads may use it.
class Snapshot {
 public:
  /// Returns the snapshot of a world. Requires: the world is at rest.
  [[nodiscard]] static std::shared_ptr<const Snapshot> of(const World& world) {
    assert(world.at_rest());
    auto copy = world.clone();
    copy->draw_from(apart_from_worlds(0));
    return std::shared_ptr<const Snapshot>(new Snapshot(std::move(copy)));
  }

  /// Returns a world that continues from here with this random stream. Equal streams give equal
  /// worlds. Except by accident, no number gives the stream of the original world.
  [[nodiscard]] std::unique_ptr<World> world(std::uint64_t stream) const {
    auto copy = world_->clone();
    copy->draw_from(apart_from_worlds(stream));
    return copy;
  }

  [[nodiscard]] StateId state() const { return world_->state(); }
  [[nodiscard]] std::span<const MoveId> moves() const { return world_->moves(state()); }
  [[nodiscard]] bool is_goal() const { return world_->is_goal(state()); }
  [[nodiscard]] Traits traits() const { return world_->traits(); }

 private:
  /// Returns a stream number that no code uses for a world.
  static std::uint64_t apart_from_worlds(std::uint64_t stream) {
    Hash hash;
    hash.add_bytes("snapshot");
    hash.add(stream);
    return hash.value();
  }

  explicit Snapshot(std::unique_ptr<const World> world) : world_(std::move(world)) {}

  std::unique_ptr<const World> world_;
};

}  // namespace marblemaze

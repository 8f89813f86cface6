#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "maze/base/hash.h"
#include "maze/world/world.h"

namespace marblemaze {

/// A settled world as an agent may have it: everything of it but the random draws that are still to
/// come, which nobody may know. A type of its own, so that an exact copy (World::clone) cannot be
/// given to an agent by mistake, and no agent can make one of the other. Immutable; several threads
/// may use it.
class Snapshot {
 public:
  /// Of a world at rest.
  [[nodiscard]] static std::shared_ptr<const Snapshot> of(const World& world) {
    assert(world.at_rest());
    auto copy = world.clone();
    copy->draw_from(apart_from_worlds(0));
    return std::shared_ptr<const Snapshot>(new Snapshot(std::move(copy)));
  }

  /// A world that goes on from here, its draws those of the stream. Equal streams give equal
  /// worlds. No number gives the stream of the world itself, but by accident.
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
  /// Whoever numbers the streams of worlds does not number them so.
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

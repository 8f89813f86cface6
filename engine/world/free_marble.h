#pragma once

#include <memory>

#include "engine/physics/body_constants.h"
#include "engine/physics/fast/fast_lanes.h"
#include "engine/physics/free_mount.h"
#include "engine/physics/physics_settings.h"
#include "engine/physics/wall_features.h"
#include "engine/world/physics_backends.h"
#include "engine/world/rest_detector.h"
#include "maze/world/free_world.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// The marble maze as a FreeWorld. It begins as the discrete game does, in the first orientation of
/// the usual control scheme.
///
/// The mount may have noise (PhysicsSettings::Drive::variation): with each wish, each of its three
/// axes draws by which share it is too fast or too slow.
class FreeMarble final : public FreeWorld {
 public:
  /// Preconditions: the maze is not null, and the back end turns freely.
  FreeMarble(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
             const PhysicsBackendEntry& backend = real_physics());

  [[nodiscard]] std::string name() const override;
  [[nodiscard]] const Maze& maze() const override;
  [[nodiscard]] FreeLimits limits() const override;
  [[nodiscard]] double tick_s() const override;
  void reset() override;
  [[nodiscard]] FreeState state() const override;
  [[nodiscard]] long ticks() const override { return ticks_; }
  [[nodiscard]] bool reached() const override { return reached_; }
  [[nodiscard]] bool rests() const override;
  [[nodiscard]] bool escaped() const override { return escaped_; }
  [[nodiscard]] std::unique_ptr<FreeWorld> fork() const override;
  [[nodiscard]] std::vector<std::uint64_t> save() const override;
  [[nodiscard]] bool load(std::span<const std::uint64_t> words) override;
  void draw_from(std::uint64_t stream) override;
  [[nodiscard]] std::uint64_t state_hash() const override;
  [[nodiscard]] const Scene& scene() const override;

  /// Another one, as it stands at reset(), its draws those of the same stream.
  [[nodiscard]] std::unique_ptr<FreeMarble> made_alike() const;
  /// Goes on from what can be seen of another world of such a maze, as if it had just been reset
  /// there. Precondition: can_go_together().
  void place(const FreeState& seen);
  /// Can it be stepped in lanes, together with others?
  [[nodiscard]] bool can_go_together() const { return lanes_ != nullptr; }

 private:
  friend class FreeStretches;
  /// What copies share.
  struct Kit;

  explicit FreeMarble(std::shared_ptr<const Kit> kit);
  void do_wish(glm::dvec3 shares) override;
  void do_advance(int ticks) override;
  void begin(const Triple<double>& rate);
  void look();
  [[nodiscard]] double energy_in_maze() const;
  [[nodiscard]] bool walls_hold_the_marble() const;

  std::shared_ptr<const Kit> kit_;
  /// What each step asks of the kit, at hand: the kits of many worlds do not fit into a processor's
  /// caches.
  struct Often {
    Grid grid;
    CellId target;
    double rate, variation, half_mass, still_energy;
  };
  Often often_;
  const Physics* physics_;
  const FastModel* lanes_;  // of the physics; null where it has none
  Bodies bodies_;
  Octant<double> octant_{};  // where lanes saw the marble last
  FreeMount mount_;
  Triple<double> rate_{};
  RestDetector rest_;
  std::uint64_t stream_ = 0, wishes_ = 0;
  long ticks_ = 0;
  bool at_target_ = false, reached_ = false, escaped_ = false;
  mutable Scene scene_;
};

/// advance(ticks) of all of them, side by side in lanes where they can, which is faster and gives
/// the same bits. Precondition: none is null or occurs twice; ticks >= 0.
void advance_together(std::span<FreeMarble* const> worlds, int ticks);

}  // namespace marblemaze

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agent/control/free_controller.h"
#include "engine/run/episode.h"
#include "engine/world/free_marble.h"

namespace marblemaze {

/// A world that is made from a setup. Throws BadInput for a world without physics.
[[nodiscard]] FreeMarble free_world(const Setup& setup, std::uint64_t run);
/// What a controller is told in such a world.
[[nodiscard]] FreeTask free_task(const Setup& setup, bool rest, const FreeMarble& world);

/// One run of free turning: a world and its controller. The same specification gives the same run,
/// bit for bit. One thread uses an episode.
class FreeEpisode {
 public:
  /// `make` makes a controller that the registry does not have; the agent is then only its name.
  /// Throws BadInput for a controller that does not exist, and as free_world() does.
  /// Preconditions: there is a maze; the specification has a goal.
  explicit FreeEpisode(EpisodeSpec spec, const MakeController& make = nullptr);

  /// It is told of wishes, ticks and the end.
  void watch(EpisodeObserver observer) { observers_.add(std::move(observer)); }
  /// A tick of the world, after a wish where one is due. False when there was none: it has ended.
  bool tick();
  EpisodeResult run();

  [[nodiscard]] const EpisodeSpec& spec() const { return spec_; }
  [[nodiscard]] const FreeMarble& world() const { return world_; }
  [[nodiscard]] bool decides() const { return world_.ticks() % kWishTicks == 0; }
  [[nodiscard]] double seconds() const;
  [[nodiscard]] const EpisodeResult& result() const { return result_; }
  [[nodiscard]] Outcome outcome() const { return result_.outcome; }

 private:
  void decide();
  void end(Outcome outcome, std::string fault);
  [[nodiscard]] Outcome judged() const;

  EpisodeSpec spec_;
  FreeMarble world_;
  std::unique_ptr<FreeController> controller_;
  EpisodeObservers observers_;
  EpisodeResult result_;
};

}  // namespace marblemaze

#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "maze/grid/maze.h"

namespace marblemaze {

struct Scene;

/// How fast a maze may be turned freely.
struct FreeLimits {
  double rate;          ///< rad/s
  double acceleration;  ///< rad/s²
};

/// All that decides how marble and maze go on, but for noise, along the maze's axes as it stands.
/// The yaw of the maze and the attitude of the marble move nothing.
struct FreeState {
  glm::dvec3 marble{0};       ///< its centre, maze coordinates (0 to dims), cells
  glm::dvec3 velocity{0};     ///< of the marble, as seen in the turning maze, cells/s
  glm::dvec3 spin{0};         ///< the same of its rotation, rad/s
  glm::dvec3 down{0, 0, -1};  ///< where gravity pulls, unit
  glm::dvec3 rate{0};         ///< angular velocity of the maze, rad/s
};

/// A wish is a multiple of this share of the limit along each axis, so that a recording holds it
/// exactly.
inline constexpr int kWishSteps = 4096;
/// Shares beyond this are no wishes: they would overflow.
inline constexpr double kMostWish = 1e100;

/// A marble's maze that can be turned about any axis at any time: the world beside World, in which
/// there are no moves and nobody waits for rest. Who acts wishes for an angular velocity, and the
/// mount follows within its limits:
///
///   while (!world.reached() && !world.escaped() && world.ticks() < limit) {
///     world.wish(controller.decide(world.state()));
///     world.advance(8);
///   }
///
/// Time passes in ticks alone, and the mount's noise follows from the stream that the world was
/// given: equal calls give equal worlds, bit for bit, on every machine and however ticks are
/// grouped. No function throws. Not for several threads at once; copies are independent.
class FreeWorld {
 public:
  virtual ~FreeWorld() = default;

  /// As the command line knows it: "bullet".
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual const Maze& maze() const = 0;
  [[nodiscard]] virtual FreeLimits limits() const = 0;
  /// Length of a tick, s.
  [[nodiscard]] virtual double tick_s() const = 0;

  /// The marble rests in the start cell, the maze stands, and nothing is wished for. The draws
  /// begin anew.
  virtual void reset() = 0;
  /// From the next tick on the rate strives for this: an angular velocity along the maze's axes, as
  /// shares of FreeLimits::rate. Longer ones than 1 are shortened, and all are rounded to
  /// kWishSteps. The mount's noise is drawn anew. False, and nothing done, for what is no number
  /// or more than kMostWish.
  bool wish(glm::dvec3 shares) {
    const double length = glm::length(shares);
    if (!(length <= kMostWish)) return false;
    // One that was rounded already may be longer by less than a step, and stays as it is.
    shares /= length > 1 + 1.0 / kWishSteps ? length : 1.0;
    for (int a = 0; a < 3; ++a) wished_[a] = to_steps(shares[a]);
    do_wish(wished());
    return true;
  }
  /// The wish in force, rounded as it is, and the same in steps.
  [[nodiscard]] glm::dvec3 wished() const { return glm::dvec3(wished_) / double{kWishSteps}; }
  [[nodiscard]] glm::ivec3 wished_steps() const { return wished_; }

  /// So many ticks, none or more.
  void advance(int ticks) {
    assert(ticks >= 0);
    do_advance(ticks);
  }

  [[nodiscard]] virtual FreeState state() const = 0;
  /// Since reset().
  [[nodiscard]] virtual long ticks() const = 0;
  /// Was the marble's centre in the target cell after some tick since reset()?
  [[nodiscard]] virtual bool reached() const = 0;
  /// Has the marble been still in the target cell, as seen in the maze, for the time of rest, with
  /// walls of that cell on every side to which gravity pulls it? As a move ends in World.
  [[nodiscard]] virtual bool rests() const = 0;
  /// Was the marble outside all cells of the maze after some tick since reset(), or at no place at
  /// all? A fault of the physics: what comes after means nothing.
  [[nodiscard]] virtual bool escaped() const = 0;

  /// A copy that goes on bit-identically, the draws to come included, also in the middle of a turn;
  /// null where the world cannot be copied. For the owner of a run, not for agents.
  [[nodiscard]] virtual std::unique_ptr<FreeWorld> fork() const = 0;
  /// What fork() copies as words of 64 bits; empty where the world cannot be copied.
  [[nodiscard]] virtual std::vector<std::uint64_t> save() const = 0;
  /// Goes on bit-identically from where a world that was made alike saved these words. False, and
  /// nothing done, where the words cannot be those of such a world.
  [[nodiscard]] virtual bool load(std::span<const std::uint64_t> words) = 0;
  /// Random draws come from this stream from now on, as if none had been drawn.
  virtual void draw_from(std::uint64_t stream) = 0;

  /// Of all that can be seen of how the world goes on, for comparing two runs tick by tick.
  [[nodiscard]] virtual std::uint64_t state_hash() const = 0;
  /// Poses and contacts for the viewer; valid until the world is touched or asked again.
  [[nodiscard]] virtual const Scene& scene() const = 0;

 protected:
  FreeWorld() = default;
  FreeWorld(const FreeWorld&) = default;
  FreeWorld& operator=(const FreeWorld&) = default;
  /// For a world that is reset or loaded.
  void note_wish(glm::ivec3 steps) { wished_ = steps; }

 private:
  /// As std::lround(), without its branches, which a processor can hardly foresee.
  [[nodiscard]] static int to_steps(double share) {
    const int below = static_cast<int>(share * kWishSteps);
    const double more = share * kWishSteps - below;
    return below + (more >= 0.5) - (more <= -0.5);
  }

  virtual void do_wish(glm::dvec3 shares) = 0;
  virtual void do_advance(int ticks) = 0;

  glm::ivec3 wished_{0};
};

/// The wish that turns the maze so that gravity comes to pull along `down` (unit, maze's axes): at
/// full rate from `full` radians away on, slower nearer by. Needs the limits only for people who
/// know them: shares as FreeWorld::wish() takes them.
[[nodiscard]] inline glm::dvec3 wish_for_down(const FreeState& state, glm::dvec3 down,
                                              double full) {
  const glm::dvec3 axis = glm::cross(down, state.down);
  const double sine = glm::length(axis);
  if (sine < 1e-9) return {0, 0, 0};
  // Beyond a right angle the sine shrinks again, but the way does not.
  const double way = glm::dot(down, state.down) > 0 ? sine : 1;
  return axis / sine * std::fmin(way / full, 1.0);
}

}  // namespace marblemaze

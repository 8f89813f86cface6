#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/sim/fast/fast_lanes.h"
#include "engine/sim/marble_sim.h"
#include "maze/world/tilt.h"

namespace marblemaze {

/// A marble's maze that can be turned about any axis at any time: continuous control, in which
/// there are no moves and nobody waits for rest. Who acts commands an angular velocity, and the
/// platform follows within its limits:
///
///   while (!world.reached() && !world.escaped() && world.ticks() < limit) {
///     world.command(policy.decide(world.state()));
///     world.advance(8);
///   }
///
/// It begins as the discrete game does, in the first orientation of the usual control scheme. Time
/// passes in ticks alone: equal calls give equal worlds, bit for bit, on every machine and however
/// ticks are grouped. No function throws. Worlds are copied by assignment at any tick. Not for
/// several threads at once, but copies are independent.
///
/// The platform may have noise (PhysicsSettings::Drive::variation): with each command, each of its
/// three axes draws by which share it is too fast or too slow.
class TiltWorld {
 public:
  /// Requires: the maze is not null.
  TiltWorld(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
            const MarbleWorldKind& kind = real_physics());

  /// As the command line knows it: "bullet".
  [[nodiscard]] std::string name() const { return std::string(sim_.model->kind->name); }
  [[nodiscard]] const Maze& maze() const { return *sim_.model->maze; }
  [[nodiscard]] TiltLimits limits() const { return sim_.model->limits; }
  /// Length of a tick, s.
  [[nodiscard]] double tick_s() const { return sim_.model->rest.step_s; }

  /// The marble rests in the start cell, the maze stands, and no command is in force. The draws
  /// begin again.
  void reset();
  /// From the next tick on the rate strives for this: an angular velocity along the maze's axes, as
  /// shares of TiltLimits::rate. Longer ones than 1 are shortened, and all are rounded to
  /// kCommandSteps. The platform's noise is drawn again. False, and nothing done, for what is no
  /// number or more than kLargestCommand.
  bool command(glm::dvec3 shares);
  /// The command in force, rounded as it is, and the same in steps.
  [[nodiscard]] glm::dvec3 commanded() const {
    return glm::dvec3(sim_.state.commanded) / double{kCommandSteps};
  }
  [[nodiscard]] glm::ivec3 command_steps() const { return sim_.state.commanded; }
  /// Advances by so many ticks. Requires: ticks >= 0.
  void advance(int ticks);

  [[nodiscard]] TiltState state() const {
    return sim_.model->physics->tilt_state(sim_.state.bodies);
  }
  /// Since reset().
  [[nodiscard]] long ticks() const { return static_cast<long>(sim_.state.ticks); }
  /// Was the marble's centre in the target cell after some tick since reset()?
  [[nodiscard]] bool reached() const { return sim_.state.seen.reached != 0; }
  /// Has the marble been still in the target cell, as seen in the maze, for the time of rest, with
  /// walls of that cell on every side to which gravity pulls it? As a move ends in World.
  [[nodiscard]] bool rests() const;
  /// Was the marble outside all cells of the maze after some tick since reset(), or at no place at
  /// all? A fault of the physics: what comes after means nothing.
  [[nodiscard]] bool escaped() const { return sim_.state.seen.escaped != 0; }

  /// Returns what a copy copies as words of 64 bits.
  [[nodiscard]] std::vector<std::uint64_t> save() const { return sim_.save(); }
  /// Continues bit-identically from where a world that was made alike saved these words. Returns
  /// false, and changes nothing, if the words cannot be those of such a world.
  [[nodiscard]] bool load(std::span<const std::uint64_t> words);
  /// Random draws come from this stream from now on, as if none had been drawn.
  void draw_from(std::uint64_t stream) { sim_.draw_from(stream); }
  /// Continues from what can be seen of another world of such a maze, as if it had just been reset
  /// there. Requires: can_go_together().
  void place(const TiltState& seen);
  /// Can it be stepped in lanes, together with others?
  [[nodiscard]] bool can_go_together() const { return sim_.model->physics->lanes() != nullptr; }

  /// As MarbleSim's.
  [[nodiscard]] std::uint64_t state_hash() const { return sim_.state_hash(); }
  [[nodiscard]] Scene scene() const { return sim_.scene(); }

 private:
  friend class TiltStretches;

  /// A new run from where the bodies are.
  void begin(const Triple<double>& rate);
  /// Takes note of the cell in which the marble is.
  void look();
  [[nodiscard]] Platform platform() const {
    return {sim_.state.command, sim_.model->limits.acceleration * sim_.model->rest.step_s};
  }
  [[nodiscard]] double energy_in_maze() const;

  MarbleSim sim_;
  Octant<double> octant_{};  // where lanes saw the marble last; decides nothing
};

/// advance(ticks) of all of them, side by side in lanes if they can, which is faster and gives the
/// same bits. Requires: none is null or occurs twice; ticks >= 0.
void advance_together(std::span<TiltWorld* const> worlds, int ticks);

}  // namespace marblemaze

#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "agent/contracts/move_source.h"

namespace marblemaze {

/// Phases of the simulation controller's finite state machine (thesis 6.5)
///
///   phase         on entry                        exits
///   WAITING       (first phase) the maze stands   at rest, all walls there      -> STABLE
///                                                 at rest, a wall missing       -> FROZEN
///   STABLE        the result is learned           the marble is in the target   -> SOLVED
///                                                 a move is queued or decided   -> ACCELERATING
///                                                 nothing unknown is reachable  -> FINISHED
///   ACCELERATING  the hinge is set, torque > 0    past half the sweep           -> DECELERATING
///   DECELERATING  torque < 0                      at the orientation: brake     -> WAITING
///   SOLVED, FINISHED, FROZEN                      none
///
/// Recovery is an addition to the thesis: FROZEN is then like STABLE if the world has a balanced
/// state for it. The balanced state is never the target, its result is learned, and the agent may
/// continue from it.
enum class Phase { waiting, stable, accelerating, decelerating, solved, finished, frozen };
inline constexpr std::array kPhases{Phase::waiting,      Phase::stable, Phase::accelerating,
                                    Phase::decelerating, Phase::solved, Phase::finished,
                                    Phase::frozen};
/// Returns the name of a phase as the thesis and recordings write it, for example "WAITING".
[[nodiscard]] std::string_view to_string(Phase phase);

/// Inputs of the transition function.
struct Senses {
  Motion motion = Motion::rolling;  ///< motion in the last tick
  bool at_goal = false;             ///< used only in STABLE
  /// Answer of the move source; used only in STABLE and, with recovery, FROZEN.
  Answer answer = Answer::thinking;
  bool recovery = false;  ///< whether the run continues after FROZEN
};

/// Returns the next phase, or the same phase if the inputs cause no transition. The function is
/// pure and total. SOLVED and FINISHED are never left.
[[nodiscard]] Phase next_phase(Phase phase, const Senses& senses);

/// Outcome of a run. `overdue` (timed out) and `capped` (truncated by the move limit) are
/// properties of a run and not of a maze, so they are reported separately from the thesis's three
/// outcomes. The last five are faults: four of an external agent, one of the physics. The C
/// interface (engine/c_api/marblemaze.h), Python and JavaScript use the same numbers.
enum class Outcome {
  running,
  solved,
  unsolvable,
  frozen,
  overdue,
  capped,
  crashed,
  timed_out,
  nonsense,
  flooded,
  escaped  ///< the marble left the maze because of a simulation failure
};
inline constexpr Outcome kLastOutcome = Outcome::escaped;
[[nodiscard]] Outcome outcome_of(Fault fault);
[[nodiscard]] constexpr bool is_fault(Outcome outcome) { return outcome >= Outcome::crashed; }
/// Returns the name of an outcome as JSON and tables write it, for example "solved".
[[nodiscard]] std::string_view to_string(Outcome outcome);

/// One physical move from settled state to settled state. With recovery, both may be balanced
/// states; a move that ends in a balanced state still has the ending `frozen`.
struct MoveRecord {
  int number = 0;  ///< 1 for the first move; 0 for a switch of the control scheme
  StateId from;
  MoveId move;                      ///< invalid for a switch
  std::optional<StateId> to;        ///< empty during the move, and if it ended without a state
  Motion ending = Motion::settled;  ///< settled, frozen or overdue; rolling during the move
  /// Number of ticks of the world in each phase. The settings of the world define the length of a
  /// tick.
  long accelerating_ticks = 0, decelerating_ticks = 0, waiting_ticks = 0;
};

/// Default move limit of a run.
inline constexpr int kMoveCap = 6000;

/// The loop that drives any World with any MoveSource, headless or in a window (thesis 6.5). It
/// contains no physics and no search. It asks the source for moves only at rest, reports the result
/// of each move to it, and stops when the run has an outcome. The run does not depend on how often
/// and in what groups tick() is called.
///
///   SimulationController controller(world, source);
/// const Outcome outcome = controller.run();   // or tick() once per frame, in a window
///
/// Exceptions of the world and of the source pass through tick(); the run is then over, and its
/// state does not change. The controller itself throws nothing. Only one thread may use a
/// controller.
class SimulationController {
 public:
  /// Creates a controller. The run ends as `capped` before it would make more than `move_cap`
  /// moves. With `recovery`, a balanced marble does not end the run (docs/concepts/agents.md).
  /// Requires: `move_cap` is not negative, the world is at rest or at its start, and the world and
  /// the source outlive the controller.
  SimulationController(World& world, MoveSource& source, int move_cap = kMoveCap,
                       bool recovery = false);

  /// Advances the world by one fixed step and changes phases before and after it as needed. The
  /// world does not advance while the source answers `thinking`. Does nothing after the run has
  /// ended. Requires: nothing else moves the world between calls.
  Phase tick();

  /// Calls tick() until the run has ended, and returns outcome(). It does not return while the
  /// source answers `thinking`.
  Outcome run();

  /// Requests another control scheme, to which the world turns at the next STABLE. When it rests
  /// there, or immediately if the world does not need to turn, the source is started again.
  /// Switches are not counted as moves. A later request replaces a pending request. Requires: the
  /// run has not ended.
  void request_switch(ControlScheme control);

  /// Continues a run that ended frozen from the state in which its marble balances, with recovery
  /// from now on. This state becomes the result of the last move; the caller must report it to the
  /// source. Requires: can_recover().
  void recover();
  /// Returns whether the last move ended in a balanced state, in which the run ended as frozen.
  [[nodiscard]] bool can_recover() const {
    return outcome_ == Outcome::frozen && record_.number > 0 &&
           goes_on(world_, Motion::frozen, true);
  }

  /// Returns the current phase. A run that ended as capped, overdue or because of a fault remains
  /// in its last phase.
  [[nodiscard]] Phase phase() const { return phase_; }
  /// Returns the outcome of the run: `running` until it has ended. After that, only recover()
  /// changes it.
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  /// Returns whether the next move is to be chosen: in STABLE and, with recovery, in FROZEN.
  [[nodiscard]] bool at_rest() const;
  /// Returns the number of moves begun so far, excluding switches of the control scheme.
  [[nodiscard]] int moves() const { return moves_; }
  /// Returns the number of switches of the control scheme begun so far.
  [[nodiscard]] int switches() const { return switches_; }
  /// Returns the number of ticks of the world so far. Calls of tick() in which the world did not
  /// advance are not counted.
  [[nodiscard]] long ticks() const { return ticks_; }
  /// Returns the last decision of the source; its answer is `exhausted` before the first decision.
  [[nodiscard]] const Decision& decision() const { return decision_; }
  /// Returns the current or last move. Before the first move, its number is 0 and its move is
  /// invalid.
  [[nodiscard]] const MoveRecord& record() const { return record_; }

  /// Called after a decision and before its move begins. May be empty. It must not tick the
  /// controller or act on the world. The same restriction applies to on_move, which is called when
  /// a move has ended and the source has learned from it.
  std::function<void(const Decision&)> on_decision;
  std::function<void(const MoveRecord&)> on_move;

 private:
  void come_to_rest(Motion motion);
  void leave_rest();
  [[nodiscard]] bool recovers() const;
  void begin_switch();
  void advance(Motion motion);
  void finish_move(Motion ending);
  void count_tick();
  void enter(Phase phase);

  World& world_;
  MoveSource& source_;
  int move_cap_;
  bool recovery_;
  Phase phase_ = Phase::waiting;
  Outcome outcome_ = Outcome::running;
  bool started_ = false;
  bool under_way_ = false;
  int moves_ = 0;
  int switches_ = 0;
  long ticks_ = 0;
  Decision decision_;
  MoveRecord record_;
  std::optional<ControlScheme> wanted_scheme_;
};

}  // namespace marblemaze

#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "agent/contracts/move_source.h"

namespace marblemaze {

/// Phases of the simulation controller's state machine (thesis 6.5).
///
///   phase         on entry                        exits
///   WAITING       (first phase) maze stationary   at rest, all walls present    -> STABLE
///                                                 at rest, a wall is missing    -> FROZEN
///   STABLE        the result is learned           the marble is in the target   -> SOLVED
///                                                 a move is queued or decided   -> ACCELERATING
///                                                 no untried move is reachable  -> FINISHED
///   ACCELERATING  the hinge is set, torque > 0    past half of the turn         -> DECELERATING
///   DECELERATING  torque < 0                      orientation reached: brake    -> WAITING
///   SOLVED, FINISHED, FROZEN                      none
///
/// Recovery is an extension of the thesis: FROZEN behaves like STABLE if the marble rests in a
/// balanced state. A balanced state is never the target.
enum class Phase { waiting, stable, accelerating, decelerating, solved, finished, frozen };
inline constexpr std::array kPhases{Phase::waiting,      Phase::stable, Phase::accelerating,
                                    Phase::decelerating, Phase::solved, Phase::finished,
                                    Phase::frozen};
/// Returns a name such as "WAITING", as used in the thesis and in recordings.
[[nodiscard]] std::string_view to_string(Phase phase);

struct PhaseInputs {
  Motion motion = Motion::rolling;
  bool at_goal = false;  ///< used only in STABLE
  /// Status of the decision; used only in STABLE and, with recovery, FROZEN.
  DecisionStatus status = DecisionStatus::thinking;
  bool recovery = false;
};

/// Returns the next phase, or the same phase if there is no transition. The function is pure and
/// total.
[[nodiscard]] Phase next_phase(Phase phase, const PhaseInputs& senses);

/// Outcome of a run. In addition to the outcomes of the thesis, a run can time out (`overdue`) or
/// reach the move limit (`capped`). The last five outcomes are faults of an external agent or of
/// the physics. The C interface, Python and JavaScript use the same numbers.
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
/// Returns a name such as "solved", as used in JSON and tables.
[[nodiscard]] std::string_view to_string(Outcome outcome);

/// Physical move between two settled states. With recovery, both states may be balanced.
struct MoveRecord {
  int number = 0;  ///< 1 for the first move; 0 for a switch of the control scheme
  StateId from;
  MoveId move;                      ///< invalid for a switch
  std::optional<StateId> to;        ///< empty during the move, and if the move ended in no state
  Motion ending = Motion::settled;  ///< settled, frozen or overdue; rolling during the move
  /// Number of world ticks in each phase.
  long accelerating_ticks = 0, decelerating_ticks = 0, waiting_ticks = 0;
};

inline constexpr int kDefaultMoveLimit = 6000;

/// Drives a World with a MoveSource, headless or in a window (thesis 6.5). Calls to tick() can be
/// grouped arbitrarily without changing the run.
///
///   SimulationController controller(world, source);
///   const Outcome outcome = controller.run();   // or tick() once per frame, in a window
///
/// Exceptions from the world and the source propagate through tick() and end the run. The
/// controller is not thread-safe.
class SimulationController {
 public:
  /// Limits a run to `move_limit` moves. With `recovery`, a balanced marble does not end the run
  /// (docs/concepts/agents.md). Requires: `move_limit` is not negative, the world is at rest or at
  /// its start, and the world and the source outlive the controller.
  SimulationController(World& world, MoveSource& source, int move_limit = kDefaultMoveLimit,
                       bool recovery = false);

  /// Advances the world by one fixed time step and updates the phase. The world does not advance
  /// while the source answers `thinking`, or after the run has ended. Requires: nothing else moves
  /// the world between calls.
  Phase tick();

  /// Calls tick() until the run has ended. Does not return while the source answers `thinking`.
  Outcome run();

  /// Requests a switch to another control scheme at the next STABLE. The source is restarted when
  /// the world rests in the new scheme. Switches do not count as moves. A new request replaces a
  /// pending request. Requires: the run has not ended.
  void request_switch(ControlScheme control);

  /// Continues a frozen run from the state in which the marble balances, and enables recovery. The
  /// caller must report this state to the source as the result of the last move. Requires:
  /// can_recover().
  void recover();
  /// Returns true if the run ended as frozen because the last move ended in a balanced state.
  [[nodiscard]] bool can_recover() const {
    return outcome_ == Outcome::frozen && record_.number > 0 &&
           can_continue(world_, Motion::frozen, true);
  }

  /// Returns the current phase. Outcomes without a phase, such as `capped`, leave the phase
  /// unchanged.
  [[nodiscard]] Phase phase() const { return phase_; }
  /// Returns the outcome, which is `running` until the run ends.
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  [[nodiscard]] bool at_rest() const;
  /// Returns the number of moves started, excluding switches of the control scheme.
  [[nodiscard]] int moves() const { return moves_; }
  [[nodiscard]] int switches() const { return switches_; }
  [[nodiscard]] long ticks() const { return ticks_; }
  /// Returns the last decision of the source. Decision::status is `exhausted` before the first
  /// decision.
  [[nodiscard]] const Decision& decision() const { return decision_; }
  /// Returns the current or last move.
  [[nodiscard]] const MoveRecord& record() const { return record_; }

  /// Optional callbacks. on_decision is called before the move of a decision begins. on_move is
  /// called after the source has learned the result of a move. A callback must not tick the
  /// controller or act on the world.
  std::function<void(const Decision&)> on_decision;
  std::function<void(const MoveRecord&)> on_move;

 private:
  void come_to_rest(Motion motion);
  void start_next_move();
  void begin_switch();
  void advance(Motion motion);
  void finish_move(Motion ending);
  void count_tick();
  void enter(Phase phase);

  World& world_;
  MoveSource& source_;
  int move_limit_;
  bool recovery_;
  Phase phase_ = Phase::waiting;
  Outcome outcome_ = Outcome::running;
  bool started_ = false;
  bool moving_ = false;
  int moves_ = 0;
  int switches_ = 0;
  long ticks_ = 0;
  Decision decision_;
  MoveRecord record_;
  std::optional<ControlScheme> requested_scheme_;
};

}  // namespace marblemaze

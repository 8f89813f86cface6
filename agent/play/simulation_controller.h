#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "agent/contracts/move_source.h"

namespace marblemaze {

/// The simulation controller's finite state machine (thesis 6.5), in the thesis's words.
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
/// With recovery, which the thesis did not have, FROZEN is like STABLE where the world has a
/// balanced state for it, but is never the target: its result is learned, and the agent may tip the
/// maze out of it.
enum class Phase { waiting, stable, accelerating, decelerating, solved, finished, frozen };
inline constexpr std::array kPhases{Phase::waiting,      Phase::stable, Phase::accelerating,
                                    Phase::decelerating, Phase::solved, Phase::finished,
                                    Phase::frozen};
/// "WAITING" and so on, as the thesis and recordings write it.
[[nodiscard]] std::string_view to_string(Phase phase);

/// All that the transition function may look at.
struct Senses {
  Motion motion = Motion::rolling;  ///< of the last tick
  bool at_goal = false;             ///< read in STABLE
  /// Of the move source; read in STABLE and, with recovery, FROZEN.
  Answer answer = Answer::thinking;
  bool recovery = false;  ///< FROZEN is not the end
};

/// The transition function: pure, total. The phase itself where nothing in the senses leads on;
/// solved and finished are never left.
[[nodiscard]] Phase next_phase(Phase phase, const Senses& senses);

/// How a run ended. Overdue and capped are shortcomings of a run, not of a maze, and are reported
/// apart from the thesis's three. The last five are faults: four of an agent from outside the
/// program, one of the physics.
/// The numbers are those of mm_outcome (engine/c_api/marblemaze.h), of Python and of JavaScript,
/// too.
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
  escaped  ///< the marble left the maze: a fault of the physics
};
inline constexpr Outcome kLastOutcome = Outcome::escaped;
[[nodiscard]] Outcome outcome_of(Fault fault);
[[nodiscard]] constexpr bool is_fault(Outcome outcome) { return outcome >= Outcome::crashed; }
/// "solved" and so on, as JSON and tables write it.
[[nodiscard]] std::string_view to_string(Outcome outcome);

/// One physical move from settled state to settled state. With recovery either may be a balanced
/// one, in which case the ending is frozen all the same.
struct MoveRecord {
  int number = 0;  ///< 1 for the first move; 0 for a switch of schemes
  StateId from;
  MoveId move;                      ///< none for a switch
  std::optional<StateId> to;        ///< none while under way, and where it ended in no state
  Motion ending = Motion::settled;  ///< settled, frozen or overdue; rolling while under way
  /// Steps of the world spent in each phase, of the length that the world's settings say.
  long accelerating_ticks = 0, decelerating_ticks = 0, waiting_ticks = 0;
};

/// Moves after which a run is given up unless told otherwise.
inline constexpr int kMoveCap = 6000;

/// The one loop that drives any World with any MoveSource, headless or in a window (thesis 6.5).
/// Knows nothing of physics or of search. It asks the source only at rest, tells it how each move
/// ended, and stops when the run has an outcome. How often and in what groups tick() is called
/// changes nothing of the run.
///
///   SimulationController controller(world, source);
///   const Outcome outcome = controller.run();   // or tick() once a frame, in a window
///
/// What the world or the source throw passes through tick(), and the run is over then: it stays as
/// it stood. Nothing else is thrown. One thread drives a controller.
class SimulationController {
 public:
  /// A run ends as capped where it would make more than `move_cap` moves, which is no negative
  /// number. With `recovery` a balanced marble is no end (docs/concepts/agents.md). Needs a world
  /// at rest or at its start, not between rests; it and the source must outlive the controller.
  SimulationController(World& world, MoveSource& source, int move_cap = kMoveCap,
                       bool recovery = false);

  /// One fixed step of the world, with whatever phase changes come before and after it. Does
  /// nothing once the run has ended. Where the source answers `thinking` the world stands still.
  /// Asserts that the source's decision is_sound(). Nobody else may move the world meanwhile.
  Phase tick();

  /// Ticks until the run has ended, and returns outcome(). Ends for a source that comes to an
  /// answer other than `thinking`. Does nothing once the run has ended.
  Outcome run();

  /// At the next STABLE the world turns to another control scheme. The source is started anew in
  /// the state in which it comes to rest there, or at once where the world does not turn. Counted
  /// apart from moves. A later request replaces one that has not been met. Needs a run that has not
  /// ended.
  void request_switch(ControlScheme control);

  /// Recovery from now on, for a run that ended frozen: it goes on where its marble balances, and
  /// that is where its last move ended. Whoever asks tells the source. Needs can_recover().
  void recover();
  [[nodiscard]] bool can_recover() const {
    return outcome_ == Outcome::frozen && goes_on(world_, Motion::frozen, true);
  }

  /// Of the machine above. A run that is capped, overdue or failed stays in the phase it was in.
  [[nodiscard]] Phase phase() const { return phase_; }
  /// `running` until the run has ended, then as it ended, for good unless it can recover.
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  /// Is the next move to be chosen? In STABLE, and with recovery in FROZEN.
  [[nodiscard]] bool at_rest() const;
  /// Moves begun so far; switches of schemes are not among them.
  [[nodiscard]] int moves() const { return moves_; }
  /// Switches of schemes begun so far.
  [[nodiscard]] int switches() const { return switches_; }
  /// Steps of the world so far. Ticks of the controller in which the world stood still are not
  /// among them.
  [[nodiscard]] long ticks() const { return ticks_; }
  /// The source's last answer; exhausted before it was asked for the first time.
  [[nodiscard]] const Decision& decision() const { return decision_; }
  /// The move under way, or the last one; number 0 and no move before the first.
  [[nodiscard]] const MoveRecord& record() const { return record_; }

  /// Called when a decision was taken, before its move begins; and when a move has ended and the
  /// source has learned from it. May be empty. Neither may tick the controller or touch the world.
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

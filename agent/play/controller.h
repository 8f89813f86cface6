#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "agent/contracts/move_source.h"

namespace marblemaze {

/// The simulation controller's finite state machine (thesis 6.5).
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
[[nodiscard]] std::string_view to_string(Phase phase);

/// All that the transition function may look at.
struct Senses {
  Motion motion = Motion::rolling;
  bool at_goal = false;
  /// Of the move source; read in STABLE and, with recovery, FROZEN.
  Answer answer = Answer::thinking;
  bool recovery = false;  ///< FROZEN is not the end
};

/// The transition function: pure, total.
[[nodiscard]] Phase next_phase(Phase phase, const Senses& senses);

/// How a run ended. Overdue and capped are shortcomings of a run, not of a maze, and are reported
/// apart from the thesis's three.
enum class Outcome { running, solved, unsolvable, frozen, overdue, capped };
[[nodiscard]] std::string_view to_string(Outcome outcome);

/// One physical move from settled state to settled state. With recovery either may be a balanced
/// one, in which case the ending is frozen all the same.
struct MoveRecord {
  int number = 0;  ///< 1 for the first move; 0 for a switch of schemes
  StateId from;
  MoveId move;  ///< none for a switch
  std::optional<StateId> to;
  Motion ending = Motion::settled;
  long accelerating_ticks = 0, decelerating_ticks = 0, waiting_ticks = 0;
};

inline constexpr int kMoveCap = 6000;

/// The one loop that drives any World with any MoveSource, headless or in a window. Knows nothing
/// of physics or of search.
class Controller {
 public:
  /// A run ends as capped where it would make more than `move_cap` moves, which is no negative
  /// number. Needs a world that is at rest or at its start, not between rests; it and the source
  /// must outlive the controller.
  Controller(World& world, MoveSource& source, int move_cap = kMoveCap, bool recovery = false);

  /// One fixed step of the world, with whatever phase changes come before and after it. Does
  /// nothing once the run has ended. Where the source answers `thinking` the world stands still.
  /// Asserts that the source's decision is_sound(). Nobody else may move the world meanwhile.
  Phase tick();

  /// Ticks until the run has ended.
  Outcome run();

  /// From the next STABLE on another source chooses. In STABLE it takes effect at once: the source
  /// is started in the state in which the world rests.
  void use(MoveSource& source);
  /// At the next STABLE the world turns to another control scheme, and `source`, which knows that
  /// scheme's states, takes over. Counted apart from moves. A later request replaces one that has
  /// not been met. Needs a run that has not ended.
  void request_switch(int orientations, MoveSource& source);

  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  /// Is the next move to be chosen? In STABLE, and with recovery in FROZEN.
  [[nodiscard]] bool at_rest() const;
  [[nodiscard]] int moves() const { return moves_; }
  [[nodiscard]] int switches() const { return switches_; }
  [[nodiscard]] long ticks() const { return ticks_; }
  [[nodiscard]] const Decision& decision() const { return decision_; }
  /// The move under way, or the last one.
  [[nodiscard]] const MoveRecord& record() const { return record_; }

  /// Called when a decision was taken, before its move begins; and when a move has ended and the
  /// source has learned from it.
  std::function<void(const Decision&)> on_decision;
  std::function<void(const MoveRecord&)> on_move;

 private:
  void come_to_rest(Motion motion);
  void leave_rest();
  [[nodiscard]] bool recovers() const;
  void begin_pending_switch();
  void advance(Motion motion);
  void finish_move(Motion ending);
  void count_tick();
  void enter(Phase phase);

  World& world_;
  MoveSource* source_;
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
  struct Switch {
    int orientations;
    MoveSource* source;
  };
  std::optional<Switch> pending_switch_;
  MoveSource* after_switch_ = nullptr;
};

}  // namespace marblemaze

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "maze/world/snapshot.h"

namespace marblemaze {

/// Where the agent stands: a state, and possibly more than its number tells. Within a state the
/// marble may lie in several poses, which can lead on differently (thesis 3.6).
struct Situation {
  StateId state;
  /// The settled world, but for the draws to come, at rest in `state`; null if nobody asked for it.
  std::shared_ptr<const Snapshot> exact;
};

/// One physical move, as it ended: an arc of the explored state space (thesis 3.4).
struct Transition {
  StateId from;  ///< settled, or balanced with recovery
  MoveId move;   ///< one of the state's
  /// Empty where the marble froze or was overdue. Frozen with `to`, it balances in a state out of
  /// which the agent may tip it.
  std::optional<StateId> to;
  Motion ending = Motion::settled;  ///< settled, frozen or overdue
};

/// What a move source has to say when it is asked. Giving up is an answer and no error.
enum class Answer {
  moves,      ///< here is what to do
  thinking,   ///< ask again next tick
  exhausted,  ///< nothing unknown can be reached any more: the maze is unsolvable for this agent
  failed,     ///< no answer will come, for the decision's fault
};

/// Why no answer will come: what an agent from outside the program can do wrong.
enum class Fault {
  crashed,    ///< its process ended, or closed its output
  timed_out,  ///< it took longer than its limit
  nonsense,   ///< what it said is no answer, or no move of the state
  flooded,    ///< it said more than anybody reads
};

/// One alternative that was weighed: an untried move of a known state. For people to look at; the
/// controller does not read it.
struct Candidate {
  StateId parent;
  MoveId move;
  double value;                      ///< the smaller the better; its unit is the search's own
  int moves_away;                    ///< physical moves to try it, itself included
  std::optional<StateId> predicted;  ///< where it is believed to lead
};

/// A move decided on but not made yet.
struct PlannedMove {
  MoveId move;
  std::optional<StateId> expected;  ///< where it should end; empty where nothing is expected

  bool operator==(const PlannedMove&) const = default;
};

/// What to do next and why. The controller makes the first move and asks again, so that a plan of
/// several moves is a forecast that the source may drop whenever a move ends otherwise.
struct Decision {
  Answer answer = Answer::exhausted;
  std::vector<PlannedMove>
      moves;                   ///< in order; one at least where the answer is `moves`, else none
  std::string rule;            ///< in words: "nearest untried move"; why none, where it gives up
  std::vector<Candidate> why;  ///< in the order weighed; the chosen one first
  /// Where the answer is `failed`; the rule then says in one line what happened.
  std::optional<Fault> fault = std::nullopt;
  /// Expected number of moves to the goal in the runs that reach it, if the source plans with
  /// probabilities and sees a way.
  std::optional<double> expected_moves = std::nullopt;

  /// Does it keep what its members promise?
  [[nodiscard]] bool is_sound() const {
    return moves.empty() != (answer == Answer::moves) &&
           fault.has_value() == (answer == Answer::failed);
  }
};

/// Who chooses the moves: the knowledge engine, a person, a recording. A source never touches the
/// world; all that it learns of it comes through these calls, from one thread.
///
/// The order of calls: start; then decide until it answers with moves; observe the first of them
/// when it has ended; decide again, and so on. Start again wherever the world was moved without it.
/// The controller keeps this order (thesis 6.5) and asserts that decisions are sound. Sources
/// assert what they need of states and moves.
class MoveSource {
 public:
  virtual ~MoveSource() = default;

  /// The world rests in this state: the first of a run, or one that it reached without the source.
  /// What was planned has lost its ground, what was learned has not. Needs a valid state.
  virtual void start(StateId state) = 0;
  /// A move has ended. Needs a `from` of which the source was told by start() or an earlier
  /// transition.
  virtual void observe(const Transition& transition) = 0;
  /// Does the next decision need Situation::exact? A copy is made only for who asks.
  [[nodiscard]] virtual bool needs_snapshot() const { return false; }
  /// What to do in a state of which the source was told. The decision is_sound(). A source may
  /// throw BadInput where the world turns out to lack what it was promised, such as copies.
  [[nodiscard]] virtual Decision decide(const Situation& situation) = 0;
};

}  // namespace marblemaze

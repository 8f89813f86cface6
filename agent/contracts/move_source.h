#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/contracts/forward_model.h"

namespace marblemaze {

/// One physical move, as it ended. Without `to` the marble froze or was overdue; frozen with `to`,
/// it balances in a state out of which the agent may tip it.
struct Transition {
  StateId from;
  MoveId move;
  std::optional<StateId> to;
  Motion ending = Motion::settled;
};

enum class Answer {
  moves,      ///< here is what to do
  thinking,   ///< ask again next tick
  exhausted,  ///< nothing unknown can be reached any more: the maze is unsolvable for this agent
};

/// One alternative that was weighed: an untried move of a known state.
struct Candidate {
  StateId parent;
  MoveId move;
  double value;                      ///< the smaller the better
  int moves_away;                    ///< physical moves to try it, itself included
  std::optional<StateId> predicted;  ///< where it is believed to lead
};

/// A move decided on but not made yet.
struct PlannedMove {
  MoveId move;
  std::optional<StateId> expected;  ///< where it should end; empty where nothing is expected

  bool operator==(const PlannedMove&) const = default;
};

/// What to do next and why.
struct Decision {
  Answer answer = Answer::exhausted;
  std::vector<PlannedMove>
      moves;                   ///< in order; at least one where the answer is `moves`, else none
  std::string rule;            ///< in words: "nearest untried move"
  std::vector<Candidate> why;  ///< in the order weighed; the chosen one first
  /// After all moves, where a copy of the world made them.
  std::shared_ptr<const World> after = nullptr;
};

/// Who chooses the moves: the knowledge engine, a person, a recording.
class MoveSource {
 public:
  virtual ~MoveSource() = default;
  /// The first settled state of a run.
  virtual void start(StateId state) = 0;
  virtual void observe(const Transition& transition) = 0;
  /// Does the next decision need Situation::exact? A copy is made only for who asks.
  [[nodiscard]] virtual bool wants_copy() const { return false; }
  [[nodiscard]] virtual Decision decide(const Situation& situation) = 0;
};

}  // namespace marblemaze

#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maze/base/errors.h"
#include "maze/base/text.h"
#include "maze/world/world.h"

namespace marblemaze {

/// The situation in which a move source decides: a state and, if requested, the exact pose. Within
/// a state, the marble may have several poses, which can lead to different results (thesis 3.6).
struct Situation {
  StateId state;
  /// Copy of the world, at rest in `state`, with its own random stream. Null unless the source
  /// needs it (MoveSource::needs_snapshot).
  std::shared_ptr<const Snapshot> exact;
};

/// Result of one physical move: an arc of the explored state space (thesis 3.4).
struct Transition {
  StateId from;  ///< settled state or, with recovery, balanced state
  MoveId move;   ///< one of the moves of `from`
  /// Empty if the marble froze or the move timed out. A frozen move with `to` ended in a balanced
  /// state, from which the agent may continue.
  std::optional<StateId> to;
  Motion ending = Motion::settled;  ///< settled, frozen or overdue
};

/// Answer of a move source. Giving up is an answer, not an error.
enum class Answer {
  moves,      ///< the decision contains moves
  thinking,   ///< no moves yet; ask again on the next tick
  exhausted,  ///< nothing unknown is reachable: the agent gives up
  failed,     ///< the source cannot answer; the decision describes the fault
};

/// Faults of an agent that is not part of the program.
enum class Fault {
  crashed,    ///< its process ended or closed its output
  timed_out,  ///< it took longer than its limit
  nonsense,   ///< its output is not an answer, or is not a move of the state
  flooded,    ///< its output exceeded the limit
};

/// An alternative that the search compared: an untried move of a known state. Candidates explain a
/// decision to users; the controller does not read them.
struct Candidate {
  StateId parent;
  MoveId move;
  double value;                      ///< smaller is better; the unit depends on the search
  int moves_away;                    ///< physical moves needed to try it, including the move itself
  std::optional<StateId> predicted;  ///< predicted result
};

/// A planned move that has not been made yet.
struct PlannedMove {
  MoveId move;
  /// State in which the move should end; empty if there is no expectation.
  std::optional<StateId> expected;

  bool operator==(const PlannedMove&) const = default;
};

/// The next moves and the reasons for them. The controller makes the first move and asks again. A
/// plan of several moves is therefore only a forecast: the source may drop it if a move ends in an
/// unexpected state.
struct Decision {
  Answer answer = Answer::exhausted;
  std::vector<PlannedMove> moves;  ///< in order; not empty if and only if the answer is `moves`
  std::string rule;                ///< the reason in words, for example "nearest untried move"
  std::vector<Candidate> why;      ///< in the order of comparison, the chosen candidate first
  /// Set if and only if the answer is `failed`; the rule then describes the fault in one line.
  std::optional<Fault> fault = std::nullopt;
  /// Expected number of moves to the goal in the runs that reach it, if the source plans a path to
  /// the goal.
  std::optional<double> expected_moves = std::nullopt;

  /// Returns whether the members are consistent with each other.
  [[nodiscard]] bool is_sound() const {
    return moves.empty() != (answer == Answer::moves) &&
           fault.has_value() == (answer == Answer::failed);
  }
};

/// Chooses the moves of a run: the knowledge engine, the user, or a recording. A source never acts
/// on the world; it learns about the world only through these calls, which come from one thread.
///
/// Order of calls: start(); decide() until the answer is `moves`; observe() when the first of these
/// moves has ended; decide() again, and so on. If something other than the source moves the world,
/// start() is called again. The controller calls these functions in this order (thesis 6.5) and
/// asserts that decisions are valid. Sources assert their requirements on states and moves.
class MoveSource {
 public:
  virtual ~MoveSource() = default;

  /// Reports that the world rests in this state, which is the first state of a run or was reached
  /// without the source. The source drops its plan but retains its knowledge. Requires: the state
  /// is valid.
  virtual void start(StateId state) = 0;
  /// Reports the result of a move. Requires: the source has received `from` in start() or in an
  /// earlier transition.
  virtual void observe(const Transition& transition) = 0;
  /// Returns whether the next decision needs Situation::exact. The controller copies the world only
  /// in this case.
  [[nodiscard]] virtual bool needs_snapshot() const { return false; }
  /// Chooses the next moves. The returned decision is_sound(). Throws BadInput if the world lacks
  /// something that the source was promised, such as copies. Requires: the source knows the state.
  [[nodiscard]] virtual Decision decide(const Situation& situation) = 0;
};

/// A registry of planners or policies by name. Each Row has a `name`. Rows exist until the program
/// ends.
template <class Row>
class Registry {
 public:
  /// Creates a registry of built-in rows. `what` is the word for a row in error messages.
  Registry(std::string what, std::vector<Row> built_in)
      : what_(std::move(what)), built_in_(std::move(built_in)) {}

  [[nodiscard]] std::span<const Row> built_in() const { return built_in_; }
  /// Returns the built-in rows, then the registered rows.
  [[nodiscard]] std::vector<const Row*> all() const {
    std::vector<const Row*> rows;
    for (const Row& row : built_in_) rows.push_back(&row);
    for (const Row& row : enrolled_) rows.push_back(&row);
    return rows;
  }
  /// Adds a row that is not part of the program. If a row with this name exists, returns that row
  /// instead. Requires: no other thread uses the registry at the same time.
  const Row& enrol(Row row) {
    if (const Row* const known = find(row.name)) return *known;
    return enrolled_.emplace_back(std::move(row));
  }
  /// Returns the row with this name, or null.
  [[nodiscard]] const Row* find(std::string_view name) const {
    for (const Row& row : built_in_)
      if (row.name == name) return &row;
    for (const Row& row : enrolled_)
      if (row.name == name) return &row;
    return nullptr;
  }
  /// Returns the row with this name. Throws BadInput, which lists the known names, if there is
  /// none.
  [[nodiscard]] const Row& entry(const std::string& name) const {
    if (const Row* const row = find(name)) return *row;
    throw BadInput(what_, "'" + name + "'", "one of " + chained(all(), ", ", &Row::name));
  }

 private:
  std::string what_;
  std::vector<Row> built_in_;
  std::deque<Row> enrolled_;
};

}  // namespace marblemaze

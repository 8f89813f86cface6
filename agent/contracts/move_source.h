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

/// State in which a move source decides. A state may comprise several poses, and moves from
/// different poses can have different results (thesis 3.6).
struct Situation {
  StateId state;
  /// Snapshot of the world at rest in `state`. Null unless MoveSource::needs_snapshot() returns
  /// true.
  std::shared_ptr<const Snapshot> snapshot;
};

/// Result of a physical move: an arc of the explored state space (thesis 3.4).
struct Transition {
  StateId from;  ///< settled state, or balanced state with recovery
  MoveId move;
  /// Resulting state. Empty if the move timed out or ended in no state. Set after the ending
  /// `frozen` if the marble is balanced in this state.
  std::optional<StateId> to;
  Motion ending = Motion::settled;  ///< settled, frozen or overdue
};

/// Status of a decision of a move source. Giving up is not an error.
enum class DecisionStatus {
  moves,
  thinking,   ///< no moves yet; ask again on the next tick
  exhausted,  ///< no untried move is reachable, so the agent gives up
  failed,
};

/// Faults of an external agent.
enum class Fault {
  crashed,  ///< the process ended or closed its output
  timed_out,
  nonsense,  ///< malformed output, or not a move of the state
  flooded,   ///< output exceeded the size limit
};

/// Untried move that a search considered. Candidates explain a decision to users.
struct Candidate {
  StateId parent;
  MoveId move;
  double value;    ///< smaller is better; the unit depends on the search
  int moves_away;  ///< number of physical moves, including the move itself
  std::optional<StateId> predicted;
};

struct PlannedMove {
  MoveId move;
  /// Expected resulting state, if any.
  std::optional<StateId> expected;

  bool operator==(const PlannedMove&) const = default;
};

/// Next moves of a source, with the reason for choosing them. The controller makes only the first
/// move of a decision and asks again.
struct Decision {
  DecisionStatus status = DecisionStatus::exhausted;
  std::vector<PlannedMove> moves;  ///< in order; nonempty if and only if the status is `moves`
  std::string reason;              ///< for example "nearest untried move"
  std::vector<Candidate> why;      ///< considered candidates, the chosen candidate first
  /// Set if and only if the status is `failed`.
  std::optional<Fault> fault = std::nullopt;

  [[nodiscard]] bool is_sound() const {
    return moves.empty() != (status == DecisionStatus::moves) &&
           fault.has_value() == (status == DecisionStatus::failed);
  }
};

/// Source of the moves of a run, for example an agent or the user. A source never acts on the
/// world. All calls come from one thread.
///
/// Call start() first. Call decide() until the status is `moves`, call observe() when the first of
/// these moves has ended, and repeat. Call start() again if anything else moves the world.
class MoveSource {
 public:
  virtual ~MoveSource() = default;

  /// Reports that the world rests in this state at the start of a run, or after a move that the
  /// source did not choose. The source discards its plan but keeps its knowledge. Requires: the
  /// state is valid.
  virtual void start(StateId state) = 0;
  /// Reports the result of a move. Requires: the source has received `from` through start() or an
  /// earlier transition.
  virtual void observe(const Transition& transition) = 0;
  /// Returns true if the next decision requires Situation::exact.
  [[nodiscard]] virtual bool needs_snapshot() const { return false; }
  /// Chooses the next moves. Throws BadInput if the world lacks a promised capability, such as
  /// copies. Requires: the source knows the state.
  [[nodiscard]] virtual Decision decide(const Situation& situation) = 0;
};

/// Registry of planners or policies. Each Row has a `name`. Rows are never removed.
template <class Row>
class Registry {
 public:
  /// `what` is the noun for a row in error messages.
  Registry(std::string what, std::vector<Row> built_in)
      : what_(std::move(what)), built_in_(std::move(built_in)) {}

  [[nodiscard]] std::span<const Row> built_in() const { return built_in_; }
  [[nodiscard]] std::vector<const Row*> all() const {
    std::vector<const Row*> rows;
    for (const Row& row : built_in_) rows.push_back(&row);
    for (const Row& row : added_) rows.push_back(&row);
    return rows;
  }
  /// Adds a row that is not built in. Returns the existing row if the name is taken. Not
  /// thread-safe.
  const Row& register_row(Row row) {
    if (const Row* const known = find(row.name)) return *known;
    return added_.emplace_back(std::move(row));
  }
  [[nodiscard]] const Row* find(std::string_view name) const {
    for (const Row* row : all())
      if (row->name == name) return row;
    return nullptr;
  }
  /// Throws BadInput with a list of the names if no row has this name.
  [[nodiscard]] const Row& at(const std::string& name) const {
    if (const Row* const row = find(name)) return *row;
    throw BadInput(what_, "'" + name + "'", "one of " + join_mapped(all(), ", ", &Row::name));
  }

 private:
  std::string what_;
  std::vector<Row> built_in_;
  std::deque<Row> added_;
};

}  // namespace marblemaze

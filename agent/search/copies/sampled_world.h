#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "agent/contracts/move_source.h"
#include "agent/search/copies/optimism.h"
#include "maze/world/snapshot.h"

namespace marblemaze {

/// Which moves are worth more trials.
enum class Doubtful { drawn_moves, all_moves };

/// What the moves of a world that draws may do, as counted in copies of it whose draws are new.
/// Moves are tried from poses in which copies really came to rest, because a pose decides a part of
/// what follows (thesis 3.6). Not for several threads at once.
class SampledWorld {
 public:
  /// Each move is tried `samples` times, at least once. The draws are those of the streams
  /// `first_stream`, `first_stream` + 1 ... of snapshots. With `recovery` a marble that froze in a
  /// balanced state goes on from there.
  SampledWorld(int samples, bool recovery, std::uint64_t first_stream);

  /// Tries the moves of the root, from this very pose, and of all states that can be reached from
  /// it, breadth-first, in so many trials at most. States that were sampled before are not sampled
  /// again, but for the root. `watch`, if any, is told before
  /// each trial how many are left. Needs a snapshot.
  void explore(std::shared_ptr<const Snapshot> root, long budget,
               const std::function<void(long left)>& watch = {});

  /// Tries moves of these states on, each until it was tried `tries` times: all, or those that were
  /// seen to end in several ways, which are likelier to turn out otherwise. States that are met
  /// anew are sampled by the next explore(). Within a budget, watched as there.
  void deepen(const std::vector<StateId>& states, Doubtful which, int tries, long& budget,
              const std::function<void(long left)>& watch = {});

  /// The states met, the root of the last explore() first, and what may happen in each. A state
  /// whose moves were not tried is a dead end there.
  [[nodiscard]] Mdp mdp() const;
  /// Those states.
  [[nodiscard]] const std::vector<StateId>& states() const { return states_; }
  /// How often each move was tried, in the order of mdp().
  [[nodiscard]] Tries tries() const;
  /// Was every state tried that was met from the last root?
  [[nodiscard]] bool complete() const { return complete_; }
  /// Trials of all explorations.
  [[nodiscard]] long tried() const { return tried_; }
  [[nodiscard]] bool sampled(StateId state) const { return known_.at(state).sampled; }

 private:
  struct Move {
    MoveId move;
    int tries = 0;
    std::map<StateId, int> endings;  // how often; the rest came to rest nowhere

    [[nodiscard]] bool drawn() const {
      return tries > 0 && !endings.empty() && endings.begin()->second < tries;
    }
  };
  struct State {
    bool goal = false;
    bool sampled = false;
    std::vector<std::shared_ptr<const Snapshot>> poses;  // few where no move draws
    std::vector<Move> moves;
  };

  /// False where the budget does not allow for it.
  bool sample(State& state, long& budget, const std::function<void(long left)>& watch);
  void try_once(const Snapshot& pose, Move& move);

  int samples_;
  bool recovery_;
  std::uint64_t stream_;
  std::unordered_map<StateId, State> known_;
  std::vector<StateId> states_;
  bool complete_ = false;
  long tried_ = 0;
};

/// The moves of the policy from the first state on, as long as each ends as is likeliest. Empty
/// where the policy has no chance there.
[[nodiscard]] std::vector<PlannedMove> likeliest_way(const Mdp& mdp,
                                                     const MaxProbabilityPolicy& policy);

}  // namespace marblemaze

#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/run/episode.h"

namespace marblemaze {

/// A move on a shortest way to the target, and how many moves that way takes.
struct BestMove {
  MoveId move;
  int left = 0;
};

/// A designed maze to be solved by hand in few moves. It is played with a noise-free actuator, in
/// which the same moves end in the same places always.
struct Level {
  std::string name, key;  ///< the key is the hash of the maze: what was reached in it is kept so
  std::shared_ptr<const Maze> maze;
  int orientations = 8;
  /// Moves of a shortest solution, as the certificate says. Made from the start they end in the
  /// target.
  std::vector<MoveId> solution;
  /// By state, for each from which the target can be reached: as moves from the middle of its
  /// resting place end, which is nearly always as they end in a run.
  std::map<StateId, BestMove> ways;

  [[nodiscard]] int best() const { return static_cast<int>(solution.size()); }
  /// Most moves that are worth two stars: half more than the best.
  [[nodiscard]] int good() const { return best() + best() / 2; }
};

/// From easy to hard. Made from files in the program, which scripts/generate/levels.py made.
[[nodiscard]] std::span<const Level> levels();
/// Throws BadInput for a text that is no level.
[[nodiscard]] Level level_from_json(const std::string& text);
/// To be played by hand.
[[nodiscard]] EpisodeSpec level_spec(const Level& level);

/// For a solution in so many moves: three for the best number, two for at most half more, one for
/// any; with a hint no more than two.
[[nodiscard]] int stars_for(const Level& level, int moves, bool with_hints);
inline constexpr int kMostStars = 3;

}  // namespace marblemaze

#pragma once

#include <vector>

#include "maze/world/world.h"

namespace marblemaze {

/// A policy for a world that draws, chosen by samples, and how it did in new runs.
struct PolicyTruth {
  double chance = 0;          ///< of reaching the goal, 0 to 1, as the samples tell
  double moves = 0;           ///< expected in runs that reach it
  int runs = 0;               ///< new runs that were played by the policy
  int reached = 0;            ///< of them came to the goal
  long moves_of_reached = 0;  ///< summed over those
  /// Share of runs that no policy brings to the goal, 0 to 1: what optimism leaves out. 0 where
  /// nothing is known, as in older results.
  double out_of_reach = 0;

  bool operator==(const PolicyTruth&) const = default;
};

/// How far a world can be solved at all, as trying moves in copies of it tells.
struct GroundTruth {
  /// Is there a way to the goal? False says only that none was found, where the search gave out.
  bool solvable = false;
  /// The fewest moves that were found from the first resting state to the goal. They prove that it
  /// can be reached: played from the start, they end there. Empty without a way. In a world that
  /// draws: the moves of the policy as long as each ends as is likeliest; they prove nothing.
  std::vector<MoveId> solution;
  /// Was every pose tried that the search tells apart, so that it left no shorter way, or no way at
  /// all? An agent can do better all the same, but hardly: through a pose nearer than
  /// kPoseResolution to one that was tried. False where the budget gave out: then the solution is
  /// the shortest that was seen.
  bool complete = false;
  long tried = 0;  ///< moves played in copies
  /// Of a world that draws, where no moves are sure to lead to the goal; without runs elsewhere.
  PolicyTruth policy{};

  /// Did new runs of a policy tell it, because the world draws?
  [[nodiscard]] bool uncertain() const { return policy.runs > 0; }
  /// Of reaching the goal, 0 to 1: in a world that draws as new runs of the policy tell.
  [[nodiscard]] double chance() const;
  /// Between these ends lies the highest chance that any policy has. In a world that draws the
  /// lower end is what the policy's new runs prove, the upper one what optimism leaves; each is
  /// wrong with a probability of kTruthError at most. Elsewhere both are proved where the search is
  /// complete.
  [[nodiscard]] double chance_low() const;
  [[nodiscard]] double chance_high() const;
  /// To the goal, of the solution or, on average, of the policy's runs that reached it. Needs a
  /// chance.
  [[nodiscard]] double expected_moves() const;

  bool operator==(const GroundTruth&) const = default;
};

/// Moves that one search may play: half a minute of processor time at most.
constexpr long kTruthBudget = 40'000;
/// Trials of each move in a world that draws, and new runs that test what they told.
constexpr int kTruthSamples = 30;
constexpr int kTruthRuns = 1000;
/// New runs of a policy that hardly ever fails: they prove 99 % where all reach the goal.
constexpr int kSureRuns = 400;
/// Most trials of a move on which the upper end depends.
constexpr int kMostTruthSamples = 1000;
constexpr double kTruthError = 0.025;

/// Of a world that draws: are all moves tried kTruthSamples times, or only where that decides?
enum class Care { where_in_doubt, everywhere };

/// Plays moves in copies of the world from its start, breadth-first, twice: with each state taken
/// up once, from the pose met first, which is quick; then with a state taken up from each of its
/// poses (told apart by kPoseResolution), below the number of moves found before. Only the second
/// can say that it left no better way; each may try `budget` moves, which is positive. With
/// `recovery` a marble that froze in a balanced state goes on from there. Needs a world that can be
/// copied; it is reset.
///
/// A world that draws has no solution that is certain. There a policy is looked for that is nearly
/// so: few tries of each move find one, its states are tried more often, and kSureRuns new runs
/// must show it. Otherwise, or with care everywhere, each move of each state that can be
/// reached is tried kTruthSamples times, from poses really reached, in copies that draw anew. Where
/// optimism loses runs, all moves are tried on in search of endings that were not seen. As long as
/// optimism (optimistic_policy()) hopes for more than was counted, the moves that it hopes
/// for are tried more often. The policy with the highest chance first and the fewest expected moves
/// second is then played in kTruthRuns new runs, which may make 2,000 moves each. The samples may
/// be ten times the budget.
[[nodiscard]] GroundTruth find_ground_truth(World& world, bool recovery = false,
                                            long budget = kTruthBudget,
                                            Care care = Care::where_in_doubt);

}  // namespace marblemaze

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/report/estimate.h"

namespace marblemaze {

/// How many mazes are solved within k moves: a step for every k at which it are more. The last step
/// counts all that were solved.
struct CurveStep {
  int moves = 0;
  int solved = 0;

  bool operator==(const CurveStep&) const = default;
};
using SolvedCurve = std::vector<CurveStep>;

/// From the moves of each solved maze.
[[nodiscard]] SolvedCurve solved_within(std::vector<int> moves);
/// The height of the curve at k moves.
[[nodiscard]] int solved_at(const SolvedCurve& curve, int moves);

/// Truths, to be found by the episodes in their mazes.
class TruthTable {
 public:
  explicit TruthTable(const std::vector<ResultRow>& truths);
  /// What was possible under the settings, version and kind of world of the episode. Null where
  /// that is not known.
  [[nodiscard]] const GroundTruth* of(const ResultRow& episode) const;

 private:
  std::map<Job, GroundTruth> truths_;
};

/// The moves of a run beyond the fewest possible, or beyond what the policy tried needs on average
/// in a world that draws; nothing for a run that did not solve its maze, or
/// solved one in which the truth knows no way. Negative where the run did better than the truth,
/// which it can do by luck in a world that draws, through poses that the truth took for known ones,
/// or where the truth is not complete.
[[nodiscard]] std::optional<double> regret_of(const RunFigures& run, const GroundTruth& truth);

/// What is possible in the mazes of one kind.
struct TruthSummary {
  RowSpec kind;  ///< of no agent
  int mazes = 0;
  int solvable = 0;
  int complete = 0;       ///< of all mazes: no pose that the search tells apart was left untried
  Estimate pct_solvable;  ///< in a world that draws: the mean chance of the policy tried
  double pct_low = 0, pct_high = 0;  ///< mean ends between which the highest chance lies
  Estimate fewest_moves;             ///< over solvable mazes; of a policy the expected ones
  SolvedCurve solved_within;         ///< what agents can hardly surpass
};
/// Of all mazes among the episodes whose truth is known, each once.
[[nodiscard]] std::vector<TruthSummary> summarise_truths(const std::vector<ResultRow>& episodes,
                                                         const TruthTable& known);

/// What an agent made of what was possible, over the mazes whose truth is known.
struct AgainstTruth {
  RowSpec row;
  int mazes = 0;
  int solvable = 0;
  int solved = 0;              ///< of the solvable
  Estimate pct_solved;         ///< of the solvable
  int wrongly_unsolvable = 0;  ///< solvable mazes that the agent ended as unsolvable
  Estimate regret;             ///< mean over the solved of the solvable
  double ratio = 0;            ///< of their mean moves to their mean fewest moves; NaN without any
  /// Percentage points by which the agent solved fewer mazes than was possible: the mean of chance
  /// minus success over all mazes.
  Estimate points_below;
  double points_below_low = 0, points_below_high = 0;  ///< the same of the ends of the truth
  double regret_90 = 0, regret_99 = 0;  ///< which 90 and 99 % of the solved runs keep to; or NaN
  int surpassed = 0;  ///< runs, but for worlds that draw, better than the truth: no way known, or
                      ///< one of more moves
};
/// Nothing where no truth is known.
[[nodiscard]] std::optional<AgainstTruth> against_truth(const std::vector<ResultRow>& episodes,
                                                        const TruthTable& known);

/// "5x5x5 outer-layer"
[[nodiscard]] std::string maze_name(const RowSpec& row);
/// "8 orientations, with recovery"
[[nodiscard]] std::string scheme_title(const RowSpec& row);

}  // namespace marblemaze

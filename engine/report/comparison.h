#pragma once

#include <string>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/report/statistics.h"
#include "maze/base/json.h"

namespace marblemaze {

/// Comparison of two agents in the same mazes and runs of one kind. Intervals are over the choice
/// of mazes. Intervals of differences are paired: Student's t of the differences by maze
/// (clustered_difference()). Differences are the first agent's figure minus the second's.
struct AgentComparison {
  RowSpec kind;  ///< without an agent
  std::string first = {}, second = {};
  std::string seeds = {};   ///< "1-50"
  int mazes = 0, runs = 0;  ///< mazes and runs that both agents played
  int both = 0, only_first = 0, only_second = 0, neither = 0;  ///< solved runs
  Estimate first_solved{}, second_solved{}, solved{};          ///< per cent of the runs, and points
  int mazes_of_both = 0;
  Estimate first_moves{}, second_moves{}, moves{};  ///< means over the runs that both solved
};

/// Compares two agents in each kind of maze that both played. An agent is given by its name in
/// results, or by the beginning of its name if no other name begins in this way. Throws BadInput if
/// an agent has no runs, if the agents have no run in common, and like require_one_setting().
[[nodiscard]] std::vector<AgentComparison> compare_agents(const std::vector<ResultRow>& runs,
                                                          const std::string& first,
                                                          const std::string& second);

/// Returns a paragraph per kind of maze that can be cited, in Markdown. Requires: `runs` are those
/// that were compared.
[[nodiscard]] std::string comparison_markdown(const std::vector<AgentComparison>& comparisons,
                                              const Job& job);
[[nodiscard]] Json comparison_json(const std::vector<AgentComparison>& comparisons, const Job& job);

}  // namespace marblemaze

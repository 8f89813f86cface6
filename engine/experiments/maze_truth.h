#pragma once

#include "agent/analysis/ground_truth.h"
#include "engine/experiments/batch.h"

namespace marblemaze {

/// What agents of several rows have in common: a kind of maze under a control scheme.
struct ProblemKind {
  Layers layers = Layers::all;
  int size = 3;
  int orientations = 8;
  bool recovery = false;  ///< of frozen runs, which may open ways

  auto operator<=>(const ProblemKind&) const = default;
};
[[nodiscard]] ProblemKind problem_kind(const RowSpec& row);

/// One maze of a kind.
struct Problem {
  ProblemKind kind;
  std::uint64_t seed = 0;

  auto operator<=>(const Problem&) const = default;
};

/// As expected_cost() of a task: every move is tried in every state.
[[nodiscard]] double expected_cost(const Problem& problem);

/// The problems that the tasks set, each once, in the order of the tasks.
[[nodiscard]] std::vector<Problem> problems_of(const std::vector<Task>& tasks);

/// The ground truth of a problem, as it is kept. Everything but cpu_us follows from the problem,
/// the world and the settings.
struct TruthRow {
  Problem problem;
  std::string world = "bullet";
  GroundTruth truth;
  std::int64_t cpu_us = 0;  ///< processor time of the search

  /// Did new runs of a policy tell it, because the world draws?
  [[nodiscard]] bool uncertain() const { return truth.policy.runs > 0; }
};

/// Throws BadInput for a world that cannot be copied.
[[nodiscard]] TruthRow find_truth(const Problem& problem, const std::string& world,
                                  const PhysicsSettings& settings);
/// Throws BadInput where find_truth would, before any work is done.
void require_truth(const std::string& world, const PhysicsSettings& settings);

}  // namespace marblemaze

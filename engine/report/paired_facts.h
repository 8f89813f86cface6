#pragma once

#include <vector>

#include "engine/experiments/job.h"
#include "engine/report/estimate.h"

namespace marblemaze {

/// A figure that the thesis's text tells of two searches on the same mazes, and ours.
struct PairedFact {
  const char* name;     ///< in JSON
  const char* text;     ///< for a person
  const char* section;  ///< of the thesis
  int mazes = 0;        ///< that both searches played here
  double thesis = 0;    ///< per cent
  /// Ours, per cent; its low and high are between which the figure of the thesis's 100 mazes lies
  /// 95 times in 100, if our rule made it.
  Estimate ours;
  bool inside = false;  ///< is the thesis's between them?
};

/// Those for which the episodes hold at least two mazes that both searches played. A maze that a
/// search played more than once counts once. Deterministic: the bootstrap's generator is seeded
/// with a constant.
[[nodiscard]] std::vector<PairedFact> paired_facts(const std::vector<ResultRow>& episodes);

}  // namespace marblemaze

#pragma once

#include <string>
#include <vector>

#include "engine/results/results_store.h"

namespace marblemaze {

/// Number of rows that were added from a file.
struct Merged {
  int episodes = 0, truths = 0;
};

/// Adds the rows of the files to `into`, either all or none, and returns the numbers of each file.
/// Throws BadInput if a file is not a results file, or if two files have different results for the
/// same job: the message names the first such rows and both files. Throws Interrupted when its work
/// is to stop (maze/base/stop.h).
[[nodiscard]] std::vector<Merged> merge(ResultsStore& into, const std::vector<std::string>& files);

}  // namespace marblemaze

#pragma once

#include <string>
#include <vector>

#include "engine/results/results_store.h"

namespace marblemaze {

/// What to do where files tell different results of one episode, or of one problem.
enum class OnConflict {
  fail,   ///< nothing is written
  first,  ///< the row of the file that comes first is kept; the file merged into is before all
  list,   ///< none of the rows is taken; what the file merged into has, it keeps
};

/// How much was taken over from a file.
struct Merged {
  int episodes = 0, truths = 0;
};

struct MergeResult {
  std::vector<Merged> taken;  ///< of each file
  int conflicts = 0;          ///< episodes and problems of which the files tell different results
  std::string conflict_lines =
      {};  ///< CSV, a row of a conflict a line, with a heading; only for list
};

/// Brings results files together, all or nothing: `into` gets what the files have and it has not,
/// or nothing at all. Throws BadInput for what is no results file and, naming the first conflicts
/// with the machines that they are from, where there are any and they are to `fail`. Throws
/// Interrupted when its work is to stop (maze/base/stop.h). Time grows with the rows as sorting
/// does; memory does not grow with them, because the rows wait in a temporary file of SQLite's.
[[nodiscard]] MergeResult merge(ResultsStore& into, const std::vector<std::string>& files,
                                OnConflict policy);

}  // namespace marblemaze

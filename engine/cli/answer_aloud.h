#pragma once

#include <string>

#include "engine/cli/common/command_line.h"
#include "engine/results/results_store.h"

namespace marblemaze {

/// Numbers of jobs that were in the results file before, that were answered, and that are left
/// because the command was interrupted.
struct Answered {
  std::uint64_t before = 0, found = 0, left = 0;
};

/// Answers the jobs that the store lacks on `threads` threads (0: all cores) until the command is
/// interrupted. Reports on standard error the progress, calling the jobs `what`, and the faults of
/// external agents. Calls `on_row` for each new row.
[[nodiscard]] Answered answer_aloud(ResultsStore& store, const Source& source, const JobList& jobs,
                                    const std::string& what, int threads,
                                    const std::function<void(const ResultRow&)>& on_row);

/// Returns Exit::done if no jobs are left, else prints what is left and returns Exit::interrupted.
[[nodiscard]] Exit done_or_interrupted(std::uint64_t left, const std::string& words);

}  // namespace marblemaze

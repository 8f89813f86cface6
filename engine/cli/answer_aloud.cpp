#include "engine/cli/answer_aloud.h"

#include <fmt/format.h>

#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "maze/base/parallel.h"
#include "maze/base/text.h"

namespace marblemaze {

Answered answer_aloud(ResultsStore& store, const Source& source, const JobList& jobs,
                      const std::string& what, int threads,
                      const std::function<void(const ResultRow&)>& on_row) {
  const JobList missing = store.left_of(jobs);
  Pace pace(expected_cost(missing));
  ProgressLine line;
  std::uint64_t found = 0;
  const auto take = [&](const ResultRow& row) {
    if (is_fault(row.outcome))
      line.say(fmt::format("marblemaze: {}, {}: {} after {}: {}", row.job.row.agent,
                           source.place(row.job), to_string(row.outcome),
                           counted(row.counters.moves, "move"), row.fault));
    on_row(row);
    pace.add(line.seconds(), expected_cost(row.job));
    const bool last = ++found == missing.size();
    if (!last && !line.due()) return;
    std::string text = fmt::format("{} of {} {}, {:.1f} per second", found, missing.size(), what,
                                   pace.parts_per_second());
    if (const auto left = pace.seconds_left()) text += fmt::format(", {:.0f} s left", *left);
    last ? line.finish(text) : line.show(text);
  };
  try {
    run_jobs(store, source, missing, threads_for(threads), take);
  } catch (const Interrupted&) {  // the rest is left
  }
  return {jobs.size() - missing.size(), found, missing.size() - found};
}

Exit done_or_interrupted(std::uint64_t left, const std::string& words) {
  if (left == 0) return Exit::done;
  print_error("interrupted with {} to go; give the same command again to continue\n", words);
  return Exit::interrupted;
}

}  // namespace marblemaze

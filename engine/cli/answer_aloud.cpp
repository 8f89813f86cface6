#include "engine/cli/answer_aloud.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/cli/common/progress_line.h"
#include "engine/results/shard_progress.h"
#include "maze/base/parallel.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

std::string progress_text(std::size_t done, std::size_t all, const std::string& what,
                          const Pace& pace) {
  std::string text =
      fmt::format("{} of {} {}, {:.1f} per second", done, all, what, pace.parts_per_second());
  if (const auto left = pace.seconds_left()) text += fmt::format(", {:.0f} s left", *left);
  return text;
}

std::string fault_text(const ResultRow& row, const Source& source) {
  return fmt::format("marblemaze: {}, {}: {} after {}: {}", row.job.row.agent,
                     source.place(row.job), to_string(row.outcome),
                     counted(row.counters.moves, "move"), row.fault);
}

}  // namespace

std::size_t answer_aloud(ResultsStore& store, const Source& source, const std::vector<Job>& jobs,
                         const std::string& what, int threads,
                         const std::function<void(const ResultRow&)>& on_row) {
  ProgressLine line;
  double cost = 0;
  for (const Job& job : jobs) cost += expected_cost(job);
  Pace pace(cost);
  std::size_t done = 0;
  const auto take = [&](const ResultRow& row) {
    if (is_fault(row.outcome)) line.say(fault_text(row, source));
    on_row(row);
    pace.add(line.seconds(), expected_cost(row.job));
    const std::string text = progress_text(++done, jobs.size(), what, pace);
    if (done == jobs.size())
      line.finish(text);
    else if (line.due())
      line.show(text);
  };
  try {
    run_jobs(store, source, jobs, threads_for(threads), take);
  } catch (const Interrupted&) {  // the rest is left
  }
  return jobs.size() - done;
}

}  // namespace marblemaze

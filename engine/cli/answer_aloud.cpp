#include "engine/cli/answer_aloud.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/cli/common/progress_line.h"
#include "maze/base/parallel.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

std::string progress_text(std::size_t done, std::size_t all, const std::string& what, double s) {
  const double rate = static_cast<double>(done) / std::max(s, 1e-9);
  return fmt::format("{} of {} {}, {:.1f} per second, {:.0f} s left", done, all, what, rate,
                     static_cast<double>(all - done) / rate);
}

std::string fault_text(const ResultRow& row, const Source& source) {
  return fmt::format("marblemaze: {}, {}: {} after {}: {}", row.job.row.agent,
                     source.place(row.job), to_string(row.run.outcome),
                     counted(row.run.counters.moves, "move"), row.run.fault);
}

}  // namespace

std::size_t answer_aloud(ResultsStore& store, const Source& source, const std::vector<Job>& jobs,
                         const std::string& what, int threads,
                         const std::function<void(const ResultRow&)>& on_row) {
  ProgressLine line;
  std::size_t done = 0;
  const auto take = [&](const ResultRow& row) {
    if (is_fault(row.run.outcome)) line.say(fault_text(row, source));
    on_row(row);
    const std::string text = progress_text(++done, jobs.size(), what, line.seconds());
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

#include "engine/cli/common/batch_progress.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/words.h"

namespace marblemaze {

void BatchProgress::one_done() {
  ++done_;
  if (done_ == total_)
    line_.finish(text());
  else if (line_.due())
    line_.show(text());
}

std::string BatchProgress::text() const {
  const double rate = static_cast<double>(done_) / std::max(line_.seconds(), 1e-9);
  return fmt::format("{} of {} {}, {:.1f} a second, {:.0f} s left", done_, total_, what_, rate,
                     static_cast<double>(total_ - done_) / rate);
}

std::string fault_line(const ResultRow& row, const std::string& where) {
  return fmt::format("marblemaze: {}, {}: {} after {}: {}", row.job.row.agent, where,
                     to_string(row.run.outcome), counted(row.run.counters.moves, "move"),
                     row.run.fault);
}

}  // namespace marblemaze

#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "engine/results/results_store.h"

namespace marblemaze {

/// Finds out what jobs ask, each once: what its file has is not run again, and what is run is in
/// the file before anybody is told. So an interrupted command goes on where it was.
class Ledger {
 public:
  /// `file` is opened as ResultsStore does; nothing: rows are told and not kept.
  explicit Ledger(const std::optional<std::filesystem::path>& file);

  /// The rows that the file has, in the order of the jobs.
  [[nodiscard]] std::vector<ResultRow> found(const std::vector<Job>& jobs) const;
  /// The jobs without a row, the costliest first: begun last, they would keep the other threads
  /// waiting at the end.
  [[nodiscard]] std::vector<Job> left_of(std::vector<Job> jobs) const;
  /// Answers the jobs on so many threads as run_on_threads (maze/base/parallel.h) does: `on_row`
  /// gets each row, one at a time. Throws Interrupted when the work is to stop (maze/base/stop.h);
  /// the runs under way are dropped. Preconditions: the jobs are of the source and not found yet;
  /// threads >= 1.
  void run(const Source& source, const std::vector<Job>& jobs, int threads,
           const std::function<void(const ResultRow&)>& on_row);
  /// The last call: throws MachineFailure where the rows are not under the file's name.
  void finish();

 private:
  std::optional<ResultsStore> store_;
};

}  // namespace marblemaze

#pragma once

#include <cstddef>
#include <string>

#include "engine/cli/common/progress_line.h"
#include "engine/experiments/job.h"

namespace marblemaze {

/// How far a batch of work has come, on standard error.
class BatchProgress {
 public:
  /// `what` is the work in the plural, "episodes", and lives as long as this.
  BatchProgress(const char* what, std::size_t total) : what_(what), total_(total) {}

  /// A line beside it, which stays.
  void say(const std::string& text) { line_.say(text); }
  void one_done();

 private:
  [[nodiscard]] std::string text() const;

  const char* what_;
  std::size_t total_, done_ = 0;
  ProgressLine line_;
};

/// What an agent of one's own did wrong, and where: one line. `where` names the maze: "seed 3".
[[nodiscard]] std::string fault_line(const ResultRow& row, const std::string& where);

}  // namespace marblemaze

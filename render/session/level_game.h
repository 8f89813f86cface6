#pragma once

#include <cstddef>
#include <optional>

#include "render/session/levels.h"
#include "render/session/marble_runs.h"
#include "render/session/progress.h"
#include "render/session/run_words.h"

namespace marblemaze {

/// What came of a level.
struct LevelResult {
  int moves = 0;
  int stars = 0;
  bool record = false;  ///< better than ever before
};

/// The level that is played in the marble's run, if any, and what came of it. Holds no ImGui.
class LevelGame {
 public:
  void begin(std::size_t number) { number_ = number, again(); }
  /// From the start: hints are forgotten.
  void again() { hints_ = 0, result_.reset(); }
  void close() { number_.reset(), again(); }
  [[nodiscard]] bool open() const { return number_.has_value(); }

  // Precondition of all that follow: open().
  [[nodiscard]] std::size_t number() const { return *number_; }  ///< from 0
  [[nodiscard]] const Level& level() const { return levels()[*number_]; }
  void count_hint() { ++hints_; }
  [[nodiscard]] int hints() const { return hints_; }
  /// Is the run that of the level? Another agent, scheme, world or physics makes it another run,
  /// which brings no stars.
  [[nodiscard]] bool counts(const ShownRun& run) const;
  /// Stars that can still be reached after so many moves.
  [[nodiscard]] int stars_in_reach(int moves) const;
  /// Once the solved end is shown.
  [[nodiscard]] const std::optional<LevelResult>& result() const { return result_; }
  /// After a frame of the runs: true when a result has just come, which is then to be kept.
  [[nodiscard]] bool frame(const MarbleRuns& marble, const Progress& progress);

 private:
  std::optional<std::size_t> number_;
  int hints_ = 0;
  std::optional<LevelResult> result_;
};

}  // namespace marblemaze

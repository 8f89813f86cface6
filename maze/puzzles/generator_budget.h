#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace marblemaze {

/// What a generator of puzzles may spend before it gives up, and whom it tells how far it is. A
/// budget counts steps and never time, so that a seed gives the same puzzle on every machine; each
/// generator says what its steps are. A budget without a number never ends.
class GeneratorBudget {
 public:
  using Told = std::function<void(std::int64_t spent, std::int64_t allowed)>;

  explicit GeneratorBudget(std::int64_t allowed = std::numeric_limits<std::int64_t>::max(),
                           Told told = {})
      : allowed_(allowed), told_(std::move(told)) {}

  /// False when nothing is left.
  bool spend(std::int64_t steps = 1) {
    spent_ += steps;
    if (told_) told_(spent_, allowed_);
    return !exhausted();
  }
  [[nodiscard]] bool exhausted() const { return spent_ >= allowed_; }
  [[nodiscard]] std::int64_t spent() const { return spent_; }
  [[nodiscard]] std::int64_t left() const { return exhausted() ? 0 : allowed_ - spent_; }

 private:
  std::int64_t allowed_;
  std::int64_t spent_ = 0;
  Told told_;
};

}  // namespace marblemaze

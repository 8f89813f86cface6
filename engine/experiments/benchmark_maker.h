#pragma once

#include <cstdint>
#include <vector>

#include "engine/experiments/benchmark_set.h"

namespace marblemaze {

/// The rules of MarbleBench 2: seven groups of 32 problems in four kinds of maze, of which the set
/// that the program carries and private ones are made.
///
/// A problem is admitted where determinise-and-replan (`ff-replan`) fails or loses 20 % of what is
/// possible: of the chance of the policy that was validated, in score. Such problems are
/// probabilistically interesting (Little and Thiebaux 2007); the others tell agents apart no
/// further. What is admitted follows from the seeds alone.
class BenchmarkMaker {
 public:
  /// What the set that the program carries was made of.
  static constexpr std::uint64_t kPublished = 20'261'125;

  /// Precondition: at least one seed.
  explicit BenchmarkMaker(const std::vector<std::uint64_t>& seeds);

  /// The set without its problems.
  [[nodiscard]] const BenchmarkSet& frame() const { return frame_; }
  [[nodiscard]] std::size_t size() const;
  /// Of the seeds: that of other seeds is another.
  [[nodiscard]] std::uint64_t fingerprint() const { return base_; }
  /// The problem of a place in the set, which does not depend on the others: the first that is
  /// admitted of those that the seeds draw for the place. Throws MachineFailure where none of a
  /// thousand is admitted, and Interrupted when its work is to stop (maze/base/stop.h).
  /// Precondition: place < size().
  [[nodiscard]] BenchmarkProblem problem(std::size_t place) const;

 private:
  BenchmarkSet frame_;
  std::uint64_t base_ = 0;  // of all that is drawn
};

}  // namespace marblemaze

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "agent/control/free_controller.h"
#include "agent/control/way_to_target.h"
#include "maze/base/rng.h"

namespace marblemaze {
namespace {

constexpr std::size_t kSamples = 64, kKnots = 8, kSamplesOfAnElite = 8;
constexpr int kRounds = 2;
constexpr double kSpread = 0.5;        // of wishes, at first
constexpr double kLeastSpread = 0.05;  // so that the search goes on
constexpr std::uint64_t kSeed = 1;     // the same search every time

/// Wishes to come, each in force for a part of the time that is looked ahead.
using TurnPlan = std::array<glm::dvec3, kKnots>;

glm::dvec3 shortened(glm::dvec3 wish) { return wish / std::max(glm::length(wish), 1.0); }

/// Of variance 1 along each axis.
glm::dvec3 any_way(Rng& rng) {
  glm::dvec3 sum(0);
  for (int i = 0; i < 9; ++i) sum[i % 3] += rng.between(-1, 1);
  return sum;
}

/// The cross-entropy method (Rubinstein 1999): plans are drawn about the last one, tried in
/// imagined mazes, and drawn again about the best. It looks as far ahead as half a turn takes from
/// standing to standing: with less it finds no way up again.
class CrossEntropySearch final : public FreeController {
 public:
  explicit CrossEntropySearch(const FreeTask& task)
      : way_(task.maze),
        rest_(task.rest),
        tick_s_(task.tick_s),
        knot_ticks_(ticks_of_a_knot(task)),
        trials_(task.imagine(kSamples)),
        plans_(kSamples),
        wishes_(kSamples),
        costs_(kSamples),
        order_(kSamples) {}

  FreeChoice decide(const FreeState& seen) override {
    move_on();
    spread_.fill(glm::dvec3(kSpread));
    for (int round = 0; round < kRounds; ++round) {
      draw();
      play(seen);
      learn();
    }
    const std::size_t best = order_.front();
    return {plans_[best][0], words(seen, best)};
  }

 private:
  static int ticks_of_a_knot(const FreeTask& task) {
    constexpr double kHalfTurn = 3.141592653589793;  // rad
    const auto [rate, acceleration] = task.limits;
    const double seconds = kHalfTurn / rate + rate / acceleration;
    return std::max(1, static_cast<int>(seconds / kKnots / task.tick_s));
  }

  /// The time since the last decision has passed.
  void move_on() {
    const double share = std::min(1.0, double{kWishTicks} / knot_ticks_);
    for (std::size_t k = 0; k + 1 < kKnots; ++k) mean_[k] += share * (mean_[k + 1] - mean_[k]);
  }

  /// One is the last plan itself.
  void draw() {
    plans_[0] = mean_;
    for (std::size_t i = 1; i < plans_.size(); ++i)
      for (std::size_t k = 0; k < kKnots; ++k)
        plans_[i][k] = shortened(mean_[k] + spread_[k] * any_way(rng_));
  }

  void play(const FreeState& seen) {
    trials_->begin(seen);
    std::fill(costs_.begin(), costs_.end(), 0);
    for (std::size_t k = 0; k < kKnots; ++k) {
      for (std::size_t i = 0; i < plans_.size(); ++i) wishes_[i] = plans_[i][k];
      trials_->play(wishes_, knot_ticks_);
      for (std::size_t i = 0; i < plans_.size(); ++i) {
        const double now = cost(i);
        costs_[i] += now;
        if (k + 1 == kKnots) costs_[i] += kKnots * now;  // the end counts most
      }
    }
  }

  /// How far a copy is from what is asked for, in cells.
  [[nodiscard]] double cost(std::size_t copy) const {
    if (rest_ ? trials_->rests(copy) : trials_->reached(copy)) return 0;
    const FreeState state = trials_->state(copy);
    const double left = way_.left_from(state.marble);
    if (!rest_) return left;
    constexpr double kBeforeRest = 2;  // more than it costs to be in the target
    if (way_.cell_at(state.marble) != way_.maze().target()) return left + kBeforeRest;
    return unrest(state);
  }

  /// Of a marble in the target, less than 2: its speed, and the pull towards open sides.
  [[nodiscard]] double unrest(const FreeState& state) const {
    double pull = 0;
    for (const Direction side : kDirections)
      if (way_.maze().open(way_.maze().target(), side))
        pull += std::max(0.0, 0.2 + state.down[side.axis] * side.sign);
    return std::min(0.3 * pull + 0.3 * glm::length(state.velocity), 1.9);
  }

  void learn() {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [this](std::size_t a, std::size_t b) { return costs_[a] < costs_[b]; });
    for (std::size_t k = 0; k < kKnots; ++k) {
      const std::size_t elite = plans_.size() / kSamplesOfAnElite;
      glm::dvec3 sum(0), squares(0);
      for (std::size_t e = 0; e < elite; ++e) {
        const glm::dvec3 wish = plans_[order_[e]][k];
        sum += wish;
        squares += wish * wish;
      }
      mean_[k] = sum / static_cast<double>(elite);
      const glm::dvec3 variance = squares / static_cast<double>(elite) - mean_[k] * mean_[k];
      for (int a = 0; a < 3; ++a)
        spread_[k][a] = std::max(kLeastSpread, std::sqrt(std::max(0.0, variance[a])));
    }
  }

  [[nodiscard]] std::string words(const FreeState& seen, std::size_t best) const {
    const double ahead = tick_s_ * knot_ticks_ * kKnots;
    if (rest_ ? trials_->rests(best) : trials_->reached(best))
      return fmt::format("sees the marble {} within {:.1f} s",
                         rest_ ? "at rest in the target" : "in the target", ahead);
    const glm::dvec3 end = trials_->state(best).marble;
    const CellId cell = way_.cell_at(end);
    if (!cell.valid()) return "sees no way";
    return fmt::format("heads for {}: {:.1f} cells nearer in {:.1f} s", place_words(way_, cell),
                       way_.left_from(seen.marble) - way_.left_from(end), ahead);
  }

  WayToTarget way_;
  bool rest_;
  double tick_s_;
  int knot_ticks_;
  std::unique_ptr<TurnTrials> trials_;
  Rng rng_{kSeed};
  TurnPlan mean_{}, spread_{};
  std::vector<TurnPlan> plans_;  // by sample, as all below
  std::vector<glm::dvec3> wishes_;
  std::vector<double> costs_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::unique_ptr<FreeController> make_cem(const FreeTask& task) {
  return std::make_unique<CrossEntropySearch>(task);
}

}  // namespace marblemaze

#include "agent/tilt/tilt_policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "maze/base/random.h"
#include "maze/base/text.h"

namespace marblemaze {

PathToTarget::PathToTarget(std::shared_ptr<const Maze> maze)
    : maze_(std::move(maze)),
      paths_(*maze_),
      left_(static_cast<std::size_t>(maze_->grid().box_cells()), 0.0) {
  std::vector<CellId> cells;
  for (CellId cell = maze_->grid().first_cell(); maze_->grid().in_box(cell); ++cell.index)
    if (paths_.length(cell) > 1) cells.push_back(cell);
  std::sort(cells.begin(), cells.end(),
            [this](CellId a, CellId b) { return paths_.length(a) < paths_.length(b); });
  for (const CellId cell : cells) {
    const CellId next = paths_.next(cell);
    left_[cell.index] =
        next == maze_->target() ? 0.5 : glm::distance(passage(cell), passage(next)) + left(next);
  }
}

Direction PathToTarget::exit_direction(CellId cell) const {
  return *maze_->grid().direction_between(cell, paths_.next(cell));
}

double PathToTarget::distance_from(glm::dvec3 place) const {
  const CellId cell = cell_at(place);
  if (!cell.valid()) return maze_->grid().box_cells();
  if (cell == maze_->target()) return glm::distance(place, middle(cell));
  return glm::distance(place, passage(cell)) + left(cell);
}

double PathToTarget::left(CellId cell) const { return left_[cell.index]; }

glm::dvec3 PathToTarget::middle(CellId cell) const {
  return glm::dvec3(maze_->grid().position(cell)) + 0.5;
}

glm::dvec3 PathToTarget::passage(CellId cell) const {
  return middle(cell) + 0.5 * glm::dvec3(exit_direction(cell).vector());
}

std::string describe_cell(const PathToTarget& way, CellId cell) {
  return fmt::format("cell {}, {} from the target", cell_number(cell),
                     pluralize(way.cells_after(cell), "cell"));
}

void write_observation(const PathToTarget& way, const TiltState& seen, double max_rate, float* to) {
  const CellId cell = way.cell_at(seen.marble);
  for (int i = 0; i < kTiltObservation; ++i) to[i] = 0;
  if (!cell.valid()) return;
  const Maze& maze = way.maze();
  const glm::dvec3 middle = way.middle(cell);
  const auto put = [&](const glm::dvec3& v) {
    for (int a = 0; a < 3; ++a) *to++ = static_cast<float>(v[a]);
  };
  put(seen.marble - middle);
  put(middle / glm::dvec3(maze.grid().dims()));
  put(seen.velocity);
  put(seen.spin);
  put(seen.down);
  put(seen.rate / max_rate);
  for (int side = 0; side < 6; ++side) *to++ = maze.is_open(cell, direction_at(side)) ? 0.0f : 1.0f;
  put(cell == maze.target() ? glm::dvec3(0) : glm::dvec3(way.exit_direction(cell).vector()));
  *to = static_cast<float>(way.distance_from(seen.marble));
}

namespace {

constexpr double kSpeed = 1.0;     // cells/s
constexpr double kSlope = 0.5;     // maximum slope of the floor
constexpr double kPerSpeed = 0.5;  // slope per cell/s of missing speed
constexpr double kLean = 0.3;      // slope towards a wall along the path
constexpr double kFullTurn = 1.0;  // rad; the platform turns at full rate above this error

glm::dvec3 along(Direction direction) { return glm::dvec3(direction.vector()); }

/// Rolls the marble along a wall that is shared by the current cell and the next cell. Turns the
/// maze until this wall lies under the marble, and limits the slope so that the marble can still be
/// stopped.
class Floor final : public TiltPolicy {
 public:
  explicit Floor(const TiltTask& task) : path_(task.maze), rest_(task.rest) {}

  TiltChoice decide(const TiltState& seen) override {
    const CellId cell = path_.cell_at(seen.marble);
    if (!cell.valid()) return {{}, "the marble is outside the maze"};
    if (cell == path_.maze().target()) return hold_in_target(seen);
    const Direction out = path_.exit_direction(cell);
    const CellId next = *path_.maze().grid().neighbour(cell, out);
    const Direction floor = floor_for(cell, next, out, seen.down);
    const double missing = kSpeed - glm::dot(seen.velocity, along(out));
    const double slope = std::clamp(kPerSpeed * missing, -kSlope, kSlope);
    const glm::dvec3 down = along(floor) + slope * along(out) + lean(cell, next, out, floor);
    return {towards(seen, down), fmt::format("rolls along {} on a wall towards {}, into {}",
                                             name(out), name(floor), describe_cell(path_, next))};
  }

 private:
  [[nodiscard]] TiltChoice hold_in_target(const TiltState& seen) const {
    glm::dvec3 down(0);
    for (const Direction direction : kDirections)
      if (!path_.maze().is_open(path_.maze().target(), direction)) down += along(direction);
    if (!rest_ || glm::length(down) < 0.5) down = seen.down;
    return {towards(seen, down), "holds the marble in the target"};
  }

  [[nodiscard]] static glm::dvec3 towards(const TiltState& seen, glm::dvec3 down) {
    return command_for_down(seen, glm::normalize(down), kFullTurn);
  }

  /// Returns how many consecutive cells, starting at `cell`, have a wall on this side: 0, 1 or 2.
  [[nodiscard]] int walls(CellId cell, CellId next, Direction side) const {
    return path_.maze().is_open(cell, side) ? 0 : path_.maze().is_open(next, side) ? 1 : 2;
  }

  /// Returns the side with the most walls. The least turning breaks ties.
  [[nodiscard]] Direction floor_for(CellId cell, CellId next, Direction out,
                                    glm::dvec3 down) const {
    const auto score = [&](Direction side) {
      if (side.axis == out.axis) return -9.0;
      return 3.0 * walls(cell, next, side) + glm::dot(along(side), down);
    };
    return *std::max_element(kDirections.begin(), kDirections.end(),
                             [&](Direction a, Direction b) { return score(a) < score(b); });
  }

  /// Returns a small slope towards a wall on the third axis, if there is a wall along the path.
  [[nodiscard]] glm::dvec3 lean(CellId cell, CellId next, Direction out, Direction floor) const {
    for (const Direction side : kDirections)
      if (side.axis != out.axis && side.axis != floor.axis && walls(cell, next, side) == 2)
        return kLean * along(side);
    return glm::dvec3(0);
  }

  [[nodiscard]] static std::string name(Direction direction) {
    return fmt::format("{}{}", direction.sign > 0 ? '+' : '-', "xyz"[direction.axis]);
  }

  PathToTarget path_;
  bool rest_;
};

constexpr std::size_t kSamples = 64, kKnots = 8, kSamplesPerElite = 8;
constexpr int kRounds = 2;
constexpr double kSpread = 0.5;
constexpr double kMinSpread = 0.05;  // lower limit, prevents premature convergence
constexpr std::uint64_t kSeed = 1;   // fixed, so that runs are reproducible

/// Plan with one command for each part of the planning horizon.
using TurnPlan = std::array<glm::dvec3, kKnots>;

glm::dvec3 clamped(glm::dvec3 command) { return command / std::max(glm::length(command), 1.0); }

glm::dvec3 random_vector(Rng& rng) {
  glm::dvec3 sum(0);
  for (int i = 0; i < 9; ++i) sum[i % 3] += rng.uniform(-1, 1);
  return sum;
}

/// Cross-entropy method (Rubinstein 1999). Samples plans around the last plan, tries them in
/// simulated mazes, and samples again around the best plans. The planning horizon is long enough to
/// turn the maze upside down, which may be necessary to move the marble back up.
class CrossEntropySearch final : public TiltPolicy {
 public:
  explicit CrossEntropySearch(const TiltTask& task)
      : path_(task.maze),
        rest_(task.rest),
        tick_s_(task.tick_s),
        knot_ticks_(ticks_per_knot(task)),
        trials_(task.make_rollouts(kSamples)),
        plans_(kSamples),
        commands_(kSamples),
        costs_(kSamples),
        order_(kSamples) {}

  TiltChoice decide(const TiltState& seen) override {
    shift_plan();
    spread_.fill(glm::dvec3(kSpread));
    for (int round = 0; round < kRounds; ++round) {
      sample_plans();
      play(seen);
      fit_to_elite();
    }
    const std::size_t best = order_.front();
    return {plans_[best][0], describe(seen, best)};
  }

 private:
  static int ticks_per_knot(const TiltTask& task) {
    constexpr double kHalfTurn = 3.141592653589793;
    const auto [rate, acceleration] = task.limits;
    const double seconds = kHalfTurn / rate + rate / acceleration;
    return std::max(1, static_cast<int>(seconds / kKnots / task.tick_s));
  }

  void shift_plan() {
    const double share = std::min(1.0, double{kCommandTicks} / knot_ticks_);
    for (std::size_t k = 0; k + 1 < kKnots; ++k) mean_[k] += share * (mean_[k + 1] - mean_[k]);
  }

  /// Samples plans around the mean plan. The first sample is the last plan.
  void sample_plans() {
    plans_[0] = mean_;
    for (std::size_t i = 1; i < plans_.size(); ++i)
      for (std::size_t k = 0; k < kKnots; ++k)
        plans_[i][k] = clamped(mean_[k] + spread_[k] * random_vector(rng_));
  }

  void play(const TiltState& seen) {
    trials_->begin(seen);
    std::fill(costs_.begin(), costs_.end(), 0);
    for (std::size_t k = 0; k < kKnots; ++k) {
      for (std::size_t i = 0; i < plans_.size(); ++i) commands_[i] = plans_[i][k];
      trials_->play(commands_, knot_ticks_);
      for (std::size_t i = 0; i < plans_.size(); ++i) {
        const double now = cost(i);
        costs_[i] += now;
        if (k + 1 == kKnots) costs_[i] += kKnots * now;  // the final cost has the largest weight
      }
    }
  }

  /// Returns the cost of a copy, which is roughly the distance of the marble from the target in
  /// cells.
  [[nodiscard]] double cost(std::size_t copy) const {
    if (rest_ ? trials_->rests(copy) : trials_->reached(copy)) return 0;
    const TiltState state = trials_->state(copy);
    const double left = path_.distance_from(state.marble);
    if (!rest_) return left;
    constexpr double kBeforeRest = 2;  // greater than the cost of a marble in the target
    if (path_.cell_at(state.marble) != path_.maze().target()) return left + kBeforeRest;
    return rest_cost(state);
  }

  /// Returns the cost of a marble in the target, which is below 2. The cost depends on the speed
  /// and on the pull towards open sides.
  [[nodiscard]] double rest_cost(const TiltState& state) const {
    double pull = 0;
    for (const Direction side : kDirections)
      if (path_.maze().is_open(path_.maze().target(), side))
        pull += std::max(0.0, 0.2 + state.down[side.axis] * side.sign);
    return std::min(0.3 * pull + 0.3 * glm::length(state.velocity), 1.9);
  }

  void fit_to_elite() {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [this](std::size_t a, std::size_t b) { return costs_[a] < costs_[b]; });
    for (std::size_t k = 0; k < kKnots; ++k) {
      const std::size_t elite = plans_.size() / kSamplesPerElite;
      glm::dvec3 sum(0), squares(0);
      for (std::size_t e = 0; e < elite; ++e) {
        const glm::dvec3 command = plans_[order_[e]][k];
        sum += command;
        squares += command * command;
      }
      mean_[k] = sum / static_cast<double>(elite);
      const glm::dvec3 variance = squares / static_cast<double>(elite) - mean_[k] * mean_[k];
      for (int a = 0; a < 3; ++a)
        spread_[k][a] = std::max(kMinSpread, std::sqrt(std::max(0.0, variance[a])));
    }
  }

  [[nodiscard]] std::string describe(const TiltState& seen, std::size_t best) const {
    const double ahead = tick_s_ * knot_ticks_ * kKnots;
    if (rest_ ? trials_->rests(best) : trials_->reached(best))
      return fmt::format("sees the marble {} within {:.1f} s",
                         rest_ ? "at rest in the target" : "in the target", ahead);
    const glm::dvec3 end = trials_->state(best).marble;
    const CellId cell = path_.cell_at(end);
    if (!cell.valid()) return "sees no path";
    return fmt::format("heads for {}: {:.1f} cells nearer in {:.1f} s", describe_cell(path_, cell),
                       path_.distance_from(seen.marble) - path_.distance_from(end), ahead);
  }

  PathToTarget path_;
  bool rest_;
  double tick_s_;
  int knot_ticks_;
  std::unique_ptr<TiltRollouts> trials_;
  Rng rng_{kSeed};
  TurnPlan mean_{}, spread_{};
  std::vector<TurnPlan> plans_;
  std::vector<glm::dvec3> commands_;
  std::vector<double> costs_;
  std::vector<std::size_t> order_;
};

template <class Policy>
std::unique_ptr<TiltPolicy> make(const TiltTask& task) {
  return std::make_unique<Policy>(task);
}

}  // namespace

Registry<TiltPolicyEntry>& tilt_policies() {
  static Registry<TiltPolicyEntry> registry(
      "tilt policy", {
                         {"cem", "Cross-Entropy Search", "the maze and a simulation of its own",
                          "the turns that bring simulated marbles closest to the target",
                          "Rubinstein 1999", make<CrossEntropySearch>},
                         {"floor", "Floor", "the maze",
                          "turns that roll the marble at a constant speed along a wall shared by "
                          "this cell and the next",
                          "baseline", make<Floor>},
                     });
  return registry;
}

}  // namespace marblemaze

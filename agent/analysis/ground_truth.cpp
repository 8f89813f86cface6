#include "agent/analysis/ground_truth.h"

#include <algorithm>
#include <climits>
#include <optional>
#include <set>
#include <utility>

#include "agent/analysis/resting_pose.h"

namespace marblemaze {
namespace {

/// What makes two copies count as one.
enum class Apart { by_state, by_pose };

/// A breadth-first search over copies.
class CopySearch {
 public:
  CopySearch(bool recovery, Apart apart, long budget)
      : recovery_(recovery), apart_(apart), budget_(budget) {}

  /// The fewest moves to the goal if they are less than `bound`. `start` is
  /// at rest, not at the goal.
  std::optional<std::vector<MoveId>> run(const World& start, int bound) {
    steps_.assign(1, {});
    std::vector<Copy> layer(1);
    layer.front().world = start.clone();
    is_new(start);
    for (int moves = 1; moves < bound && !layer.empty(); ++moves) {
      next_.clear();
      for (Copy& copy : layer) {
        if (const int goal = try_moves(copy); goal > 0) return way_to(goal);
        if (gave_out_) return std::nullopt;
        copy.world.reset();
      }
      std::swap(layer, next_);
    }
    return std::nullopt;
  }

  [[nodiscard]] bool gave_out() const { return gave_out_; }
  [[nodiscard]] long tried() const { return tried_; }

 private:
  struct Step {
    int from = -1;
    MoveId by;
  };
  struct Copy {
    std::unique_ptr<World> world;
    int step = 0;
  };

  bool is_new(const World& world) {
    const RestingPose pose = apart_ == Apart::by_pose ? resting_pose(world) : RestingPose{};
    return met_.emplace(world.state(), pose).second;
  }

  /// The step that reached the goal, or 0.
  int try_moves(const Copy& from) {
    for (MoveId move : from.world->moves(from.world->state())) {
      if (tried_ == budget_) {
        gave_out_ = true;
        return 0;
      }
      ++tried_;
      auto copy = from.world->clone();
      copy->begin(move);
      if (!goes_on(*copy, tick_to_rest(*copy), recovery_) || !is_new(*copy)) continue;
      const int step = static_cast<int>(steps_.size());
      steps_.push_back({from.step, move});
      if (copy->is_goal(copy->state())) return step;
      next_.push_back({std::move(copy), step});
    }
    return 0;
  }

  [[nodiscard]] std::vector<MoveId> way_to(int step) const {
    std::vector<MoveId> way;
    for (; step != 0; step = steps_[static_cast<std::size_t>(step)].from)
      way.push_back(steps_[static_cast<std::size_t>(step)].by);
    std::reverse(way.begin(), way.end());
    return way;
  }

  bool recovery_;
  Apart apart_;
  long budget_, tried_ = 0;
  bool gave_out_ = false;
  std::vector<Step> steps_;  // the first is the start
  std::vector<Copy> next_;
  std::set<std::pair<StateId, RestingPose>> met_;
};

}  // namespace

GroundTruth find_ground_truth(World& world, bool recovery, long budget) {
  GroundTruth truth;
  truth.exact = true;
  world.reset();
  if (!goes_on(world, tick_to_rest(world), recovery)) return truth;
  truth.solvable = world.is_goal(world.state());
  if (truth.solvable) return truth;
  int bound = INT_MAX;
  for (Apart apart : {Apart::by_state, Apart::by_pose}) {
    CopySearch search(recovery, apart, budget);
    if (auto way = search.run(world, bound)) {
      truth.solvable = true;
      truth.solution = std::move(*way);
      bound = static_cast<int>(truth.solution.size());
    }
    truth.tried += search.tried();
    truth.exact = !search.gave_out();
  }
  return truth;
}

}  // namespace marblemaze

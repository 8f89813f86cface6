#include "agent/search/copies/copy_tree.h"

#include <algorithm>
#include <cassert>

#include "maze/base/stop.h"

namespace marblemaze {

CopyTree::CopyTree(std::shared_ptr<const World> root, Twins twins, bool recovery)
    : twins_(twins), recovery_(recovery) {
  assert(root && root->at_rest() && root->traits().cloneable);
  met_.insert(root->state());
  static_cast<void>(pose_is_new(*root));
  nodes_.push_back({root->state(), std::move(root), -1, MoveId(), 0, false});
}

int CopyTree::take(bool twins_too) {
  std::deque<int>& queue = waiting_.empty() && twins_too ? aside_ : waiting_;
  if (queue.empty()) return -1;
  const int node = queue.front();
  queue.pop_front();
  return node;
}

const std::shared_ptr<const World>& CopyTree::world(int node) const {
  assert(at(node).world);
  return at(node).world;
}

bool CopyTree::pose_is_new(const World& world) {
  return twins_ != Twins::dropped && poses_.emplace(world.state(), world.pose_key()).second;
}

int CopyTree::try_move(int from, MoveId move) {
  std::shared_ptr<World> copy = world(from)->clone();
  copy->begin(move);
  if (!goes_on(*copy, tick_to_rest(*copy, [](Motion) { stop_point(); }), recovery_)) return -1;
  const StateId state = copy->state();
  const bool is_new = met_.insert(state).second;
  if (!pose_is_new(*copy) && !is_new) return -1;
  const bool goal = copy->is_goal(state);
  const int node = static_cast<int>(nodes_.size());
  nodes_.push_back({state, std::move(copy), from, move, depth(from) + 1, !is_new});
  (is_new || twins_ == Twins::in_line ? waiting_ : aside_).push_back(node);
  return goal ? node : -1;
}

std::vector<PlannedMove> CopyTree::way_to(int node) const {
  std::vector<PlannedMove> way;
  for (int i = node; i != 0; i = at(i).parent) way.push_back({at(i).by, state(i)});
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace marblemaze

#include "agent/search/copies/world_copies.h"

#include <algorithm>
#include <cassert>

#include "maze/base/stop.h"

namespace marblemaze {
namespace {

// Number of poses stored for a state if each of its moves had a single result.
constexpr std::size_t kPosesOfCertainMoves = 4;

}  // namespace

CopyTree::CopyTree(std::shared_ptr<const World> root, OtherPoses other_poses, bool recovery)
    : other_poses_(other_poses), recovery_(recovery) {
  assert(root && root->at_rest());
  reached_.insert(root->state());
  add_pose(*root);
  nodes_.push_back({root->state(), std::move(root), -1, MoveId(), 0, false});
}

int CopyTree::take(bool and_other_poses) {
  std::deque<int>& queue = waiting_.empty() && and_other_poses ? deferred_ : waiting_;
  if (queue.empty()) return -1;
  const int node = queue.front();
  queue.pop_front();
  return node;
}

const std::shared_ptr<const World>& CopyTree::world(int node) const {
  assert(at(node).world);
  return at(node).world;
}

bool CopyTree::add_pose(const World& world) {
  return other_poses_ != OtherPoses::skipped &&
         poses_.emplace(world.state(), world.pose_key()).second;
}

int CopyTree::try_move(int from, MoveId move) {
  std::shared_ptr<World> copy = world(from)->clone();
  copy->begin(move);
  if (!can_continue(*copy, tick_to_rest(*copy, [](Motion) { check_stop(); }), recovery_)) return -1;
  const StateId state = copy->state();
  const bool is_new = reached_.insert(state).second;
  if (!add_pose(*copy) && !is_new) return -1;
  const bool goal = copy->is_goal(state);
  const int node = static_cast<int>(nodes_.size());
  nodes_.push_back({state, std::move(copy), from, move, depth(from) + 1, !is_new});
  (is_new || other_poses_ == OtherPoses::in_order ? waiting_ : deferred_).push_back(node);
  return goal ? node : -1;
}

std::vector<PlannedMove> CopyTree::path_to(int node) const {
  std::vector<PlannedMove> path;
  for (int i = node; i != 0; i = at(i).parent) path.push_back({at(i).by, state(i)});
  std::reverse(path.begin(), path.end());
  return path;
}

TransitionSampler::TransitionSampler(int samples, bool recovery, std::uint64_t first_stream,
                                     std::function<void(long left)> watch)
    : samples_(samples), recovery_(recovery), stream_(first_stream), watch_(std::move(watch)) {
  assert(samples >= 1);
}

void TransitionSampler::explore(std::shared_ptr<const Snapshot> root) {
  assert(root);
  State& first = known_[root->state()];
  states_ = {root->state()};
  complete_ = true;
  first.goal = root->is_goal();
  first.poses = {std::move(root)};
  first.sampled = false;
  std::unordered_set<StateId> reached{states_.front()};
  for (std::size_t i = 0; i < states_.size(); ++i) {
    State& state = known_.at(states_[i]);
    if (!state.goal && !state.sampled && !sample(state)) complete_ = false;
    for (const Move& move : state.moves)
      for (const auto& [to, times] : move.results)
        if (reached.insert(to).second) states_.push_back(to);
  }
}

bool TransitionSampler::sample(State& state) {
  // References to other states remain valid while try_once() adds states.
  const auto moves = state.poses.front()->moves();
  if (state.moves.empty())
    for (MoveId move : moves) state.moves.push_back({move, 0, {}});
  if (limit_ - tried_ < samples_ * static_cast<long>(moves.size())) return false;
  for (Move& move : state.moves)
    for (int i = 0; i < samples_; ++i)
      try_once(*state.poses[static_cast<std::size_t>(i) % state.poses.size()], move);
  state.sampled = true;
  if (std::none_of(state.moves.begin(), state.moves.end(),
                   [](const Move& move) { return move.uncertain(); }))
    state.poses.resize(std::min(state.poses.size(), kPosesOfCertainMoves));
  return true;
}

void TransitionSampler::sample_again(const std::vector<StateId>& states, MovesToSample which,
                                     int tries) {
  for (StateId id : states) {
    State& state = known_.at(id);
    if (!state.sampled) continue;
    for (Move& move : state.moves)
      while ((which == MovesToSample::all || move.uncertain()) && move.tries < tries &&
             tried_ < limit_)
        try_once(*state.poses[static_cast<std::size_t>(move.tries) % state.poses.size()], move);
  }
}

void TransitionSampler::try_once(const Snapshot& pose, Move& move) {
  watch_(limit_ - tried_);
  const auto world = pose.world(stream_++);
  world->begin(move.move);
  ++tried_;
  ++move.tries;
  if (!can_continue(*world, tick_to_rest(*world, [](Motion) { check_stop(); }), recovery_)) return;
  ++move.results[world->state()];
  State& to = known_[world->state()];
  to.goal = world->is_goal(world->state());
  const auto enough = static_cast<std::size_t>(samples_);
  if (!to.goal && !to.sampled && to.poses.size() < enough) to.poses.push_back(Snapshot::of(*world));
}

TryCounts TransitionSampler::tries() const {
  TryCounts tries;
  for (StateId state : states_) {
    std::vector<int>& of_state = tries.emplace_back();
    for (const Move& move : known_.at(state).moves) of_state.push_back(move.tries);
  }
  return tries;
}

Mdp TransitionSampler::mdp() const {
  std::unordered_map<StateId, int> numbers;
  for (StateId state : states_) numbers.emplace(state, static_cast<int>(numbers.size()));
  Mdp mdp;
  for (StateId state : states_) {
    const State& known = known_.at(state);
    MdpNode& node = mdp.emplace_back();
    node.goal = known.goal;
    node.state = state;
    for (const Move& move : known.moves) {
      MdpMove& chances = node.moves.emplace_back(MdpMove{move.move, {}});
      for (const auto& [to, times] : move.results)
        chances.results.push_back({numbers.at(to), static_cast<double>(times) / move.tries});
    }
  }
  return mdp;
}

std::vector<PlannedMove> most_likely_path(const Mdp& mdp, const MdpPolicy& policy) {
  std::vector<PlannedMove> path;
  std::vector<bool> passed(mdp.size(), false);
  for (std::size_t node = 0; policy.best[node] >= 0 && !passed[node];) {
    passed[node] = true;
    const MdpMove& move = mdp[node].moves[policy.best[node]];
    node = static_cast<std::size_t>(most_likely(move).to);
    path.push_back({move.move, mdp[node].state});
  }
  return path;
}

}  // namespace marblemaze

#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agent/search/copies/world_copies.h"
#include "agent/search/searches.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr int kMaxCopiedMoves = 6000;
// Maximum number of copied moves from additional poses of a state, after every state has been tried
// from one pose.
constexpr int kMaxOtherPoseMoves = 1500;

constexpr int kSamplesOfMove = 16;
constexpr long kMaxSamples = 16'000;
constexpr std::uint64_t kFirstStream = 1;
/// Sample counts per move for further sampling before the agent gives up. All levels share one
/// budget of kMaxSamples samples.
constexpr std::array<std::pair<MovesToSample, int>, 4> kMoreSamples{
    {{MovesToSample::uncertain, 64},
     {MovesToSample::all, 32},
     {MovesToSample::uncertain, 256},
     {MovesToSample::all, 64}}};
constexpr double kSampleResolution =
    0.5 / kSamplesOfMove;  // tolerance of probabilities, half a sample

/// Plays moves in copies of the settled world until a copy rests at the goal. In a noise-free
/// world, the plan is a shortest path, because the search is breadth-first. If the budget runs out,
/// the agent goes to the reached state nearest the goal and continues the search there.
///
/// In a noisy world, the agent tries each move in several copies with different noise. The planner
/// maximises the success probability and, among equal plans, minimises the expected number of
/// moves. The planner replans when a move does not have the most likely result.
class SimulationSearch : public Planner {
 public:
  explicit SimulationSearch(const GrantedAdvice& advice)
      : distance_(advice.distance()),
        recovery_(advice.recovery()),
        samples_(kSamplesOfMove, recovery_, kFirstStream,
                 [this](long left) { set_effort(kMaxSamples - left, kMaxSamples); }) {
    advice.require_copies();
  }

 private:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    if (!situation.snapshot)
      throw BadInput("agent", "'simulation-search'", "a world that can be copied while it rests");
    if (!situation.snapshot->traits().deterministic) return plan_by_samples(graph, situation);
    CopyTree tree(situation.snapshot->world(0), OtherPoses::deferred, recovery_);
    int tried = 0, other_poses_tried = 0;
    while (tried < kMaxCopiedMoves) {
      const int node = tree.take(other_poses_tried < kMaxOtherPoseMoves);
      if (node < 0) break;
      for (MoveId move : tree.world(node)->moves(tree.state(node))) {
        set_effort(++tried, kMaxCopiedMoves);
        other_poses_tried += tree.is_other_pose(node);
        if (const int goal = tree.try_move(node, move); goal >= 0)
          return decision(tree, goal,
                          fmt::format("fewest moves to the target; {} tried in copies", tried));
      }
      tree.release(node);
    }
    return nearest(graph, tree);
  }

  Decision plan_by_samples(const StateGraph& graph, const Situation& situation) {
    samples_.set_budget(kMaxSamples);
    samples_.explore(situation.snapshot);
    sample_more_if_unsolvable(situation.snapshot);
    Mdp mdp = samples_.mdp();
    const MdpPolicy policy = best_policy(mdp, kSampleResolution);
    if (policy.best.front() >= 0) return follow(mdp, policy, policy.describe());
    if (!aim_at_nearest(graph, mdp))
      return {DecisionStatus::exhausted,
              {},
              fmt::format("none of the {} states reached in copies is the target, in {} samples",
                          mdp.size(), samples_.tried()),
              {}};
    return follow(mdp, best_policy(mdp, kSampleResolution),
                  fmt::format("nearest the target of {} states reached in copies", mdp.size()));
  }

  /// Takes more samples if no move leads to the goal, because a rare result may have been missed.
  void sample_more_if_unsolvable(const std::shared_ptr<const Snapshot>& root) {
    samples_.set_budget(kMaxSamples);
    for (const auto& [which, tries] : kMoreSamples) {
      if (!samples_.complete() || best_policy(samples_.mdp()).best.front() >= 0) return;
      samples_.sample_again(samples_.states(), which, tries);
      samples_.explore(root);
    }
  }

  /// Makes the unexplored state nearest the goal a temporary goal. Ignores states that the marble
  /// has visited. Returns false if no state is left.
  bool aim_at_nearest(const StateGraph& graph, Mdp& mdp) const {
    MdpNode* best = nullptr;
    for (MdpNode& node : std::span(mdp).subspan(1)) {
      if (samples_.sampled(node.state) || graph.knows(node.state)) continue;
      if (!best || (distance_ && distance_(node.state) < distance_(best->state))) best = &node;
    }
    if (best) best->goal = true;
    return best != nullptr;
  }

  Decision follow(const Mdp& mdp, const MdpPolicy& policy, std::string rule) const {
    Decision decision{DecisionStatus::moves, most_likely_path(mdp, policy), std::move(rule), {}};
    explain_steps(mdp.front().state, decision);
    return decision;
  }

  /// Plans a path to the tree leaf nearest the goal. Ignores states that the marble has visited, so
  /// successive plans do not run in circles.
  Decision nearest(const StateGraph& graph, const CopyTree& tree) const {
    int best = -1;
    for (int node : tree.waiting()) {
      if (graph.knows(tree.state(node))) continue;
      if (best < 0 || (distance_ && distance_(tree.state(node)) < distance_(tree.state(best))))
        best = node;
    }
    if (best < 0)
      return {DecisionStatus::exhausted,
              {},
              fmt::format("none of the {} states reached in copies is the target", tree.states()),
              {}};
    return decision(
        tree, best,
        fmt::format("nearest the target of {} states reached in copies", tree.states()));
  }

  static Decision decision(const CopyTree& tree, int node, std::string rule) {
    Decision decision{DecisionStatus::moves, tree.path_to(node), std::move(rule), {}};
    explain_steps(tree.state(0), decision);
    return decision;
  }

  GoalDistance distance_;
  bool recovery_;
  TransitionSampler samples_;
};

}  // namespace

std::unique_ptr<Planner> make_simulation_search(const GrantedAdvice& advice) {
  return std::make_unique<SimulationSearch>(advice);
}

}  // namespace marblemaze

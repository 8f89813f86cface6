#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "agent/search/copies/world_copies.h"
#include "agent/search/mdp.h"
#include "agent/search/searches.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/random.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

class CachedModel {
 public:
  explicit CachedModel(std::shared_ptr<const ForwardModel> model) : model_(std::move(model)) {}
  /// The returned reference is valid as long as this object.
  [[nodiscard]] const Prediction& predict(StateId from, MoveId move) {
    const auto found = cache_.find({from, move});
    if (found != cache_.end()) return found->second;
    return cache_.emplace(StateMove(from, move), model_->predict(from, move)).first->second;
  }
  [[nodiscard]] bool contains(const StateMove& move) const { return cache_.contains(move); }
  void prefetch(std::span<const StateMove> moves) {
    std::vector<Prediction> predictions = model_->predict_all(moves);
    for (std::size_t i = 0; i < moves.size(); ++i)
      cache_.emplace(moves[i], std::move(predictions[i]));
  }
  [[nodiscard]] std::size_t size() const { return cache_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const StateMove& move) const {
      return std::hash<long>{}(8L * move.first.index + move.second.index);
    }
  };
  std::shared_ptr<const ForwardModel> model_;
  std::unordered_map<StateMove, Prediction, Hash> cache_;
};

/// Probabilities of the resulting states of a move. The remainder is the probability of ending in
/// no state.
using ResultProbabilities = std::map<StateId, double>;

constexpr int kMaxPredictedMoves = 6000;
constexpr std::size_t kMovesPerBatch = 32;
constexpr double kMinProbability = 0.02;  // lower limit for results of a tried move

// Hand-tuned prior odds that the model is right about a move, and probability of an unpredicted
// result if the model is right. In Bullet, none of 3,840 moves had an unpredicted result
// (docs/results/optima.md).
constexpr double kTrust = 50, kUnpredicted = 0.001;
constexpr double kMaxLogOdds = 200;              // base-2 logarithm; larger odds have no effect
constexpr double kRolloutResolution = 0.5 / 17;  // tolerance of probabilities, half of 17 rollouts

// Number of moves that the agent tries without a path to the goal before it gives up. Each
// unexpected result allows another batch of tries.
constexpr int kTriesPerUnexpectedResult = 200;

const Arc* tried_arc(const StateGraph& graph, StateId state, MoveId move) {
  const bool made = graph.knows(state) && graph.arc(state, move).tries > 0;
  return made ? &graph.arc(state, move) : nullptr;
}

/// Adds balanced states to the predicted results of a tried move. The model predicts the
/// probability of freezing, and the observed results provide the balanced states.
void add_balanced(ResultProbabilities& predicted, double frozen, const Arc& arc,
                  const Rules& rules) {
  int all = 0;
  for (const auto& [to, times] : arc.results) all += rules.is_balanced(to) ? times : 0;
  for (const auto& [to, times] : arc.results)
    if (rules.is_balanced(to)) predicted[to] = frozen * times / all;
}

/// Returns the posterior probability that the model is right about a tried move (Bayes' rule). The
/// alternative hypothesis is that the observed frequencies are right.
double trust_in(const ResultProbabilities& predicted, const Arc& arc) {
  double log_odds = binary_logarithm(kTrust);
  for (const auto& [to, times] : arc.results) {
    const auto place = predicted.find(to);
    const double chance = std::max(place == predicted.end() ? 0 : place->second, kUnpredicted);
    log_odds += times * binary_logarithm(chance * arc.tries / times);
  }
  return 1 / (1 + power(2, std::clamp(-log_odds, -kMaxLogOdds, kMaxLogOdds)));
}

/// Mixes the predicted and the observed results of a tried move. `trust` is the probability that
/// the model is right. Drops rare results, because the agent would otherwise repeat a move forever
/// to wait for a rare result.
ResultProbabilities corrected(const ResultProbabilities& predicted, const Arc& arc, double trust) {
  ResultProbabilities results;
  for (const auto& [to, chance] : predicted) results[to] += trust * chance;
  for (const auto& [to, times] : arc.results) results[to] += (1 - trust) * times / arc.tries;
  std::erase_if(results, [](const auto& result) { return result.second < kMinProbability; });
  return results;
}

/// Describes the first move that the agent repeats to wait for a rare result. Returns an empty
/// string if the path leads to the goal.
std::string describe_rare_result(const Mdp& mdp, const MdpPolicy& policy,
                                 const std::vector<PlannedMove>& path, const StateGraph& graph) {
  const auto node_of = [&](StateId state) {
    const auto place = std::find_if(mdp.begin(), mdp.end(),
                                    [&](const MdpNode& node) { return node.state == state; });
    return static_cast<std::size_t>(place - mdp.begin());
  };
  const auto is_nearer = [&](std::size_t to, std::size_t from) {
    if (to >= mdp.size() || policy.probability[to] <= 0) return false;
    const double gain = policy.probability[to] - policy.probability[from];
    return gain > kRolloutResolution ||
           (gain > -kRolloutResolution && policy.moves[to] < policy.moves[from]);
  };
  if (mdp[node_of(*path.back().expected)].goal) return {};
  std::size_t node = 0;
  for (std::size_t step = 0; step < path.size(); ++step) {
    const std::size_t next = node_of(*path[step].expected);
    const Arc* const arc = tried_arc(graph, mdp[node].state, path[step].move);
    if (arc && !is_nearer(next, node)) {
      double probability = 0;
      for (const MdpResult& result : mdp[node].moves[policy.best[node]].results)
        if (is_nearer(static_cast<std::size_t>(result.to), node)) probability += result.probability;
      int times = 0;
      for (const auto& [to, count] : arc->results)
        if (is_nearer(node_of(to), node)) times += count;
      return fmt::format(
          "; step {} needs an unlikely ending: a chance of {:.0f} % a try, {} of {} so far",
          step + 1, 100 * probability, times, arc->tries);
    }
    node = next;
  }
  return {};
}

/// Plans with predicted probabilities, corrected by the observed results. The planner maximises the
/// success probability and, among equal plans, minimises the expected number of moves. The agent
/// may therefore repeat a move to obtain a rare result. If no predicted path leads to the goal, the
/// planner assumes larger parameter errors. If there is still no path, the agent tries moves with
/// uncertain results, nearest first. The agent gives up after enough of these moves have ended as
/// predicted.
///
/// The simulation settings are slightly wrong on purpose, because a real maze would also deviate
/// from them. If the world cannot be simulated, the path predictor is the only model, and the agent
/// never gives up.
class Imagination : public Planner {
 public:
  explicit Imagination(const GrantedAdvice& advice)
      : rules_(advice.rules()),
        distance_(advice.distance()),
        predictor_(advice.predictor()),
        make_simulation_(advice.imagination()) {}

 protected:
  /// Chooses moves in the first node of the predicted decision process. Returns nullopt if there is
  /// no path to the goal.
  [[nodiscard]] virtual std::optional<Decision> solve(const Mdp& mdp, const StateGraph& graph) {
    const MdpPolicy policy = best_policy(mdp, kRolloutResolution);
    if (policy.best.front() < 0) return std::nullopt;
    Decision decision{DecisionStatus::moves, most_likely_path(mdp, policy), policy.describe(), {}};
    decision.reason += describe_rare_result(mdp, policy, decision.moves, graph);
    explain_steps(mdp.front().state, decision);
    return decision;
  }

 private:
  static constexpr std::array kParameterErrors{1.0, 4.0};

  struct Lookahead {
    Mdp mdp;
    bool complete = true;  ///< true if the budget was large enough for all reachable states
  };

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    bool complete = make_simulation_ != nullptr;
    Lookahead ahead;
    for (std::size_t level = 0; level < levels(); ++level) {
      ahead = look_ahead(graph, situation.state, model(level));
      if (auto decision = solve(ahead.mdp, graph)) return *std::move(decision);
      complete = complete && ahead.complete;
    }
    if (complete && tried_enough(graph, ahead.mdp))
      return {DecisionStatus::exhausted,
              {},
              fmt::format("in the predicted world, no moves lead to the target from any of the {} "
                          "reachable states, and moves tried there nearly always end as predicted",
                          ahead.mdp.size()),
              {}};
    return best_untried(
        graph, situation.state, "untried move predicted to end nearest the target",
        [&](Candidate& candidate) {
          candidate.predicted = model(0).predict(candidate.parent, candidate.move).most_likely();
          candidate.value = candidate.predicted ? distance_(*candidate.predicted) : HUGE_VAL;
        });
  }

  [[nodiscard]] std::size_t levels() const { return make_simulation_ ? models_.size() : 1; }
  [[nodiscard]] CachedModel& model(std::size_t level) {
    if (!models_[level])
      models_[level].emplace(make_simulation_ ? make_simulation_(kParameterErrors[level])
                                              : predictor_);
    return *models_[level];
  }

  /// Returns true if enough moves were tried in the reachable states to conclude that the world
  /// agrees with the model.
  [[nodiscard]] bool tried_enough(const StateGraph& graph, const Mdp& mdp) {
    int tried = 0, unexpected = 0;
    for (const MdpNode& node : mdp)
      for (MoveId move : rules_->moves(node.state)) {
        const Arc* const arc = tried_arc(graph, node.state, move);
        if (arc == nullptr || rules_->certain_result(node.state, move)) continue;
        ++tried;
        unexpected += std::any_of(
            arc->results.begin(), arc->results.end(),
            [&](const auto& result) { return !was_predicted(node.state, move, result.first); });
      }
    return tried >= kTriesPerUnexpectedResult * (unexpected + 1);
  }
  [[nodiscard]] bool was_predicted(StateId state, MoveId move, StateId to) {
    for (std::size_t level = 0; level < levels(); ++level)
      for (const Guess& guess : model(level).predict(state, move).guesses)
        if (guess.to ? guess.to == to : rules_->is_balanced(to)) return true;
    return false;
  }
  /// Returns the result probabilities of a move. Certain results have probability 1. The model
  /// predicts other results, and earlier tries correct the predictions.
  [[nodiscard]] ResultProbabilities results(const StateGraph& graph, StateId state, MoveId move,
                                            CachedModel& model) const {
    const Arc* const arc = tried_arc(graph, state, move);
    // The path predictor has no probabilities, so observed results replace a prediction.
    if (arc && !make_simulation_) return corrected({}, *arc, 0);
    ResultProbabilities predicted;
    double frozen = 0;
    if (const auto certain = rules_->certain_result(state, move)) {
      predicted = {{*certain, 1.0}};
    } else {
      for (const Guess& guess : model.predict(state, move).guesses)
        if (guess.to)
          predicted[*guess.to] = guess.probability;
        else
          frozen += guess.probability;
    }
    if (!arc) return predicted;
    add_balanced(predicted, frozen, *arc, *rules_);
    return corrected(predicted, *arc, trust_in(predicted, *arc));
  }
  /// Predicts `enough` moves for look_ahead() in one batch, starting with node `first`, because a
  /// simulation computes many moves in parallel. Returns the first node whose moves were not
  /// predicted.
  [[nodiscard]] std::size_t prefetch(const StateGraph& graph, const Mdp& mdp, std::size_t first,
                                     std::size_t enough, CachedModel& model) const {
    std::vector<StateMove> moves;
    std::size_t next = first;
    for (; next < mdp.size() && moves.size() < enough; ++next) {
      const StateId state = mdp[next].state;
      if (rules_->is_goal(state)) continue;
      for (MoveId move : rules_->moves(state)) {
        const bool used = make_simulation_ || !tried_arc(graph, state, move);
        if (used && !rules_->certain_result(state, move) && !model.contains({state, move}))
          moves.push_back({state, move});
      }
    }
    model.prefetch(moves);
    return next;
  }
  [[nodiscard]] Lookahead look_ahead(const StateGraph& graph, StateId from, CachedModel& model) {
    Lookahead ahead{Mdp{{false, {}, from}}};
    Mdp& mdp = ahead.mdp;
    std::unordered_map<StateId, int> numbers{{from, 0}};
    const std::size_t budget = model.size() + kMaxPredictedMoves;
    std::size_t prefetched = 0;
    for (std::size_t i = 0; i < mdp.size(); ++i) {
      check_stop();
      const StateId state = mdp[i].state;
      mdp[i].goal = rules_->is_goal(state);
      if (i >= prefetched) {
        ahead.complete = ahead.complete && model.size() < budget;
        if (model.size() >= budget) continue;
        prefetched =
            prefetch(graph, mdp, i, std::min(kMovesPerBatch, budget - model.size()), model);
      }
      if (mdp[i].goal) continue;
      set_effort(static_cast<long>(model.size() + kMaxPredictedMoves - budget), kMaxPredictedMoves);
      const auto moves = rules_->moves(state);
      mdp[i].moves.reserve(moves.size());
      for (MoveId move : moves) {
        MdpMove to_add{move, {}};
        for (const auto& [to, probability] : results(graph, state, move, model)) {
          const auto [place, is_new] = numbers.emplace(to, static_cast<int>(numbers.size()));
          if (is_new) mdp.push_back({false, {}, to});
          to_add.results.push_back({place->second, probability});
        }
        mdp[i].moves.push_back(std::move(to_add));
      }
    }
    return ahead;
  }

  std::shared_ptr<const Rules> rules_;
  GoalDistance distance_;
  std::shared_ptr<const ForwardModel> predictor_;
  MakePlanningModel make_simulation_;  // null if the world cannot be simulated
  std::array<std::optional<CachedModel>, kParameterErrors.size()> models_;
};

/// FF-Replan (Yoon, Fern and Givan 2007). Assumes that each move has its most likely result, plans
/// the fewest moves, and replans when a move ends differently. Uses the same model as Imagination,
/// so a comparison shows the value of planning with probabilities.
class Determinizing : public Imagination {
 public:
  using Imagination::Imagination;

 private:
  std::optional<Decision> solve(const Mdp& mdp, const StateGraph& graph) override {
    Mdp certain = mdp;
    for (MdpNode& node : certain)
      for (MdpMove& move : node.moves)
        if (!move.results.empty()) move.results = {{most_likely(move).to, 1}};
    auto decision = Imagination::solve(certain, graph);
    if (decision)
      decision->reason = fmt::format("{} moves to the target if each has its most likely result",
                                     decision->moves.size());
    return decision;
  }
};

/// UCT with the model of Imagination. The planner chooses the first move of most playouts.
class TreeSearch : public Imagination {
 public:
  explicit TreeSearch(const GrantedAdvice& advice) : Imagination(advice), seed_(advice.seed()) {}

 private:
  static constexpr int kPlayouts = 2000, kMaxMovesOfPlayout = 100;

  std::optional<Decision> solve(const Mdp& mdp, const StateGraph& graph) override {
    if (std::none_of(mdp.begin(), mdp.end(), [](const auto& node) { return node.goal; }))
      return std::nullopt;
    Rng rng(derive_seed(seed_, graph.moves_made()));
    const TreeSearchResult found = tree_search(mdp, rng, kPlayouts, kMaxMovesOfPlayout);
    if (found.best() < 0) return std::nullopt;
    const auto& moves = mdp.front().moves;
    Decision decision{DecisionStatus::moves, {}, "", {}};
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto& tried = found.moves[i];
      std::optional<StateId> to;
      if (!moves[i].results.empty()) to = mdp[most_likely(moves[i]).to].state;
      decision.why.push_back({mdp.front().state, moves[i].move, 1 - tried.mean_value(), 1, to});
    }
    std::swap(decision.why.front(), decision.why[found.best()]);
    const Candidate& chosen = decision.why.front();
    decision.moves = {{chosen.move, chosen.predicted}};
    decision.reason =
        fmt::format("chosen most often in {} simulated playouts; {} reached the target", kPlayouts,
                    found.reached);
    return decision;
  }

  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Planner> make_imagination(const GrantedAdvice& advice) {
  return std::make_unique<Imagination>(advice);
}

std::unique_ptr<Planner> make_determinizing(const GrantedAdvice& advice) {
  return std::make_unique<Determinizing>(advice);
}

std::unique_ptr<Planner> make_tree_search(const GrantedAdvice& advice) {
  return std::make_unique<TreeSearch>(advice);
}

}  // namespace marblemaze

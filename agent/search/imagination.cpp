#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "agent/search/copies/mdp.h"
#include "agent/search/copies/world_copies.h"
#include "agent/search/searches.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/random.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

/// Caches the predictions of a model. Only one thread may use an object at a time.
class RememberedModel : public ForwardModel {
 public:
  explicit RememberedModel(std::shared_ptr<const ForwardModel> model) : model_(std::move(model)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    return remembered({from, move});
  }
  /// Returns predict() by reference, which is valid as long as the model.
  [[nodiscard]] const Prediction& remembered(const StateMove& move) const {
    if (const auto found = known_.find(move); found != known_.end()) return found->second;
    return known_.emplace(move, model_->predict(move.first, move.second)).first->second;
  }
  [[nodiscard]] bool knows(const StateMove& move) const { return known_.contains(move); }
  /// Predicts several moves at once that are not in the cache and will be needed.
  void foresee(std::span<const StateMove> moves) const {
    std::vector<Prediction> predictions = model_->predict_all(moves);
    for (std::size_t i = 0; i < moves.size(); ++i)
      known_.emplace(moves[i], std::move(predictions[i]));
  }
  [[nodiscard]] std::size_t size() const { return known_.size(); }

 private:
  std::shared_ptr<const ForwardModel> model_;
  struct Hash {
    std::size_t operator()(const StateMove& move) const {
      return std::hash<long>{}(8L * move.first.index + move.second.index);
    }
  };
  mutable std::unordered_map<StateMove, Prediction, Hash> known_;
};

/// Resulting states of a move with their probabilities; the remainder is in no state.
using ResultProbabilities = std::map<StateId, double>;

constexpr int kMostPredictedMoves = 6000;      // predicted for one plan
constexpr std::size_t kMovesAtOnce = 32;       // predicted together
constexpr double kSmallestProbability = 0.02;  // for a result after the move was made

// Prior odds (chosen by hand) that the model is right about an untried move, and the probability of
// an unpredicted result if it is right. None of 3,840 moves in Bullet had such a result
// (docs/results/optima.md).
constexpr double kTrust = 50, kUnforeseen = 0.001;
constexpr double kMostLogOdds = 200;  // as a power of two; larger odds have no effect
constexpr double kRolloutResolution =
    0.5 / 17;  // largest difference in probability that 17 rollouts cannot resolve

// Number of moves that the agent tries without a path to the goal: one batch, and another batch for
// each move that ended differently than predicted.
constexpr int kTriesPerSurprise = 200;

/// Returns the arc of a move, or null if the move has never been made.
const Arc* made_arc(const StateGraph& graph, StateId state, MoveId move) {
  const bool made = graph.knows(state) && graph.arc(state, move).tries > 0;
  return made ? &graph.arc(state, move) : nullptr;
}

/// Adds balanced states to the predicted results of a move that was made. The model provides the
/// probability that the marble freezes; the tries provide the states.
void add_balanced(ResultProbabilities& imagined, double frozen, const Arc& arc,
                  const Rules& rules) {
  int all = 0;
  for (const auto& [to, times] : arc.results) all += rules.is_balanced(to) ? times : 0;
  for (const auto& [to, times] : arc.results)
    if (rules.is_balanced(to)) imagined[to] = frozen * times / all;
}

/// Returns the posterior probability that the model is right about a move that was made, by Bayes'
/// rule. The alternative hypothesis is that each result has the frequency observed so far. It is
/// fitted to the tries, which biases the posterior towards it.
double trust_in(const ResultProbabilities& imagined, const Arc& arc) {
  double log_odds = binary_logarithm(kTrust);
  for (const auto& [to, times] : arc.results) {
    const auto place = imagined.find(to);
    const double chance = std::max(place == imagined.end() ? 0 : place->second, kUnforeseen);
    log_odds += times * binary_logarithm(chance * arc.tries / times);
  }
  return 1 / (1 + power(2, std::clamp(-log_odds, -kMostLogOdds, kMostLogOdds)));
}

/// Returns the results of a move that was made, if the model is right with the probability `trust`.
/// Rare results are dropped; otherwise, a plan could repeat moves forever to wait for such a
/// result. A plan treats repeated tries as independent although they share the same uncertainty
/// about the model. Therefore, it expects a rare result to occur eventually.
ResultProbabilities corrected(const ResultProbabilities& imagined, const Arc& arc, double trust) {
  ResultProbabilities results;
  for (const auto& [to, chance] : imagined) results[to] += trust * chance;
  for (const auto& [to, times] : arc.results) results[to] += (1 - trust) * times / arc.tries;
  std::erase_if(results, [](const auto& result) { return result.second < kSmallestProbability; });
  return results;
}

/// Explains why a policy repeats a move whose most likely result leads into a cycle: it waits for a
/// less likely result.
struct RareEndings {
  const Mdp& mdp;
  const MaxProbabilityPolicy& policy;

  [[nodiscard]] std::size_t node_of(StateId state) const {
    const auto place = std::find_if(mdp.begin(), mdp.end(),
                                    [&](const MdpNode& node) { return node.state == state; });
    return static_cast<std::size_t>(place - mdp.begin());
  }
  [[nodiscard]] bool is_nearer(std::size_t to, std::size_t from) const {
    if (to >= mdp.size() || policy.probability[to] <= 0) return false;
    const double gain = policy.probability[to] - policy.probability[from];
    return gain > kRolloutResolution ||
           (gain > -kRolloutResolution && policy.moves[to] < policy.moves[from]);
  }
  /// Returns the probability that the best move from a node ends nearer the goal.
  [[nodiscard]] double chance(std::size_t node) const {
    double sum = 0;
    for (const MdpResult& result :
         mdp[node].moves[static_cast<std::size_t>(policy.best[node])].results)
      if (is_nearer(static_cast<std::size_t>(result.to), node)) sum += result.probability;
    return sum;
  }
  [[nodiscard]] int times_fulfilled(std::size_t node, const Arc& arc) const {
    int sum = 0;
    for (const auto& [to, times] : arc.results)
      if (is_nearer(node_of(to), node)) sum += times;
    return sum;
  }
  /// Describes the first step of the path that needs a rare result; empty if the path leads to the
  /// goal. This explains to spectators why the agent repeats moves.
  [[nodiscard]] std::string words_for(const std::vector<PlannedMove>& way,
                                      const StateGraph& graph) const {
    if (mdp[node_of(*way.back().expected)].goal) return {};
    std::size_t node = 0;
    for (std::size_t step = 0; step < way.size(); ++step) {
      const std::size_t next = node_of(*way[step].expected);
      const StateId state = mdp[node].state;
      if (const Arc* arc = made_arc(graph, state, way[step].move); arc && !is_nearer(next, node))
        return fmt::format(
            "; step {} needs an unlikely ending: a chance of {:.0f} % a try, {} of {} so far",
            step + 1, 100 * chance(node), times_fulfilled(node, *arc), arc->tries);
      node = next;
    }
    return {};
  }
};

/// Plans with the predicted distribution of results, corrected by the results of the moves made so
/// far: it maximises the probability of reaching the goal and, among equal plans, minimises the
/// expected number of moves. It may therefore repeat a move in order to obtain a rare result. If no
/// predicted path leads to the goal, it plans with a model of larger parameter errors. If there is
/// still no path, it tries moves with uncertain results, nearest first. It gives up after enough of
/// these moves have ended as predicted.
class ImaginingPlanner : public Planner {
 protected:
  /// Number of models, each with different parameter errors, that a planner with a simulation uses.
  static constexpr std::size_t kDoubts = 2;

  /// A planner without a simulation has one model and never gives up.
  ImaginingPlanner(const GrantedAdvice& advice, bool can_imagine)
      : rules_(advice.rules()), distance_(advice.distance()), can_imagine_(can_imagine) {}

  [[nodiscard]] std::size_t doubts() const { return can_imagine_ ? kDoubts : 1; }
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    bool hopeless = can_imagine_;
    Outlook outlook;
    for (std::size_t doubt = 0; doubt < doubts(); ++doubt) {
      outlook = look_ahead(graph, situation.state, imagine(doubt));
      if (auto decision = solve(outlook.graph, graph)) return *std::move(decision);
      hopeless = hopeless && outlook.complete;
    }
    if (hopeless && tried_enough(graph, outlook))
      return {Answer::exhausted,
              {},
              fmt::format("in the predicted world, no moves lead to the target from any of the {} "
                          "reachable states, and moves tried there nearly always end as predicted",
                          outlook.graph.size()),
              {}};
    return try_something(graph, situation.state);
  }
  /// Decides in the first node of the predicted process; returns nullopt if there is no path to the
  /// goal.
  [[nodiscard]] virtual std::optional<Decision> solve(const Mdp& imagined,
                                                      const StateGraph& graph) {
    const MaxProbabilityPolicy policy = best_policy(imagined, kRolloutResolution);
    if (policy.best.front() < 0) return std::nullopt;
    // moves of the policy if each move has its most likely result
    Decision decision{Answer::moves, most_likely_path(imagined, policy), policy.describe(), {}};
    decision.expected_moves = policy.moves.front();
    decision.rule += RareEndings{imagined, policy}.words_for(decision.moves, graph);
    explain_steps(imagined.front().state, decision);
    return decision;
  }

 private:
  /// Reachable states, numbered breadth-first, and the results of their moves
  struct Outlook {
    Mdp graph;
    /// Whether all reachable states are included, because the budget was large enough.
    bool complete = true;
  };

  /// Returns the model of a level of doubt; level 0 has the default errors. It returns the same
  /// model throughout a plan.
  [[nodiscard]] virtual const RememberedModel& imagine(std::size_t doubt) = 0;

  [[nodiscard]] Decision try_something(const StateGraph& graph, StateId from) {
    const RememberedModel& model = imagine(0);
    return best_untried(graph, from, "untried move predicted to end nearest the target",
                        [&](StateId state, MoveId move) {
                          const auto guess = model.most_likely(state, move);
                          return Valued{guess ? distance_(*guess) : HUGE_VAL, guess};
                        });
  }
  /// Returns whether enough moves have been tried in the reachable states to conclude that the
  /// world agrees with the model.
  [[nodiscard]] bool tried_enough(const StateGraph& graph, const Outlook& outlook) {
    int tried = 0, surprises = 0;
    for (const MdpNode& node : outlook.graph) {
      const StateId state = node.state;
      for (MoveId move : rules_->moves(state)) {
        const Arc* const arc = made_arc(graph, state, move);
        if (arc == nullptr || rules_->certain_result(state, move)) continue;
        ++tried;
        surprises += std::any_of(arc->results.begin(), arc->results.end(), [&](const auto& result) {
          return !was_imagined(state, move, result.first);
        });
      }
    }
    return tried >= kTriesPerSurprise * (surprises + 1);
  }
  [[nodiscard]] bool was_imagined(StateId state, MoveId move, StateId to) {
    for (std::size_t doubt = 0; doubt < doubts(); ++doubt)
      for (const Guess& guess : imagine(doubt).remembered({state, move}).guesses)
        if (guess.to ? guess.to == to : rules_->is_balanced(to)) return true;
    return false;
  }
  /// Returns the results of a move: certain results, or predicted results, corrected by the
  /// observed results if the move was made.
  [[nodiscard]] ResultProbabilities results(const StateGraph& graph, StateId state, MoveId move,
                                            const RememberedModel& model) const {
    const Arc* const arc = made_arc(graph, state, move);
    // The path predictor has no probabilities, so observed results replace its prediction.
    if (arc && !can_imagine_) return corrected({}, *arc, 0);
    ResultProbabilities imagined;
    double frozen = 0;
    if (const auto certain = rules_->certain_result(state, move)) {
      imagined = {{*certain, 1.0}};
    } else {
      for (const Guess& guess : model.remembered({state, move}).guesses)
        if (guess.to)
          imagined[*guess.to] = guess.probability;
        else
          frozen += guess.probability;
    }
    if (!arc) return imagined;
    add_balanced(imagined, frozen, *arc, *rules_);
    return corrected(imagined, *arc, trust_in(imagined, *arc));
  }
  /// Predicts together the moves that look_ahead() will need next, starting with state `first`,
  /// until there are `enough` of them, because a simulation computes many moves in parallel.
  /// Returns the first state whose moves were not predicted.
  [[nodiscard]] std::size_t foresee(const StateGraph& graph, const Outlook& outlook,
                                    std::size_t first, std::size_t enough,
                                    const RememberedModel& model) const {
    std::vector<StateMove> moves;
    std::size_t next = first;
    for (; next < outlook.graph.size() && moves.size() < enough; ++next) {
      const StateId state = outlook.graph[next].state;
      if (rules_->is_goal(state)) continue;
      for (MoveId move : rules_->moves(state)) {
        const bool imagined = can_imagine_ || !made_arc(graph, state, move);  // see results()
        if (imagined && !rules_->certain_result(state, move) && !model.knows({state, move}))
          moves.push_back({state, move});
      }
    }
    model.foresee(moves);
    return next;
  }
  [[nodiscard]] Outlook look_ahead(const StateGraph& graph, StateId from,
                                   const RememberedModel& model) {
    Outlook outlook{Mdp{{false, {}, from}}};
    std::unordered_map<StateId, int> numbers{{from, 0}};
    const std::size_t budget = model.size() + kMostPredictedMoves;
    std::size_t foreseen = 0;
    for (std::size_t i = 0; i < outlook.graph.size(); ++i) {
      stop_point();
      const StateId state = outlook.graph[i].state;
      outlook.graph[i].goal = rules_->is_goal(state);
      if (i >= foreseen) {
        outlook.complete = outlook.complete && model.size() < budget;
        if (model.size() >= budget) continue;
        foreseen = foresee(graph, outlook, i, std::min(kMovesAtOnce, budget - model.size()), model);
      }
      if (outlook.graph[i].goal) continue;
      say_effort(static_cast<long>(model.size() + kMostPredictedMoves - budget),
                 kMostPredictedMoves);
      const auto moves = rules_->moves(state);
      outlook.graph[i].moves.reserve(moves.size());
      for (MoveId move : moves) {
        MdpMove chances{move, {}};
        const ResultProbabilities all = results(graph, state, move, model);
        chances.results.reserve(all.size());
        for (const auto& [to, probability] : all) {
          const auto [place, is_new] = numbers.emplace(to, static_cast<int>(numbers.size()));
          if (is_new) outlook.graph.push_back({false, {}, to});
          chances.results.push_back({place->second, probability});
        }
        outlook.graph[i].moves.push_back(std::move(chances));
      }
    }
    return outlook;
  }

  std::shared_ptr<const Rules> rules_;
  GoalDistance distance_;
  bool can_imagine_;
};

/// Simulates with slightly wrong settings, because the real world deviates from its settings by a
/// similar amount. If the world cannot be simulated, the path predictor is used.
class Imagination : public ImaginingPlanner {
 public:
  Imagination(const GrantedAdvice& advice, MakePlanningModel imagining)
      : ImaginingPlanner(advice, imagining != nullptr),
        predictor_(advice.predictor()),
        imagining_(std::move(imagining)) {}

 private:
  // The second is used if the first finds no path.
  static constexpr std::array<double, kDoubts> kParameterErrors{1.0, 4.0};

  const RememberedModel& imagine(std::size_t doubt) override {
    auto& model = models_[doubt];
    if (!model)
      model = std::make_unique<RememberedModel>(imagining_ ? imagining_(kParameterErrors[doubt])
                                                           : predictor_);
    return *model;
  }

  std::shared_ptr<const ForwardModel> predictor_;
  MakePlanningModel imagining_;
  std::array<std::unique_ptr<RememberedModel>, kDoubts> models_;  // by level of doubt
};

/// Assumes that each move has its most likely result, plans the minimum number of moves, and
/// replans when a move ends differently: FF-Replan (Yoon, Fern and Givan 2007). It uses the same
/// model as Imagination, so the difference between the two shows the value of planning with
/// probabilities.
class Determinizing : public Imagination {
 public:
  using Imagination::Imagination;

 private:
  std::optional<Decision> solve(const Mdp& imagined, const StateGraph& graph) override {
    Mdp certain = imagined;
    for (MdpNode& node : certain)
      for (MdpMove& move : node.moves)
        if (!move.results.empty()) move.results = {{most_likely(move).to, 1}};
    auto decision = Imagination::solve(certain, graph);
    if (decision)
      decision->rule = fmt::format("{} moves to the target if each has its most likely result",
                                   decision->moves.size());
    return decision;
  }
};

/// Plays moves in the model from the resting state of the marble and makes the move that most
/// playouts prefer: UCT with the model of Imagination.
class TreeSearch : public Imagination {
 public:
  TreeSearch(const GrantedAdvice& advice, MakePlanningModel imagining)
      : Imagination(advice, std::move(imagining)), seed_(advice.seed()) {}

 private:
  static constexpr int kPlayouts = 2000, kMostMovesOfPlayout = 100;

  std::optional<Decision> solve(const Mdp& imagined, const StateGraph& graph) override {
    if (std::none_of(imagined.begin(), imagined.end(), [](const auto& node) { return node.goal; }))
      return std::nullopt;
    Rng rng(mixed_seed(seed_, graph.moves_made()));
    const TreeSearchResult found = tree_search(imagined, rng, kPlayouts, kMostMovesOfPlayout);
    if (found.best() < 0) return std::nullopt;
    const auto& moves = imagined.front().moves;
    Decision decision{Answer::moves, {}, "", {}};
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto& tried = found.moves[i];
      std::optional<StateId> to;
      if (!moves[i].results.empty())
        to = imagined[static_cast<std::size_t>(most_likely(moves[i]).to)].state;
      decision.why.push_back({imagined.front().state, moves[i].move, 1 - tried.worth(), 1, to});
    }
    std::swap(decision.why.front(), decision.why[static_cast<std::size_t>(found.best())]);
    const Candidate& chosen = decision.why.front();
    decision.moves = {{chosen.move, chosen.predicted}};
    decision.rule = fmt::format("chosen most often in {} simulated playouts; {} reached the target",
                                kPlayouts, found.reached);
    return decision;
  }

  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Planner> make_imagination(const GrantedAdvice& advice) {
  return std::make_unique<Imagination>(advice, advice.imagination());
}

std::unique_ptr<Planner> make_determinizing(const GrantedAdvice& advice) {
  return std::make_unique<Determinizing>(advice, advice.imagination());
}

std::unique_ptr<Planner> make_tree_search(const GrantedAdvice& advice) {
  return std::make_unique<TreeSearch>(advice, advice.imagination());
}

}  // namespace marblemaze

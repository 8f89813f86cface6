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

/// Caches the predictions of a model. Not thread-safe.
class RememberedModel : public ForwardModel {
 public:
  explicit RememberedModel(std::shared_ptr<const ForwardModel> model) : model_(std::move(model)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    return remembered({from, move});
  }
  /// Returns predict() by reference. The reference is valid as long as this object.
  [[nodiscard]] const Prediction& remembered(const StateMove& move) const {
    if (const auto found = known_.find(move); found != known_.end()) return found->second;
    return known_.emplace(move, model_->predict(move.first, move.second)).first->second;
  }
  [[nodiscard]] bool knows(const StateMove& move) const { return known_.contains(move); }
  /// Predicts several moves in one batch and adds them to the cache.
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

/// Probabilities of the resulting states of a move. The remaining probability ends without a state.
using ResultProbabilities = std::map<StateId, double>;

constexpr int kMostPredictedMoves = 6000;      // maximum number of predicted moves per plan
constexpr std::size_t kMovesAtOnce = 32;       // batch size of predictions
constexpr double kSmallestProbability = 0.02;  // lower limit for results of a tried move

// Prior odds, chosen by hand, that the model is right about an untried move, and probability of an
// unpredicted result if the model is right. In Bullet, none of 3,840 moves had an unpredicted
// result (docs/results/optima.md).
constexpr double kTrust = 50, kUnforeseen = 0.001;
constexpr double kMostLogOdds = 200;  // base-2 logarithm; larger odds have no effect
constexpr double kRolloutResolution =
    0.5 / 17;  // largest difference in probability that 17 rollouts cannot resolve

// Number of moves that the agent tries without a path to the goal before it gives up. Each
// unexpected result allows another batch of tries.
constexpr int kTriesPerSurprise = 200;

/// Returns the arc of a move, or null if the move has never been made.
const Arc* made_arc(const StateGraph& graph, StateId state, MoveId move) {
  const bool made = graph.knows(state) && graph.arc(state, move).tries > 0;
  return made ? &graph.arc(state, move) : nullptr;
}

/// Adds balanced states to the predicted results of a tried move. The model provides the
/// probability of freezing. The observed results provide the states.
void add_balanced(ResultProbabilities& imagined, double frozen, const Arc& arc,
                  const Rules& rules) {
  int all = 0;
  for (const auto& [to, times] : arc.results) all += rules.is_balanced(to) ? times : 0;
  for (const auto& [to, times] : arc.results)
    if (rules.is_balanced(to)) imagined[to] = frozen * times / all;
}

/// Returns the posterior probability that the model is right about a tried move, by Bayes' rule.
/// The alternative hypothesis uses the observed frequencies. It is fitted to the same tries, which
/// biases the posterior towards it.
double trust_in(const ResultProbabilities& imagined, const Arc& arc) {
  double log_odds = binary_logarithm(kTrust);
  for (const auto& [to, times] : arc.results) {
    const auto place = imagined.find(to);
    const double chance = std::max(place == imagined.end() ? 0 : place->second, kUnforeseen);
    log_odds += times * binary_logarithm(chance * arc.tries / times);
  }
  return 1 / (1 + power(2, std::clamp(-log_odds, -kMostLogOdds, kMostLogOdds)));
}

/// Mixes the predicted and the observed results of a tried move. `trust` is the probability that
/// the model is right. Rare results are dropped, because a plan treats tries as independent
/// although they share the same model error. It would otherwise repeat a move forever to wait for a
/// rare result.
ResultProbabilities corrected(const ResultProbabilities& imagined, const Arc& arc, double trust) {
  ResultProbabilities results;
  for (const auto& [to, chance] : imagined) results[to] += trust * chance;
  for (const auto& [to, times] : arc.results) results[to] += (1 - trust) * times / arc.tries;
  std::erase_if(results, [](const auto& result) { return result.second < kSmallestProbability; });
  return results;
}

/// Explains a policy that repeats a move whose most likely result leads into a cycle. Such a policy
/// waits for a less likely result.
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
  /// Returns the probability that the best move of a node ends nearer to the goal.
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
  /// Describes the first step of the path that needs a rare result. Returns an empty string if the
  /// path leads to the goal. The text explains to spectators why the agent repeats moves.
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

/// Plans with predicted probabilities, corrected by the observed results. It maximises the success
/// probability and, among equal plans, minimises the expected number of moves. It may therefore
/// repeat a move to obtain a rare result. If no predicted path leads to the goal, it plans again
/// with larger parameter errors. If there is still no path, it tries moves with uncertain results,
/// nearest first. It gives up after enough of these moves have ended as predicted.
class ImaginingPlanner : public Planner {
 protected:
  /// Number of models with different parameter errors, if the world can be simulated.
  static constexpr std::size_t kDoubts = 2;

  /// A planner without a simulation uses a single model and never gives up.
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
  /// Chooses moves in the first node of the predicted process. Returns nullopt if there is no path
  /// to the goal.
  [[nodiscard]] virtual std::optional<Decision> solve(const Mdp& imagined,
                                                      const StateGraph& graph) {
    const MaxProbabilityPolicy policy = best_policy(imagined, kRolloutResolution);
    if (policy.best.front() < 0) return std::nullopt;
    // The moves are the most likely path of the policy.
    Decision decision{Answer::moves, most_likely_path(imagined, policy), policy.describe(), {}};
    decision.expected_moves = policy.moves.front();
    decision.rule += RareEndings{imagined, policy}.words_for(decision.moves, graph);
    explain_steps(imagined.front().state, decision);
    return decision;
  }

 private:
  /// Reachable states in breadth-first order, and the results of their moves.
  struct Outlook {
    Mdp graph;
    /// True if the budget was large enough for all reachable states.
    bool complete = true;
  };

  /// Returns the model for a level of doubt. Level 0 has the default errors. The model stays the
  /// same during a plan.
  [[nodiscard]] virtual const RememberedModel& imagine(std::size_t doubt) = 0;

  [[nodiscard]] Decision try_something(const StateGraph& graph, StateId from) {
    const RememberedModel& model = imagine(0);
    return best_untried(graph, from, "untried move predicted to end nearest the target",
                        [&](StateId state, MoveId move) {
                          const auto guess = model.most_likely(state, move);
                          return Valued{guess ? distance_(*guess) : HUGE_VAL, guess};
                        });
  }
  /// Returns true if enough moves were tried in the reachable states to conclude that the world
  /// agrees with the model.
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
  /// Returns the results of a move. They are certain, or predicted and corrected by the observed
  /// results of earlier tries.
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
  /// Predicts the moves that look_ahead() will need next in one batch, because a simulation
  /// computes many moves in parallel. Starts with state `first` and collects `enough` moves.
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

/// Plans with a simulation whose settings are slightly wrong, because the real world deviates from
/// its settings by a similar amount. Uses the path predictor if the world cannot be simulated.
class Imagination : public ImaginingPlanner {
 public:
  Imagination(const GrantedAdvice& advice, MakePlanningModel imagining)
      : ImaginingPlanner(advice, imagining != nullptr),
        predictor_(advice.predictor()),
        imagining_(std::move(imagining)) {}

 private:
  // The second error applies if the first model finds no path.
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
  std::array<std::unique_ptr<RememberedModel>, kDoubts> models_;  // indexed by level of doubt
};

/// FF-Replan (Yoon, Fern and Givan 2007). It assumes that each move has its most likely result,
/// plans the fewest moves, and replans when a move ends differently. It uses the same model as
/// Imagination, so a comparison of the two shows the value of planning with probabilities.
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

/// UCT with the model of Imagination. It plays moves in the model from the resting state of the
/// marble, and chooses the first move of most playouts.
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

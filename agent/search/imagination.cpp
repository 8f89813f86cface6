#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "agent/analysis/sampled_world.h"
#include "agent/search/frontier.h"

namespace marblemaze {
namespace {

constexpr int kMostMoves = 6000;               // imagined anew for one plan
constexpr double kSmallestProbability = 0.02;  // of an observed ending that is still reckoned with

constexpr std::array kParameterErrors{1.0, 4.0};  // the second where the first leaves no hope

// Moves that it tries without hope for each one that ends otherwise than imagined, and one such
// batch more. Of 3,840 moves in Bullet none ended otherwise (docs/simulation_search.md).
constexpr int kTriesPerSurprise = 200;

/// Remembers what a model said. Not for several threads at once.
class RememberedModel : public ForwardModel {
 public:
  explicit RememberedModel(std::shared_ptr<const ForwardModel> model) : model_(std::move(model)) {}
  [[nodiscard]] Prediction do_predict(const Situation& from, MoveId move) const override {
    const auto key = std::pair(from.state, move);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    return known_.emplace(key, model_->predict(from, move)).first->second;
  }
  [[nodiscard]] std::size_t size() const { return known_.size(); }

 private:
  std::shared_ptr<const ForwardModel> model_;
  mutable std::map<std::pair<StateId, MoveId>, Prediction> known_;
};

/// The states that may be reached, numbered breadth-first, and what may happen in each.
struct Outlook {
  std::vector<StateId> states;
  Mdp graph;
  bool complete = true;  ///< nothing more can be reached: the budget was enough
};

/// Plans with what was observed where a move was made, and with a distribution of imagined endings
/// where it was not: highest chance of reaching the goal first, fewest expected moves second. Where
/// no imagined way leads to the goal it tries, nearest first, moves that may not end as imagined.
/// It gives up once enough of them have ended as imagined all the same.
class Imagination : public Planner {
 public:
  explicit Imagination(const GrantedAdvice& advice)
      : rules_(advice.rules()),
        distance_(advice.distance()),
        predictor_(advice.predictor()),
        imagination_(advice.imagination()) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    bool hopeless = true;
    Outlook outlook;
    for (double parameter_error : kParameterErrors) {
      outlook = look_ahead(graph, situation.state, imagine(parameter_error));
      if (stop_.stop_requested()) return {};
      const MaxProbabilityPolicy policy = best_policy(outlook.graph);
      if (policy.best.front() >= 0) return follow(outlook, policy);
      hopeless = hopeless && imagination_ && outlook.complete;
      if (!imagination_) break;
    }
    if (hopeless && tried_enough(graph, outlook))
      return {Answer::exhausted,
              {},
              fmt::format("no imagined way leads to the target from any of the {} states within "
                          "reach, and moves tried there hardly ever end otherwise than imagined",
                          outlook.states.size()),
              {}};
    return try_something(graph, situation.state);
  }

  void set_stop_token(StopToken stop) override { stop_ = std::move(stop); }

 private:
  const RememberedModel& imagine(double parameter_error) {
    auto& model = models_[parameter_error];
    if (!model)
      model = std::make_unique<RememberedModel>(imagination_ ? imagination_(parameter_error)
                                                             : predictor_);
    return *model;
  }

  Decision try_something(const StateGraph& graph, StateId from) {
    const RememberedModel& model = imagine(kParameterErrors.front());
    return best_untried(graph, from, "untried move imagined to end nearest the target",
                        [&](StateId state, MoveId move) {
                          const auto guess = model.likeliest({state, nullptr}, move);
                          return Valued{guess ? distance_(*guess) : HUGE_VAL, guess};
                        });
  }

  /// Has the world had its chance to end moves otherwise than imagined, in the states that can
  /// still be reached?
  bool tried_enough(const StateGraph& graph, const Outlook& outlook) {
    int tried = 0, surprises = 0;
    for (StateId state : outlook.states) {
      if (!graph.knows(state)) continue;
      for (MoveId move : rules_->moves(state)) {
        const Arc& arc = graph.arc(state, move);
        if (arc.tries == 0 || rules_->certain_result(state, move)) continue;
        ++tried;
        surprises += !was_imagined(state, move, *arc.to);
      }
    }
    return tried >= kTriesPerSurprise * (surprises + 1);
  }

  bool was_imagined(StateId state, MoveId move, StateId to) {
    const auto ends_there = [&](const Guess& guess) {
      return guess.ending == Motion::settled && guess.to.state == to;
    };
    // The C++ library of WebAssembly's compiler has no std::ranges::any_of yet.
    return std::any_of(
        std::begin(kParameterErrors), std::end(kParameterErrors), [&](double parameter_error) {
          const Prediction told = imagine(parameter_error).predict({state, nullptr}, move);
          return std::any_of(told.guesses.begin(), told.guesses.end(), ends_there);
        });
  }

  /// Where a move may end: as it did, as it must, or as imagined.
  std::vector<std::pair<StateId, double>> endings(const StateGraph& graph, StateId state,
                                                  MoveId move, const RememberedModel& model) const {
    if (graph.knows(state))
      if (const Arc& arc = graph.arc(state, move); arc.tries > 0) return observed(arc);
    if (const auto certain = rules_->certain_result(state, move)) return {{*certain, 1.0}};
    std::vector<std::pair<StateId, double>> imagined;
    for (const Guess& guess : model.predict({state, nullptr}, move).guesses)
      if (guess.ending == Motion::settled) imagined.emplace_back(guess.to.state, guess.probability);
    return imagined;
  }

  /// A rare ending is dropped, or hope for it would keep the marble going round for ever.
  static std::vector<std::pair<StateId, double>> observed(const Arc& arc) {
    std::vector<std::pair<StateId, double>> endings;
    for (const auto& [to, times] : arc.results)
      if (times >= kSmallestProbability * arc.tries)
        endings.emplace_back(to, static_cast<double>(times) / arc.tries);
    return endings;
  }

  Outlook look_ahead(const StateGraph& graph, StateId from, const RememberedModel& model) const {
    Outlook outlook{{from}, Mdp(1)};
    std::unordered_map<StateId, int> numbers{{from, 0}};
    const std::size_t budget = model.size() + kMostMoves;
    for (std::size_t i = 0; i < outlook.states.size() && !stop_.stop_requested(); ++i) {
      const StateId state = outlook.states[i];
      outlook.graph[i].goal = rules_->is_goal(state);
      outlook.complete = outlook.complete && model.size() < budget;
      if (outlook.graph[i].goal || model.size() >= budget) continue;
      for (MoveId move : rules_->moves(state)) {
        MdpMove chances{move, {}};
        for (const auto& [to, probability] : endings(graph, state, move, model)) {
          const auto [place, is_new] = numbers.emplace(to, static_cast<int>(numbers.size()));
          if (is_new) {
            outlook.states.push_back(to);
            outlook.graph.emplace_back();
          }
          chances.endings.push_back({place->second, probability});
        }
        outlook.graph[i].moves.push_back(std::move(chances));
      }
    }
    return outlook;
  }

  /// The moves of the policy as long as each ends as is likeliest.
  Decision follow(const Outlook& outlook, const MaxProbabilityPolicy& policy) const {
    Decision decision{Answer::moves, likeliest_way(outlook.states, outlook.graph, policy),
                      policy.describe(), {}};
    explain_steps(outlook.states.front(), decision);
    return decision;
  }

  std::shared_ptr<const Rules> rules_;
  GoalDistance distance_;
  std::shared_ptr<const ForwardModel> predictor_;  // where there is no imagination
  Imagining imagination_;
  std::map<double, std::unique_ptr<RememberedModel>> models_;  // by parameter_error
  StopToken stop_;
};

}  // namespace

std::unique_ptr<Planner> make_imagination(const GrantedAdvice& advice) {
  return std::make_unique<Imagination>(advice);
}

}  // namespace marblemaze

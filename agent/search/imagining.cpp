#include "agent/search/imagining.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agent/search/frontier.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr int kMostMoves = 6000;               // imagined anew for one plan
constexpr std::size_t kMovesAtOnce = 32;       // imagined side by side
constexpr double kSmallestProbability = 0.02;  // of an ending, once the move was made

// Odds that imagination is right about a move that was never made, a choice; and the chance of an
// ending that it did not foresee where it is right. Of 3,840 moves in Bullet none ended so
// (docs/results/optima.md).
constexpr double kTrust = 50, kUnforeseen = 0.001;
constexpr double kMostLogOdds = 200;  // as a power of two: more make no difference
constexpr double kAsGood = 0.5 / 17;  // chances that 17 imagined runs cannot tell apart

// Moves that it tries without hope for each one that ends otherwise than imagined, and one such
// batch more.
constexpr int kTriesPerSurprise = 200;

/// What came of a move; null where it was never made.
const Arc* made_arc(const StateGraph& graph, StateId state, MoveId move) {
  const bool made = graph.knows(state) && graph.arc(state, move).tries > 0;
  return made ? &graph.arc(state, move) : nullptr;
}

/// Adds the balanced states to what was imagined of a move that was made: imagination says how
/// likely the marble freezes, and the tries say in which states.
void add_balanced(EndingChances& imagined, double frozen, const Arc& arc, const Rules& rules) {
  int all = 0;
  for (const auto& [to, times] : arc.results) all += rules.is_balanced(to) ? times : 0;
  for (const auto& [to, times] : arc.results)
    if (rules.is_balanced(to)) imagined[to] = frozen * times / all;
}

/// How likely imagination is right about a move that was made. Two explanations compete: its
/// chances are right, or the move ends in each way as often as it did so far (Bayes' rule). The
/// second is fitted to the tries, so this leans towards what happened.
double trust_in(const EndingChances& imagined, const Arc& arc) {
  double log_odds = binary_logarithm(kTrust);
  for (const auto& [to, times] : arc.results) {
    const auto place = imagined.find(to);
    const double chance = std::max(place == imagined.end() ? 0 : place->second, kUnforeseen);
    log_odds += times * binary_logarithm(chance * arc.tries / times);
  }
  return 1 / (1 + power(2, std::clamp(-log_odds, -kMostLogOdds, kMostLogOdds)));
}

/// What a move that was made may do next time, where imagination is right with this chance. A rare
/// ending is dropped, or hope for it would keep the marble going round for ever. Plans draw anew
/// for each try, though doubt stays the same from try to try: they take a rare ending to come in
/// the end.
EndingChances corrected(const EndingChances& imagined, const Arc& arc, double trust) {
  EndingChances endings;
  for (const auto& [to, chance] : imagined) endings[to] += trust * chance;
  for (const auto& [to, times] : arc.results) endings[to] += (1 - trust) * times / arc.tries;
  std::erase_if(endings, [](const auto& ending) { return ending.second < kSmallestProbability; });
  return endings;
}

/// Why a policy makes a move again whose likeliest ending leads round in a circle: for a rarer one.
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
    return gain > kAsGood || (gain > -kAsGood && policy.moves[to] < policy.moves[from]);
  }
  /// That the best move from a node ends nearer the goal.
  [[nodiscard]] double chance(std::size_t node) const {
    double sum = 0;
    for (const MdpEnding& ending :
         mdp[node].moves[static_cast<std::size_t>(policy.best[node])].endings)
      if (is_nearer(static_cast<std::size_t>(ending.to), node)) sum += ending.probability;
    return sum;
  }
  [[nodiscard]] int times_fulfilled(std::size_t node, const Arc& arc) const {
    int sum = 0;
    for (const auto& [to, times] : arc.results)
      if (is_nearer(node_of(to), node)) sum += times;
    return sum;
  }
  /// Names the first step of a way that needs a rare ending; empty where the way leads to the goal.
  /// It explains why the agent makes the same moves again and again.
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

}  // namespace

Decision ImaginingPlanner::do_plan(const StateGraph& graph, const Situation& situation) {
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
            fmt::format("in the imagined world no moves lead to the target from any of the {} "
                        "states within reach, and moves tried there nearly always end as imagined",
                        outlook.graph.size()),
            {}};
  return try_something(graph, situation.state);
}

std::optional<Decision> ImaginingPlanner::solve(const Mdp& imagined, const StateGraph& graph) {
  const MaxProbabilityPolicy policy = best_policy(imagined, kAsGood);
  if (policy.best.front() < 0) return std::nullopt;
  // The moves of the policy as long as each ends as is likeliest.
  Decision decision{Answer::moves, likeliest_way(imagined, policy), policy.describe(), {}};
  decision.expected_moves = policy.moves.front();
  decision.rule += RareEndings{imagined, policy}.words_for(decision.moves, graph);
  explain_steps(imagined.front().state, decision);
  return decision;
}

Decision ImaginingPlanner::try_something(const StateGraph& graph, StateId from) {
  const RememberedModel& model = imagine(0);
  return best_untried(graph, from, "untried move imagined to end nearest the target",
                      [&](StateId state, MoveId move) {
                        const auto guess = model.likeliest(state, move);
                        return Valued{guess ? distance_(*guess) : HUGE_VAL, guess};
                      });
}

/// Has the world had its chance to end moves otherwise than imagined, in the states that can still
/// be reached?
bool ImaginingPlanner::tried_enough(const StateGraph& graph, const Outlook& outlook) {
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

bool ImaginingPlanner::was_imagined(StateId state, MoveId move, StateId to) {
  for (std::size_t doubt = 0; doubt < doubts(); ++doubt)
    for (const Guess& guess : imagine(doubt).remembered({state, move}).guesses)
      if (guess.to ? guess.to == to : rules_->is_balanced(to)) return true;
  return false;
}

/// Where a move may end: as it must, or as imagined; where it was made, corrected by how it ended.
EndingChances ImaginingPlanner::endings(const StateGraph& graph, StateId state, MoveId move,
                                        const RememberedModel& model) const {
  const Arc* const arc = made_arc(graph, state, move);
  // A path predictor knows of no chances: what happened tells more.
  if (arc && !can_imagine_) return corrected({}, *arc, 0);
  EndingChances imagined;
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

/// Asks at once what look_ahead() is about to ask of the states from the `first` on, until there
/// are `enough` moves: a model that simulates works on many side by side. Returns the first state
/// whose moves are not foreseen.
std::size_t ImaginingPlanner::foresee(const StateGraph& graph, const Outlook& outlook,
                                      std::size_t first, std::size_t enough,
                                      const RememberedModel& model) const {
  std::vector<StateMove> moves;
  std::size_t next = first;
  for (; next < outlook.graph.size() && moves.size() < enough; ++next) {
    const StateId state = outlook.graph[next].state;
    if (rules_->is_goal(state)) continue;
    for (MoveId move : rules_->moves(state)) {
      const bool imagined = can_imagine_ || !made_arc(graph, state, move);  // see endings()
      if (imagined && !rules_->certain_result(state, move) && !model.knows({state, move}))
        moves.push_back({state, move});
    }
  }
  model.foresee(moves);
  return next;
}

ImaginingPlanner::Outlook ImaginingPlanner::look_ahead(const StateGraph& graph, StateId from,
                                                       const RememberedModel& model) {
  Outlook outlook{Mdp{{false, {}, from}}};
  std::unordered_map<StateId, int> numbers{{from, 0}};
  const std::size_t budget = model.size() + kMostMoves;
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
    say_effort(static_cast<long>(model.size() + kMostMoves - budget), kMostMoves);
    const auto moves = rules_->moves(state);
    outlook.graph[i].moves.reserve(moves.size());
    for (MoveId move : moves) {
      MdpMove chances{move, {}};
      const EndingChances all = endings(graph, state, move, model);
      chances.endings.reserve(all.size());
      for (const auto& [to, probability] : all) {
        const auto [place, is_new] = numbers.emplace(to, static_cast<int>(numbers.size()));
        if (is_new) outlook.graph.push_back({false, {}, to});
        chances.endings.push_back({place->second, probability});
      }
      outlook.graph[i].moves.push_back(std::move(chances));
    }
  }
  return outlook;
}

}  // namespace marblemaze

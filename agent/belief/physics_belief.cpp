#include "agent/belief/physics_belief.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/grid/resting.h"

namespace marblemaze {
namespace {

// The chance of what was seen, where the hypothesis says so, says otherwise, or says that the
// marble comes to no rest. The true machine has chance in it, too, so that one move never decides.
// How long a marble lingers on an edge depends on a thousandth of a cell: that proves little.
constexpr double kAsSaid = 0.9, kOtherwise = 0.1, kLingers = 0.4;

constexpr double kMiddle = 0.9;  // share of the belief between low and high of an estimate

/// What was told is the true value times an even factor: so the value's inverse is even.
Hypothesis draw(std::span<const DoubtedPhysics::Quantity> quantities, Rng& rng) {
  Hypothesis hypothesis;
  for (const auto& quantity : quantities)
    hypothesis.push_back(1 / rng.between(1 / quantity.high, 1 / quantity.low));
  return hypothesis;
}

double chance(const std::optional<StateId>& said, StateId seen) {
  return !said ? kLingers : *said == seen ? kAsSaid : kOtherwise;
}

/// Where the cumulated weights of sorted values reach a share.
double quantile(const std::vector<std::pair<double, double>>& sorted, double share) {
  double sum = 0;
  for (const auto& [value, weight] : sorted)
    if ((sum += weight) >= share) return value;
  return sorted.back().first;
}

}  // namespace

PhysicsBelief::PhysicsBelief(std::shared_ptr<const DoubtedPhysics> physics, std::size_t hypotheses,
                             Rng rng)
    : physics_(std::move(physics)), weights_(hypotheses, 1.0 / static_cast<double>(hypotheses)) {
  assert(physics_ && hypotheses > 0);
  for (std::size_t i = 0; i < hypotheses; ++i) {
    hypotheses_.push_back(draw(physics_->quantities, rng));
    all_.push_back(i);
  }
  suppositions_ = physics_->suppose(hypotheses_);
}

const PhysicsBelief::Endings& PhysicsBelief::endings(std::span<const std::size_t> which,
                                                     StateId from, MoveId move) const {
  Endings& known = remembered_[{from, move}];
  known.known.resize(hypotheses_.size());
  known.to.resize(hypotheses_.size());
  std::vector<std::size_t> asked;
  for (std::size_t number : which)
    if (!known.known[number] && (asked.empty() || asked.back() != number)) asked.push_back(number);
  if (asked.empty()) return known;
  const auto answers = suppositions_(asked, from, move);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    known.known[asked[i]] = 1;
    known.to[asked[i]] = answers[i];
  }
  return known;
}

void PhysicsBelief::learn(const StateGraph& graph) {
  std::vector<double> logarithms(hypotheses_.size(), 0);
  for (StateId state : graph.states()) {
    if (is_balanced(state)) continue;  // it has no canonical pose to try moves from
    const auto arcs = graph.arcs(state);
    for (std::size_t move = 0; move < arcs.size(); ++move) {
      if (arcs[move].results.empty()) continue;
      const Endings& said = endings(all_, state, MoveId(static_cast<int>(move)));
      for (const auto& [to, times] : arcs[move].results)
        for (std::size_t i = 0; i < logarithms.size(); ++i)
          logarithms[i] += times * binary_logarithm(chance(said.to[i], to));
    }
  }
  const double most = *std::max_element(logarithms.begin(), logarithms.end());
  for (std::size_t i = 0; i < weights_.size(); ++i)
    weights_[i] = power(2, std::max(logarithms[i] - most, -200.0));
  const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  for (double& weight : weights_) weight /= sum;
}

// Systematic resampling: at even steps along the cumulated weights.
std::vector<std::size_t> PhysicsBelief::chosen(std::size_t count, bool weighted) const {
  assert(count > 0);
  std::vector<std::size_t> numbers;
  double sum = 0;
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    sum += weighted ? weights_[i] : 1.0 / static_cast<double>(hypotheses_.size());
    while (numbers.size() < count &&
           (static_cast<double>(numbers.size()) + 0.5) / static_cast<double>(count) < sum)
      numbers.push_back(i);
  }
  numbers.resize(count, hypotheses_.size() - 1);  // sums of shares are rounded
  return numbers;
}

Prediction PhysicsBelief::predict(std::span<const std::size_t> which, StateId from,
                                  MoveId move) const {
  const Endings& said = endings(which, from, move);
  std::map<StateId, int> counts;
  for (std::size_t number : which)
    if (const auto& to = said.to[number]) ++counts[*to];
  Prediction prediction;
  for (const auto& [to, count] : counts)
    prediction.guesses.push_back({to, count / static_cast<double>(which.size())});
  std::stable_sort(prediction.guesses.begin(), prediction.guesses.end(),
                   [](const Guess& a, const Guess& b) { return a.probability > b.probability; });
  return prediction;
}

std::vector<Belief::Estimate> PhysicsBelief::estimates() const {
  std::vector<Belief::Estimate> estimates;
  const auto& quantities = physics_->quantities;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    std::vector<std::pair<double, double>> values;
    double mean = 0;
    for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
      values.emplace_back(hypotheses_[i][q], weights_[i]);
      mean += weights_[i] * hypotheses_[i][q];
    }
    std::sort(values.begin(), values.end());
    estimates.push_back({quantities[q].name, mean, quantile(values, (1 - kMiddle) / 2),
                         quantile(values, (1 + kMiddle) / 2)});
  }
  return estimates;
}

}  // namespace marblemaze

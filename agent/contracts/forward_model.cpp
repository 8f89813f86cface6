#include "agent/contracts/forward_model.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace marblemaze {
namespace {

[[maybe_unused]] bool is_question(const Situation& from, MoveId move) {
  return from.state.valid() && move.valid() && (!from.exact || from.exact->state() == from.state);
}

[[maybe_unused]] bool is_distribution(const std::vector<Guess>& guesses) {
  constexpr double kRounding = 1e-9;
  const double sum =
      std::accumulate(guesses.begin(), guesses.end(), 0.0,
                      [](double before, const Guess& g) { return before + g.probability; });
  return sum <= 1 + kRounding &&
         std::all_of(guesses.begin(), guesses.end(),
                     [](const Guess& g) { return g.probability > 0; }) &&
         std::is_sorted(guesses.begin(), guesses.end(), [](const Guess& a, const Guess& b) {
           return a.probability > b.probability;
         });
}

}  // namespace

Prediction ForwardModel::predict(const Situation& from, MoveId move) const {
  assert(is_question(from, move));
  Prediction prediction = do_predict(from, move);
  assert(is_distribution(prediction.guesses));
  return prediction;
}

std::optional<StateId> ForwardModel::likeliest(const Situation& from, MoveId move) const {
  assert(is_question(from, move));
  return do_likeliest(from, move);
}

std::optional<StateId> ForwardModel::do_likeliest(const Situation& from, MoveId move) const {
  const Prediction prediction = predict(from, move);
  if (prediction.guesses.empty() || prediction.guesses.front().ending != Motion::settled)
    return std::nullopt;
  return prediction.guesses.front().to.state;
}

}  // namespace marblemaze

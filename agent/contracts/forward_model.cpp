#include "agent/contracts/forward_model.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace marblemaze {
namespace {

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

Prediction ForwardModel::predict(StateId from, MoveId move) const {
  assert(from.valid() && move.valid());
  Prediction prediction = do_predict(from, move);
  assert(is_distribution(prediction.guesses));
  return prediction;
}

std::optional<StateId> ForwardModel::likeliest(StateId from, MoveId move) const {
  assert(from.valid() && move.valid());
  return do_likeliest(from, move);
}

std::optional<StateId> ForwardModel::do_likeliest(StateId from, MoveId move) const {
  const Prediction prediction = predict(from, move);
  return prediction.guesses.empty() ? std::nullopt : prediction.guesses.front().to;
}

}  // namespace marblemaze

#include "agent/contracts/advice.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>
#include <utility>

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

std::vector<Prediction> ForwardModel::predict_all(std::span<const StateMove> moves) const {
  assert(std::all_of(moves.begin(), moves.end(), [](const StateMove& move) {
    return move.first.valid() && move.second.valid();
  }));
  std::vector<Prediction> predictions = do_predict_all(moves);
  assert(predictions.size() == moves.size());
  assert(std::all_of(predictions.begin(), predictions.end(),
                     [](const Prediction& p) { return is_distribution(p.guesses); }));
  return predictions;
}

std::vector<Prediction> ForwardModel::do_predict_all(std::span<const StateMove> moves) const {
  std::vector<Prediction> predictions;
  for (const auto& [from, move] : moves) predictions.push_back(do_predict(from, move));
  return predictions;
}

std::optional<StateId> ForwardModel::most_likely(StateId from, MoveId move) const {
  assert(from.valid() && move.valid());
  return do_most_likely(from, move);
}

std::optional<StateId> ForwardModel::do_most_likely(StateId from, MoveId move) const {
  return predict(from, move).most_likely();
}

GrantedAdvice Advice::restricted_to(AccessFlags mask) const { return {*this, mask}; }

void GrantedAdvice::require(AccessFlags part, const char* name) const {
  if (includes(mask_, part)) return;
  throw ForbiddenAccess(std::string("a planner requests ") + name +
                        ", which its access level does not include");
}

}  // namespace marblemaze

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "agent/contracts/advice.h"

namespace marblemaze {

/// Answers what an agent asks forward models: "ask predictor 12 0".
class ModelAnswers {
 public:
  /// What the questions may be, in words.
  static constexpr const char* kQuestion =
      "'ask MODEL STATE MOVE' of the class 'full' or 'copies' (a model of the line 'models'; a "
      "settled state of the maze, or one that was told, and one of its moves)";

  /// Only a class that knows the maze may ask.
  ModelAnswers(const GrantedAdvice& advice, bool may_ask) : advice_(advice), may_ask_(may_ask) {}

  /// The line that answers the words of a question: "told 9 settled 1"; a guess is three words,
  /// with the state -1 where the marble freezes. None where the question is none.
  [[nodiscard]] std::optional<std::string> answer(const std::vector<std::string_view>& words);
  /// The line that says which models there are; empty for who may not ask.
  [[nodiscard]] std::string opening() const;
  /// The agent was told of a state, of which it may ask from now on.
  void tell(StateId state) { told_.insert(state); }

 private:
  [[nodiscard]] const ForwardModel* model(std::string_view name);
  [[nodiscard]] bool can_be_asked_of(StateId state) const;

  const GrantedAdvice& advice_;
  bool may_ask_;
  std::shared_ptr<const ForwardModel> imagination_;  // made when it is first asked
  std::unordered_set<StateId> told_;
};

}  // namespace marblemaze

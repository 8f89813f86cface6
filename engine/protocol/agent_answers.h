#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "agent/contracts/advice.h"
#include "maze/world/snapshot.h"

namespace marblemaze {

/// Answers an agent's questions to forward models, such as "ask predictor 12 0".
class ModelAnswers {
 public:
  /// Description of the valid questions for error messages.
  static constexpr const char* kQuestion =
      "'ask MODEL STATE MOVE' of the class 'full' or 'copies' (a model of the line 'models'; a "
      "settled state of the maze, or one that was told, and one of its moves)";

  /// `may_ask` is true if the agent's access level includes the maze.
  ModelAnswers(const GrantedAdvice& advice, bool may_ask) : advice_(advice), may_ask_(may_ask) {}

  /// Returns the answer to a question, such as "told 9 settled 1". Each guess takes three words;
  /// its state is -1 if the marble freezes. Returns nothing if the words are not a valid question.
  [[nodiscard]] std::optional<std::string> answer(const std::vector<std::string_view>& words);
  /// Returns the line that lists the available models; empty if the agent may not ask.
  [[nodiscard]] std::string opening() const;
  /// Records that the agent has been told of a state and may ask about it from now on.
  void tell(StateId state) { told_.insert(state); }

 private:
  [[nodiscard]] const ForwardModel* model(std::string_view name);
  [[nodiscard]] bool can_be_asked_of(StateId state) const;

  const GrantedAdvice& advice_;
  bool may_ask_;
  std::shared_ptr<const ForwardModel> imagination_;  // made on the first question to it
  std::unordered_set<StateId> told_;
};

/// Answers an agent that plays moves in copies of its world: "copy 0", "try 1 2", "drop 1". Number
/// 0 is the current world, which does not change. Copies are numbered from 1, and each has other
/// noise than the world and all other copies.
class CopyAnswers {
 public:
  /// Description of the valid questions for error messages.
  static constexpr const char* kQuestion =
      "'copy K', 'try K MOVE' or 'drop K' of the class 'copies' (K is 0 for the world, or the "
      "number of one of 10,000 copies at most; MOVE is one that it has)";

  /// Begins a decision. Copies are made of `exact`; null means that none are available. `recovery`
  /// is the setting of the run.
  void begin(std::shared_ptr<const Snapshot> exact, bool recovery);

  /// Returns the answer to a question, such as "copied 1 state 9 moves 3" or "tried 18 settled
  /// moves 3 goal 0". A copy in which a run would be over has 0 moves. The answer to a drop is
  /// empty. Returns nothing if the words are not a valid question.
  [[nodiscard]] std::optional<std::string> answer(const std::vector<std::string_view>& words);

 private:
  [[nodiscard]] std::optional<std::string> copy(int number);
  [[nodiscard]] std::optional<std::string> play(int number, int move);

  std::shared_ptr<const Snapshot> exact_;
  bool recovery_ = false;
  int made_ = 0;                                  // including copies of earlier decisions
  std::map<int, std::unique_ptr<World>> copies_;  // only copies in which a run would continue
};

}  // namespace marblemaze

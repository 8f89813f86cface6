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

/// Answers an agent that plays moves in copies of its world: "copy 0", "try 1 2", "drop 1". Number
/// 0 is the world as it stands, which stays as it is; copies are numbered from 1, and each draws
/// otherwise than the world and than all copies before it.
class CopyAnswers {
 public:
  /// What the questions may be, in words.
  static constexpr const char* kQuestion =
      "'copy K', 'try K MOVE' or 'drop K' of the class 'copies' (K is 0 for the world, or the "
      "number of one of 10,000 copies at most; MOVE is one that it has)";

  /// Copies are made of this world, or none can be had: null. `recovery`: of the run.
  void begin(std::shared_ptr<const Snapshot> exact, bool recovery);

  /// What answers the words of a question: "copied 1 state 9 moves 3", or "tried 18 settled moves 3
  /// goal 0", where a copy from which a run would not go on has 0 moves; nothing to be said of a
  /// drop. None where the question is none.
  [[nodiscard]] std::optional<std::string> answer(const std::vector<std::string_view>& words);

 private:
  [[nodiscard]] std::optional<std::string> copy(int number);
  [[nodiscard]] std::optional<std::string> play(int number, int move);

  std::shared_ptr<const Snapshot> exact_;
  bool recovery_ = false;
  int made_ = 0;                                  // also of earlier decisions
  std::map<int, std::unique_ptr<World>> copies_;  // of those in which a run would go on
};

}  // namespace marblemaze

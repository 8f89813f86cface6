#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maze/world/snapshot.h"

namespace marblemaze {

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

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/agent_knowledge.h"
#include "maze/world/snapshot.h"

namespace marblemaze {

/// Description of the valid questions to forward models for error messages.
inline constexpr const char* kModelQuestion =
    "'ask MODEL STATE MOVE' of the class 'full' or 'copies' (a model of the line 'models'; a "
    "settled state of the maze, or one that was told, and one of its moves)";
/// Returns the answer to a question to a forward model, such as "told 9 settled 1" to "ask
/// predictor 12 0". Each guess takes three words; its state is -1 if the marble freezes. Returns
/// nothing if the words are not a valid question.
[[nodiscard]] std::optional<std::string> model_answer(AgentKnowledge& knowledge,
                                                      const std::vector<std::string_view>& words);

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

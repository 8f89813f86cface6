#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glm/glm.hpp>

#include "engine/recording/game_recording.h"

namespace marblemaze {

/// Which logic maze, and who plays it.
struct LogicSpec {
  std::string family = "four-bit";  ///< of the world registry; no marble maze
  std::uint64_t seed = 1;
  std::string file = "";  ///< read from here, as text, instead of made from the seed
  std::string agent = "breadth-first";
  bool by_hand = true;  ///< a person chooses the moves
};

/// A way to the goal that can be looked at step by step.
struct LogicSolution {
  std::string name;
  std::vector<MoveId> moves;
  std::vector<StateId> states;  ///< one more than moves
};

/// What is known of a maze by looking at it from above, as no agent does.
struct LogicInsight {
  std::vector<int> distances;            ///< fewest moves to the goal, by state; or kUnreachable
  std::vector<LogicSolution> solutions;  ///< a shortest one, then those found depth-first
  std::vector<LogicSolution> shortest;   ///< all of that length, or the first of them
  bool all_solutions = true;             ///< false: there are more, which were not searched for
};

/// A logic maze as a person sees it: how it is played, named, solved and kept. What its moves do is
/// the matter of its world. This one is shown in words and can only be played; kinds that somebody
/// has drawn say more.
class LogicMaze {
 public:
  /// The entry must outlive it.
  LogicMaze(const WorldEntry& entry, std::uint64_t seed) : entry_(entry), seed_(seed) {}
  virtual ~LogicMaze() = default;

  /// A world of this maze at its start, and what an agent may know of it.
  [[nodiscard]] virtual Environment make() const { return entry_.make(seed_); }
  /// In a sentence or two.
  [[nodiscard]] std::string how_to_play() const;
  /// The state in a few characters.
  [[nodiscard]] virtual std::string short_name(StateId state) const {
    return std::to_string(state.index);
  }
  /// The move in words, numbered as its key is.
  [[nodiscard]] virtual std::string move_name(const Rules& rules, StateId state,
                                              MoveId move) const {
    return rules.describe(state, move);
  }
  /// The move to that side of the picture, x right, y away; nothing where sides mean nothing.
  /// Throws BadInput where no move leads there.
  [[nodiscard]] virtual std::optional<MoveId> towards(StateId, glm::vec2 /*side*/) const {
    return std::nullopt;
  }
  /// Nothing where nobody knows how to look.
  [[nodiscard]] virtual std::optional<LogicInsight> insight() const { return std::nullopt; }
  /// The same maze under another rule. Precondition: board().
  [[nodiscard]] virtual std::unique_ptr<LogicMaze> under(UTurns) const {
    assert(board());
    return nullptr;
  }
  /// As a file that opens again. Throws BadInput where there is no such file.
  [[nodiscard]] virtual std::string text() const;
  [[nodiscard]] virtual bool has_text() const { return false; }

  // How it is drawn: as lamps, as a board, or in words where both are null.
  [[nodiscard]] virtual const FourBitMaze* lamps() const { return nullptr; }
  /// For its rules; nothing is played on it.
  [[nodiscard]] virtual const JumpWorld* board() const { return nullptr; }

 protected:
  const WorldEntry& entry_;

 private:
  std::uint64_t seed_ = 0;
};

/// Throws BadInput for an unknown family, a marble maze, or a file that is no such maze.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const LogicSpec& spec);
/// Of a family, which must outlive it, whether it is registered or not.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const WorldEntry& entry,
                                                         const LogicSpec& spec);

/// The maze in which a recorded game was played. Throws BadInput as environment_of() does.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const GameRecording& game);

/// The family that a text file with a logic maze belongs to; nothing for marble mazes and
/// recordings. Throws BadInput, naming the file, where it is nothing that this program can open.
[[nodiscard]] std::optional<std::string> logic_family_of_file(const std::filesystem::path& path);

}  // namespace marblemaze

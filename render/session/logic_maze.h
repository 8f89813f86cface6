#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glm/glm.hpp>

#include "engine/run/world_registry.h"

namespace marblemaze {

/// Which logic maze, and who plays it.
struct LogicSpec {
  std::string family = "four-bit";  ///< of the world registry; no marble maze
  std::uint64_t seed = 1;
  std::string file;  ///< read from here, as text, instead of made from the seed
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
  bool all_solutions = true;             ///< false: there are more, which were not searched for
};

class LampsMaze;
class BoardMaze;
class PlainMaze;

/// Draws a logic maze, each kind in its own way.
class LogicMazeVisitor {
 public:
  virtual ~LogicMazeVisitor() = default;
  virtual void visit(const LampsMaze& maze) = 0;
  virtual void visit(const BoardMaze& maze) = 0;
  virtual void visit(const PlainMaze& maze) = 0;
};

/// A logic maze as a person sees it: how it is played, named, solved and kept. What its moves do is
/// the matter of its world.
class LogicMaze {
 public:
  virtual ~LogicMaze() = default;

  /// A world of this maze at its start, and what an agent may know of it.
  [[nodiscard]] virtual Setting make() const = 0;
  /// In a sentence or two.
  [[nodiscard]] virtual std::string how_to_play() const = 0;
  /// The state in a few characters.
  [[nodiscard]] virtual std::string short_name(StateId state) const;
  /// The move in words, numbered as its key is.
  [[nodiscard]] virtual std::string move_name(const World& world, StateId state, MoveId move) const;
  /// The move to that side of the picture, x right, y away; nothing where sides mean nothing.
  [[nodiscard]] virtual std::optional<MoveId> towards(StateId, glm::vec2 /*side*/) const {
    return std::nullopt;
  }
  /// Nothing where nobody knows how to look.
  [[nodiscard]] virtual std::optional<LogicInsight> insight() const { return std::nullopt; }
  /// The rule in force; nothing where there is no such rule.
  [[nodiscard]] virtual std::optional<UTurns> u_turns() const { return std::nullopt; }
  /// The same maze under the other rule. Precondition: u_turns() has a value.
  [[nodiscard]] virtual std::unique_ptr<LogicMaze> under(UTurns) const { return nullptr; }
  /// As a file that opens again. Throws BadInput where there is no such file.
  [[nodiscard]] virtual std::string text() const;
  virtual void accept(LogicMazeVisitor& visitor) const = 0;
};

/// Four lamps and a button below each, which changes others by a hidden table.
class LampsMaze : public LogicMaze {
 public:
  explicit LampsMaze(const FourBitMaze& maze) : maze_(maze) {}
  [[nodiscard]] const FourBitMaze& maze() const { return maze_; }

  [[nodiscard]] Setting make() const override;
  [[nodiscard]] std::string how_to_play() const override;
  [[nodiscard]] std::string move_name(const World&, StateId, MoveId move) const override;
  [[nodiscard]] std::optional<LogicInsight> insight() const override;
  [[nodiscard]] std::string text() const override { return to_text(maze_); }
  void accept(LogicMazeVisitor& visitor) const override { visitor.visit(*this); }

 private:
  FourBitMaze maze_;
};

/// A board of numbers, each of which says how far to jump.
class BoardMaze : public LogicMaze {
 public:
  BoardMaze(const JumpMaze& maze, UTurns u_turns) : board_(maze, u_turns) {}
  /// Its rules; nothing is played here.
  [[nodiscard]] const JumpWorld& board() const { return board_; }
  [[nodiscard]] const JumpMaze& maze() const { return board_.maze(); }
  [[nodiscard]] int square(StateId state) const { return board_.states().square(state.index); }

  [[nodiscard]] Setting make() const override;
  [[nodiscard]] std::string how_to_play() const override;
  [[nodiscard]] std::string short_name(StateId state) const override;
  [[nodiscard]] std::optional<MoveId> towards(StateId state, glm::vec2 side) const override;
  [[nodiscard]] std::optional<LogicInsight> insight() const override;
  [[nodiscard]] std::optional<UTurns> u_turns() const override { return board_.u_turns(); }
  [[nodiscard]] std::unique_ptr<LogicMaze> under(UTurns u_turns) const override;
  [[nodiscard]] std::string text() const override { return to_text(maze()); }
  void accept(LogicMazeVisitor& visitor) const override { visitor.visit(*this); }

 private:
  JumpWorld board_;
};

/// Any other: states and moves in words.
class PlainMaze : public LogicMaze {
 public:
  PlainMaze(const WorldEntry& entry, std::uint64_t seed) : entry_(entry), seed_(seed) {}

  [[nodiscard]] Setting make() const override { return entry_.make(seed_); }
  [[nodiscard]] std::string how_to_play() const override { return std::string(entry_.summary); }
  void accept(LogicMazeVisitor& visitor) const override { visitor.visit(*this); }

 private:
  const WorldEntry& entry_;
  std::uint64_t seed_;
};

/// Throws BadInput for an unknown family, a marble maze, or a file that is no such maze.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const LogicSpec& spec);
/// Of a family, which must outlive it, whether it is registered or not.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const WorldEntry& entry,
                                                         const LogicSpec& spec);

/// The family that a text file with a logic maze belongs to; nothing for other files.
[[nodiscard]] std::optional<std::string> logic_family_of_file(const std::filesystem::path& path);

}  // namespace marblemaze

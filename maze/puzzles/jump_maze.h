#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "maze/base/digraph.h"
#include "maze/base/random.h"
#include "maze/grid/grid.h"
#include "maze/world/world.h"

/// Jump mazes and rook mazes (Neller 2010): from a square marked k, a move goes exactly k squares
/// up, right, down or left without leaving the board.
namespace marblemaze {

enum class Heading : std::uint8_t { up, right, down, left };
constexpr std::array<Heading, 4> kHeadings{Heading::up, Heading::right, Heading::down,
                                           Heading::left};
[[nodiscard]] const char* heading_name(Heading heading);
constexpr Heading opposite(Heading heading) {
  return static_cast<Heading>((static_cast<int>(heading) + 2) % 4);
}

/// Rule for moves that reverse the direction of the previous move. Abbott's mazes forbid U-turns.
enum class UTurns { allowed, forbidden };

/// Rectangular board. The index of a square is row * cols + col, with square 0 in the upper left
/// corner.
struct JumpMaze {
  int rows = 0;
  int cols = 0;
  std::vector<std::uint8_t> jumps;  ///< for each square; 0 only on the goal
  int start = 0;
  int goal = 0;
  UTurns u_turns = UTurns::allowed;

  static constexpr int kMaxSide = 64;
  static constexpr int kNoSquare = -1;
  static constexpr std::uint8_t kDead = 255;  ///< jump of a square without an exit

  [[nodiscard]] int squares() const { return rows * cols; }
  /// Returns the square where a jump lands. Returns kNoSquare if the jump would leave the board or
  /// `square` is the goal.
  [[nodiscard]] int target(int square, Heading heading) const;
  [[nodiscard]] int longest_jump(int square) const;
  /// Returns the minimum number of moves from each square to the goal, or kUnreachable.
  [[nodiscard]] std::vector<int> distances_to_goal() const;

  [[nodiscard]] std::string label(int square) const;

  bool operator==(const JumpMaze&) const = default;
};

/// State space of a jump maze. If U-turns are allowed, the state is the square. If U-turns are
/// forbidden, the state also contains the direction of the last move: square * 5 + 1 + heading, or
/// square * 5 at the start. All states in the goal are merged into goal().
class JumpStates {
 public:
  explicit JumpStates(const JumpMaze& maze) : maze_(maze) {}

  [[nodiscard]] int count() const { return maze_.squares() * arrivals(); }
  [[nodiscard]] int start() const { return encode(maze_.start, 0); }
  [[nodiscard]] int goal() const { return encode(maze_.goal, 0); }
  [[nodiscard]] int square(int state) const { return state / arrivals(); }
  [[nodiscard]] StateId in_square(int square) const { return StateId(encode(square, 0)); }
  [[nodiscard]] std::vector<Heading> headings(int state) const;
  [[nodiscard]] int after(int state, Heading heading) const;
  [[nodiscard]] Digraph graph() const;

 private:
  [[nodiscard]] int arrivals() const { return maze_.u_turns == UTurns::allowed ? 1 : 5; }
  [[nodiscard]] int encode(int square, int arrival) const {
    return square * arrivals() + arrival % arrivals();
  }

  const JumpMaze& maze_;
};

struct JumpSolution {
  std::vector<int> squares;
  std::vector<Heading> headings;

  [[nodiscard]] int moves() const { return static_cast<int>(headings.size()); }
};

struct JumpSolutions {
  /// Shortest first. The moves of solutions with equal length are in the order up, right, down,
  /// left.
  std::vector<JumpSolution> found;
  bool complete = true;
};

/// Returns all paths to the goal that visit no state twice, shortest first. The search stops after
/// `limit` solutions or `effort` tried moves.
[[nodiscard]] JumpSolutions all_solutions(const JumpMaze& maze, std::size_t limit = 10'000,
                                          std::uint64_t effort = 20'000'000);

[[nodiscard]] JumpSolution shortest_solution(const JumpMaze& maze);
[[nodiscard]] std::uint64_t count_shortest_solutions(const JumpMaze& maze);

/// Returns the dead-end regions: closed sets of squares without the goal. Allows U-turns, so the
/// regions are dead ends under both U-turn rules.
[[nodiscard]] std::vector<std::vector<int>> traps(const JumpMaze& maze);

/// Returns a board with uniformly random possible jumps. A goal of -1 means the lower right corner.
/// Throws BadInput for side lengths outside 3..kMaxSide, a start or goal outside the board, or a
/// start that equals the goal.
[[nodiscard]] JumpMaze random_jump_maze(int rows, int cols, int start, int goal, Rng& rng);

/// Returns a copy of the board in which one random square, except the goal, has a different
/// possible jump.
[[nodiscard]] JumpMaze random_neighbour(const JumpMaze& maze, Rng& rng);

/// Parses a board. Rows are lines, or are separated by '/'. Squares are single characters, or are
/// separated by spaces or commas. 0 or G is the goal. X is a dead square without a jump, and so is
/// 0 on a board with a G. [k] is the start, which is the upper left square by default. The line "#
/// no U-turns" forbids U-turns. Throws BadInput for other characters, rows of different lengths, or
/// a number of goals other than one.
[[nodiscard]] JumpMaze parse_jump_maze(const std::string& text);
[[nodiscard]] std::string to_text(const JumpMaze& maze);

[[nodiscard]] std::string distance_table(const JumpMaze& maze);

[[nodiscard]] std::string to_dot(const JumpMaze& maze);

/// Rules of a jump maze. JumpStates defines the states. The moves of a state are the legal
/// directions in the order up, right, down, left.
class JumpRules : public Rules {
 public:
  explicit JumpRules(JumpMaze maze) : maze_(std::move(maze)) {}
  JumpRules(const JumpRules&) = delete;
  JumpRules& operator=(const JumpRules&) = delete;

  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;

  [[nodiscard]] const JumpMaze& maze() const { return maze_; }
  /// Requires: the rules outlive the result.
  [[nodiscard]] JumpStates states() const { return JumpStates(maze_); }
  /// Requires: the move is one of moves(state).
  [[nodiscard]] Heading heading(StateId state, MoveId move) const;
  /// Returns the state after a move. Requires: the move is one of moves(state).
  [[nodiscard]] StateId result(StateId state, MoveId move) const;

 private:
  JumpMaze maze_;
};

class JumpWorld : public DiscreteWorld {
 public:
  explicit JumpWorld(JumpMaze maze);

  [[nodiscard]] std::unique_ptr<World> clone() const override;

 private:
  explicit JumpWorld(std::shared_ptr<const JumpRules> board);

  [[nodiscard]] std::optional<StateId> result_of(StateId state, MoveId move) const override {
    return board_->result(state, move);
  }

  std::shared_ptr<const JumpRules> board_;
};

/// Returns a printable SVG sheet with several A4 pages, one below the other. The first page shows
/// the puzzle. The second page shows a shortest solution and lists its moves. With `all`, the
/// following pages list these solutions, and the board shows them in different colours.
[[nodiscard]] std::string jump_sheet_svg(const JumpMaze& maze, const std::string& title,
                                         const JumpSolutions* all = nullptr);

}  // namespace marblemaze

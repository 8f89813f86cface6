#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "maze/base/digraph.h"
#include "maze/base/random.h"
#include "maze/grid/ids.h"
#include "maze/world/world.h"

/// Jump mazes and rook mazes (Neller 2010): from a square marked k go
/// exactly k squares up, right, down or left without leaving the board.
namespace marblemaze {

enum class Heading : std::uint8_t { up, right, down, left };
constexpr std::array<Heading, 4> kHeadings{Heading::up, Heading::right, Heading::down,
                                           Heading::left};
[[nodiscard]] const char* heading_name(Heading heading);
constexpr Heading opposite(Heading heading) {
  return static_cast<Heading>((static_cast<int>(heading) + 2) % 4);
}

/// Whether a move may go straight back where the last one came from. Abbott's mazes forbid it.
enum class UTurns { allowed, forbidden };

/// A rectangular board. Squares are numbered row * cols + col from the upper left, 0-based.
struct JumpMaze {
  int rows = 0;
  int cols = 0;
  std::vector<std::uint8_t> jumps;  ///< one per square; 0 on the goal and nowhere else
  int start = 0;
  int goal = 0;

  static constexpr int kMaxSide = 64;
  static constexpr int kNoSquare = -1;
  static constexpr std::uint8_t kDead = 255;  ///< a jump that leads nowhere

  [[nodiscard]] int squares() const { return rows * cols; }
  /// Where a jump lands, or kNoSquare when it would leave the board or there is no jump (the goal).
  [[nodiscard]] int target(int square, Heading heading) const;
  /// The longest jump that stays on the board in some heading: 1..possible_jump are possible.
  [[nodiscard]] int possible_jump(int square) const;
  /// Fewest moves to the goal for a player who begins in each square, where any first move is
  /// legal; kUnreachable without a path.
  [[nodiscard]] std::vector<int> distances_to_goal(UTurns u_turns = UTurns::allowed) const;

  /// "G", "X" for a dead square, or the number.
  [[nodiscard]] std::string label(int square) const;

  bool operator==(const JumpMaze&) const = default;
};

/// The states in which a player can be. With U-turns allowed that is the square; where they are
/// forbidden the last heading belongs to the state: square * 5 + (0 at the start, else 1 +
/// heading). The goal ends the maze, so all its states are the one with 0.
class JumpStates {
 public:
  JumpStates(const JumpMaze& maze, UTurns u_turns) : maze_(maze), u_turns_(u_turns) {}

  [[nodiscard]] int count() const;
  [[nodiscard]] int start() const { return encode(maze_.start, 0); }
  [[nodiscard]] int goal() const { return encode(maze_.goal, 0); }
  [[nodiscard]] int square(int state) const;
  /// A state in that square: the one without a last heading.
  [[nodiscard]] StateId in_square(int square) const { return StateId(encode(square, 0)); }
  /// Legal headings of a state, in the order up, right, down, left.
  [[nodiscard]] std::vector<Heading> headings(int state) const;
  [[nodiscard]] int after(int state, Heading heading) const;
  /// Nodes are states, arcs in the order of headings().
  [[nodiscard]] Digraph graph() const;

 private:
  [[nodiscard]] int encode(int square, int arrived) const;

  const JumpMaze& maze_;
  UTurns u_turns_;
};

/// A way to the goal: the squares from start to goal and the headings between them.
struct JumpSolution {
  std::vector<int> squares;
  std::vector<Heading> headings;

  [[nodiscard]] int moves() const { return static_cast<int>(headings.size()); }
};

struct JumpSolutions {
  std::vector<JumpSolution> found;  ///< in depth-first order, headings tried up, right, down, left
  bool complete = true;             ///< false when the limit or the effort cut the search short
};

/// Depth-first: every path to the goal that enters no state twice. Their number grows exponentially
/// with the board, hence a limit on the solutions and on the moves tried.
[[nodiscard]] JumpSolutions all_solutions(const JumpMaze& maze, UTurns u_turns,
                                          std::size_t limit = 10'000,
                                          std::uint64_t effort = 20'000'000);

/// Breadth-first: a shortest path (squares empty when there is none), and how many equally short.
[[nodiscard]] JumpSolution shortest_solution(const JumpMaze& maze, UTurns u_turns);
[[nodiscard]] std::uint64_t count_shortest_solutions(const JumpMaze& maze, UTurns u_turns);

/// Closed sets of squares, the goal's own excepted, that nothing leads out of; whoever enters one
/// cannot leave it: dead-end regions. A square without a legal move is one by itself. They are
/// dead ends under both rules; where U-turns are forbidden, a square can also be one for those who
/// come one way only.
[[nodiscard]] std::vector<std::vector<int>> traps(const JumpMaze& maze);

/// A board on which every jump is drawn uniformly from the possible ones (004).
/// A goal of -1 is the lower right corner. Throws BadInput for sides outside 3..kMaxSide, or a
/// start or goal off the board or the same.
[[nodiscard]] JumpMaze random_jump_maze(int rows, int cols, int start, int goal, Rng& rng);

/// The design step of 004: one random non-goal square gets a different possible jump.
[[nodiscard]] JumpMaze random_neighbour(const JumpMaze& maze, Rng& rng);

/// Rows on lines or separated by '/', squares as single characters or separated by blanks or
/// commas; 0 or G is the goal, X a dead square, from which there is no jump, as is 0 besides a G;
/// [k] is the start (upper left without one). # starts a comment line.
/// Throws BadInput for anything else, ragged rows, or not exactly one goal.
[[nodiscard]] JumpMaze parse_jump_maze(const std::string& text);
[[nodiscard]] std::string to_text(const JumpMaze& maze);

/// A table of the distances to the goal, "-" where there is no path.
[[nodiscard]] std::string distance_table(const JumpMaze& maze, UTurns u_turns = UTurns::allowed);

/// Graphviz: squares as nodes in their places, a shortest solution drawn bold.
[[nodiscard]] std::string to_dot(const JumpMaze& maze, UTurns u_turns);

/// A jump maze lies open: all of it is known without playing. States are those of
/// JumpStates; the moves of a state are its legal headings in the order up, right, down, left,
/// numbered from 0. A square without a legal jump has no moves: whoever lands there is stuck.
class JumpRules : public Rules {
 public:
  JumpRules(JumpMaze maze, UTurns u_turns) : maze_(std::move(maze)), u_turns_(u_turns) {}
  JumpRules(const JumpRules&) = delete;
  JumpRules& operator=(const JumpRules&) = delete;

  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;

  [[nodiscard]] const JumpMaze& maze() const { return maze_; }
  [[nodiscard]] UTurns u_turns() const { return u_turns_; }
  /// Valid as long as the rules are.
  [[nodiscard]] JumpStates states() const { return {maze_, u_turns_}; }
  /// Asserts that the move is one of moves(state).
  [[nodiscard]] Heading heading(StateId state, MoveId move) const;
  /// Where a move leads, read off the board; the same precondition.
  [[nodiscard]] StateId result(StateId state, MoveId move) const;

 private:
  JumpMaze maze_;
  UTurns u_turns_;
};

/// A jump maze as a World under JumpRules, which its copies share.
class JumpWorld : public DiscreteWorld {
 public:
  explicit JumpWorld(JumpMaze maze, UTurns u_turns = UTurns::allowed);

  [[nodiscard]] std::unique_ptr<World> clone() const override;

  [[nodiscard]] const JumpMaze& maze() const { return board_->maze(); }
  [[nodiscard]] UTurns u_turns() const { return board_->u_turns(); }
  [[nodiscard]] JumpStates states() const { return board_->states(); }
  [[nodiscard]] Heading heading(StateId state, MoveId move) const {
    return board_->heading(state, move);
  }
  [[nodiscard]] StateId result(StateId state, MoveId move) const {
    return board_->result(state, move);
  }

 private:
  explicit JumpWorld(std::shared_ptr<const JumpRules> board);

  [[nodiscard]] std::optional<StateId> result_of(StateId state, MoveId move) const override {
    return board_->result(state, move);
  }

  std::shared_ptr<const JumpRules> board_;
};

/// A printable sheet as SVG: A4 pages one below the other, the puzzle on the first, the board with
/// a shortest solution drawn in and listed on the second. With `all`, these solutions are drawn in,
/// each in a colour of its own and a little beside the others, and listed below and on further
/// pages. Inkscape prints the pages one by one.
[[nodiscard]] std::string jump_sheet_svg(const JumpMaze& maze, UTurns u_turns,
                                         const std::string& title,
                                         const JumpSolutions* all = nullptr);

}  // namespace marblemaze

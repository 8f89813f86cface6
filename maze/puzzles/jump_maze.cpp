#include "maze/puzzles/jump_maze.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

// Backward from the goal without building a graph: a square of the same row or column precedes this
// one when its jump is exactly the distance. Design searches call this millions of times.
std::vector<int> distances_with_u_turns(const JumpMaze& maze) {
  std::vector<int> distance(maze.squares(), kUnreachable), queue;
  queue.reserve(maze.squares());
  const auto visit = [&](int from, int gap, int next) {
    if (maze.jumps[from] != gap || distance[from] != kUnreachable) return;
    distance[from] = next;
    queue.push_back(from);
  };
  distance[maze.goal] = 0;
  queue.push_back(maze.goal);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int here = queue[head], row = here / maze.cols, col = here % maze.cols;
    const int next = distance[here] + 1;
    for (int r = 0; r < maze.rows; ++r) visit(r * maze.cols + col, std::abs(r - row), next);
    for (int c = 0; c < maze.cols; ++c) visit(row * maze.cols + c, std::abs(c - col), next);
  }
  return distance;
}

}  // namespace

const char* heading_name(Heading heading) {
  static constexpr std::array<const char*, 4> names{"up", "right", "down", "left"};
  return names[static_cast<int>(heading)];
}

int JumpMaze::target(int square, Heading heading) const {
  static constexpr std::array<int, 4> row_step{-1, 0, 1, 0};
  static constexpr std::array<int, 4> col_step{0, 1, 0, -1};
  const int jump = jumps[square];
  const int row = square / cols + jump * row_step[static_cast<int>(heading)];
  const int col = square % cols + jump * col_step[static_cast<int>(heading)];
  if (jump == 0 || row < 0 || row >= rows || col < 0 || col >= cols) return kNoSquare;
  return row * cols + col;
}

int JumpMaze::possible_jump(int square) const {
  const int row = square / cols, col = square % cols;
  return std::max({row, rows - 1 - row, col, cols - 1 - col});
}

std::vector<int> JumpMaze::distances_to_goal(UTurns u_turns) const {
  if (u_turns == UTurns::allowed) return distances_with_u_turns(*this);
  const JumpStates states(*this, u_turns);
  const std::vector<int> left = distances_to(states.graph(), states.goal());
  std::vector<int> distances;
  for (int square = 0; square < squares(); ++square)
    distances.push_back(left[states.in_square(square).index]);
  return distances;
}

int JumpStates::encode(int square, int arrived) const {
  return u_turns_ == UTurns::allowed ? square : square * 5 + arrived;
}

int JumpStates::count() const {
  return u_turns_ == UTurns::allowed ? maze_.squares() : maze_.squares() * 5;
}

int JumpStates::square(int state) const { return u_turns_ == UTurns::allowed ? state : state / 5; }

std::vector<Heading> JumpStates::headings(int state) const {
  const int arrived = u_turns_ == UTurns::allowed ? 0 : state % 5;
  std::vector<Heading> legal;
  for (Heading heading : kHeadings) {
    const bool back = arrived != 0 && opposite(heading) == static_cast<Heading>(arrived - 1);
    if (!back && maze_.target(square(state), heading) != JumpMaze::kNoSquare)
      legal.push_back(heading);
  }
  return legal;
}

int JumpStates::after(int state, Heading heading) const {
  const int to = maze_.target(square(state), heading);
  return encode(to, to == maze_.goal ? 0 : 1 + static_cast<int>(heading));
}

Digraph JumpStates::graph() const {
  std::vector<DigraphArc> arcs;
  for (int state = 0; state < count(); ++state) {
    for (Heading heading : headings(state)) arcs.push_back({state, after(state, heading)});
  }
  return Digraph(count(), arcs);
}

namespace {

// Depth-first over loop-free paths, with the path as its own stack.
class SolutionFinder {
 public:
  SolutionFinder(const JumpMaze& maze, UTurns u_turns, std::size_t limit, std::uint64_t effort)
      : states_(maze, u_turns),
        limit_(limit),
        effort_(effort),
        on_path_(states_.count(), false),
        to_goal_(distances_to(states_.graph(), states_.goal())) {}

  JumpSolutions run() {
    enter(states_.start());
    while (!path_.empty() && solutions_.complete) {
      Frame& frame = path_.back();
      if (frame.tried == frame.headings.size()) {
        leave();
        continue;
      }
      follow(frame.state, frame.headings[frame.tried++]);
    }
    return std::move(solutions_);
  }

 private:
  struct Frame {
    int state;
    std::vector<Heading> headings;
    std::size_t tried = 0;
  };

  void enter(int state) {
    on_path_[state] = true;
    path_.push_back({state, states_.headings(state)});
  }

  void leave() {
    on_path_[path_.back().state] = false;
    path_.pop_back();
  }

  void follow(int state, Heading heading) {
    const int next = states_.after(state, heading);
    if (effort_-- == 0) solutions_.complete = false;
    if (next == states_.goal()) {
      record();
    } else if (!on_path_[next] && to_goal_[next] != kUnreachable) {
      enter(next);
    }
  }

  void record() {
    if (solutions_.found.size() == limit_) {
      solutions_.complete = false;
      return;
    }
    JumpSolution solution;
    for (const Frame& frame : path_) {
      solution.squares.push_back(states_.square(frame.state));
      solution.headings.push_back(frame.headings[frame.tried - 1]);
    }
    solution.squares.push_back(states_.square(states_.goal()));
    solutions_.found.push_back(std::move(solution));
  }

  JumpStates states_;
  std::size_t limit_;
  std::uint64_t effort_;
  std::vector<bool> on_path_;
  std::vector<int> to_goal_;
  std::vector<Frame> path_;
  JumpSolutions solutions_;
};

void check_square(const char* what, int square, int squares) {
  if (square < 0 || square >= squares)
    throw BadInput(what, std::to_string(square), fmt::format("a square from 0 to {}", squares - 1));
}

std::uint8_t random_jump(const JumpMaze& maze, int square, Rng& rng) {
  return static_cast<std::uint8_t>(1 + rng.below(maze.possible_jump(square)));
}

}  // namespace

JumpSolutions all_solutions(const JumpMaze& maze, UTurns u_turns, std::size_t limit,
                            std::uint64_t effort) {
  return SolutionFinder(maze, u_turns, limit, effort).run();
}

JumpSolution shortest_solution(const JumpMaze& maze, UTurns u_turns) {
  const JumpStates states(maze, u_turns);
  const int goal = states.goal();
  const std::vector<int> path = shortest_path(states.graph(), states.start(), {&goal, 1});
  JumpSolution solution;
  for (std::size_t i = 0; i < path.size(); ++i) {
    solution.squares.push_back(states.square(path[i]));
    if (i == 0) continue;
    const std::vector<Heading> legal = states.headings(path[i - 1]);
    solution.headings.push_back(*std::find_if(legal.begin(), legal.end(), [&](Heading heading) {
      return states.after(path[i - 1], heading) == path[i];
    }));
  }
  return solution;
}

std::uint64_t count_shortest_solutions(const JumpMaze& maze, UTurns u_turns) {
  const JumpStates states(maze, u_turns);
  const int goal = states.goal();
  return count_shortest_paths(states.graph(), states.start(), {&goal, 1});
}

std::vector<std::vector<int>> traps(const JumpMaze& maze) {
  auto closed = closed_components(JumpStates(maze, UTurns::allowed).graph());
  std::erase_if(closed, [&](const std::vector<int>& squares) {
    return std::find(squares.begin(), squares.end(), maze.goal) != squares.end();
  });
  return closed;
}

JumpMaze random_jump_maze(int rows, int cols, int start, int goal, Rng& rng) {
  check_sides("board side", rows, cols, 3, JumpMaze::kMaxSide);
  if (goal == -1) goal = rows * cols - 1;
  JumpMaze maze{rows, cols, std::vector<std::uint8_t>(rows * cols), start, goal};
  check_square("start", start, maze.squares());
  check_square("goal", goal, maze.squares());
  if (start == goal) throw BadInput("start", std::to_string(start), "another square than the goal");
  for (int square = 0; square < maze.squares(); ++square) {
    if (square != goal) maze.jumps[square] = random_jump(maze, square, rng);
  }
  return maze;
}

JumpMaze random_neighbour(const JumpMaze& maze, Rng& rng) {
  int square = 0;
  do {  // the centre of a 3x3 board has only one possible jump and is passed over
    square = static_cast<int>(rng.below(maze.squares()));
  } while (square == maze.goal || (maze.possible_jump(square) < 2 && maze.jumps[square] == 1));
  JumpMaze changed = maze;
  while (changed.jumps[square] == maze.jumps[square])
    changed.jumps[square] = random_jump(maze, square, rng);
  return changed;
}

}  // namespace marblemaze

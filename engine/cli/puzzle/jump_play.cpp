#include "engine/cli/puzzle/jump_play.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/puzzle_common.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

// One player's position and count; the rules are JumpStates'.
class Game {
 public:
  Game(const JumpMaze& maze, UTurns u_turns)
      : maze_(maze), states_(maze, u_turns), graph_(states_.graph()), state_(states_.start()) {}

  [[nodiscard]] bool won() const { return state_ == states_.goal(); }

  void show() const {
    print_out("{}", board_picture(maze_, states_.square(state_), passed_));
    const std::vector<int> left = distances_to(graph_, states_.goal());
    if (won())
      print_out("goal reached in {} moves; the fewest possible are {}\n", passed_.size(),
                left[static_cast<std::size_t>(states_.start())]);
    if (!won() && states_.headings(state_).empty())
      print_out("no move is possible from here: r starts again\n");
  }

  void go(Heading heading) {
    const auto legal = states_.headings(state_);
    if (std::ranges::count(legal, heading) == 0) {
      print_out("{} is not possible here\n", heading_name(heading));
      return;
    }
    passed_.push_back(states_.square(state_));
    state_ = states_.after(state_, heading);
  }

  void restart() {
    state_ = states_.start();
    passed_.clear();
  }

  void hint() const {
    const std::vector<int> left = distances_to(graph_, states_.goal());
    for (Heading heading : states_.headings(state_)) {
      const int next = left[static_cast<std::size_t>(states_.after(state_, heading))];
      if (next == kUnreachable || next + 1 != left[static_cast<std::size_t>(state_)]) continue;
      print_out("{}: {} moves are left\n", heading_name(heading), next + 1);
      return;
    }
    print_out("the goal cannot be reached any more: this is a dead-end region\n");
  }

 private:
  const JumpMaze& maze_;
  JumpStates states_;
  Digraph graph_;
  int state_;
  std::vector<int> passed_;
};

bool holds(std::span<const int> squares, int square) {
  return std::ranges::count(squares, square) > 0;
}

std::string marked_board(const JumpMaze& maze, std::span<const int> here,
                         std::span<const int> passed) {
  return board_text(maze.squares(), maze.cols, [&](int square) {
    const std::string label =
        square == maze.goal ? "G" : std::to_string(maze.jumps[static_cast<std::size_t>(square)]);
    return holds(here, square)     ? "<" + label + ">"
           : holds(passed, square) ? "." + label + "."
                                   : " " + label + " ";
  });
}

}  // namespace

std::string board_picture(const JumpMaze& maze, int here, std::span<const int> passed) {
  return marked_board(maze, {&here, 1}, passed);
}

std::string boards_at_once(const JumpMaze& maze, std::span<const JumpSolution> solutions,
                           int moves) {
  std::vector<int> here, passed;
  int under_way = 0;
  for (const JumpSolution& solution : solutions) {
    const int done = std::min(moves, solution.moves());
    here.push_back(solution.squares[static_cast<std::size_t>(done)]);
    passed.insert(passed.end(), solution.squares.begin(), solution.squares.begin() + done);
    under_way += done < solution.moves() ? 1 : 0;
  }
  return marked_board(maze, here, passed) +
         fmt::format("{} of {} have not reached the goal yet\n", under_way, solutions.size());
}

Exit play_jump_maze(const JumpMaze& maze, UTurns u_turns) {
  Game game(maze, u_turns);
  print_out("Reach G. Each move goes exactly as many squares as the number under you says{}.\n",
            u_turns == UTurns::allowed ? "" : ", never straight back");
  const auto press = [&](char key) {
    static const std::string keys = "wdsa";
    const auto place = keys.find(key);
    if (place != std::string::npos) {
      if (!game.won()) game.go(kHeadings[place]);
    } else if (key == 'r') {
      game.restart();
    } else if (key == 'h') {
      game.hint();
    } else {
      print_out("'{}' is not a command: w a s d, h, r or q\n", key);
    }
  };
  return play_keys(
      "w up   a left   s down   d right   h: hint   r: start again   q: quit", press,
      [&] { game.show(); }, [&] { return game.won(); });
}

}  // namespace marblemaze

#include <sstream>

#include <fmt/format.h>

#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/deduction_kind.h"
#include "engine/cli/puzzle/puzzle_common.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

std::string place(const GridGame& game, std::size_t square) {
  return square_name(static_cast<int>(square), game.width);
}

void check(const GridGame& game, const Candidates& squares, const Candidates& answer) {
  int wrong = 0, empty = 0;
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (is_open(squares[square])) {
      ++empty;
    } else if (squares[square] != answer[square]) {
      print_out("{} is wrong\n", place(game, square));
      ++wrong;
    }
  }
  print_out("{} wrong, {} to fill\n", wrong, empty);
}

void hint(const GridGame& game, Candidates& squares, const Candidates& answer) {
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (!is_open(game.given[square]) || squares[square] == answer[square]) continue;
    squares[square] = answer[square];
    print_out("{} is {}\n", place(game, square), letter_of(answer[square], game.letters));
    return;
  }
}

void fill(const GridGame& game, Candidates& squares, const std::string& line) {
  std::istringstream in(line);
  const int height = static_cast<int>(squares.size()) / game.width;
  int row = 0, column = 0;
  char letter = 0;
  if (!(in >> row >> column >> letter) || row < 1 || row > height || column < 1 ||
      column > game.width || game.letters.find(letter) == std::string::npos) {
    print_out("'{}' is not a command: ROW COLUMN VALUE, where VALUE is one of {}\n", line,
              game.letters);
    return;
  }
  const auto square = static_cast<std::size_t>((row - 1) * game.width + column - 1);
  if (!is_open(game.given[square])) {
    print_out("{} is given\n", place(game, square));
  } else if (letter == game.letters.back()) {
    squares[square] = game.given[square];
  } else {
    squares[square] = static_cast<CandidateSet>(1U << game.letters.find(letter));
  }
}

}  // namespace

Exit play_grid(const GridGame& game, const Candidates& answer) {
  if (answer.empty()) {
    print_out("{}\n", game.unsolvable);
    return Exit::not_reached;
  }
  Candidates squares = game.given;
  const auto solved = [&] { return squares == answer; };
  print_out("{}\n{}", game.rules, game.picture(squares));
  const auto command = [&](const std::string& line) {
    if (line.empty()) return;
    if (line == "check") return check(game, squares, answer);
    if (line == "hint") {
      hint(game, squares, answer);
    } else {
      fill(game, squares, line);
    }
    print_out("{}{}", game.picture(squares), solved() ? "solved\n" : "");
  };
  return play_lines(
      fmt::format(
          "ROW COLUMN VALUE: fill a square (values {}, the last one empties)   check   hint   quit",
          game.letters),
      command, solved);
}

}  // namespace marblemaze

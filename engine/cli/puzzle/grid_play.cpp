#include "engine/cli/puzzle/grid_play.h"

#include <sstream>

#include <fmt/format.h>

#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/puzzle_common.h"

namespace marblemaze {
namespace {

std::string place(const GridGame& game, std::size_t square) {
  const int number = static_cast<int>(square);
  return fmt::format("row {} column {}", number / game.width + 1, number % game.width + 1);
}

bool open(const GridGame& game, std::size_t square) {
  return game.given[square] == game.values.back();
}

void check(const GridGame& game, const std::string& squares) {
  int wrong = 0, empty = 0;
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (squares[square] == game.values.back()) {
      ++empty;
    } else if (squares[square] != game.answer[square]) {
      print_out("{} is wrong\n", place(game, square));
      ++wrong;
    }
  }
  print_out("{} wrong, {} to fill\n", wrong, empty);
}

void hint(const GridGame& game, std::string& squares) {
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (!open(game, square) || squares[square] == game.answer[square]) continue;
    squares[square] = game.answer[square];
    print_out("{} is {}\n", place(game, square), game.answer[square]);
    return;
  }
}

void fill(const GridGame& game, std::string& squares, const std::string& line) {
  std::istringstream in(line);
  const int height = static_cast<int>(squares.size()) / game.width;
  int row = 0, column = 0;
  char value = 0;
  if (!(in >> row >> column >> value) || row < 1 || row > height || column < 1 ||
      column > game.width || game.values.find(value) == std::string::npos) {
    print_out("'{}' is no command: ROW COLUMN VALUE, where VALUE is one of {}\n", line,
              game.values);
    return;
  }
  const auto square = static_cast<std::size_t>((row - 1) * game.width + column - 1);
  if (open(game, square)) {
    squares[square] = value;
  } else {
    print_out("{} is given\n", place(game, square));
  }
}

}  // namespace

Exit play_grid(const GridGame& game) {
  if (game.answer.empty()) {
    print_out("{}\n", game.unsolvable);
    return Exit::not_reached;
  }
  std::string squares = game.given;
  const auto solved = [&] { return squares == game.answer; };
  print_out("{}\n{}", game.rules, game.picture(squares));
  const auto command = [&](const std::string& line) {
    if (line.empty()) return;
    if (line == "check") return check(game, squares);
    if (line == "hint") {
      hint(game, squares);
    } else {
      fill(game, squares, line);
    }
    print_out("{}{}", game.picture(squares), solved() ? "solved\n" : "");
  };
  return play_lines(
      fmt::format(
          "ROW COLUMN VALUE: fill a square (values {}, the last one empties)   check   hint   quit",
          game.values),
      command, solved);
}

}  // namespace marblemaze

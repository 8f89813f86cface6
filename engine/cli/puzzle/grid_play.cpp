#include "engine/cli/puzzle/grid_play.h"

#include <sstream>

#include <fmt/format.h>

#include "engine/cli/puzzle/puzzle_common.h"

namespace marblemaze {
namespace {

std::string place(const GridGame& game, int square) {
  return fmt::format("row {} column {}", square / game.width + 1, square % game.width + 1);
}

bool solved(const GridGame& game) {
  for (int square = 0; square < game.width * game.height; ++square)
    if (game.value(square) != game.answer(square)) return false;
  return true;
}

void check(const GridGame& game) {
  int wrong = 0, empty = 0;
  for (int square = 0; square < game.width * game.height; ++square) {
    if (game.value(square) == game.values.back()) {
      ++empty;
    } else if (game.value(square) != game.answer(square)) {
      fmt::print("{} is wrong\n", place(game, square));
      ++wrong;
    }
  }
  fmt::print("{} wrong, {} to fill\n", wrong, empty);
}

void hint(const GridGame& game) {
  for (int square = 0; square < game.width * game.height; ++square) {
    if (!game.open(square) || game.value(square) == game.answer(square)) continue;
    game.set(square, game.answer(square));
    fmt::print("{} is {}\n", place(game, square), game.answer(square));
    return;
  }
}

void fill(const GridGame& game, const std::string& line) {
  std::istringstream in(line);
  int row = 0, column = 0;
  char value = 0;
  if (!(in >> row >> column >> value) || row < 1 || row > game.height || column < 1 ||
      column > game.width || game.values.find(value) == std::string::npos) {
    fmt::print("'{}' is no command: ROW COLUMN VALUE, where VALUE is one of {}\n", line,
               game.values);
    return;
  }
  const int square = (row - 1) * game.width + column - 1;
  if (game.open(square)) {
    game.set(square, value);
  } else {
    fmt::print("{} is given\n", place(game, square));
  }
}

}  // namespace

Exit play_grid(const GridGame& game) {
  fmt::print("{}\n{}", game.rules, game.picture());
  const auto command = [&](const std::string& line) {
    if (line.empty()) return true;
    if (line == "check") {
      check(game);
      return true;
    }
    if (line == "hint") {
      hint(game);
    } else {
      fill(game, line);
    }
    fmt::print("{}{}", game.picture(), solved(game) ? "solved\n" : "");
    return true;
  };
  return play_lines(
      fmt::format(
          "ROW COLUMN VALUE: fill a square (values {}, the last one empties)   check   hint   quit",
          game.values),
      command, [&] { return solved(game); });
}

}  // namespace marblemaze

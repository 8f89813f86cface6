#pragma once

#include <functional>
#include <string>

#include "engine/cli/common/command_line.h"
#include "maze/puzzles/candidates.h"

namespace marblemaze {

/// A puzzle that is solved by filling squares, as the terminal shows it.
struct GridGame {
  std::string rules;    ///< one line
  int width = 0;        ///< squares in a row
  std::string letters;  ///< of the values; the last one stands for an open square
  Candidates given;     ///< the squares at the start; only open ones may be changed
  std::function<std::string(const Candidates& squares)> picture;
  const char* unsolvable = "there is no solution";
};

/// Commands: "ROW COLUMN LETTER" from 1, check, hint, quit. Solved when every square holds the
/// answer, which is empty where there is none.
Exit play_grid(const GridGame& game, const Candidates& answer);

}  // namespace marblemaze

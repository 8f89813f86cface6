#pragma once

#include <functional>
#include <string>

#include "engine/cli/common/command_line.h"

namespace marblemaze {

/// A puzzle that is solved by filling squares, as the terminal game sees it.
struct GridGame {
  std::string rules;  ///< one line
  int width = 0;
  int height = 0;
  std::string values;  ///< what a square can be set to; the last one empties it
  std::function<std::string()> picture;
  std::function<char(int square)> value;  ///< what stands there now
  std::function<bool(int square)> open;   ///< may it be changed? Given squares and walls may not
  std::function<void(int square, char)> set;
  std::function<char(int square)> answer;  ///< of the solution
};

/// Commands: "ROW COLUMN VALUE" from 1, check, hint, quit. Solved when every
/// square holds the answer.
Exit play_grid(const GridGame& game);

}  // namespace marblemaze

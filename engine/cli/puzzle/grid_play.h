#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/cli/common/command_line.h"

namespace marblemaze {

/// A puzzle that is solved by filling squares, as the terminal game sees it: squares are
/// characters, row by row.
struct GridGame {
  std::string rules;   ///< one line
  int width = 0;       ///< squares in a row
  std::string values;  ///< what a square can be set to; the last one stands for an empty square
  std::string given;   ///< the squares at the start; only empty ones may be changed
  std::string answer;  ///< the squares of the solution; empty where there is none
  std::function<std::string(const std::string& squares)> picture;
  const char* unsolvable = "there is no solution";
};

/// Commands: "ROW COLUMN VALUE" from 1, check, hint, quit. Solved when every
/// square holds the answer.
Exit play_grid(const GridGame& game);

/// Squares as characters, where `letters` has one for each value of an enumeration, and back.
template <class Value>
[[nodiscard]] std::string letters_of(const std::vector<Value>& squares,
                                     const std::string& letters) {
  std::string text;
  for (Value value : squares) text += letters[static_cast<std::size_t>(value)];
  return text;
}
template <class Value>
[[nodiscard]] std::vector<Value> values_of(const std::string& squares, const std::string& letters) {
  std::vector<Value> values;
  for (char letter : squares) values.push_back(static_cast<Value>(letters.find(letter)));
  return values;
}

}  // namespace marblemaze

#pragma once

#include <string>

#include "maze/base/errors.h"

/// What boards of squares share, row by row.
namespace marblemaze {

/// Throws BadInput, "board side 3: expected 4 to 10", unless both sides are within bounds.
inline void check_sides(const char* what, int width, int height, int least, int most) {
  for (int side : {width, height}) {
    if (side < least || side > most)
      throw BadInput(what, std::to_string(side),
                     std::to_string(least) + " to " + std::to_string(most));
  }
}

/// What `label(square)` says of each square, in lines of so many.
template <class Label>
[[nodiscard]] std::string board_text(int squares, int width, Label label) {
  std::string text;
  for (int square = 0; square < squares; ++square) {
    text += label(square);
    if ((square + 1) % width == 0) text += '\n';
  }
  return text;
}

}  // namespace marblemaze

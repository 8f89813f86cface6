#pragma once

#include <vector>

#include "maze/puzzles/nonogram.h"

namespace marblemaze::testing {

/// Finds all placements of a clue in a line by brute force. In the first placement, all strings are
/// as far to the left as possible. The last string moves first.
inline std::vector<Picture> placements(const Clue& clue, int length) {
  std::vector<Picture> found;
  for (unsigned bits = 1U << length; bits-- > 0;) {
    Picture line;
    for (int i = length; i-- > 0;)
      line.push_back((bits >> i & 1) != 0 ? Shade::black : Shade::white);
    if (clue_of(line) == clue) found.push_back(line);
  }
  return found;
}

inline bool answers(const Nonogram& puzzle, const Picture& picture) {
  return complete(picture) && nonogram_of(picture, puzzle.width()) == puzzle;
}

}  // namespace marblemaze::testing

#pragma once

#include <cstdint>
#include <string>

#include "agent/automata/lattice.h"

/// Two automata that van Dijk (2017) cites, and their patterns as text. Their published results
/// verify the stepper.
namespace marblemaze {

/// A cell that is on or off. It is not a bool, because std::vector<bool> returns no references.
struct Bit {
  unsigned char on = 0;
  bool operator==(const Bit&) const = default;
};

/// An elementary automaton, identified by Wolfram's number from 0 to 255. Bit (4 left + 2 self +
/// right) of the number is the new state.
struct Elementary {
  using Cell = Bit;
  using Shape = LineShape<1>;
  int number = 30;

  Bit operator()(const Neighbourhood<Bit, Shape>& cells) const {
    const int pattern = 4 * cells(-1).on + 2 * cells(0).on + cells(1).on;
    return {static_cast<unsigned char>(number >> pattern & 1)};
  }
};

/// Conway's Game of Life.
struct Life {
  using Cell = Bit;
  using Shape = MooreShape;

  Bit operator()(const Neighbourhood<Bit, Shape>& cells) const {
    int alive = -cells.self().on;
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) alive += cells(x, y).on;
    }
    return {static_cast<unsigned char>(alive == 3 || (alive == 2 && cells.self().on != 0))};
  }
};

constexpr int kLargestPattern = 1000;  ///< cells per side

/// Reads rows of . (off) and #, O or * (on), as in .cells files, in which lines that begin with !
/// are comments and short rows end in off cells; or the .rle format. The lattice has at least the
/// given size, with the pattern in its centre. All cells outside it remain off. Throws BadInput for
/// other characters, an empty pattern, rules other than those of Life, and side lengths over
/// kLargestPattern.
[[nodiscard]] Lattice<Bit> parse_pattern(const std::string& text, int width = 0, int height = 0);
/// Returns cells that are on with probability `density`. All cells outside them remain off.
[[nodiscard]] Lattice<Bit> random_cells(int width, int height, double density, std::uint64_t seed);
/// Returns rows of . and #.
[[nodiscard]] std::string to_text(const Lattice<Bit>& cells);
[[nodiscard]] int count_on(const Lattice<Bit>& cells);

}  // namespace marblemaze

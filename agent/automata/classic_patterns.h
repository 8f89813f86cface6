#pragma once

#include <cstdint>
#include <string>

#include "agent/automata/lattice.h"

/// Two automata that van Dijk (2017) only cites; they check the stepper
/// against the outside world.
///
/// Patterns of the classic automata as text.
namespace marblemaze {

/// std::vector<bool> hands out no references, so cells are bytes.
struct Bit {
  unsigned char on = 0;
  bool operator==(const Bit&) const = default;
};

/// An elementary automaton with Wolfram's number 0..255: bit (4 left + 2 self + right) of the
/// number is the new state.
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

constexpr int kLargestPattern = 1000;  ///< cells a side

/// Reads rows of . (off) and #, O or * (on), as in Life's .cells files, in which lines that begin
/// with ! are comments and short rows end in off cells; or the .rle format. The lattice is at least
/// as large as asked for, the pattern in its middle; beyond it all is off for ever. Throws BadInput
/// for other characters, no row at all, another rule than Life's, and sides over kLargestPattern.
[[nodiscard]] Lattice<Bit> parse_pattern(const std::string& text, int width = 0, int height = 0);
/// Each cell is on with that probability; beyond them all is off for ever.
[[nodiscard]] Lattice<Bit> random_cells(int width, int height, double density, std::uint64_t seed);
/// Rows of . and #.
[[nodiscard]] std::string to_text(const Lattice<Bit>& cells);
[[nodiscard]] int count_on(const Lattice<Bit>& cells);

}  // namespace marblemaze

#pragma once

#include <cstdint>
#include <string>

#include "agent/automata/lattice.h"

/// Two classic automata cited by van Dijk (2017).
namespace marblemaze {

/// Cell that is on or off. Not a bool, because std::vector<bool> does not return references.
struct Bit {
  unsigned char on = 0;
  bool operator==(const Bit&) const = default;
};

/// Elementary automaton with Wolfram's rule number, 0 to 255. Bit (4 left + 2 self + right) of the
/// rule number is the new state.
struct Elementary {
  using Cell = Bit;
  using Shape = LineShape<1>;
  int number = 30;

  Bit operator()(const Neighbourhood<Bit, Shape>& cells) const {
    const int pattern = 4 * cells(-1).on + 2 * cells(0).on + cells(1).on;
    return {static_cast<unsigned char>(number >> pattern & 1)};
  }
};

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

constexpr int kLargestPattern = 1000;  ///< maximum side length (cells)

/// Parses a pattern in the .cells or .rle format, and centres the pattern in a lattice of at least
/// the given size. Cells outside the lattice remain off. Throws BadInput for other characters, an
/// empty pattern, a rule that is not Life, and side lengths over kLargestPattern.
[[nodiscard]] Lattice<Bit> parse_pattern(const std::string& text, int width = 0, int height = 0);
[[nodiscard]] Lattice<Bit> random_cells(int width, int height, double density, std::uint64_t seed);
[[nodiscard]] std::string to_text(const Lattice<Bit>& cells);
[[nodiscard]] int count_on(const Lattice<Bit>& cells);

}  // namespace marblemaze

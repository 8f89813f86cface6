#pragma once

#include <cstdint>
#include <string>

#include "agent/automata/classic_rules.h"

/// Patterns of the classic automata as text.
namespace marblemaze {

constexpr int kLargestPattern = 1000;  ///< cells a side

/// Rows of . (off) and # or O (on), as in Life's .cells files; lines that begin with ! are
/// comments, short rows end in off cells. The lattice is at least as large as asked for, the
/// pattern in its middle; beyond it all is off for ever. Throws BadInput for other characters, no
/// row at all, and sides over kLargestPattern.
[[nodiscard]] Lattice<Bit> parse_pattern(const std::string& text, int width = 0, int height = 0);
/// Each cell is on with that probability; beyond them all is off for ever.
[[nodiscard]] Lattice<Bit> random_cells(int width, int height, double density, std::uint64_t seed);
/// Rows of . and #.
[[nodiscard]] std::string to_text(const Lattice<Bit>& cells);
[[nodiscard]] int count_on(const Lattice<Bit>& cells);

}  // namespace marblemaze

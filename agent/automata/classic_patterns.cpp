#include "agent/automata/classic_patterns.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/random.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

std::vector<std::string> read_rows(const std::string& text) {
  std::vector<std::string> rows;
  for (std::string line : parts_of(text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && line[0] == '!') continue;
    const auto strange = line.find_first_not_of(".#O");
    if (strange != std::string::npos)
      throw BadInput("pattern cell", fmt::format("'{}'", line[strange]), ". or # or O");
    rows.push_back(line);
  }
  return rows;
}

}  // namespace

Lattice<Bit> parse_pattern(const std::string& text, int width, int height) {
  const std::vector<std::string> rows = read_rows(text);
  std::size_t longest = 0;
  for (const std::string& row : rows) longest = std::max(longest, row.size());
  if (longest == 0) throw BadInput("pattern", "''", "rows of . and #");
  for (const std::size_t side : {longest, rows.size()}) {
    if (side > kLargestPattern)
      throw BadInput("pattern side", std::to_string(side), fmt::format("1 to {}", kLargestPattern));
  }
  const int wide = static_cast<int>(longest), high = static_cast<int>(rows.size());
  Lattice<Bit> cells(std::max(width, wide), std::max(height, high));
  const int left = (cells.width() - wide) / 2, top = (cells.height() - high) / 2;
  for (int y = 0; y < high; ++y) {
    for (std::size_t x = 0; x < rows[y].size(); ++x)
      cells.at(left + static_cast<int>(x), top + y).on = rows[y][x] == '.' ? 0 : 1;
  }
  return cells;
}

Lattice<Bit> random_cells(int width, int height, double density, std::uint64_t seed) {
  Rng rng(seed);
  Lattice<Bit> cells(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) cells.at(x, y).on = rng.unit() < density ? 1 : 0;
  }
  return cells;
}

std::string to_text(const Lattice<Bit>& cells) {
  return drawn(cells, [](const Bit& cell) { return cell.on != 0 ? '#' : '.'; });
}

int count_on(const Lattice<Bit>& cells) {
  int on = 0;
  cells.for_each([&](int, int, int, const Bit& cell) { on += cell.on; });
  return on;
}

}  // namespace marblemaze

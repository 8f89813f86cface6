#include "agent/automata/classic_patterns.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/random.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

std::vector<std::string> read_rows(const std::string& text) {
  std::vector<std::string> rows;
  for (std::string line : split_text(text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && line[0] == '!') continue;
    const auto strange = line.find_first_not_of(".#O*");
    if (strange != std::string::npos)
      throw BadInput("pattern cell", fmt::format("'{}'", line[strange]),
                     ". for a cell that is off, or one of # O * for a cell that is on");
    rows.push_back(line);
  }
  return rows;
}

bool is_rle_header(const std::string& line) {
  return line.starts_with('x') && line.find('=') != std::string::npos;
}

void check_rule(const std::string& header) {
  const auto rule = header.find("rule");
  if (rule == std::string::npos) return;
  const auto words = split_words(header.substr(rule + 4));
  const std::string name = join_mapped(words, "", std::identity()).substr(1);
  if (name != "B3/S23" && name != "b3/s23" && name != "23/3")
    throw BadInput("pattern rule", "'" + name + "'", "B3/S23, Conway's Game of Life");
}

// Parses the RLE format: runs of b (off), o (on) and $ (end of row), terminated by !.
std::vector<std::string> read_rle(const std::string& text) {
  std::vector<std::string> rows(1);
  for (const std::string& line : split_text(text, '\n')) {
    if (line.starts_with('#')) continue;
    if (is_rle_header(line)) check_rule(line);
    std::string_view rest = is_rle_header(line) ? std::string_view() : std::string_view(line);
    while (!rest.empty()) {
      const std::size_t count = consume_number<std::size_t>(rest).value_or(1);
      const char kind = rest.empty() ? '\0' : rest.front();
      if (kind == '!') return rows;
      if (count > kLargestPattern ||
          std::string_view("bo$ \r").find(kind) == std::string_view::npos)
        throw BadInput("pattern run", "'" + line + "'",
                       fmt::format("counts up to {} followed by b, o or $, and ! at the end",
                                   kLargestPattern));
      if (kind == '$') rows.resize(std::min(rows.size() + count, kLargestPattern + 1UL));
      if (kind == 'b' || kind == 'o')
        rows.back().resize(std::min(rows.back().size() + count, kLargestPattern + 1UL),
                           kind == 'b' ? '.' : '#');
      rest.remove_prefix(1);
    }
  }
  throw BadInput("pattern", "without an end", "! at the end of the runs");
}

}  // namespace

Lattice<Bit> parse_pattern(const std::string& text, int width, int height) {
  const auto lines = split_text(text, '\n');
  const std::vector<std::string> rows =
      std::ranges::any_of(lines, is_rle_header) ? read_rle(text) : read_rows(text);
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
    for (int x = 0; x < width; ++x) cells.at(x, y).on = rng.uniform() < density ? 1 : 0;
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

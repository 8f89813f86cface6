#include "engine/results/result_csv.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/numbers.h"
#include "maze/base/text_file.h"
#include "maze/base/visible_text.h"

namespace marblemaze {
namespace {

constexpr const char* kEpisode = "episode";
constexpr const char* kTruth = "truth";

template <class Row>
const StoredColumn<Row>* named(const std::vector<StoredColumn<Row>>& columns,
                               const std::string& name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const auto& column) { return column.name == name; });
  return found != columns.end() ? &*found : nullptr;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line)
    if (c == ',')
      cells.emplace_back();
    else
      cells.back() += c;
  return cells;
}

StoredValue value_of(const std::string& text, bool whole_number) {
  if (!whole_number) return text;
  // Seeds of 64 bits are stored as the number with the same bits.
  if (const auto number = number_from<std::int64_t>(text)) return *number;
  const auto natural = number_from<std::uint64_t>(text);
  if (!natural) throw BadInput("number", "'" + text + "'", "a whole number of 64 bits");
  return static_cast<std::int64_t>(*natural);
}

}  // namespace

std::string csv_cell(const std::string& foreign) {
  const std::string text = visible_text(foreign);
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string text_of(const StoredValue& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  return number != nullptr ? std::to_string(*number) : std::get<std::string>(value);
}

MixedCsv::MixedCsv(Columns columns) {
  const auto take = [&](const auto& all) {
    for (const auto& column : all) {
      const bool wanted = columns == Columns::key ? column.key : !column.measured;
      if (wanted && std::find(names_.begin(), names_.end(), column.name) == names_.end())
        names_.emplace_back(column.name);
    }
  };
  take(episode_columns());
  take(truth_columns());
  for (const std::string& name : names_) heading_ += "," + name;
}

std::string MixedCsv::line(const StoredEpisode& row) const {
  return line_of(kEpisode, episode_columns(), row);
}
std::string MixedCsv::line(const StoredTruth& row) const {
  return line_of(kTruth, truth_columns(), row);
}

template <class Row>
std::string MixedCsv::line_of(const char* kind, const std::vector<StoredColumn<Row>>& columns,
                              const Row& row) const {
  std::string line = kind;
  for (const std::string& name : names_) {
    const auto* const column = named(columns, name);
    line += "," + (column != nullptr ? csv_cell(text_of(column->get(row))) : "");
  }
  return line;
}

template <class Row>
Row MixedCsv::row_of(const std::vector<StoredColumn<Row>>& columns,
                     const std::vector<std::string>& cells) const {
  Row row;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (const auto* const column = named(columns, names_[i]))
      column->set(row, value_of(cells[i + 1], column->whole_number));
  return row;
}

MixedCsv::Rows MixedCsv::read(const std::string& file) const {
  return rows_from(read_text_file(file), file);
}

MixedCsv::Rows MixedCsv::rows_from(const std::string& text, const std::string& file) const {
  std::istringstream lines(text);
  Rows rows;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto refuse = [&](const std::string& expected) {
      throw BadInput(fmt::format("file '{}' line {}", file, number), "'" + line + "'", expected);
    };
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const std::vector<std::string> cells = cells_of(line);
    if (number == 1 && line != heading_) refuse("the heading " + heading_);
    if (number == 1) continue;
    if (cells.size() != names_.size() + 1 || (cells[0] != kEpisode && cells[0] != kTruth) ||
        line.find_first_of("\"\r") != std::string::npos)
      refuse("an episode or a truth as bench --plan writes them");
    try {
      if (cells[0] == kEpisode)
        rows.episodes.push_back(row_of(episode_columns(), cells));
      else
        rows.truths.push_back(row_of(truth_columns(), cells));
    } catch (const BadInput& error) {
      refuse(error.what());
    }
  }
  return rows;
}

}  // namespace marblemaze

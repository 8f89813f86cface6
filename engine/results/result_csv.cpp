#include "engine/results/result_csv.h"

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

/// What a line begins with.
const char* kind_of(Question question) { return question == Question::run ? kEpisode : kTruth; }

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
  for (const StoredColumn& column : stored_columns())
    if (columns == Columns::key ? column.key : !column.measured) columns_.push_back(column);
  for (const StoredColumn& column : columns_) heading_ += std::string(",") + column.name;
}

std::string MixedCsv::line(const ResultRow& row) const {
  const Question question = row.job.question();
  std::string line = kind_of(question);
  for (const StoredColumn& column : columns_)
    line += "," + (column.is_of(question) ? csv_cell(text_of(column.get(row))) : "");
  return line;
}

ResultRow MixedCsv::row_of(const std::vector<std::string>& cells) const {
  const Question question = cells[0] == kEpisode ? Question::run : Question::truth;
  ResultRow row;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].is_of(question))
      columns_[i].set(row, value_of(cells[i + 1], columns_[i].whole_number));
  return row;
}

std::vector<ResultRow> MixedCsv::read(const std::string& file) const {
  return rows_from(read_text_file(file), file);
}

std::vector<ResultRow> MixedCsv::rows_from(const std::string& text, const std::string& file) const {
  std::istringstream lines(text);
  std::vector<ResultRow> rows;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto refuse = [&](const std::string& expected) {
      throw BadInput(fmt::format("file '{}' line {}", file, number), "'" + line + "'", expected);
    };
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const std::vector<std::string> cells = cells_of(line);
    if (number == 1 && line != heading_) refuse("the heading " + heading_);
    if (number == 1) continue;
    if (cells.size() != columns_.size() + 1 || (cells[0] != kEpisode && cells[0] != kTruth) ||
        line.find_first_of("\"\r") != std::string::npos)
      refuse("an episode or a truth as bench --plan writes them");
    try {
      rows.push_back(row_of(cells));
    } catch (const BadInput& error) {
      refuse(error.what());
    }
  }
  return rows;
}

}  // namespace marblemaze

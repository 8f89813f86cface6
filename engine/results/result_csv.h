#pragma once

#include <string>
#include <vector>

#include "engine/results/column.h"

namespace marblemaze {

/// A cell of a CSV file (RFC 4180): in quotes where it must be.
[[nodiscard]] std::string csv_cell(const std::string& text);
/// A stored value in CSV and in messages.
[[nodiscard]] std::string text_of(const StoredValue& value);

/// Rows of both questions in one CSV file: the column "row" says which a line answers, and what one
/// of them has not is empty. What the columns hold needs no quotes.
class MixedCsv {
 public:
  /// Which columns: of the key, or all whose values do not differ between two runs.
  enum class Columns { key, results };

  explicit MixedCsv(Columns columns);

  /// Without a line end, as are the lines.
  [[nodiscard]] const std::string& heading() const { return heading_; }
  [[nodiscard]] std::string line(const ResultRow& row) const;

  /// The rows of a file that was written with this heading. Throws BadInput, naming the file and
  /// the line.
  [[nodiscard]] std::vector<ResultRow> read(const std::string& file) const;
  /// The same from the text of a file that messages call `file`.
  [[nodiscard]] std::vector<ResultRow> rows_from(const std::string& text,
                                                 const std::string& file) const;

 private:
  [[nodiscard]] ResultRow row_of(const std::vector<std::string>& cells) const;

  std::vector<StoredColumn> columns_;
  std::string heading_ = "row";
};

}  // namespace marblemaze

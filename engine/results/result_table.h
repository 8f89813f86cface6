#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/results/sqlite_database.h"

namespace marblemaze {

/// What a column of a results file holds.
using StoredValue = std::variant<std::int64_t, std::string>;

/// The text of a stored value, in CSV and in messages.
[[nodiscard]] std::string text_of(const StoredValue& value);

/// One column of results, described once: the file's tables, what is written into them and read
/// from them, and the lines of `report --episodes` follow from a list of these.
struct StoredColumn {
  const char* name;
  bool whole_number;  ///< else text
  std::function<StoredValue(const ResultRow&)> get;
  /// Throws BadInput for a value that this program does not write.
  std::function<void(ResultRow&, const StoredValue&)> set;
  std::optional<Question> only = std::nullopt;  ///< rows of one question have it; nothing: all
  bool key = false;                             ///< one of those that tell rows apart
  bool measured = false;                        ///< may differ between two runs of the same work
};

/// The columns of a question's rows, in the order in which files have them: the key's first.
[[nodiscard]] const std::vector<StoredColumn>& stored_columns(Question question);

/// The table of a results file that holds the rows of one question. Its SQL follows from its
/// columns.
class ResultTable {
 public:
  explicit ResultTable(Question question);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<StoredColumn>& columns() const { return columns_; }
  [[nodiscard]] std::string create() const;

  [[nodiscard]] SqliteStatement inserting(const SqliteDatabase& database) const;
  [[nodiscard]] SqliteStatement finding(const SqliteDatabase& database) const;
  /// The seeds of the rows whose other keys are the job's.
  [[nodiscard]] std::unordered_set<std::uint64_t> seeds_like(const SqliteDatabase& database,
                                                             const Job& job) const;
  /// All rows in the order of the key, which does not depend on the order of adding.
  [[nodiscard]] SqliteStatement reading(const SqliteDatabase& database) const;

  SqliteStatement& bind(SqliteStatement& statement, const ResultRow& row) const;
  /// The stored row of a job, by a statement of finding().
  [[nodiscard]] std::optional<ResultRow> find(SqliteStatement& finding, const Job& job) const;
  /// The row at which a statement stands. Throws BadInput for one that this program did not write.
  [[nodiscard]] ResultRow read(SqliteStatement& statement) const;

 private:
  std::string name_;
  const std::vector<StoredColumn>& columns_;
  std::vector<StoredColumn> keys_;
};

/// The table for a question: "episodes" of runs, "truths" of truths.
[[nodiscard]] const ResultTable& result_table(Question question);

}  // namespace marblemaze

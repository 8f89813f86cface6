#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/results/column.h"
#include "engine/results/sqlite_database.h"

namespace marblemaze {

/// The table of a results file that holds the rows of one question. Its SQL follows from its
/// columns.
class ResultTable {
 public:
  explicit ResultTable(Question question);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<StoredColumn>& columns() const { return columns_; }
  [[nodiscard]] std::string create() const;
  /// A table without a key, in which rows wait for being merged: each with the number of the file
  /// that it is from. It is gone when the database is closed.
  [[nodiscard]] std::string create_waiting() const;

  [[nodiscard]] SqliteStatement inserting(const SqliteDatabase& database) const;
  /// Takes the number of a file before the row.
  [[nodiscard]] SqliteStatement inserting_waiting(const SqliteDatabase& database) const;
  [[nodiscard]] SqliteStatement finding(const SqliteDatabase& database) const;
  /// The seeds of the rows whose other keys are the job's.
  [[nodiscard]] std::unordered_set<std::uint64_t> seeds_like(const SqliteDatabase& database,
                                                             const Job& job) const;
  /// All rows in the order of the key, which does not depend on the order of adding.
  [[nodiscard]] SqliteStatement reading(const SqliteDatabase& database) const;
  /// The rows that wait, in the order of the key and then of the files, whose numbers follow them.
  [[nodiscard]] SqliteStatement reading_waiting(const SqliteDatabase& database) const;

  SqliteStatement& bind(SqliteStatement& statement, const ResultRow& row) const;
  /// The stored row of a job, by a statement of finding().
  [[nodiscard]] std::optional<ResultRow> find(SqliteStatement& finding, const Job& job) const;
  /// The row at which a statement stands. Throws BadInput for one that this program did not write.
  [[nodiscard]] ResultRow read(SqliteStatement& statement) const;

 private:
  [[nodiscard]] std::string insertion(const std::string& table, const char* first) const;

  std::string name_;
  const std::vector<StoredColumn>& columns_;
  std::vector<StoredColumn> keys_;
};

/// The table for a question: "episodes" of runs, "truths" of truths.
[[nodiscard]] const ResultTable& result_table(Question question);

}  // namespace marblemaze

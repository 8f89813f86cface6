#include "engine/results/result_table.h"

#include <algorithm>

#include <fmt/format.h>

namespace marblemaze {
namespace {

constexpr int kFirstWithTruths = 3;

std::string name_of(const StoredColumn& column) { return column.name; }

template <class Text>
std::string listed(const std::vector<StoredColumn>& columns, const char* mark, Text text_of) {
  std::string list;
  for (const StoredColumn& column : columns) list += (list.empty() ? "" : mark) + text_of(column);
  return list;
}

SqliteStatement& bind_to(SqliteStatement& statement, const std::vector<StoredColumn>& columns,
                         const ResultRow& row) {
  for (const StoredColumn& column : columns)
    std::visit([&](const auto& value) { statement.bind(value); }, column.get(row));
  return statement;
}

}  // namespace

ResultTable::ResultTable(Question question)
    : name_(question == Question::run ? "episodes" : "truths"),
      since_(question == Question::run ? 1 : kFirstWithTruths),
      columns_(stored_columns(question)) {
  std::copy_if(columns_.begin(), columns_.end(), std::back_inserter(keys_),
               [](const StoredColumn& column) { return column.key; });
}

bool ResultTable::is_in(int format) const { return format >= since_; }

std::string ResultTable::create() const {
  const auto described = [](const StoredColumn& c) {
    return fmt::format("{} {} NOT NULL", c.name, c.whole_number ? "INTEGER" : "TEXT");
  };
  return fmt::format("CREATE TABLE {} ({}, PRIMARY KEY ({})) WITHOUT ROWID", name_,
                     listed(columns_, ", ", described), listed(keys_, ", ", name_of));
}

std::string ResultTable::rebuild(int format) const {
  if (!is_in(format)) return create();
  return fmt::format(
      "ALTER TABLE {0} RENAME TO {0}_older; {1}; INSERT INTO {0} SELECT {2} FROM {0}_older; "
      "DROP TABLE {0}_older",
      name_, create(), selected(format));
}

std::string ResultTable::create_sums() const {
  std::vector<StoredColumn> rows, summed;
  for (const StoredColumn& column : columns_)
    if (column.key && column.name != std::string("seed"))
      rows.push_back(column);
    else if (column.whole_number && !column.key && !column.measured)
      summed.push_back(column);
  std::string ended;
  for (int i = static_cast<int>(Outcome::solved); i <= static_cast<int>(kLastOutcome); ++i)
    ended += fmt::format(", sum(outcome = '{0}') AS \"{0}\"", to_string(static_cast<Outcome>(i)));
  const auto sums = [](const StoredColumn& c) {
    return fmt::format("sum({0}) AS {0}, sum({0} * (outcome = 'solved')) AS solved_{0}", c.name);
  };
  const std::string row = listed(rows, ", ", name_of);
  return fmt::format(
      "CREATE VIEW IF NOT EXISTS {0} AS SELECT {1}, count(*) AS mazes{2}, {3} FROM {4} GROUP BY "
      "{1}",
      kSums, row, ended, listed(summed, ", ", sums), name_);
}

std::string ResultTable::create_waiting() const {
  return fmt::format("CREATE TEMP TABLE waiting_{} (file INTEGER, {})", name_,
                     listed(columns_, ", ", name_of));
}

SqliteStatement ResultTable::inserting(const SqliteDatabase& database) const {
  return SqliteStatement(database, insertion(name_, ""));
}

SqliteStatement ResultTable::inserting_waiting(const SqliteDatabase& database) const {
  return SqliteStatement(database, insertion("waiting_" + name_, "file, "));
}

SqliteStatement ResultTable::finding(const SqliteDatabase& database, int format) const {
  const auto compared = [](const StoredColumn& c) { return std::string(c.name) + "=?"; };
  // In an older file a column that it lacks is 0: the outer query may ask for it all the same.
  return SqliteStatement(
      database, fmt::format("SELECT * FROM (SELECT {} FROM {}) WHERE {}", selected(format), name_,
                            listed(keys_, " AND ", compared)));
}

SqliteStatement ResultTable::reading(const SqliteDatabase& database, int format) const {
  return SqliteStatement(database, fmt::format("SELECT {} FROM {} ORDER BY {}", selected(format),
                                               name_, listed(keys_, ", ", name_of)));
}

SqliteStatement ResultTable::reading_waiting(const SqliteDatabase& database) const {
  return SqliteStatement(
      database, fmt::format("SELECT {0}, file FROM waiting_{1} ORDER BY {2}, file",
                            listed(columns_, ", ", name_of), name_, listed(keys_, ", ", name_of)));
}

SqliteStatement& ResultTable::bind(SqliteStatement& statement, const ResultRow& row) const {
  return bind_to(statement, columns_, row);
}

std::optional<ResultRow> ResultTable::find(SqliteStatement& finding, const Job& job) const {
  if (!bind_to(finding.reset(), keys_, {job}).step()) return std::nullopt;
  return read(finding);
}

ResultRow ResultTable::read(SqliteStatement& statement) const {
  ResultRow row;
  for (const StoredColumn& column : columns_)
    column.set(row, column.whole_number ? StoredValue(statement.integer())
                                        : StoredValue(statement.text()));
  return row;
}

std::string ResultTable::insertion(const std::string& table, const char* first) const {
  const auto place = [](const StoredColumn&) { return std::string("?"); };
  return fmt::format("INSERT INTO {} ({}{}) VALUES ({}{})", table, first,
                     listed(columns_, ", ", name_of), *first != 0 ? "?, " : "",
                     listed(columns_, ", ", place));
}

std::string ResultTable::selected(int format) const {
  return listed(columns_, ", ", [format](const StoredColumn& c) {
    const char* const missing = c.whole_number ? "0 AS " : "'' AS ";
    return (c.since > format ? missing : "") + std::string(c.name);
  });
}

const ResultTable& result_table(Question question) {
  static const ResultTable runs(Question::run), truths(Question::truth);
  return question == Question::run ? runs : truths;
}

}  // namespace marblemaze

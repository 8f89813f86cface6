#include "engine/results/result_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/words.h"

namespace marblemaze {
namespace {

std::string names_of(const std::vector<StoredColumn>& columns) {
  return chained(columns, ", ", &StoredColumn::name);
}

SqliteStatement& bind_to(SqliteStatement& statement, const std::vector<StoredColumn>& columns,
                         const ResultRow& row) {
  for (const StoredColumn& column : columns)
    std::visit([&](const auto& value) { statement.bind(value); }, column.get(row));
  return statement;
}

}  // namespace

ResultTable::ResultTable(Question question)
    : name_(question == Question::run ? "episodes" : "truths"), columns_(stored_columns(question)) {
  std::ranges::copy_if(columns_, std::back_inserter(keys_), &StoredColumn::key);
}

std::string ResultTable::create() const {
  const auto described = [](const StoredColumn& c) {
    return fmt::format("{} {} NOT NULL", c.name, c.whole_number ? "INTEGER" : "TEXT");
  };
  return fmt::format("CREATE TABLE {} ({}, PRIMARY KEY ({})) WITHOUT ROWID", name_,
                     chained(columns_, ", ", described), names_of(keys_));
}

std::string ResultTable::create_waiting() const {
  return fmt::format("CREATE TEMP TABLE waiting_{} (file INTEGER, {})", name_, names_of(columns_));
}

SqliteStatement ResultTable::inserting(const SqliteDatabase& database) const {
  return SqliteStatement(database, insertion(name_, ""));
}

SqliteStatement ResultTable::inserting_waiting(const SqliteDatabase& database) const {
  return SqliteStatement(database, insertion("waiting_" + name_, "file, "));
}

SqliteStatement ResultTable::finding(const SqliteDatabase& database) const {
  const auto compared = [](const StoredColumn& c) { return std::string(c.name) + "=?"; };
  return SqliteStatement(database, fmt::format("SELECT {} FROM {} WHERE {}", names_of(columns_),
                                               name_, chained(keys_, " AND ", compared)));
}

std::unordered_set<std::uint64_t> ResultTable::seeds_like(const SqliteDatabase& database,
                                                          const Job& job) const {
  std::vector<StoredColumn> others = keys_;
  std::erase_if(others, [](const StoredColumn& c) { return c.name == std::string("seed"); });
  const auto compared = [](const StoredColumn& c) { return std::string(c.name) + "=?"; };
  SqliteStatement statement(database, fmt::format("SELECT seed FROM {} WHERE {}", name_,
                                                  chained(others, " AND ", compared)));
  bind_to(statement, others, {job});
  std::unordered_set<std::uint64_t> seeds;
  while (statement.step()) seeds.insert(static_cast<std::uint64_t>(statement.integer()));
  return seeds;
}

SqliteStatement ResultTable::reading(const SqliteDatabase& database) const {
  return SqliteStatement(database, fmt::format("SELECT {} FROM {} ORDER BY {}", names_of(columns_),
                                               name_, names_of(keys_)));
}

SqliteStatement ResultTable::reading_waiting(const SqliteDatabase& database) const {
  return SqliteStatement(database,
                         fmt::format("SELECT {0}, file FROM waiting_{1} ORDER BY {2}, file",
                                     names_of(columns_), name_, names_of(keys_)));
}

SqliteStatement& ResultTable::bind(SqliteStatement& statement, const ResultRow& row) const {
  return bind_to(statement, columns_, row);
}

std::optional<ResultRow> ResultTable::find(SqliteStatement& finding, const Job& job) const {
  std::optional<ResultRow> row;
  if (bind_to(finding.reset(), keys_, {job}).step()) row = read(finding);
  finding.reset();  // or it would go on reading, and nobody could tidy up the file
  return row;
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
  return fmt::format("INSERT INTO {} ({}{}) VALUES ({}{})", table, first, names_of(columns_),
                     *first != 0 ? "?, " : "", chained(columns_, ", ", place));
}

const ResultTable& result_table(Question question) {
  static const ResultTable runs(Question::run), truths(Question::truth);
  return question == Question::run ? runs : truths;
}

}  // namespace marblemaze

#pragma once

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/results/column.h"
#include "engine/results/sqlite_database.h"

namespace marblemaze {

/// A table of a results file. Its SQL follows from its columns.
template <class Row>
class ResultTable {
 public:
  ResultTable(std::string name, const std::vector<StoredColumn<Row>>& columns)
      : name_(std::move(name)), columns_(columns) {
    for (const auto& column : columns_)
      if (column.key) keys_.push_back(column);
  }

  [[nodiscard]] std::string create() const {
    const auto described = [](const auto& c) {
      return fmt::format("{} {} NOT NULL", c.name, c.whole_number ? "INTEGER" : "TEXT");
    };
    return fmt::format("CREATE TABLE {} ({}, PRIMARY KEY ({})) WITHOUT ROWID", name_,
                       listed(columns_, ", ", described), listed(keys_, ", ", name_of));
  }

  /// Gives a table of an older format the columns that it has today, in today's order. SQLite
  /// cannot change a key in place.
  [[nodiscard]] std::string rebuild(int format) const {
    return fmt::format(
        "ALTER TABLE {0} RENAME TO {0}_older; {1}; INSERT INTO {0} SELECT {2} FROM {0}_older; "
        "DROP TABLE {0}_older",
        name_, create(), selected(format));
  }

  /// A table without a key, in which rows wait for being merged: each with the number of the file
  /// that it is from. It is gone when the database is closed.
  [[nodiscard]] std::string create_waiting() const {
    return fmt::format("CREATE TEMP TABLE waiting_{} (file INTEGER, {})", name_,
                       listed(columns_, ", ", name_of));
  }

  [[nodiscard]] SqliteStatement inserting(const SqliteDatabase& database) const {
    return SqliteStatement(database, insertion(name_, ""));
  }
  /// Takes the number of a file before the row.
  [[nodiscard]] SqliteStatement inserting_waiting(const SqliteDatabase& database) const {
    return SqliteStatement(database, insertion("waiting_" + name_, "file, "));
  }
  [[nodiscard]] SqliteStatement finding(const SqliteDatabase& database, int format) const {
    const auto compared = [](const auto& c) { return std::string(c.name) + "=?"; };
    // In an older file a column that it lacks is 0: the outer query may ask for it all the same.
    return SqliteStatement(
        database, fmt::format("SELECT * FROM (SELECT {} FROM {}) WHERE {}", selected(format), name_,
                              listed(keys_, " AND ", compared)));
  }
  /// All rows in the order of the key.
  [[nodiscard]] SqliteStatement reading(const SqliteDatabase& database, int format) const {
    return SqliteStatement(database, fmt::format("SELECT {} FROM {} ORDER BY {}", selected(format),
                                                 name_, listed(keys_, ", ", name_of)));
  }
  /// The rows that wait, in the order of the key and then of the files, whose numbers follow them.
  [[nodiscard]] SqliteStatement reading_waiting(const SqliteDatabase& database) const {
    return SqliteStatement(database, fmt::format("SELECT {0}, file FROM waiting_{1} ORDER BY {2}, "
                                                 "file",
                                                 listed(columns_, ", ", name_of), name_,
                                                 listed(keys_, ", ", name_of)));
  }

  SqliteStatement& bind(SqliteStatement& statement, const Row& row) const {
    return bind(statement, columns_, row);
  }
  void insert(const SqliteDatabase& database, const Row& row) const {
    SqliteStatement statement = inserting(database);
    bind(statement, row).step();
  }
  /// The stored row with the key of this one, by a statement of finding().
  [[nodiscard]] std::optional<Row> find(SqliteStatement& finding, const Row& wanted) const {
    if (!bind(finding.reset(), keys_, wanted).step()) return std::nullopt;
    return read(finding);
  }
  [[nodiscard]] std::optional<Row> find(const SqliteDatabase& database, const Row& wanted,
                                        int format) const {
    SqliteStatement statement = finding(database, format);
    return find(statement, wanted);
  }

  /// The row at which a statement stands.
  [[nodiscard]] Row read(SqliteStatement& statement) const {
    Row row;
    for (const auto& column : columns_)
      column.set(row, column.whole_number ? StoredValue(statement.integer())
                                          : StoredValue(statement.text()));
    return row;
  }

  /// In the order of the key, which does not depend on the order of adding.
  [[nodiscard]] std::vector<Row> all(const SqliteDatabase& database, int format) const {
    SqliteStatement statement = reading(database, format);
    std::vector<Row> rows;
    while (statement.step()) rows.push_back(read(statement));
    return rows;
  }

  /// Have both rows the same key?
  [[nodiscard]] bool same_key(const Row& a, const Row& b) const {
    for (const auto& column : keys_)
      if (column.get(a) != column.get(b)) return false;
    return true;
  }

 private:
  using Columns = std::vector<StoredColumn<Row>>;

  static std::string name_of(const StoredColumn<Row>& column) { return column.name; }

  template <class Text>
  static std::string listed(const Columns& columns, const char* mark, Text text_of) {
    std::string list;
    for (const auto& column : columns) list += (list.empty() ? "" : mark) + text_of(column);
    return list;
  }

  [[nodiscard]] std::string insertion(const std::string& table, const char* first) const {
    const auto place = [](const auto&) { return std::string("?"); };
    return fmt::format("INSERT INTO {} ({}{}) VALUES ({}{})", table, first,
                       listed(columns_, ", ", name_of), *first != 0 ? "?, " : "",
                       listed(columns_, ", ", place));
  }

  [[nodiscard]] std::string selected(int format) const {
    return listed(columns_, ", ", [format](const auto& c) {
      const char* const missing = c.whole_number ? "0 AS " : "'' AS ";
      return (c.since > format ? missing : "") + std::string(c.name);
    });
  }

  static SqliteStatement& bind(SqliteStatement& statement, const Columns& columns, const Row& row) {
    for (const auto& column : columns)
      std::visit([&](const auto& value) { statement.bind(value); }, column.get(row));
    return statement;
  }

  std::string name_;
  const Columns& columns_;
  Columns keys_;
};

}  // namespace marblemaze

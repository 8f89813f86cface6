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
      : name_(std::move(name)), columns_(columns) {}

  [[nodiscard]] std::string create() const {
    const auto described = [](const auto& c) {
      return fmt::format("{} {} NOT NULL", c.name, c.whole_number ? "INTEGER" : "TEXT");
    };
    return fmt::format("CREATE TABLE {} ({}, PRIMARY KEY ({})) WITHOUT ROWID", name_,
                       listed(columns_, ", ", described), listed(keys(), ", ", name_of));
  }

  /// Gives a table of an older format the columns that it has today, in today's order. SQLite
  /// cannot change a key in place.
  [[nodiscard]] std::string rebuild(std::int64_t format) const {
    return fmt::format(
        "ALTER TABLE {0} RENAME TO {0}_older; {1}; INSERT INTO {0} SELECT {2} FROM {0}_older; "
        "DROP TABLE {0}_older",
        name_, create(), selected(format));
  }

  void insert(const SqliteDatabase& database, const Row& row) const {
    const auto place = [](const auto&) { return std::string("?"); };
    SqliteStatement statement(
        database, fmt::format("INSERT INTO {} ({}) VALUES ({})", name_,
                              listed(columns_, ", ", name_of), listed(columns_, ", ", place))
                      .c_str());
    bind(statement, columns_, row).step();
  }

  /// The stored row with the key of this one.
  [[nodiscard]] std::optional<Row> find(const SqliteDatabase& database, const Row& wanted,
                                        std::int64_t format) const {
    const auto compared = [](const auto& c) { return std::string(c.name) + "=?"; };
    // In an older file a column that it lacks is 0: the outer query may ask for it all the same.
    SqliteStatement statement(
        database, fmt::format("SELECT * FROM (SELECT {} FROM {}) WHERE {}", selected(format), name_,
                              listed(keys(), " AND ", compared))
                      .c_str());
    if (!bind(statement, keys(), wanted).step()) return std::nullopt;
    return read(statement);
  }

  /// In the order of the key, which does not depend on the order of adding.
  [[nodiscard]] std::vector<Row> all(const SqliteDatabase& database, std::int64_t format) const {
    SqliteStatement statement(database,
                              fmt::format("SELECT {} FROM {} ORDER BY {}", selected(format), name_,
                                          listed(keys(), ", ", name_of))
                                  .c_str());
    std::vector<Row> rows;
    while (statement.step()) rows.push_back(read(statement));
    return rows;
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

  [[nodiscard]] Columns keys() const {
    Columns keys;
    for (const auto& column : columns_)
      if (column.key) keys.push_back(column);
    return keys;
  }

  [[nodiscard]] std::string selected(std::int64_t format) const {
    return listed(columns_, ", ", [format](const auto& c) {
      return (c.since > format ? "0 AS " : "") + std::string(c.name);
    });
  }

  static SqliteStatement& bind(SqliteStatement& statement, const Columns& columns, const Row& row) {
    for (const auto& column : columns)
      std::visit([&](const auto& value) { statement.bind(value); }, column.get(row));
    return statement;
  }

  [[nodiscard]] Row read(SqliteStatement& statement) const {
    Row row;
    for (const auto& column : columns_)
      column.set(row, column.whole_number ? StoredValue(statement.integer())
                                          : StoredValue(statement.text()));
    return row;
  }

  std::string name_;
  const Columns& columns_;
};

}  // namespace marblemaze

#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {

/// A registry of planners or policies by name. Each Row has a `name`. Rows live as long as the
/// program.
template <class Row>
class Registry {
 public:
  /// Makes a registry of built-in rows. `what` is the word for a row in error messages.
  Registry(std::string what, std::vector<Row> built_in)
      : what_(std::move(what)), built_in_(std::move(built_in)) {}

  [[nodiscard]] std::span<const Row> built_in() const { return built_in_; }
  /// Returns the built-in rows, then the enrolled ones.
  [[nodiscard]] std::vector<const Row*> all() const {
    std::vector<const Row*> rows;
    for (const Row& row : built_in_) rows.push_back(&row);
    for (const Row& row : enrolled_) rows.push_back(&row);
    return rows;
  }
  /// Adds a row that is not part of the program. If a row with this name exists, returns that row
  /// instead. Requires: no other thread uses the registry at the same time.
  const Row& enrol(Row row) {
    if (const Row* const known = find(row.name)) return *known;
    return enrolled_.emplace_back(std::move(row));
  }
  /// Returns the row with this name, or null.
  [[nodiscard]] const Row* find(std::string_view name) const {
    for (const Row* row : all())
      if (row->name == name) return row;
    return nullptr;
  }
  /// Returns the row with this name. Throws BadInput, which lists the known names, if there is
  /// none.
  [[nodiscard]] const Row& entry(const std::string& name) const {
    if (const Row* const row = find(name)) return *row;
    throw BadInput(what_, "'" + name + "'", "one of " + chained(all(), ", ", &Row::name));
  }

 private:
  std::string what_;
  std::vector<Row> built_in_;
  std::deque<Row> enrolled_;
};

}  // namespace marblemaze

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

/// Who can play, by name: a Row has a `name`. Rows live as long as the program.
template <class Row>
class Registry {
 public:
  /// The rows of the program. `what`: one of them, as messages call it.
  Registry(std::string what, std::vector<Row> built_in)
      : what_(std::move(what)), built_in_(std::move(built_in)) {}

  [[nodiscard]] std::span<const Row> built_in() const { return built_in_; }
  /// Those of the program, then those that were enrolled.
  [[nodiscard]] std::vector<const Row*> all() const {
    std::vector<const Row*> rows;
    for (const Row& row : built_in_) rows.push_back(&row);
    for (const Row& row : enrolled_) rows.push_back(&row);
    return rows;
  }
  /// Makes one known that is no part of the program, for good. Where one of this name is known,
  /// that one stays and is returned. Not while another thread looks for rows.
  const Row& enrol(Row row) {
    if (const Row* const known = find(row.name)) return *known;
    return enrolled_.emplace_back(std::move(row));
  }
  /// The row of this name, or null.
  [[nodiscard]] const Row* find(std::string_view name) const {
    for (const Row* row : all())
      if (row->name == name) return row;
    return nullptr;
  }
  /// The row of this name. Throws BadInput naming those that are known.
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

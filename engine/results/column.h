#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/experiments/job.h"

namespace marblemaze {

/// What a column of a results file holds.
using StoredValue = std::variant<std::int64_t, std::string>;

/// One column of results, described once: the file's tables, what is written into them and read
/// from them, and the lines of `report --episodes` follow from a list of these.
struct StoredColumn {
  /// Where the column stands in `report --episodes`, whose readers may count columns.
  enum class Printed { in_its_place, after_the_others, at_the_end, never };

  const char* name;
  bool whole_number;  ///< else text
  std::function<StoredValue(const ResultRow&)> get;
  /// Throws BadInput for a value that this program does not write.
  std::function<void(ResultRow&, const StoredValue&)> set;
  std::optional<Question> only = std::nullopt;  ///< rows of one question have it; nothing: all
  bool key = false;                             ///< one of those that tell rows apart
  Printed printed = Printed::in_its_place;
  bool measured = false;  ///< may differ between two runs of the same work

  /// Do rows of this question have it?
  [[nodiscard]] bool is_of(Question question) const { return !only || only == question; }
};

/// All columns in the order in which files have them: the key's first.
[[nodiscard]] const std::vector<StoredColumn>& stored_columns();
/// Those that rows of a question have.
[[nodiscard]] const std::vector<StoredColumn>& stored_columns(Question question);

}  // namespace marblemaze

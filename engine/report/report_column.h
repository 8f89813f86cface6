#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "engine/report/estimate.h"
#include "maze/base/json.h"

namespace marblemaze {

/// A figure of the thesis, told as it is printed there. Our own are rounded.
struct Printed {
  double value = 0;
};

/// What stands in a cell; nothing where it is unknown.
using Figure = std::variant<std::monostate, bool, std::int64_t, double, Printed, std::string>;

/// One column of a report, described once: JSON and CSV follow from a list of these.
///
/// Names in JSON say what a number is: a count ends in _count, a share in per cent begins with
/// pct_, a rate ends in _per_100_mazes. Where an older name does not, it stays beside the new one,
/// and the CSV, whose readers know its headings, keeps it.
template <class Row>
struct ReportColumn {
  const char* json;   ///< null: not in JSON
  const char* older;  ///< in JSON too; null: none
  const char* csv;    ///< null: not in CSV
  Figure (*figure)(const Row&);
  const Estimate* (*estimate)(const Row&) = nullptr;  ///< has an interval, as told in JSON
};

namespace report {

/// Two decimals are what 1,000 mazes can tell.
inline double rounded(double value) { return std::round(value * 100) / 100; }

/// JSON has no NaN: what is unknown is null.
inline Json json_of(double value) {
  return std::isnan(value) ? Json(nullptr) : Json(rounded(value));
}
inline Json json_of(const Estimate& e) {
  return std::isnan(e.low) ? Json(nullptr) : Json{rounded(e.low), rounded(e.high)};
}
inline Json json_of(const Figure& figure) {
  if (const auto* flag = std::get_if<bool>(&figure)) return *flag;
  if (const auto* count = std::get_if<std::int64_t>(&figure)) return *count;
  if (const auto* number = std::get_if<double>(&figure)) return json_of(*number);
  if (const auto* printed = std::get_if<Printed>(&figure)) return printed->value;
  if (const auto* text = std::get_if<std::string>(&figure)) return *text;
  return nullptr;
}

inline std::string csv_of(const Figure& figure) {
  if (const auto* flag = std::get_if<bool>(&figure)) return *flag ? "1" : "0";
  if (const auto* count = std::get_if<std::int64_t>(&figure)) return std::to_string(*count);
  if (const auto* number = std::get_if<double>(&figure))
    return std::isnan(*number) ? "" : fmt::format("{:.2f}", *number);
  if (const auto* printed = std::get_if<Printed>(&figure))
    return fmt::format("{:g}", printed->value);
  const auto* text = std::get_if<std::string>(&figure);
  return text != nullptr ? *text : "";
}

/// An object of the columns; `without_unknown` leaves out what is unknown instead of telling null.
template <class Row>
Json json_row(const std::vector<ReportColumn<Row>>& columns, const Row& row,
              bool without_unknown = false) {
  Json object = Json::object(), intervals = Json::object();
  for (const ReportColumn<Row>& column : columns) {
    const Json value = json_of(column.figure(row));
    if (column.json == nullptr || (without_unknown && value.is_null())) continue;
    if (column.older != nullptr) object[column.older] = value;
    object[column.json] = value;
    if (column.estimate != nullptr) intervals[column.json] = json_of(*column.estimate(row));
  }
  if (!intervals.empty()) object["intervals"] = intervals;
  return object;
}

/// Headings, or the cells of a row, each with a comma before it; no row has empty cells.
template <class Row>
std::string csv_headings(const std::vector<ReportColumn<Row>>& columns) {
  std::string line;
  for (const ReportColumn<Row>& column : columns)
    if (column.csv != nullptr) line += std::string(",") + column.csv;
  return line;
}
template <class Row>
std::string csv_cells(const std::vector<ReportColumn<Row>>& columns, const Row* row) {
  std::string line;
  for (const ReportColumn<Row>& column : columns)
    if (column.csv != nullptr) line += "," + (row != nullptr ? csv_of(column.figure(*row)) : "");
  return line;
}

}  // namespace report

/// A column of a table for a person.
template <class Row>
struct MarkdownColumn {
  std::string heading;
  std::string (*text)(const Row&);
};

namespace report {

template <class Row>
std::string markdown_head(const std::vector<MarkdownColumn<Row>>& columns) {
  std::string names = "|", rule = "|";
  for (const MarkdownColumn<Row>& column : columns) {
    names += " " + column.heading + " |";
    rule += " --- |";
  }
  return names + "\n" + rule + "\n";
}

template <class Row>
std::string markdown_line(const std::vector<MarkdownColumn<Row>>& columns, const Row& row) {
  std::string line = "|";
  for (const MarkdownColumn<Row>& column : columns) line += " " + column.text(row) + " |";
  return line + "\n";
}

}  // namespace report
}  // namespace marblemaze

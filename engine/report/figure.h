#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/report/statistics.h"
#include "maze/base/json.h"

namespace marblemaze {

/// What stands in a cell; nothing where it is unknown.
using Figure = std::variant<std::monostate, bool, std::int64_t, double, Estimate, std::string>;

/// Numbers of data. Our own are rounded to the two decimals that 1,000 mazes can tell, on score
/// cards to four; the thesis's are as it prints them, and so are those with which a reader
/// computes.
enum class Digits { two, four, all };

/// How data calls a figure; where it has no name, it is left out.
///
/// Names in JSON say what a number is: a count ends in _count, a share in per cent begins with
/// pct_, a rate ends in _per_100_mazes. Where an older name does not, it stays beside the new one,
/// and the CSV, whose readers know its headings, keeps it.
struct FigureNames {
  std::string json{}, older{}, csv{};
};
[[nodiscard]] inline FigureNames in_json(const char* name, const char* older = "") {
  return {name, older};
}
[[nodiscard]] inline FigureNames in_csv(const char* name) { return {.csv = name}; }
[[nodiscard]] inline FigureNames in_both(const char* name, const char* older = "") {
  return {name, older, *older != 0 ? older : name};
}

/// What a person sees of an interval.
enum class Interval { nothing, beside, beside_if_known, alone };

/// How a person sees it: a column in Markdown. Without a heading it is left out.
template <class Row>
struct FigureColumn {
  FigureColumn(std::string text = "", int places = 1, std::string sign = "")
      : heading(std::move(text)), decimals(places), unit(std::move(sign)) {}
  FigureColumn(std::string text, Interval shown) : heading(std::move(text)), interval(shown) {}
  /// One that tells more than the number.
  FigureColumn(std::string text, std::function<std::string(const Row&)> in_words)
      : heading(std::move(text)), words(std::move(in_words)) {}

  std::string heading;
  int decimals = 1;
  std::string unit;
  Interval interval = Interval::nothing;
  std::function<std::string(const Row&)> words;
};

/// A figure of a report, described once: JSON, CSV and Markdown walk lists of these.
template <class Row>
struct FigureOf {
  FigureNames names;
  std::function<Figure(const Row&)> value;  ///< an Estimate has an interval in JSON
  FigureColumn<Row> column{};
};

namespace forms {

[[nodiscard]] double rounded(double value, Digits digits = Digits::two);
/// Unknown is null.
[[nodiscard]] Json json_of(const Figure& figure, Digits digits = Digits::two);
[[nodiscard]] Json interval_json(const Estimate& estimate);
/// An Estimate with the ends of its interval beside it.
[[nodiscard]] Json json_with_ends(const Figure& figure, Digits digits);
/// Unknown is empty.
[[nodiscard]] std::string csv_of(const Figure& figure, Digits digits = Digits::two);
/// For a person; unknown is a dash.
[[nodiscard]] std::string text_of(const Figure& figure, int decimals, Interval interval);

template <class Row>
[[nodiscard]] std::string text_of(const FigureOf<Row>& figure, const Row& row) {
  const FigureColumn<Row>& column = figure.column;
  if (column.words) return column.words(row);
  return text_of(figure.value(row), column.decimals, column.interval) + column.unit;
}

template <class Row>
[[nodiscard]] Json json_row(const std::vector<FigureOf<Row>>& figures, const Row& row,
                            Digits digits = Digits::two) {
  Json object = Json::object(), intervals = Json::object();
  for (const FigureOf<Row>& figure : figures) {
    if (figure.names.json.empty()) continue;
    const Figure value = figure.value(row);
    if (!figure.names.older.empty()) object[figure.names.older] = json_of(value, digits);
    object[figure.names.json] = json_of(value, digits);
    if (const auto* estimate = std::get_if<Estimate>(&value))
      intervals[figure.names.json] = interval_json(*estimate);
  }
  if (!intervals.empty()) object["intervals"] = intervals;
  return object;
}

/// The same with the ends of each interval beside its value.
template <class Row>
[[nodiscard]] Json json_row_with_ends(const std::vector<FigureOf<Row>>& figures, const Row& row,
                                      Digits digits) {
  Json object = Json::object();
  for (const FigureOf<Row>& figure : figures)
    if (!figure.names.json.empty())
      object[figure.names.json] = json_with_ends(figure.value(row), digits);
  return object;
}

/// Headings, or the cells of a row, each with a comma before it; no row has empty cells.
template <class Row>
[[nodiscard]] std::string csv_headings(const std::vector<FigureOf<Row>>& figures) {
  std::string line;
  for (const FigureOf<Row>& figure : figures)
    if (!figure.names.csv.empty()) line += "," + figure.names.csv;
  return line;
}
template <class Row>
[[nodiscard]] std::string csv_cells(const std::vector<FigureOf<Row>>& figures, const Row* row,
                                    Digits digits = Digits::two) {
  std::string line;
  for (const FigureOf<Row>& figure : figures)
    if (!figure.names.csv.empty())
      line += "," + (row != nullptr ? csv_of(figure.value(*row), digits) : "");
  return line;
}

/// What a person sees: the headings, and the cells of a row.
template <class Row>
[[nodiscard]] std::vector<std::string> headings(const std::vector<FigureOf<Row>>& figures) {
  std::vector<std::string> shown;
  for (const FigureOf<Row>& figure : figures)
    if (!figure.column.heading.empty()) shown.push_back(figure.column.heading);
  return shown;
}
template <class Row>
[[nodiscard]] std::vector<std::string> cells(const std::vector<FigureOf<Row>>& figures,
                                             const Row& row) {
  std::vector<std::string> shown;
  for (const FigureOf<Row>& figure : figures)
    if (!figure.column.heading.empty()) shown.push_back(text_of(figure, row));
  return shown;
}

[[nodiscard]] std::string markdown_line(const std::vector<std::string>& cells);
/// With the rule below it.
[[nodiscard]] std::string markdown_head(const std::vector<std::string>& headings);
template <class Row>
[[nodiscard]] std::string markdown_line(const std::vector<FigureOf<Row>>& figures, const Row& row) {
  return markdown_line(cells(figures, row));
}
template <class Row>
[[nodiscard]] std::string markdown_table(const std::vector<FigureOf<Row>>& figures,
                                         const std::vector<Row>& rows) {
  std::string text = markdown_head(headings(figures));
  for (const Row& row : rows) text += markdown_line(figures, row);
  return text;
}

}  // namespace forms
}  // namespace marblemaze

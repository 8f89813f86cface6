#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/report/estimate.h"
#include "maze/base/json.h"

namespace marblemaze {

/// What stands in a cell; nothing where it is unknown.
using Figure = std::variant<std::monostate, bool, std::int64_t, double, Estimate, std::string>;

/// Numbers of data. Our own are rounded to the two decimals that 1,000 mazes can tell; the thesis's
/// are as it prints them, and so are those with which a reader computes.
enum class Digits { rounded, all };

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

/// How a person sees it: a column in Markdown. Without a heading it is left out.
template <class Row>
struct FigureColumn {
  FigureColumn(std::string text = "", int places = 1, std::string sign = "")
      : heading(std::move(text)), decimals(places), unit(std::move(sign)) {}
  /// One that tells more than the number.
  FigureColumn(std::string text, std::function<std::string(const Row&)> words)
      : heading(std::move(text)), told(std::move(words)) {}

  std::string heading;
  int decimals = 1;
  std::string unit;
  std::function<std::string(const Row&)> told;
};

/// A figure of a report, described once: JSON, CSV and Markdown walk lists of these.
template <class Row>
struct FigureOf {
  FigureNames names;
  std::function<Figure(const Row&)> value;  ///< an Estimate has an interval in JSON
  FigureColumn<Row> column{};
};

namespace forms {

[[nodiscard]] double rounded(double value);
/// Unknown is null.
[[nodiscard]] Json json_of(const Figure& figure, Digits digits = Digits::rounded);
[[nodiscard]] Json interval_json(const Estimate& estimate);
/// Unknown is empty.
[[nodiscard]] std::string csv_of(const Figure& figure, Digits digits = Digits::rounded);
/// For a person; unknown is a dash.
[[nodiscard]] std::string text_of(const Figure& figure, int decimals);

template <class Row>
[[nodiscard]] std::string text_of(const FigureOf<Row>& figure, const Row& row) {
  const FigureColumn<Row>& column = figure.column;
  return column.told ? column.told(row) : text_of(figure.value(row), column.decimals) + column.unit;
}

template <class Row>
[[nodiscard]] Json json_row(const std::vector<FigureOf<Row>>& figures, const Row& row,
                            Digits digits = Digits::rounded) {
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
                                    Digits digits = Digits::rounded) {
  std::string line;
  for (const FigureOf<Row>& figure : figures)
    if (!figure.names.csv.empty())
      line += "," + (row != nullptr ? csv_of(figure.value(*row), digits) : "");
  return line;
}

template <class Row>
[[nodiscard]] std::string markdown_head(const std::vector<FigureOf<Row>>& figures) {
  std::string names = "|", rule = "|";
  for (const FigureOf<Row>& figure : figures)
    if (!figure.column.heading.empty()) {
      names += " " + figure.column.heading + " |";
      rule += " --- |";
    }
  return names + "\n" + rule + "\n";
}
template <class Row>
[[nodiscard]] std::string markdown_line(const std::vector<FigureOf<Row>>& figures, const Row& row) {
  std::string line = "|";
  for (const FigureOf<Row>& figure : figures)
    if (!figure.column.heading.empty()) line += " " + text_of(figure, row) + " |";
  return line + "\n";
}
template <class Row>
[[nodiscard]] std::string markdown_table(const std::vector<FigureOf<Row>>& figures,
                                         const std::vector<Row>& rows) {
  std::string text = markdown_head(figures);
  for (const Row& row : rows) text += markdown_line(figures, row);
  return text;
}

}  // namespace forms
}  // namespace marblemaze

#include "engine/report/figure.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace marblemaze::forms {
namespace {

/// Null where it is no number with a fraction.
const double* number_of(const Figure& figure) {
  if (const auto* estimate = std::get_if<Estimate>(&figure)) return &estimate->value;
  return std::get_if<double>(&figure);
}

}  // namespace

double rounded(double value, Digits digits) {
  if (digits == Digits::all) return value;
  const double parts = digits == Digits::two ? 1e2 : 1e4;
  return std::round(value * parts) / parts;
}

Json json_of(const Figure& figure, Digits digits) {
  if (const double* number = number_of(figure)) return rounded(*number, digits);
  if (const auto* flag = std::get_if<bool>(&figure)) return *flag;
  if (const auto* count = std::get_if<std::int64_t>(&figure)) return *count;
  if (const auto* text = std::get_if<std::string>(&figure)) return *text;
  return nullptr;
}

Json interval_json(const Estimate& e) {
  return std::isnan(e.low) ? Json(nullptr) : Json{rounded(e.low), rounded(e.high)};
}

Json json_with_ends(const Figure& figure, Digits digits) {
  const auto* e = std::get_if<Estimate>(&figure);
  if (e == nullptr) return json_of(figure, digits);
  return {{"value", rounded(e->value, digits)},
          {"low", rounded(e->low, digits)},
          {"high", rounded(e->high, digits)}};
}

std::string csv_of(const Figure& figure, Digits digits) {
  if (const double* number = number_of(figure))
    return std::isnan(*number)     ? ""
           : digits == Digits::all ? fmt::format("{:g}", *number)
                                   : fmt::format("{:.2f}", *number);
  if (const auto* flag = std::get_if<bool>(&figure)) return *flag ? "1" : "0";
  if (const auto* count = std::get_if<std::int64_t>(&figure)) return std::to_string(*count);
  const auto* text = std::get_if<std::string>(&figure);
  return text != nullptr ? *text : "";
}

std::string text_of(const Figure& figure, int decimals, Interval interval) {
  const auto* e = std::get_if<Estimate>(&figure);
  if (e != nullptr && interval == Interval::alone) return interval_text(*e);
  const double* number = number_of(figure);
  std::string value = number != nullptr ? number_text(*number, decimals) : csv_of(figure);
  if (e == nullptr || interval == Interval::nothing) return value;
  if (interval == Interval::beside_if_known && std::isnan(e->low)) return value;
  return value + " (" + interval_text(*e) + ")";
}

std::string markdown_line(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string markdown_head(const std::vector<std::string>& headings) {
  return markdown_line(headings) + markdown_line(std::vector<std::string>(headings.size(), "---"));
}

}  // namespace marblemaze::forms

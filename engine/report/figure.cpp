#include "engine/report/figure.h"

#include <cmath>

#include <fmt/format.h>

namespace marblemaze::forms {
namespace {

/// Null where it is no number with a fraction.
const double* number_of(const Figure& figure) {
  if (const auto* estimate = std::get_if<Estimate>(&figure)) return &estimate->value;
  return std::get_if<double>(&figure);
}

}  // namespace

double rounded(double value) { return std::round(value * 100) / 100; }

Json json_of(const Figure& figure, Digits digits) {
  if (const double* number = number_of(figure))
    return digits == Digits::all ? *number : rounded(*number);
  if (const auto* flag = std::get_if<bool>(&figure)) return *flag;
  if (const auto* count = std::get_if<std::int64_t>(&figure)) return *count;
  if (const auto* text = std::get_if<std::string>(&figure)) return *text;
  return nullptr;
}

Json interval_json(const Estimate& e) {
  return std::isnan(e.low) ? Json(nullptr) : Json{rounded(e.low), rounded(e.high)};
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

std::string text_of(const Figure& figure, int decimals) {
  const double* number = number_of(figure);
  return number != nullptr ? number_text(*number, decimals) : csv_of(figure);
}

}  // namespace marblemaze::forms

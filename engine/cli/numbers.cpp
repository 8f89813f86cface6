#include "engine/cli/numbers.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "maze/errors.h"

namespace marblemaze {
namespace {

constexpr std::int64_t kMost = 999'999'999;  // any option's type holds it

template <class Number>
std::optional<Number> read(const std::string& text) {
  Number value{};
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

bool takes_whole_numbers(const CLI::Option& option) { return option.get_type_name() == "INT"; }
bool takes_real_numbers(const CLI::Option& option) { return option.get_type_name() == "FLOAT"; }

std::string value_of(const std::string& text) { return "'" + text + "'"; }

void require_number(CLI::Option& option) {
  const std::string name = option.get_single_name();
  if (takes_whole_numbers(option))
    option.check([name](const std::string& text) {
      const auto value = read<std::int64_t>(text);
      if (!value || std::abs(*value) > kMost)
        throw BadInput(name, value_of(text), fmt::format("a whole number, at most {}", kMost));
      return std::string();
    });
  if (takes_real_numbers(option))
    option.check([name](const std::string& text) {
      const auto value = read<double>(text);
      if (!value || !std::isfinite(*value)) throw BadInput(name, value_of(text), "a number");
      return std::string();
    });
}

}  // namespace

void require_numbers(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) require_number(*option);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    require_numbers(*command);
}

CLI::Option* within(double low, double high, CLI::Option* option) {
  const std::string name = option->get_single_name();
  const bool whole = takes_whole_numbers(*option);
  return option->check([=](const std::string& text) {
    const auto value = read<double>(text);
    if (!value || !(*value >= low && *value <= high) || (whole && *value != std::floor(*value)))
      throw BadInput(
          name, value_of(text),
          fmt::format("a{} number from {:.12g} to {:.12g}", whole ? " whole" : "", low, high));
    return std::string();
  });
}

}  // namespace marblemaze

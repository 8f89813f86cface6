#include "engine/cli/common/numbers.h"

#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "engine/cli/common/command.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

template <class Number>
std::optional<Number> read(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return number_from<Number>(text);
}

std::string value_of(const std::string& text) { return "'" + text + "'"; }

void require_number(CommandOption& option) {
  const std::string name = option.name();
  if (option.takes_whole_numbers())
    option.check([name](const std::string& text) {
      const auto value = read<std::int64_t>(text);
      if (!value || *value < -kMostOfAnOption || *value > kMostOfAnOption)
        throw BadInput(name, value_of(text),
                       fmt::format("a whole number, at most {}", kMostOfAnOption));
    });
  if (option.takes_real_numbers())
    option.check([name](const std::string& text) {
      const auto value = read<double>(text);
      if (!value || !std::isfinite(*value)) throw BadInput(name, value_of(text), "a number");
    });
}

}  // namespace

void require_numbers(Command& program) {
  for (const auto& option : program.options()) require_number(*option);
  for (const auto& command : program.subcommands()) require_numbers(*command);
}

CommandOption* within(double low, double high, CommandOption* option) {
  const std::string name = option->name();
  const bool whole = option->takes_whole_numbers();
  assert(!whole || (low >= -kMostOfAnOption && high <= kMostOfAnOption));
  return option->check([=](const std::string& text) {
    const auto value = read<double>(text);
    if (!value || !(*value >= low && *value <= high) || (whole && *value != std::floor(*value)))
      throw BadInput(
          name, value_of(text),
          fmt::format("a{} number from {:.12g} to {:.12g}", whole ? " whole" : "", low, high));
  });
}

}  // namespace marblemaze

#pragma once

#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "maze/base/text.h"

namespace marblemaze {

/// Prints text to standard output or standard error. All commands print through print_text(), which
/// escapes control characters in text from files and agents (visible_text()).
inline void print_text(std::FILE* to, std::string_view text) {
  const std::string shown = visible_text(text);
  std::fwrite(shown.data(), 1, shown.size(), to);
}

template <class... Values>
void print_out(fmt::format_string<Values...> text, Values&&... values) {
  print_text(stdout, fmt::vformat(text, fmt::make_format_args(values...)));
}
template <class... Values>
void print_now(fmt::format_string<Values...> text, Values&&... values) {
  print_text(stdout, fmt::vformat(text, fmt::make_format_args(values...)));
  std::fflush(stdout);
}
template <class... Values>
void print_error(fmt::format_string<Values...> text, Values&&... values) {
  print_text(stderr, fmt::vformat(text, fmt::make_format_args(values...)));
}

}  // namespace marblemaze

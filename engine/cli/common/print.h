#pragma once

#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "maze/base/text.h"

namespace marblemaze {

/// What a command says goes through these, to standard output and standard error: foreign text in
/// it is shown as visible_text() shows it.
inline void print_text(std::FILE* to, std::string_view text) {
  const std::string shown = visible_text(text);
  std::fwrite(shown.data(), 1, shown.size(), to);
}

template <class... Values>
void print_out(fmt::format_string<Values...> text, Values&&... values) {
  print_text(stdout, fmt::vformat(text, fmt::make_format_args(values...)));
}
/// Seen at once, for a story that takes its time.
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

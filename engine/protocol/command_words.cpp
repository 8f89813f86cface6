#include "engine/protocol/command_words.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr std::string_view kBlanks = " \t\n";
constexpr std::string_view kEscapedInQuotes = "$`\"\\";  // elsewhere a backslash in "" stays

bool is_one_of(std::string_view letters, char c) { return letters.find(c) != letters.npos; }

/// Is what stands at `at` a backslash that takes its meaning from what follows?
bool escapes(const std::string& command, std::size_t at, char quote) {
  if (command[at] != '\\' || quote == '\'') return false;
  return quote == 0 || (at + 1 < command.size() && is_one_of(kEscapedInQuotes, command[at + 1]));
}

}  // namespace

std::vector<std::string> command_words(const std::string& command) {
  const auto refuse = [&](const std::string& expected) {
    throw BadInput("agent command", "'" + command + "'", expected);
  };
  std::vector<std::string> words;
  bool in_word = false;  // then the last one is under way
  char quote = 0;        // the one that is open
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (quote == 0 && is_one_of(kBlanks, c)) {
      in_word = false;
      continue;
    }
    if (!std::exchange(in_word, true)) words.emplace_back();
    if (quote != 0 ? c == quote : is_one_of("'\"", c)) {
      quote = quote != 0 ? 0 : c;
    } else {
      if (escapes(command, at, quote) && ++at == command.size())
        refuse("a character after the last \\");
      words.back() += command[at];
    }
  }
  if (quote != 0) refuse(fmt::format("a second {}", quote));
  if (words.empty()) refuse("a program and its arguments");
  return words;
}

}  // namespace marblemaze

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace marblemaze {

/// As it can stand in a message: one line, for control characters become question marks, and at
/// most 1,000 bytes, for the middle of a longer text is left out. A quoted value may be all of a
/// damaged file.
[[nodiscard]] std::string message_line(std::string_view text);

/// What a person gave us makes no sense. The message is one line that quotes the value and says
/// what was expected; programs print it and exit with status 2.
class BadInput : public std::runtime_error {
 public:
  explicit BadInput(const std::string& message) : std::runtime_error(message_line(message)) {}

  /// "size 100000: expected 2 to 64"
  BadInput(const std::string& what, const std::string& value, const std::string& expected)
      : BadInput(what + " " + value + ": expected " + expected) {}
};

/// The system refused something: a disk is full, a display is gone, a file cannot be written.
/// Programs print the message and exit with status 3.
class MachineFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace marblemaze

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace marblemaze {

/// Makes a text suitable for a message: one line of at most 1,000 bytes. Control characters become
/// question marks, and the middle of a longer text is omitted, because a quoted value may be a
/// whole damaged file.
[[nodiscard]] std::string message_line(std::string_view text);

/// Error of invalid user input. The message is one line that quotes the value and says what was
/// expected. Programs print it and exit with status 2.
class BadInput : public std::runtime_error {
 public:
  explicit BadInput(const std::string& message) : std::runtime_error(message_line(message)) {}

  /// Makes a message such as "size 100000: expected 2 to 64".
  BadInput(const std::string& what, const std::string& value, const std::string& expected)
      : BadInput(what + " " + value + ": expected " + expected) {}
};

/// Error of the system: for example a full disk, a missing display or a file that cannot be
/// written. Programs print the message and exit with status 3.
class MachineFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace marblemaze

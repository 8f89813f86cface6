#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace marblemaze {

/// Makes text suitable for a message: one line of at most 1,000 bytes. Control characters become
/// question marks, and the middle of longer text is omitted, because a quoted value may be an
/// entire damaged file.
[[nodiscard]] std::string message_line(std::string_view text);

/// Error in user input. The message is one line that quotes the value and states what was expected.
/// Programs print it and exit with status 2.
class BadInput : public std::runtime_error {
 public:
  explicit BadInput(const std::string& message) : std::runtime_error(message_line(message)) {}

  /// Builds a message such as "size 100000: expected 2 to 64".
  BadInput(const std::string& what, const std::string& value, const std::string& expected)
      : BadInput(what + " " + value + ": expected " + expected) {}
};

/// Error of the system: for example, a full disk, a missing display or a file that cannot be
/// written. Programs print the message and exit with status 3.
class MachineFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace marblemaze

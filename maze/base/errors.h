#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace marblemaze {

/// Converts text to a one-line message of at most 1,000 bytes. Control characters become question
/// marks. Longer text is cut in the middle, because messages may quote an entire damaged file.
[[nodiscard]] std::string message_line(std::string_view text);

/// Error in user input. Programs print the message and exit with status 2.
class BadInput : public std::runtime_error {
 public:
  explicit BadInput(const std::string& message) : std::runtime_error(message_line(message)) {}

  /// Builds a message such as "size 100000: expected 2 to 64".
  BadInput(const std::string& what, const std::string& value, const std::string& expected)
      : BadInput(what + " " + value + ": expected " + expected) {}
};

/// System error, such as a full disk, a missing display or an unwritable file. Programs print the
/// message and exit with status 3.
class MachineFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace marblemaze

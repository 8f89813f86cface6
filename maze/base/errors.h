#pragma once

#include <stdexcept>
#include <string>

namespace marblemaze {

/// What a person gave us makes no sense. The message is one line that quotes the value and says
/// what was expected; programs print it and exit with status 2.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  /// "size 100000: expected 2 to 64"
  BadInput(const std::string& what, const std::string& value, const std::string& expected)
      : std::runtime_error(what + " " + value + ": expected " + expected) {}
};

/// The system refused something: a disk is full, a display is gone, a file cannot be written. Programs
/// print the message and exit with status 3.
class MachineFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace marblemaze

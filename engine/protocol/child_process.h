#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace marblemaze {

/// Result of an exchange with a child process.
enum class Exchange {
  done,
  ended,     ///< the child closed its output or its input, or ended
  late,      ///< the deadline passed
  too_much,  ///< a line or unrequested output exceeded the limit
};

/// Destination of a child's standard error.
enum class Complaints {
  to_ours,        ///< to our standard error
  to_its_output,  ///< mixed into the child's output
};

/// A child process with pipes to its standard input and from its standard output, and with a
/// process group of its own. The group is killed when this object is destroyed. The child is also
/// killed when the thread that created it ends or is killed (Linux: PR_SET_PDEATHSIG); its own
/// children then reach the end of their input. Neither the child's death nor a full pipe can block
/// this program: there is no SIGPIPE and no wait beyond the deadline. Only one thread may use an
/// object at a time.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;  ///< empty for no deadline
  /// Bytes that the child may send without a newline.
  static constexpr std::size_t kLongestLine = 4096;
  /// Bytes that the child may send while we send.
  static constexpr std::size_t kMostUnread = 65536;

  /// Starts words[0], which is looked up in PATH, with the remaining words as arguments. Throws
  /// BadInput if it cannot be run, and MachineFailure if the system cannot create a process or
  /// pipe. Requires: `words` is not empty.
  explicit ChildProcess(const std::vector<std::string>& words,
                        Complaints complaints = Complaints::to_ours);
  /// Uses two pipes without a process: writes to `input`, reads from `output`, and closes both at
  /// the end. Tests use it to play the agent inside this program.
  ChildProcess(int input, int output);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Both functions throw Interrupted if a stop is requested for the work of this thread
  // (maze/base/stop.h).
  /// Sends the whole text.
  [[nodiscard]] Exchange send(std::string_view text, Deadline deadline);
  /// Reads the next line without its end ("\n" or "\r\n"). A last line without a line end is
  /// ignored.
  [[nodiscard]] Exchange read_line(std::string& line, Deadline deadline);

  /// Returns immediately whether a complete line can be read.
  [[nodiscard]] bool has_line();

  /// Returns how the process ended, such as "with exit status 1" or "by signal 11". Waits a moment
  /// for the end; returns nullopt if the process continues.
  [[nodiscard]] std::optional<std::string> ending() const;
  /// Closes the child's input and waits a moment until it ends by itself.
  void take_leave();

 private:
  [[nodiscard]] Exchange wait(bool to_send, Deadline deadline) const;
  [[nodiscard]] Exchange take_output();

  pid_t pid_ = -1;                // -1 if there are only pipes
  int input_ = -1, output_ = -1;  // our ends of the pipes
  std::string unread_;
};

}  // namespace marblemaze

#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace marblemaze {

enum class IoStatus {
  ok,
  closed,     ///< the child exited, or closed its input or output
  timed_out,  ///< the deadline passed
  overflow,   ///< a line or the unread output exceeded the limit
};

enum class StderrTarget {
  parent_stderr,
  child_stdout,
};

/// Child process with pipes to its standard input and from its standard output. The child runs in a
/// new process group, which the destructor kills. The kernel also kills the child when the thread
/// that created it ends (PR_SET_PDEATHSIG on Linux), so descendants of the child read end of file.
/// A dead child or a full pipe cannot kill or block this program, because SIGPIPE is blocked and
/// every wait has a deadline. Not thread-safe.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;  ///< nullopt for no deadline
  /// Maximum number of bytes in a line from the child.
  static constexpr std::size_t kMaxLineBytes = 4096;
  /// Maximum number of bytes that the child may write while we are sending.
  static constexpr std::size_t kMaxUnreadBytes = 65536;

  /// Starts the program words[0], which is looked up in PATH, with the remaining words as
  /// arguments. Throws BadInput if the program cannot be run, and MachineFailure if the system
  /// cannot create a process or a pipe. Requires: `words` is not empty.
  explicit ChildProcess(const std::vector<std::string>& words,
                        StderrTarget stderr_target = StderrTarget::parent_stderr);
  /// Uses two pipes without a process, so that tests can play the agent themselves. Writes to
  /// `input`, reads from `output`, and closes both in the destructor.
  ChildProcess(int input, int output);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // send() and read_line() throw Interrupted if a stop is requested for the work of this thread
  // (maze/base/stop.h).

  [[nodiscard]] IoStatus send(std::string_view text, Deadline deadline);
  /// Reads the next line without the line terminator ("\n" or "\r\n"). Ignores a last line without
  /// a terminator.
  [[nodiscard]] IoStatus read_line(std::string& line, Deadline deadline);

  /// Does not block.
  [[nodiscard]] bool has_line();

  /// Waits briefly for the process to exit. Returns how the process ended, such as "with exit
  /// status 1" or "by signal 11", or nullopt if it is still running.
  std::optional<std::string> ending() const;
  /// Closes the child's input and waits briefly for the child to exit.
  void close_and_wait();

 private:
  [[nodiscard]] IoStatus wait(bool to_send, Deadline deadline) const;
  [[nodiscard]] IoStatus take_output();

  pid_t pid_ = -1;  // -1 if there are only pipes
  int input_ = -1, output_ = -1;
  std::string unread_;
};

}  // namespace marblemaze

#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace marblemaze {

/// How an exchange with a child went.
enum class Exchange {
  done,
  ended,     ///< it closed its output or its input, or its process ended
  late,      ///< the deadline passed
  too_much,  ///< a line, or output that nobody asked for, beyond all measure
};

/// Where a child's standard error goes.
enum class Complaints {
  to_ours,        ///< to our standard error
  to_its_output,  ///< mixed into what is read from it
};

/// Another program beside this one, with pipes to its standard input and from its standard output.
/// It is killed with all processes that it has started, and those that they have, when it ends,
/// when this object goes out of scope, and when the thread that made it ends or is killed. A guard
/// sees to that: a copy of this process between the two, which the system tells of this one's death
/// (Linux: PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, /proc). Neither its death nor a full pipe
/// stops us: no SIGPIPE, no endless wait before the deadline. For one thread at a time.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;  ///< none: wait as long as it takes
  static constexpr std::size_t kLongestLine = 4096;   ///< bytes that it may send without a newline
  static constexpr std::size_t kMostUnread = 65536;   ///< bytes that it may send while we send

  /// Starts words[0], looked up in PATH, with these arguments. Throws BadInput where it cannot be
  /// run and MachineFailure where the machine has no process or pipe left. Needs a word.
  explicit ChildProcess(const std::vector<std::string>& words,
                        Complaints complaints = Complaints::to_ours);
  /// Pipes with nobody's process behind them: `input` is written to and `output` read from, and
  /// both are closed at the end. For whoever plays the agent within this program.
  ChildProcess(int input, int output);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Both throw Interrupted when the work of this thread is to stop (maze/base/stop.h).
  /// Sends all of the text.
  [[nodiscard]] Exchange send(std::string_view text, Deadline deadline);
  /// The next line that it sends, without its end ("\n" or "\r\n"). A last line without a newline
  /// is none.
  [[nodiscard]] Exchange read_line(std::string& line, Deadline deadline);

  /// Has it sent a whole line that was not read yet? Does not wait.
  [[nodiscard]] bool has_line();

  /// How its process ended, in words: "with exit status 1", "by signal 11". Waits a moment for it;
  /// nothing where it lives on.
  [[nodiscard]] std::optional<std::string> ending() const;
  /// Closes its input and gives it a moment to end by itself.
  void take_leave();

 private:
  [[nodiscard]] Exchange wait(bool to_send, Deadline deadline) const;
  [[nodiscard]] Exchange take_output();

  pid_t pid_ = -1;                // the guard's; none where there are only pipes
  int input_ = -1, output_ = -1;  // our ends
  std::string unread_;
};

}  // namespace marblemaze

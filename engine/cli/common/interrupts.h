#pragma once

#include <functional>
#include <string>

#include "engine/cli/common/command_line.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// Marks the commands of this thread as embedded in another program while the scope exists.
class EmbeddedScope {
 public:
  explicit EmbeddedScope(bool embedded);
  ~EmbeddedScope();
  EmbeddedScope(const EmbeddedScope&) = delete;
  EmbeddedScope& operator=(const EmbeddedScope&) = delete;

 private:
  bool before_;
};
/// Returns true if the current command of this thread is embedded in another program.
[[nodiscard]] bool is_embedded();

/// Handles signals in commands that have partial results to save. The first SIGINT or SIGTERM
/// requests a stop of this thread's work (maze/base/stop.h). Another signal after more than a
/// second kills the program. Exceeding the file-size limit acts like a full disk. Does nothing
/// in an embedded program.
void handle_signals();
/// Returns advice for the end of a message, or an empty string if the command is embedded, because
/// only the caller of mm_run_command() knows whether the results file is kept.
[[nodiscard]] std::string how_to_continue();
/// Runs a command that can be resumed from stored results. If the command is interrupted, prints
/// `message` and returns Exit::interrupted.
[[nodiscard]] Exit run_resumably(const std::function<Exit()>& command, const std::string& message);
/// Runs `work`, then `save`, which also runs if `work` is interrupted. In this case, prints
/// `message` and throws Interrupted.
void run_until_interrupted(const std::string& message, const std::function<void()>& work,
                           const std::function<void()>& save);
[[nodiscard]] StopToken interrupted();
/// Terminates the program with the recorded signal, so that the shell reports status 130 or 143.
/// Requires: a signal was recorded.
[[noreturn]] void end_by_signal();

}  // namespace marblemaze

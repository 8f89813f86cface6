#pragma once

#include <functional>

#include "engine/cli/common/command_line.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// Handles signals in commands that have partial results to save. The first SIGINT or SIGTERM
/// requests a stop of this thread's work (maze/base/stop.h). Another signal after more than a
/// second kills the program. Reaching the file-size limit acts like a full disk. Without this call,
/// signals kill the program immediately. Does nothing if a watcher controls the work of this thread
/// (mm_run_command).
void note_interrupts();
/// Runs a command that stores its results, so that running it again resumes it. Returns
/// Exit::interrupted if it was interrupted.
[[nodiscard]] Exit run_resumably(const std::function<Exit()>& command);
/// Returns the token that the first signal triggers.
[[nodiscard]] StopToken interrupted();
/// Terminates the program with the recorded signal, so that the shell reports an interrupted
/// command (status 130 or 143). Requires: a signal was recorded.
[[noreturn]] void end_by_signal();

}  // namespace marblemaze

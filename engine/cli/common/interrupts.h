#pragma once

#include <functional>

#include "engine/cli/common/command_line.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// Changes the effect of signals, for commands that have something to save. The first interrupt
/// (SIGINT) or termination (SIGTERM) stops the work of this thread (maze/base/stop.h), and another
/// signal, a second or more later, kills the program. Exceeding a file-size limit acts like a full
/// disk. Signals kill all other commands immediately. Does nothing if a watcher stops the work of
/// this thread (mm_run_command).
void note_interrupts();
/// Runs a command that stores its results and continues if it is run again. Returns
/// Exit::interrupted if it was interrupted.
[[nodiscard]] Exit run_resumably(const std::function<Exit()>& command);
/// Returns the token that requests a stop after an interrupt.
[[nodiscard]] StopToken interrupted();
/// Terminates the program with the recorded signal, so the shell sees that its command was
/// interrupted (status 130 or 143). Requires: a signal was recorded.
[[noreturn]] void end_by_signal();

}  // namespace marblemaze

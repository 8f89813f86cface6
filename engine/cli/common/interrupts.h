#pragma once

#include <functional>

#include "engine/cli/common/command_line.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// From now on the first interrupt (SIGINT) or termination (SIGTERM) stops the work of this thread
/// (maze/base/stop.h) instead of killing the program, for commands that have something to keep;
/// another, a second or two later, kills. A file-size limit reads like a full disk instead of
/// killing. Commands that have nothing to keep leave the signals as they are: they are killed at
/// once. Does nothing if a watcher stops the work of this thread (mm_run_command).
void note_interrupts();
/// Runs a command that keeps what it finds and continues when it is given again: notes interrupts,
/// and ends an interrupted command with Exit::interrupted.
[[nodiscard]] Exit run_resumably(const std::function<Exit()>& command);
/// Says stop once an interrupt has been noted.
[[nodiscard]] StopToken interrupted();
/// Ends the program by the signal that was noted, which is how a shell learns that its command was
/// interrupted (status 130 or 143). Precondition: one was noted.
[[noreturn]] void end_by_signal();

}  // namespace marblemaze

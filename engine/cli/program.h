#pragma once

namespace marblemaze {

/// Runs the `marblemaze` program. Errors become one line on standard error and an exit status. If
/// the program is `embedded` in another program (mm_run_command), signals are left to the caller
/// and exceptions are passed on.
int run_program(int argc, char** argv, bool embedded = false);

}  // namespace marblemaze

#pragma once

namespace marblemaze {

/// Runs the `marblemaze` program. Errors become one line on standard error and an exit status.
int run_program(int argc, char** argv);

}  // namespace marblemaze

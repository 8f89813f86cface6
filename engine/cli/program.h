#pragma once

namespace marblemaze {

/// Runs the `marblemaze` program: parses the command line, runs one command, and converts errors to
/// one line and a status.
int run_program(int argc, char** argv);

}  // namespace marblemaze

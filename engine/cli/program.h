#pragma once

namespace marblemaze {

/// The `marblemaze` program: parses, runs one command, and turns errors into one line and a status.
int run_program(int argc, char** argv);

}  // namespace marblemaze

#pragma once

#include <array>
#include <cstdio>
#include <string>

#include <sys/wait.h>

/// Runs the marblemaze program as a shell would and keeps what it printed.
namespace marblemaze {

struct ProgramRun {
  int status = -1;
  std::string out;   ///< standard output
  std::string both;  ///< standard output and standard error together, from a second run
};

inline std::string quoted(const std::string& word) {
  std::string safe = "'";
  for (char c : word) safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return safe + "'";
}

inline int run_shell(const std::string& command, std::string& out) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return -1;
  std::array<char, 4096> buffer{};
  while (const std::size_t read = fread(buffer.data(), 1, buffer.size(), pipe))
    out.append(buffer.data(), read);
  const int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// `arguments` as typed in a shell; `input` on standard input.
inline ProgramRun run_marblemaze(const std::string& arguments, const std::string& input = "") {
  const std::string command =
      "printf %s " + quoted(input) + " | " + quoted(MARBLEMAZE_PROGRAM) + " " + arguments;
  ProgramRun run;
  run.status = run_shell(command + " 2>/dev/null", run.out);
  run_shell(command + " 2>&1", run.both);
  return run;
}

}  // namespace marblemaze

#pragma once

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <sys/wait.h>

#include "support/temporary_folder.h"

namespace marblemaze::testing {

struct ProgramRun {
  int status = -1;  ///< exit status; 128 + signal if the command was killed
  std::string out, err;

  [[nodiscard]] int error_lines() const {
    return static_cast<int>(std::count(err.begin(), err.end(), '\n'));
  }
};

/// Runs shell commands in a temporary folder. $M is the program under test, and $S is the script
/// folder.
class Shell {
 public:
  ProgramRun run(const std::string& command, const std::string& input = "") const {
    folder_.write("stdin.txt", input);
    folder_.write("script.sh", "exec >stdout.txt 2>stderr.txt <stdin.txt\nM='" MARBLEMAZE_PROGRAM
                               "'; S='" MARBLEMAZE_SOURCE_DIR "/scripts'\n" +
                                   command + "\n");
    const std::string start = "cd '" + folder_.path().string() + "' && bash script.sh";
    const int status = std::system(start.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text("stdout.txt"),
            text("stderr.txt")};
  }

  [[nodiscard]] std::string text(const std::string& name) const {
    std::ostringstream all;
    all << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return all.str();
  }

  [[nodiscard]] bool has(const std::string& tool) const {
    return run("command -v " + tool).status == 0;
  }

 private:
  TemporaryFolder folder_;
};

inline ProgramRun run_program(const std::string& arguments, const std::string& input = "") {
  return Shell().run("exec \"$M\" " + arguments, input);
}

}  // namespace marblemaze::testing

#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/wait.h>

#include "support/temporary_folder.h"

namespace marblemaze::testing {

/// How a shell command ended and what it said.
struct Ran {
  int status = -1;  ///< exit status, 128 + signal where one killed it
  std::string out, err;
};

/// Runs commands of a shell in a folder of its own, where $M is the program.
class Shell {
 public:
  Ran run(const std::string& command) const {
    const std::string script =
        "exec >stdout.txt 2>stderr.txt </dev/null; cd '" + folder_.path().string() +
        "'; M='" MARBLEMAZE_PROGRAM "'; S='" MARBLEMAZE_SOURCE_DIR "/scripts'\n" + command + "\n";
    folder_.write("script.sh", script);
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

}  // namespace marblemaze::testing

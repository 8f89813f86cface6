#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::run_program;
using testing::Shell;

/// Prints the names and checksums of all files, except the files of the test shell.
constexpr const char* kFiles =
    "find . -type f ! -name std*.txt ! -name script.sh -exec md5sum {} + | sort";

TEST(BadInput, IsRejectedInOneLineAndWritesNothing) {
  const Shell shell;
  std::ifstream file(MARBLEMAZE_SOURCE_DIR "/tests/data/rejected_commands.txt");
  std::string before;
  int tried = 0;
  for (std::string line; std::getline(file, line);) {
    const auto mark = line.rfind(" => ");
    if (line.starts_with("+ ")) {
      shell.run(line.substr(2));
      before = shell.run(kFiles).out;
    } else if (!line.starts_with("#") && mark != line.npos) {
      const ProgramRun run = shell.run("exec \"$M\" " + line.substr(0, mark));
      EXPECT_EQ(run.status, 2) << line;
      EXPECT_EQ(run.out, "") << line;
      EXPECT_EQ(run.error_lines(), 1) << line << "\n" << run.err;
      EXPECT_THAT(run.err, ::testing::StartsWith("marblemaze: ")) << line;
      EXPECT_THAT(run.err, HasSubstr(line.substr(mark + 4))) << line;
      ++tried;
    }
  }
  EXPECT_EQ(shell.run(kFiles).out, before);
  EXPECT_GT(tried, 200);
}

/// Returns the options whose description mentions a file but whose type does not declare an input
/// or output. Only declared files are protected from being overwritten.
std::string undeclared_files(const nlohmann::json& command) {
  std::string found;
  for (const auto& option : command["options"]) {
    const std::string about = option["about"], type = option["type"];
    const bool speaks = about.find("file") != about.npos || about.find("File") != about.npos ||
                        about.find("Write ") != about.npos;
    static const std::set<std::string> others{"", "INT", "UINT"},
        files{"INPUT", "OUTPUT", "DATABASE", "FOLDER"};
    if (speaks && !others.contains(type) && type.find('{') == type.npos && !files.contains(type))
      found += command["name"].get<std::string>() + " " + option["name"].get<std::string>() + "\n";
  }
  for (const auto& sub : command["commands"]) found += undeclared_files(sub);
  return found;
}

TEST(BadInput, OutputsNeverReplaceInputs) {
  EXPECT_EQ(undeclared_files(nlohmann::json::parse(run_program("--command-tree").out)), "");
  const ProgramRun generated = Shell().run(
      "$M generate --size 2 -o a-lid.stl && cp a-lid.stl before; $M export a-lid.stl --stl a.stl "
      "--separate; [ $? = 2 ] && cmp a-lid.stl before");
  EXPECT_EQ(generated.status, 0) << generated.err;
}

TEST(BadInput, AnUnwritableOutputIsASystemError) {
  for (const char* command :
       {"generate -o /proc/maze.json", "bench --world predicted --results none/r.db",
        "bench --world predicted --results ."}) {
    const ProgramRun run = run_program(command);
    EXPECT_EQ(run.status, 3) << command;
    EXPECT_EQ(run.error_lines(), 1) << run.err;
  }
}

TEST(BadInput, NumbersWithLeadingZerosAreDecimal) {
  EXPECT_EQ(run_program("generate --seed 010").out, run_program("generate --seed 10").out);
}

// The sanitizers need more address space than the limit allows.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(OutOfMemory, NamesTheFile) {
  const Shell shell;
  for (const char* make :
       {"truncate -s 1G large.json",                          // too large to be read
        "(printf '['; yes 1, | head -c 16M) >large.json"}) {  // small enough to read but too large
                                                              // to parse
    const ProgramRun run =
        shell.run(std::string(make) + "; ulimit -v 300000; exec \"$M\" info large.json");
    EXPECT_EQ(run.status, 3) << make;
    EXPECT_EQ(run.err, "marblemaze: out of memory while reading the file 'large.json'\n") << make;
  }
}
#endif

}  // namespace
}  // namespace marblemaze

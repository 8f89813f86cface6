// Tests "-" as a file name, pipes, closed streams, and output to a full disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::Shell;

class StandardStreams : public ::testing::Test {
 protected:
  ProgramRun run(const std::string& command) const { return shell_.run(command); }

  Shell shell_;
};

TEST_F(StandardStreams, CommandsReadFilesFromStandardInputAndPipes) {
  run("$M generate --seed 4 -o maze.json; $M map maze.json --model predicted --json >map.json");
  for (const std::string command :
       {"info maze.json --json", "solve maze.json --world predicted --json",
        "map maze.json --model predicted --json", "predict maze.json --json",
        "export maze.json --svg -", "export maze.json --stl -", "export map.json --dot -"}) {
    const std::size_t file = command.find(' ') + 1, rest = command.find(' ', file);
    const auto reading = [&](const std::string& source) {
      return run("$M " + command.substr(0, file) + source + command.substr(rest));
    };
    const std::string name = command.substr(file, rest - file), out = reading(name).out;
    EXPECT_NE(out, "");
    EXPECT_EQ(reading("- <" + name).out, out) << command;
    EXPECT_EQ(reading("<(cat " + name + ")").out, out) << command;
  }
}

TEST_F(StandardStreams, ADashWritesToStandardOutputAndToNoFile) {
  EXPECT_EQ(run("$M generate -o -").out, run("$M generate").out);
  EXPECT_EQ(run("$M puzzle jump generate -o -").out, run("$M puzzle jump generate").out);
  EXPECT_EQ(run("$M design --size 2 --moves 3 --steps 20 -o - 2>&-").out,
            run("$M design --size 2 --moves 3 --steps 20").out);
  const ProgramRun trace = run("$M solve --world predicted --trace - && ls -A");
  EXPECT_EQ(trace.status, 0) << trace.err;
  std::istringstream lines(trace.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  EXPECT_THAT(trace.out, ::testing::Not(HasSubstr("\n-\n")));
}

TEST_F(StandardStreams, ClosedStreamsDoNotAffectAgentsAndFiles) {
  shell_.run("cat >agent.sh",
             "read hello; echo agent a 1 blind\n"
             "while read verb rest; do [ $verb = go ] && echo move 0; done\n");
  const std::string solve = "$M solve --move-limit 2 --agent-command 'sh agent.sh' ";
  const ProgramRun open = run(solve + "--json");
  EXPECT_THAT(open.out, HasSubstr("\"capped\""));
  EXPECT_EQ(run(solve + "--json <&-").out, open.out);
  EXPECT_EQ(run(solve + "--json <&- 2>&-").out, open.out);
  EXPECT_EQ(run(solve + "--trace open.jsonl").status, 1);
  EXPECT_EQ(run(solve + "--trace closed.jsonl <&- >&- 2>&-").status, 3);
  EXPECT_EQ(shell_.text("closed.jsonl"), shell_.text("open.jsonl"));
  EXPECT_EQ(run("$M info none.json 2>&-").status, 2);
}

TEST_F(StandardStreams, OutputToAFullDiskIsAnError) {
  run("$M bench --world predicted --seeds 1-3 --results r.db");
  for (const char* command :
       {"--help", "--version", "solve --help", "puzzle rook --help", "generate", "agents",
        "solve --world predicted", "generate -o -", "report r.db --json"}) {
    const ProgramRun lost = run(std::string("exec $M ") + command + " >/dev/full");
    EXPECT_EQ(lost.status, 3) << command;
    EXPECT_EQ(lost.err, "marblemaze: cannot write the output: is the disk full?\n") << command;
  }
}

}  // namespace
}  // namespace marblemaze

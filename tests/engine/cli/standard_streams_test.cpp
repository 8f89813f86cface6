// Tests "-" as a file name, pipes, closed streams, full disks, and the table of outputs in
// docs/reference/files.md, except the rows of the viewer, which tests/render checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/output_table.h"

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

TEST(OutputFlags, WriteTheDocumentedFiles) {
  const testing::Shell shell;
  shell.run(
      "$M generate -o maze.json; $M map --model predicted --json > map.json; $M solve --size 2 "
      "--record run.rec; $M bench --world predicted --agent heuristic --seeds 1-200 --results "
      "r.db");
  const std::string folder = shell.run("printf %s \"$PWD\"").out + "/";
  const std::string database = "";  // no older file, because SQLite would reject it
  for (const auto& [flag, name, command, older] : std::vector<std::array<std::string, 4>>{
           {"generate -o", "out.json", "generate -o", "old"},
           {"design -o", "out.json", "design --size 2 --moves 3 --steps 20 -o", "old"},
           {"solve --trace", "out.jsonl", "solve --world predicted --trace", "old"},
           {"solve --record", "out.rec", "solve --tilt --size 2 --record", "old"},
           {"export --stl", "out.stl", "export " + folder + "maze.json --stl", "old"},
           {"export --svg", "out.svg", "export " + folder + "maze.json --svg", "old"},
           {"export --html", "out.html", "export " + folder + "run.rec --html", "old"},
           {"export --dot", "out.dot", "export " + folder + "map.json --dot", "old"},
           {"export --graphml", "out.graphml", "export " + folder + "map.json --graphml", "old"},
           {"puzzle -o", "out.txt", "puzzle jump generate -o", "old"},
           {"puzzle --sheet", "out.svg", "puzzle jump generate --sheet", "old"},
           {"bench --results", "out.db",
            "bench --world predicted --agent heuristic --seeds 1-200 --results", database}})
    testing::expect_documented_output(flag, name, "\"$M\" " + command + " \"$OUT\"", older);
  testing::expect_documented_output("merge", "out.db", "\"$M\" merge \"$OUT\" " + folder + "r.db",
                                    database);
}

}  // namespace
}  // namespace marblemaze

// Checks every cell of the table in docs/reference/files.md, except the rows of the viewer, which
// tests/render checks.
#include <gtest/gtest.h>

#include "support/output_table.h"

namespace marblemaze {
namespace {

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

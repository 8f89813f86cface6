#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/run_program.h"

namespace marblemaze::testing {

inline std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

inline std::vector<std::string> cells_of(const std::string& table_line) {
  std::istringstream line(table_line.substr(1));
  std::vector<std::string> cells;
  for (std::string cell; std::getline(line, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

/// Returns the row of docs/reference/files.md for an output flag, keyed by column name.
inline std::map<std::string, std::string> documented_output(const std::string& flag) {
  std::ifstream page(MARBLEMAZE_SOURCE_DIR "/docs/reference/files.md");
  std::vector<std::string> names;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| flags |")) names = cells_of(line);
    if (!line.starts_with("| `") || line.find("`" + flag + "`") == std::string::npos) continue;
    std::map<std::string, std::string> row;
    const std::vector<std::string> cells = cells_of(line);
    for (std::size_t i = 1; i < names.size() && i < cells.size(); ++i) row[names[i]] = cells[i];
    return row;
  }
  return {};
}

/// Tests an output flag with pipes, devices and links, and compares the results with
/// docs/reference/files.md. `command` must write to "$OUT", a file with the name `name`, and may
/// run the program as $M. `older` is the content of an existing file. Skips the cases that this
/// machine does not permit.
inline void expect_documented_output(const std::string& flag, const std::string& name,
                                     const std::string& command, const std::string& older = "old") {
  const Shell shell;
  const ProgramRun run =
      shell.run("export M; '" MARBLEMAZE_SOURCE_DIR "/tests/support/try_output.sh' '" + name +
                "' '" + command + "' '" + older + "'");
  const auto documented = documented_output(flag);
  EXPECT_EQ(documented.size(), 7u) << flag << " has no row in docs/reference/files.md";
  std::size_t cases = 0;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line); ++cases) {
    const std::string column = line.substr(0, line.find(':'));
    const std::string happened = trimmed(line.substr(line.find(':') + 1));
    if (happened.starts_with("not tried")) {
      std::cout << flag << ", " << line << "\n";
    } else if (documented.contains(column)) {
      EXPECT_EQ(happened, documented.at(column)) << flag << ", " << column;
    } else {
      ADD_FAILURE() << flag << ": " << line;
    }
  }
  EXPECT_EQ(cases, 7u) << run.out << run.err;
}

}  // namespace marblemaze::testing

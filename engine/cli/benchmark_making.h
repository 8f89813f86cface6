#pragma once

#include <string>
#include <vector>

#include "engine/cli/common/command_line.h"

namespace marblemaze {

/// A set of problems by the rules of MarbleBench 2.
struct BenchmarkMaking {
  std::string file;   ///< the set
  std::string seeds;  ///< a file of whole numbers, from which all is drawn; empty: the published
  std::string shard = "1/1";
};

/// Makes the set's problems, or a shard's, on so many threads (0: all cores), and keeps each in
/// FILE.work, a line each, so that it goes on where it was stopped; writes FILE in its stead once
/// all are there. The lines of several shards' files, put together in one, are the work of all of
/// them. Throws BadInput, also for work of other seeds, and MachineFailure.
[[nodiscard]] Exit make_benchmark(const BenchmarkMaking& making, int jobs);

// Work that is kept a line at a time, in FILE.work until FILE can be written.
/// The lines of a file that are not empty; none when there is no file.
[[nodiscard]] std::vector<std::string> kept_lines(const std::string& file);
/// Throws MachineFailure when it cannot be written.
void keep_line(const std::string& line, const std::string& file);

}  // namespace marblemaze

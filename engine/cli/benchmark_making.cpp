#include "engine/cli/benchmark_making.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/benchmark_maker.h"
#include "maze/base/errors.h"
#include "maze/base/json_reader.h"
#include "maze/base/numbers.h"
#include "maze/base/parallel.h"
#include "maze/base/text_file.h"
#include "maze/base/words.h"

namespace marblemaze {
namespace {

std::vector<std::uint64_t> seeds_from(const std::string& file) {
  if (file.empty()) return {BenchmarkMaker::kPublished};
  std::vector<std::uint64_t> seeds;
  for (const std::string& line : kept_lines(file)) {
    const auto seed = number_from<std::uint64_t>(line);
    if (!seed) throw BadInput("'" + file + "': seed", "'" + line + "'", "a whole number a line");
    seeds.push_back(*seed);
  }
  return seeds;
}

/// Problems by their places. A file has one a line.
using Found = std::map<std::uint64_t, BenchmarkProblem>;

Found found_before(const std::string& file, const BenchmarkMaker& maker) {
  Found found;
  const std::string what = "'" + file + "'";
  for (const std::string& line : kept_lines(file)) {
    const Json json = Json::parse(what, line);
    const JsonReader reader(json, what, "problem ");
    reader.require_only({"seeds", "place", "problem"});
    if (reader.natural("seeds") != maker.fingerprint())
      reader.refuse("seeds", "the fingerprint of these seeds; it is the work of others");
    naming(what, [&] {
      found[reader.natural("place")] = benchmark_problem_from(reader.at("problem"), maker.frame());
    });
  }
  return found;
}

void keep(const Found::value_type& placed, const std::string& file, const BenchmarkMaker& maker) {
  const Json line{{"seeds", maker.fingerprint()},
                  {"place", placed.first},
                  {"problem", json_of(placed.second, maker.frame())}};
  keep_line(line.dump(), file);
}

/// Finds the problems of these places on so many threads, until it is interrupted, and keeps each
/// in the file.
void find_problems(const BenchmarkMaker& maker, const std::vector<std::size_t>& places, int threads,
                   const std::string& file, Found& found) {
  const auto make = [&](std::size_t i) -> Found::value_type {
    return {places[i], maker.problem(places[i])};
  };
  ProgressLine line;
  std::size_t done = 0;
  const auto words = [&] { return fmt::format("{} of {} problems", done, places.size()); };
  const auto take = [&](const Found::value_type& placed) {
    keep(placed, file, maker);
    found.insert(placed);
    ++done;
    if (line.due()) line.show(words());
  };
  try {
    run_on_threads<Found::value_type>(places.size(), threads, make, take);
  } catch (const Interrupted&) {  // the file has what was found
  }
  line.finish(words());
}

}  // namespace

std::vector<std::string> kept_lines(const std::string& file) {
  if (!std::filesystem::exists(file)) return {};
  std::vector<std::string> lines = parts_of(read_text_file(file), '\n');
  std::erase(lines, "");
  return lines;
}

void keep_line(const std::string& line, const std::string& file) {
  std::ofstream out(file, std::ios::app);
  out << line << '\n';
  if (!out.flush()) throw MachineFailure("cannot write '" + file + "'");
}

Exit make_benchmark(const BenchmarkMaking& making, int jobs) {
  const BenchmarkMaker maker(seeds_from(making.seeds));
  const Shard shard = parse_shard(making.shard);
  const std::string kept = making.file + ".work";
  expect_outputs({making.seeds}, {{"--make", kept}});
  Found found = found_before(kept, maker);
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < maker.size(); ++place)
    if (shard.has(place) && !found.contains(place)) places.push_back(place);
  find_problems(maker, places, threads_for(jobs), kept, found);
  stop_point();
  BenchmarkSet set = maker.frame();
  for (const auto& [place, problem] : found) set.problems.push_back(problem);
  const std::string problems = counted(set.problems.size(), "problem");
  if (set.problems.size() < maker.size()) {
    print_out("{} of {} in {}; add the lines of the other shards and give the command again\n",
              problems, maker.size(), kept);
    return Exit::done;
  }
  write_text_file(making.file, to_json(set));
  std::filesystem::remove(kept);
  print_out("{} in {}\n", problems, making.file);
  return Exit::done;
}

}  // namespace marblemaze

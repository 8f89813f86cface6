#include "engine/cli/benchmark_making.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/benchmark_maker.h"
#include "maze/base/errors.h"
#include "maze/base/interruption.h"
#include "maze/base/json_reader.h"
#include "maze/base/numbers.h"
#include "maze/base/parallel.h"
#include "maze/base/text_file.h"
#include "maze/base/words.h"

namespace marblemaze {
namespace {

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines = parts_of(read_text_file(file), '\n');
  std::erase(lines, "");
  return lines;
}

std::vector<std::uint64_t> seeds_from(const std::string& file) {
  if (file.empty()) return {BenchmarkMaker::kPublished};
  std::vector<std::uint64_t> seeds;
  for (const std::string& line : lines_of(file)) {
    const auto seed = number_from<std::uint64_t>(line);
    if (!seed) throw BadInput("'" + file + "': seed", "'" + line + "'", "a whole number a line");
    seeds.push_back(*seed);
  }
  return seeds;
}

/// The problems that were found, by their places.
class Work {
 public:
  Work(std::filesystem::path file, const BenchmarkMaker& maker)
      : file_(std::move(file)), maker_(maker) {
    if (!std::filesystem::exists(file_)) return;
    const std::string what = "'" + file_.string() + "'";
    for (const std::string& line : lines_of(file_)) {
      const Json json = Json::parse(what, line);
      const JsonReader reader(json, what, "problem ");
      if (reader.natural("seeds") != maker_.fingerprint())
        reader.refuse("seeds", "the fingerprint of these seeds; it is the work of others");
      naming(what, [&] {
        found_[reader.natural("place")] =
            benchmark_problem_from(reader.at("problem"), maker_.frame());
      });
    }
  }
  [[nodiscard]] const std::map<std::uint64_t, BenchmarkProblem>& found() const { return found_; }
  void add(std::uint64_t place, const BenchmarkProblem& problem) {
    found_[place] = problem;
    const Json line{{"seeds", maker_.fingerprint()},
                    {"place", place},
                    {"problem", json_of(problem, maker_.frame())}};
    std::ofstream out(file_, std::ios::app);
    out << line.dump() << '\n';
    if (!out.flush()) throw MachineFailure("cannot write '" + file_.string() + "'");
  }

 private:
  std::filesystem::path file_;
  const BenchmarkMaker& maker_;
  std::map<std::uint64_t, BenchmarkProblem> found_;
};

struct Placed {
  std::size_t place;
  BenchmarkProblem problem;
};

/// Finds the problems of these places on so many threads, until it is interrupted.
void find_problems(const BenchmarkMaker& maker, const std::vector<std::size_t>& places, int threads,
                   Work& work) {
  const StopToken stop = interrupted();
  WorkOwner owner{[&](std::int64_t, std::int64_t) { return !stop.stop_requested(); }};
  const auto make = [&](std::size_t i) -> std::optional<Placed> {
    std::optional<BenchmarkProblem> problem = maker.problem(places[i], stop);
    if (!problem) return std::nullopt;
    return Placed{places[i], std::move(*problem)};
  };
  ProgressLine line;
  std::size_t done = 0;
  const auto take = [&](const Placed& placed) {
    work.add(placed.place, placed.problem);
    ++done;
    if (line.due()) line.show(fmt::format("{} of {} problems", done, places.size()));
  };
  work_owner = &owner;
  try {
    run_on_threads<Placed>(places.size(), threads, make, take, stop);
  } catch (const Interrupted&) {
  }
  work_owner = nullptr;
  line.finish(fmt::format("{} of {} problems", done, places.size()));
}

}  // namespace

Exit make_benchmark(const BenchmarkMaking& making, int jobs) {
  const BenchmarkMaker maker(seeds_from(making.seeds));
  const Shard shard = parse_shard(making.shard);
  const std::string kept = making.file + ".work";
  expect_outputs({making.seeds}, {{"--make", kept}});
  note_interrupts();
  Work work(kept, maker);
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < maker.size(); ++place)
    if (shard.has(place) && work.found().count(place) == 0) places.push_back(place);
  find_problems(maker, places, threads_for(jobs), work);
  if (interrupted().stop_requested()) return Exit::interrupted;
  BenchmarkSet set = maker.frame();
  for (const auto& [place, problem] : work.found()) set.problems.push_back(problem);
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

#include "engine/experiments/benchmark_set.h"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "engine/run/episode.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/hash.h"
#include "maze/base/json_reader.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"

namespace marblemaze {
namespace {

constexpr const char* kWhat = "benchmark set";
constexpr int kFormatVersion = 2;  // version 1 has neither runs nor a budget

Split split_from(const JsonReader& reader) {
  const std::string name = reader.text("split");
  for (Split split : {Split::development, Split::test})
    if (name == to_string(split)) return split;
  reader.refuse("split", "development or test");
}

GroundTruth truth_from(const Json& json, const std::string& problem) {
  const JsonReader reader(json, kWhat, "truth of problem " + problem + ": ");
  reader.require_only({"proved", "runs", "reached", "moves", "out_of_reach", "solution"});
  GroundTruth truth;
  truth.complete = reader.at("proved").get<bool>();
  if (json.contains("runs")) {
    truth.policy.runs = reader.count("runs");
    truth.policy.reached = reader.count("reached", truth.policy.runs);
    truth.policy.moves_of_reached = reader.count("moves");
    if (json.contains("out_of_reach")) truth.policy.out_of_reach = reader.size("out_of_reach");
    truth.solvable = truth.policy.reached > 0;
    return truth;
  }
  for (int move : reader.counts("solution")) truth.solution.emplace_back(move);
  truth.solvable = !truth.solution.empty();
  return truth;
}

const PhysicsSettings& machine_from(const JsonReader& reader, const BenchmarkSet& set,
                                    const char* member) {
  const auto machine = set.machines.find(reader.text(member));
  if (machine == set.machines.end()) reader.refuse(member, "one of the set's machines");
  return machine->second;
}

Setup setup_from(const Json& json, const JsonReader& reader, const BenchmarkSet& set,
                 const std::string& words) {
  Setup setup;
  setup.kind = marble_world_kind(reader.text("world")).name;
  setup.maze =
      naming(words, [&] { return std::make_shared<const Maze>(maze_from(reader.at("maze"))); });
  setup.settings = machine_from(reader, set, "machine");
  if (json.contains("believed")) setup.believed = machine_from(reader, set, "believed");
  setup.control = ControlScheme{set.continuous() ? 0 : reader.count("orientations")};
  if (set.continuous())
    static_cast<void>(physics_kind(setup.kind));  // throws if the physics is unknown
  else
    static_cast<void>(setup.scheme());  // throws if the maze does not have the scheme
  return setup;
}

bool rest_from(const JsonReader& reader) {
  const std::string goal = reader.text("goal");
  if (goal != "reach" && goal != "rest") reader.refuse("goal", "reach or rest");
  return goal == "rest";
}

BenchmarkProblem problem_from(const Json& json, const BenchmarkSet& set) {
  const std::string name = JsonReader(json, kWhat, "problem ").text("name");
  const JsonReader reader(json, kWhat, "problem " + name + ": ");
  reader.require_only({"name", "group", "split", "goal", "world", "machine", "believed",
                       "orientations", "maze", "truth"});
  BenchmarkProblem problem;
  problem.name = name;
  problem.group = reader.text("group");
  problem.split = split_from(reader);
  const std::string words = fmt::format("{}, problem {}", kWhat, name);
  if (set.continuous()) problem.rest = rest_from(reader);
  problem.setup = setup_from(json, reader, set, words);
  problem.truth = truth_from(reader.at("truth"), name);
  return problem;
}

BenchmarkSet set_from(const Json& json, const std::string& text) {
  const JsonReader reader(json, kWhat, "benchmark set ");
  reader.version_of("marblemaze-benchmark", kFormatVersion);
  reader.require_only({"format", "version", "name", "time_limit", "move_limit", "runs", "budget",
                       "machines", "problems"});
  BenchmarkSet set;
  set.name = reader.text("name");
  set.hash = text_hash(text);
  if (json.contains("time_limit")) {
    set.time_limit_s = reader.size("time_limit");
    if (!set.continuous()) reader.refuse("time_limit", "more than 0 s");
  } else {
    set.move_limit = reader.count("move_limit");
  }
  if (json.contains("runs")) {
    set.runs = reader.whole(reader.at("runs"), "runs", 1, 1000, "1 to 1000 runs");
    const JsonReader budget(reader.at("budget"), kWhat, "budget ");
    budget.require_only({"calls", "seconds"});
    set.budget = {budget.count("calls"), budget.size("seconds")};
  }
  for (const auto& [name, settings] : json.at("machines").members())
    set.machines.emplace(name, settings_from(settings));
  for (const auto& [name, settings] : set.machines)
    if (set.continuous() && settings.solver.step != set.tick_s())
      reader.refuse("machines", "machines of one step, since the limit of time is for all");
  std::set<std::string> names;
  for (const Json& problem : reader.list("problems", "a list of problems")) {
    set.problems.push_back(problem_from(problem, set));
    if (!names.insert(set.problems.back().name).second)
      throw BadInput(kWhat, "with two problems " + set.problems.back().name, "different names");
  }
  if (set.problems.empty()) reader.refuse("problems", "at least one problem");
  return set;
}

}  // namespace

std::string_view to_string(Split split) {
  return split == Split::development ? "development" : "test";
}

BenchmarkSet benchmark_set_from_json(const std::string& text) {
  const Json json = Json::parse(kWhat, text);
  return reading_json(kWhat, [&] { return set_from(json, text); });
}

BenchmarkSet load_benchmark_set(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  return naming("'" + path.string() + "'", [&] { return benchmark_set_from_json(text); });
}

const std::vector<std::string>& carried_sets() {
  static const std::vector<std::string> names{"marblebench-2", "marblebench-free-1"};
  return names;
}

const BenchmarkSet& carried_set(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, BenchmarkSet> sets;
  assert(std::ranges::count(carried_sets(), name) == 1);
  const std::lock_guard lock(mutex);
  const auto [set, is_new] = sets.try_emplace(name);
  if (is_new) set->second = benchmark_set_from_json(std::string(embedded_file(name + ".json")));
  return set->second;
}

double path_efficiency(std::string_view outcome, int moves, bool hopeless, double reference_moves) {
  if (hopeless) return outcome == to_string(Outcome::unsolvable) ? 1 : 0;
  return outcome == to_string(Outcome::solved) ? reference_moves / std::max(moves, 1) : 0;
}

int BenchmarkSet::runs_of(const BenchmarkProblem& problem) const {
  if (runs == 1) return 1;
  const Traits traits = marble_world_kind(problem.setup.kind).traits(problem.setup.settings);
  return traits.deterministic ? 1 : runs;
}

Source source_of(const BenchmarkSet& set) {
  const auto setup = [&set](const RowSpec&, std::uint64_t number) {
    return set.problems.at(number - 1).setup;
  };
  const auto place = [&set](const Job& job) { return set.problems.at(job.seed - 1).name; };
  Json text{{"benchmark", set.name}};
  if (set.continuous()) text["tick_s"] = set.tick_s();
  return {set.name, set.hash, text.dump(), set.move_limit, setup, place, set.time_limit_s, true};
}

Job job_in(const BenchmarkSet& set, const std::string& agent, std::size_t problem, int run) {
  assert(problem < set.problems.size() && run >= 1);
  const Setup& setup = set.problems[problem].setup;
  const Grid& grid = setup.maze->grid();
  const RowSpec row{.agent = agent,
                    .control = setup.control,
                    .layers = grid.layers(),
                    .size = grid.dims().x,
                    .rest = set.problems[problem].rest};
  Job job{row, problem + 1, set.name, set.hash};
  job.run = static_cast<std::uint64_t>(run);
  return job;
}

}  // namespace marblemaze

#include "engine/experiments/benchmark_set.h"

#include <set>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "engine/run/families/world_registry.h"
#include "maze/base/errors.h"
#include "maze/base/hash.h"
#include "maze/base/json_reader.h"
#include "maze/base/text_file.h"
#include "maze/files/maze_file.h"

namespace marblemaze {
namespace {

constexpr const char* kWhat = "benchmark set";
constexpr int kFormatVersion = 1;

Split split_from(const JsonReader& reader) {
  const std::string name = reader.text("split");
  for (Split split : {Split::development, Split::test})
    if (name == to_string(split)) return split;
  reader.refuse("split", "development or test");
}

GroundTruth truth_from(const Json& json, const std::string& problem) {
  const JsonReader reader(json, kWhat, "truth of problem " + problem + ": ");
  GroundTruth truth;
  truth.complete = json.at("proved").get<bool>();
  if (json.contains("runs")) {
    truth.policy.runs = reader.count("runs");
    truth.policy.reached = reader.count("reached", truth.policy.runs);
    truth.policy.moves_of_reached = reader.count("moves");
    truth.solvable = truth.policy.reached > 0;
    return truth;
  }
  for (int move : reader.counts("solution")) truth.solution.emplace_back(move);
  truth.solvable = !truth.solution.empty();
  return truth;
}

/// The family of a logic maze, or null for what is none.
const WorldEntry* logic_family(const std::string& name) {
  for (const WorldEntry& entry : world_registry())
    if (entry.name == name && (entry.board || entry.lamps != nullptr)) return &entry;
  return nullptr;
}

std::string words_for(const BenchmarkProblem& problem) {
  return fmt::format("{}, problem {}", kWhat, problem.name);
}

std::string text_of(const WorldEntry& family, std::uint64_t seed) {
  return family.board ? to_text(family.board->make(seed)) : to_text(family.lamps(seed));
}

/// A puzzle that stands in the file, or that of the seed.
void read_logic(const Json& json, const JsonReader& reader, const WorldEntry& family,
                BenchmarkProblem& problem) {
  problem.seed = reader.natural("seed");
  problem.puzzle = json.contains("puzzle") ? reader.text("puzzle") : text_of(family, problem.seed);
  // Refuses a text that is no such puzzle.
  static_cast<void>(naming(words_for(problem), [&] { return benchmark_environment(problem); }));
}

void read_marble(const JsonReader& reader, const BenchmarkSet& set, BenchmarkProblem& problem) {
  static_cast<void>(marble_world_kind(problem.world));
  problem.maze = naming(words_for(problem),
                        [&] { return std::make_shared<const Maze>(maze_from(reader.at("maze"))); });
  problem.orientations = reader.count("orientations");
  const auto machine = set.machines.find(reader.text("machine"));
  if (machine == set.machines.end()) reader.refuse("machine", "one of the set's machines");
  problem.settings = machine->second;
  // Refuses a scheme that the maze does not have.
  static_cast<void>(OrientationScheme(problem.orientations, problem.maze->grid().layers()));
}

BenchmarkProblem problem_from(const Json& json, const BenchmarkSet& set) {
  const std::string name = JsonReader(json, kWhat, "problem ").text("name");
  const JsonReader reader(json, kWhat, "problem " + name + ": ");
  BenchmarkProblem problem;
  problem.name = name;
  problem.group = reader.text("group");
  problem.split = split_from(reader);
  problem.world = reader.text("world");
  if (const WorldEntry* const family = logic_family(problem.world))
    read_logic(json, reader, *family, problem);
  else
    read_marble(reader, set, problem);
  if (const Json* const truth = json.find("truth")) problem.truth = truth_from(*truth, name);
  return problem;
}

BenchmarkSet set_from(const Json& json, const std::string& text) {
  const JsonReader reader(json, kWhat, "benchmark set ");
  if (reader.text("format") != "marblemaze-benchmark")
    reader.refuse("format", "marblemaze-benchmark");
  if (reader.count("version") != kFormatVersion)
    reader.refuse("version", fmt::format("{}, which this program knows", kFormatVersion));
  BenchmarkSet set;
  set.name = reader.text("name");
  set.hash = text_hash(text);
  set.move_limit = reader.count("move_limit");
  for (const auto& [name, settings] : json.at("machines").members())
    set.machines.emplace(name, settings_from(settings));
  std::set<std::string> names;
  for (const Json& problem : reader.list("problems", "a list of problems")) {
    set.problems.push_back(problem_from(problem, set));
    if (!names.insert(set.problems.back().name).second)
      throw BadInput(kWhat, "with two problems " + set.problems.back().name, "different names");
  }
  if (set.problems.empty()) reader.refuse("problems", "at least one problem");
  return set;
}

Json json_of(const GroundTruth& truth) {
  if (truth.policy.runs > 0)
    return {{"proved", truth.complete},
            {"runs", truth.policy.runs},
            {"reached", truth.policy.reached},
            {"moves", truth.policy.moves_of_reached}};
  Json moves = Json::array();
  for (MoveId move : truth.solution) moves.push_back(move.index);
  return {{"proved", truth.complete}, {"solution", moves}};
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

const BenchmarkSet& marblebench() {
  static const BenchmarkSet set =
      benchmark_set_from_json(std::string(embedded_file("marblebench-1.json")));
  return set;
}

Environment benchmark_environment(const BenchmarkProblem& problem) {
  if (problem.maze)
    return make_environment(problem.world, problem.maze, problem.orientations, problem.settings);
  const WorldEntry& family = world_entry(problem.world);
  Environment environment =
      family.board ? board_environment(parse_jump_maze(problem.puzzle), family.board->u_turns)
                   : lamps_environment(parse_four_bit_maze(problem.puzzle));
  environment.advice.seed = problem.seed;
  return environment;
}

GroundTruth find_benchmark_truth(const BenchmarkProblem& problem) {
  return find_ground_truth(*benchmark_environment(problem).world);
}

std::string measured_json(const BenchmarkProblem& problem, const GroundTruth& truth) {
  Json json{{"name", problem.name}, {"truth", json_of(truth)}};
  if (!problem.maze) json["puzzle"] = problem.puzzle;
  return json.dump();
}

}  // namespace marblemaze

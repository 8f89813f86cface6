#include "engine/experiments/benchmark_maker.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "agent/design/maze_designer.h"
#include "maze/base/errors.h"
#include "maze/base/random.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

constexpr int kRuns = 5;
constexpr int kMoveLimit = 300;                // more than any policy needs on average
constexpr DecisionBudget kBudget{40'000, 60};  // no agent of the program makes more calls
constexpr double kMostOfThePossible = 0.8;     // of which the baseline may be capable
constexpr double kLeastChance = 0.05;          // a policy of less is no measure for anybody
constexpr double kLeastMoves = 2;
constexpr int kMostTries = 1000;
/// Admission looks at other runs than those that are played: what luck admitted must not flatter.
constexpr std::uint64_t kFirstRun = 1001;

// The noisier machines have so many times the usual noise.
constexpr const char* kNoNoise = "noise-0";
constexpr std::array<std::pair<const char*, double>, 3> kNoise{
    {{"noise-1", 1}, {"noise-3", 3}, {"noise-10", 10}}};
constexpr const char* kOtherMarble = "other-marble";

/// What a group asks.
struct Group {
  const char* name;
  const char* machine;
  const char* believed = nullptr;  ///< where it is not the machine
  bool hopeless = false;           ///< without a solution
  bool hardened = false;           ///< its mazes are made so that agents fail
};
constexpr std::array kGroups{
    Group{"noise-0", kNoNoise},
    Group{"noise-1", "noise-1"},
    Group{"noise-3", "noise-3"},
    Group{"noise-10", "noise-10"},
    Group{"other-marble", kOtherMarble, "noise-1"},
    Group{"hopeless", kNoNoise, nullptr, true},
    Group{"adversarial", kNoNoise, nullptr, false, true},
};

struct Shape {
  int size;
  Layers layers;
  ControlScheme control;
};
constexpr std::array kShapes{
    Shape{3, Layers::all, ControlScheme::cube_8}, Shape{3, Layers::all, ControlScheme::cube_24},
    Shape{4, Layers::outer, ControlScheme::cube_8}, Shape{5, Layers::outer, ControlScheme::cube_8}};
constexpr std::size_t kOfShape = 8, kForDevelopment = 2;  // in a group
constexpr std::size_t kOfGroup = kShapes.size() * kOfShape;

/// For whom a problem must be hard: the first; for all of them where a maze is hardened, which is
/// sought by exchanges of walls.
constexpr std::array kAgents{"ff-replan", "imagination"};
constexpr int kExchanges = 24;
constexpr int kClimbMoves = 200;
constexpr Cooling kCooling{.start = 0.1, .end = 0.01};
constexpr double kPromising = 0.8;     // the search begins where an agent fails already
constexpr double kSolvedCounts = 0.9;  // the rest is the score: forks count, and not length

PhysicsSettings with(std::initializer_list<std::pair<const char*, double>> factors) {
  PhysicsSettings settings;
  for (const auto& [name, factor] : factors) {
    const SettingField& field = physics_setting_field(name);
    double& value = field.number(settings);
    value = field.in_range(value * factor);
  }
  return settings;
}

std::map<std::string, PhysicsSettings> machines() {
  std::map<std::string, PhysicsSettings> made{{kNoNoise, exact_machine()}};
  for (const auto& [name, factor] : kNoise)
    made[name] = with({{"drive_variation", factor}, {"brake_tolerance", factor}});
  made[kOtherMarble] = with({{"friction", 0.5}, {"restitution", 1.5}, {"linear_damping", 0.75}});
  return made;
}

using Runs = std::vector<ResultRow>;
Runs runs_of(const Setup& setup, const char* agent, int runs, int move_cap) {
  Runs made;
  for (int run = 0; run < runs; ++run)
    made.push_back(played({.setup = setup,
                           .player = {.agent = agent, .move_cap = move_cap},
                           .run = kFirstRun + static_cast<std::uint64_t>(run)}));
  return made;
}

/// What runs are worth on average beside what is possible.
struct Worth {
  double solved = 0, score = 0;
};
Worth worth_of(const Runs& runs, const GroundTruth& truth) {
  const double fewest = truth.solvable ? truth.expected_moves() : 0;
  Worth worth;
  for (const ResultRow& run : runs) {
    worth.solved += run.outcome == Outcome::solved ? 1 : 0;
    worth.score +=
        path_efficiency(to_string(run.outcome), run.counters.moves, !truth.solvable, fewest);
  }
  const double n = std::max<double>(1, static_cast<double>(runs.size()));
  return {worth.solved / n, worth.score / n};
}

/// The same maze with a noise-free actuator.
Setup still(Setup setup) {
  setup.settings = exact_machine(setup.settings);
  return setup;
}

/// Is the truth of the kind that the group asks for?
bool fits(const GroundTruth& truth, const Group& group) {
  if (!truth.complete || truth.solvable == group.hopeless) return false;
  return group.hopeless ||
         (truth.chance() >= kLeastChance && truth.expected_moves() >= kLeastMoves);
}

/// A maze that can be solved, in which the agents fail.
std::shared_ptr<const Maze> hardened(const Setup& start, Rng rng) {
  struct Tried {
    std::shared_ptr<const Maze> maze;
    double energy;
  };
  const auto judged = [&](Maze maze) {
    Setup setup = start;
    setup.maze = std::make_shared<const Maze>(std::move(maze));
    const GroundTruth truth = find_ground_truth(*setup.world());
    if (!truth.solvable) return Tried{setup.maze, 2};
    double energy = 0;
    for (const char* agent : kAgents) {
      const Worth worth = worth_of(runs_of(setup, agent, 1, kClimbMoves), truth);
      energy += (kSolvedCounts * worth.solved + (1 - kSolvedCounts) * worth.score) / kAgents.size();
    }
    return Tried{setup.maze, energy};
  };
  const auto neighbour = [&](const Tried& tried, Rng& chance) {
    return judged(exchanged(*tried.maze, random_exchange(*tried.maze, chance)));
  };
  const auto energy = [](const Tried& tried) { return tried.energy; };
  const auto proceed = [](const SearchProgress& progress) { return progress.best_energy > 0; };
  const Tried first = judged(*start.maze);
  if (first.energy > kPromising) return start.maze;
  return local_search(first, neighbour, energy, kCooling, kExchanges, rng, proceed).best.maze;
}

/// The truth of a problem that is admitted. The optimum of the machine without noise costs little
/// and is looked at first: a problem that is not hard beside it hardly is beside a policy.
std::optional<GroundTruth> admitted(const Setup& setup, const Group& group) {
  const bool draws = setup != still(setup);
  std::vector<Runs> runs;  // of the agents for whom it must be hard
  const auto is_hard_beside = [&](const GroundTruth& truth) {
    return std::ranges::all_of(runs, [&](const Runs& of_agent) {
      const Worth worth = worth_of(of_agent, truth);
      return (group.hardened ? worth.solved : worth.score) <= kMostOfThePossible * truth.chance();
    });
  };
  GroundTruth truth = find_ground_truth(*still(setup).world());
  if (!fits(truth, group)) return std::nullopt;
  for (std::size_t i = 0; i < (group.hardened ? kAgents.size() : 1); ++i) {
    runs.push_back(runs_of(setup, kAgents[i], draws ? kRuns : 1, kMoveLimit));
    if (!is_hard_beside(truth)) return std::nullopt;
  }
  if (draws) truth = find_ground_truth(*setup.world(), false, kTruthBudget, Care::everywhere);
  return fits(truth, group) && is_hard_beside(truth) ? std::optional(truth) : std::nullopt;
}

}  // namespace

BenchmarkMaker::BenchmarkMaker(const std::vector<std::uint64_t>& seeds) {
  assert(!seeds.empty());
  const bool published = seeds == std::vector{kPublished};
  frame_.name = published ? "marblebench-2" : "marblebench-2-private";
  frame_.move_limit = kMoveLimit;
  frame_.runs = kRuns;
  frame_.budget = kBudget;
  frame_.machines = machines();
  for (std::uint64_t seed : seeds) base_ = stream_for("seeds of a benchmark", {base_, seed});
}

std::size_t BenchmarkMaker::size() const { return kGroups.size() * kOfGroup; }

BenchmarkProblem BenchmarkMaker::problem(std::size_t place) const {
  assert(place < size());
  const Group& group = kGroups[place / kOfGroup];
  const std::size_t number = place % kOfGroup;
  const Shape& drawn = kShapes[number / kOfShape];
  // With 24 orientations hardly a maze is found in which imagination fails.
  const Shape& shape =
      group.hardened && drawn.control == ControlScheme::cube_24 ? kShapes[0] : drawn;
  BenchmarkProblem problem;
  problem.name = fmt::format("{}-{:02}", group.name, number + 1);
  problem.group = group.name;
  problem.split = number % kOfShape < kForDevelopment ? Split::development : Split::test;
  problem.setup.control = shape.control;
  problem.setup.settings = frame_.machines.at(group.machine);
  if (group.believed != nullptr) problem.setup.believed = frame_.machines.at(group.believed);
  for (std::uint64_t number_of_try = 0; number_of_try < kMostTries; ++number_of_try) {
    const std::uint64_t seed = stream_for("maze of a benchmark", {base_, place, number_of_try});
    problem.setup.maze =
        std::make_shared<const Maze>(generate_kruskal(shape.size, shape.layers, seed));
    if (group.hardened) problem.setup.maze = hardened(problem.setup, Rng(seed));
    const std::optional<GroundTruth> truth = admitted(problem.setup, group);
    if (!truth) continue;
    problem.truth = *truth;
    return problem;
  }
  throw MachineFailure(fmt::format("{}: none of {} mazes is hard", problem.name, kMostTries));
}

}  // namespace marblemaze

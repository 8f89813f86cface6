// Checks of the simulation for tests and scripts. The program does not depend on the command-line
// library or the database, so it can be built for every target (scripts/check/targets.sh).
//   check_program signature                   prints the behaviour signature
//   check_program shake [NAME=VALUE...]       plays random moves and prints JSON. Names: stepper
//                                             (grid, compound or imagined), moves, mazes,
//                                             size, seed, exact (1: no actuator noise) and
//                                             solver_iterations
//   check_program soak [NAME=VALUE...]        like shake, but runs 1 % of the moves first and also
//                                             prints the peak memory and its later growth
//   check_program record FOLDER FIRST COUNT   records short runs with sizes 3 to 8, both schemes
//                                             and all agents; equal numbers give equal runs
//   check_program verify FILE...              verifies recordings and counts those that are equal
// Exit status: 0 for success, 1 if a recording differs, 2 for invalid arguments.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agent/contracts/planner.h"
#include "engine/recording/recording.h"
#include "engine/recording/verification.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/hash.h"
#include "maze/base/parallel.h"
#include "maze/base/random.h"
#include "maze/base/text.h"
#include "maze/grid/generator.h"
#include "tests/support/tilt_error.h"
#include "tests/tools/behaviour_signature.h"

namespace marblemaze {
namespace {

constexpr int kMoves = 12;
constexpr int kMovesOfSimulation = 3;  // for agents that simulate moves, which are slow

int print_signature() {
  Hash all;
  long ticks = 0;
  const auto print_part = [](std::uint64_t hash, long count, const std::string& name) {
    fmt::print("{:016x} {:>9} ticks  {}\n", hash, count, name);
  };
  for (const SignaturePart& part : behaviour_signature()) {
    print_part(part.hash, part.ticks, part.name);
    all.add(part.hash);
    ticks += part.ticks;
  }
  print_part(all.value(), ticks, "all");
  return 0;
}

/// Settings of a test that plays random moves in many mazes. By default, half of the mazes are
/// 3x3x3 mazes with all layers, and half are 5x5x5 mazes with outer layers. In each half, half of
/// the mazes have 8 orientations and half have 24. If `size` is set, all mazes have outer layers
/// and this size. If the marble freezes, the world is reset.
struct ShakeSpec {
  long moves = 100000;
  int mazes = 50;
  int size = 0;  ///< cells per side, or 0 for both kinds of mazes
  const MarbleWorldKind* physics = &bullet_physics();  ///< never null
  std::uint64_t seed = 1;
  PhysicsSettings settings;
};

/// In a correct simulation, the marble neither leaves the maze nor passes through a wall.
struct ShakeResult {
  long moves = 0;
  long ticks = 0;  ///< ticks of moves, and of settling after each reset
  long settled = 0;
  long frozen = 0;
  long overdue = 0;
  long escapes = 0;       ///< ticks in which the centre of the marble was outside the maze
  long tunnelled = 0;     ///< ticks in which the marble passed through a wall
  long not_a_number = 0;  ///< number of position components that were not finite
  /// Largest orientation error at rest: of all moves, and of the first and second half of the moves
  /// in each maze. If the second half is worse, errors accumulate.
  double worst_tilt_rad = 0;
  double first_half_tilt_rad = 0;
  double second_half_tilt_rad = 0;
  double deepest_cells = 0;  ///< largest overlap of the marble with an outer wall
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShakeResult, moves, ticks, settled, frozen, overdue, escapes,
                                   tunnelled, not_a_number, worst_tilt_rad, first_half_tilt_rad,
                                   second_half_tilt_rad, deepest_cells)

int strange_components(const glm::dvec3& place) {
  return !std::isfinite(place.x) + !std::isfinite(place.y) + !std::isfinite(place.z);
}

/// Checks the marble after a tick. `before` is the cell after the previous tick, and is set to the
/// current cell.
void inspect(const MarbleWorld& world, CellId& before, ShakeResult& result) {
  const glm::dvec3 place = world.marble_in_maze();
  const Maze& maze = world.maze();
  if (const int strange = strange_components(place); strange > 0) {
    result.not_a_number += strange;
    return;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const double to_wall = std::min(place[axis], maze.grid().dims()[axis] - place[axis]) -
                           0.5 * world.model().settings.nature.wall_thickness;
    result.deepest_cells =
        std::max(result.deepest_cells, world.model().settings.nature.marble_radius - to_wall);
  }
  const CellId cell = maze.grid().cell_at(place);
  if (!cell.valid()) {
    ++result.escapes;
    return;
  }
  if (before.valid())
    if (const auto way = maze.grid().direction_between(before, cell);
        way && !maze.is_open(before, *way))
      ++result.tunnelled;
  before = cell;
}

Motion inspect_to_rest(MarbleWorld& world, ShakeResult& result) {
  CellId cell;
  return tick_to_rest(world, [&](Motion) {
    ++result.ticks;
    inspect(world, cell, result);
  });
}

void note_ending(Motion motion, const MarbleWorld& world, bool first_half, ShakeResult& result) {
  ++result.moves;
  if (motion == Motion::settled) ++result.settled;
  if (motion == Motion::frozen) ++result.frozen;
  if (motion == Motion::overdue) ++result.overdue;
  double& half = first_half ? result.first_half_tilt_rad : result.second_half_tilt_rad;
  half = std::max(half, testing::tilt_error(world));
  result.worst_tilt_rad = std::max(result.worst_tilt_rad, half);
}

void shake_maze(MarbleWorld& world, long moves, Rng& rng, ShakeResult& result) {
  inspect_to_rest(world, result);
  for (long i = 0; i < moves; ++i) {
    const auto choices = world.moves(world.state());
    world.begin(choices[rng.uniform_int(choices.size())]);
    const Motion motion = inspect_to_rest(world, result);
    note_ending(motion, world, i < moves / 2, result);
    if (motion == Motion::settled) continue;
    world.reset();
    inspect_to_rest(world, result);
  }
}

Maze maze_to_shake(int size, int number, std::uint64_t seed) {
  if (size == 0 && number % 2 == 0) return generate_kruskal(glm::ivec3(3), Layers::all, seed);
  return generate_kruskal(glm::ivec3(size == 0 ? 5 : size), Layers::outer, seed);
}

/// Requires: moves >= 0, mazes >= 1.
ShakeResult shake(const ShakeSpec& spec) {
  assert(spec.moves >= 0 && spec.mazes >= 1);
  ShakeResult result;
  Rng rng(spec.seed);
  for (int i = 0; i < spec.mazes; ++i) {
    const auto maze = std::make_shared<const Maze>(maze_to_shake(spec.size, i, rng.bits() >> 12));
    MarbleWorld world(maze, i % 4 < 2 ? ControlScheme::cube_8 : ControlScheme::cube_24,
                      spec.settings, *spec.physics);
    shake_maze(world, spec.moves * (i + 1) / spec.mazes - spec.moves * i / spec.mazes, rng, result);
  }
  return result;
}

/// Parser for NAME=VALUE arguments. Each argument can be read once.
class Arguments {
 public:
  explicit Arguments(std::span<char*> words) {
    for (const std::string_view word : words) {
      const std::size_t sign = word.find('=');
      if (sign == word.npos) throw BadInput("argument", std::string(word), "NAME=VALUE");
      given_[std::string(word.substr(0, sign))] = word.substr(sign + 1);
    }
  }

  std::string text(const std::string& name, const std::string& usual) {
    const auto found = given_.extract(name);
    return found ? found.mapped() : usual;
  }
  template <class Number>
  Number number(const std::string& name, Number usual, Number least = 0) {
    const std::string word = text(name, std::to_string(usual));
    const auto value = parse_number<Number>(word);
    if (!value || *value < least)
      throw BadInput(name, "'" + word + "'", "an integer of at least " + std::to_string(least));
    return *value;
  }
  void require_empty() const {
    if (!given_.empty()) throw BadInput("argument", given_.begin()->first, "another name");
  }

 private:
  std::map<std::string, std::string> given_;
};

ShakeSpec shake_spec(Arguments arguments) {
  ShakeSpec spec;
  if (arguments.number("exact", 0) != 0) spec.settings = without_noise();
  const std::string stepper = arguments.text("stepper", "grid");
  if (stepper == "imagined")
    spec.physics = &fast_physics();
  else if (stepper == "compound")
    spec.settings.solver.collision = Collision::compound;
  else if (stepper != "grid")
    throw BadInput("stepper", "'" + stepper + "'", "grid, compound or imagined");
  spec.moves = arguments.number("moves", spec.moves);
  spec.mazes = arguments.number("mazes", spec.mazes, 1);
  spec.size = arguments.number("size", spec.size);
  spec.seed = arguments.number("seed", spec.seed);
  spec.settings.solver.iterations =
      arguments.number("solver_iterations", spec.settings.solver.iterations, 1);
  arguments.require_empty();
  return spec;
}

/// Returns the peak memory of this process in MiB, or 0 on systems that do not report it.
double peak_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

nlohmann::json shaken(const ShakeSpec& spec) {
  const double begun = process_cpu_s();
  nlohmann::json result = shake(spec);
  result["cpu_s"] = process_cpu_s() - begun;
  return result;
}

nlohmann::json soaked(const ShakeSpec& spec) {
  ShakeSpec first = spec;
  first.moves = std::min(spec.moves, std::max(1000L, spec.moves / 100));
  static_cast<void>(shake(first));
  const double before = peak_mib();
  nlohmann::json result = shaken(spec);
  result["peak_mib"] = peak_mib();
  result["growth_mib"] = peak_mib() - before;
  return result;
}

int print(const nlohmann::json& document) {
  fmt::print("{}\n", document.dump());
  return 0;
}

Recording record_run(int number) {
  const auto& agents = planners().built_in();
  const PlannerEntry& agent = agents[static_cast<std::size_t>(number) % agents.size()];
  const int row = number / static_cast<int>(agents.size());
  const int size = agent.simulates ? 3 : 3 + row / 2 % 6;
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(
      generate_kruskal(size, Layers::outer, static_cast<std::uint64_t>(number)));
  spec.player.agent = agent.name;
  if (agent.simulates) spec.setup.settings = without_noise();
  spec.setup.control = row % 2 ? ControlScheme::cube_24 : ControlScheme::cube_8;
  spec.player.move_limit = agent.simulates ? kMovesOfSimulation : kMoves;
  Episode episode(spec);
  Recording recording;
  record(episode, recording);
  episode.run();
  return recording;
}

int record_runs(const std::string& folder, int first, int count) {
  for (int i = first; i < first + count; ++i)
    save_recording(record_run(i), fmt::format("{}/{}.rec", folder, i));
  return 0;
}

int verify(std::span<char*> files) {
  std::size_t same = 0;
  for (const char* file : files) {
    const Verification result = verify_recording(read_text_file(file), file);
    if (result.verified())
      ++same;
    else
      fmt::print("{}: {}\n", file, describe(result));
  }
  fmt::print("{} of {} recordings came out the same\n", same, files.size());
  return same == files.size() ? 0 : 1;
}

int run(std::span<char*> words) {
  const std::string_view command = words.empty() ? "" : words.front();
  const std::span<char*> rest = words.empty() ? words : words.subspan(1);
  if (command == "signature") return print_signature();
  if (command == "shake") return print(shaken(shake_spec(Arguments(rest))));
  if (command == "soak") return print(soaked(shake_spec(Arguments(rest))));
  if (command == "record" && rest.size() == 3)
    return record_runs(rest[0], parse_number<int>(rest[1]).value(),
                       parse_number<int>(rest[2]).value());
  if (command == "verify") return verify(rest);
  throw BadInput("command", "'" + std::string(command) + "'",
                 "signature, shake, soak, record FOLDER FIRST COUNT or verify FILE...");
}

}  // namespace
}  // namespace marblemaze

int main(int argc, char** argv) {
  try {
    return marblemaze::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "check_program: {}\n", error.what());
    return 2;
  }
}

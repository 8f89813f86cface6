// Checks of the simulation for tests and scripts. The program needs no command-line library and no
// database, so that it can be built for every target (scripts/check/targets.sh).
//   check_program signature                   prints the behaviour signature
//   check_program shake [NAME=VALUE...]       plays random moves and prints JSON. Names: stepper
//                                             (grid, compound or imagined), moves, mazes,
//                                             size, seed, exact (1: no actuator noise) and
//                                             solver_iterations
//   check_program soak [NAME=VALUE...]        also prints the results after 1 % of the moves, with
//                                             the peak of the memory and its later growth
//   check_program record FOLDER FIRST COUNT   makes short recordings with sizes 3 to 8, both
//   schemes
//                                             and all agents; equal numbers give equal runs
//   check_program verify FILE...              verifies recordings and counts equal runs
// Exit status: 0, 1 if a recording differs, 2 for invalid arguments.
#include <algorithm>
#include <charconv>
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
#include "maze/base/cpu_clock.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"
#include "maze/grid/generator.h"
#include "tests/tools/behaviour_signature.h"
#include "tests/tools/shake.h"

namespace marblemaze {
namespace {

constexpr int kMoves = 12;
constexpr int kMovesOfSimulation = 3;  // these agents, large mazes and noise take long

int print_signature() {
  const BehaviourSignature signature = behaviour_signature();
  for (const SignaturePart& part : signature.parts)
    fmt::print("{:016x} {:>9} ticks  {}\n", part.hash, part.ticks, part.name);
  fmt::print("{:016x} {:>9} ticks  all\n", signature.hash(), signature.ticks());
  return 0;
}

/// Arguments NAME=VALUE, each of which is used once.
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
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < least)
      throw BadInput(name, "'" + word + "'", "an integer of at least " + std::to_string(least));
    return value;
  }
  void require_empty() const {
    if (!given_.empty()) throw BadInput("argument", given_.begin()->first, "another name");
  }

 private:
  std::map<std::string, std::string> given_;
};

ShakeSpec shake_spec(Arguments arguments) {
  ShakeSpec spec;
  if (arguments.number("exact", 0) != 0) spec.settings = exact_machine();
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

/// Returns the peak memory of this process in MiB; 0 on systems that do not report it.
double peak_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return 0;
}

nlohmann::json shaken(const ShakeSpec& spec) {
  const double begun = process_cpu_s();
  const ShakeResult result = shake(spec);
  return {{"moves", result.moves},
          {"ticks", result.ticks},
          {"settled", result.settled},
          {"frozen", result.frozen},
          {"overdue", result.overdue},
          {"escapes", result.escapes},
          {"tunnelled", result.tunnelled},
          {"not_a_number", result.not_a_number},
          {"worst_tilt_rad", result.worst_tilt_rad},
          {"first_half_tilt_rad", result.first_half_tilt_rad},
          {"second_half_tilt_rad", result.second_half_tilt_rad},
          {"deepest_cells", result.deepest_cells},
          {"cpu_s", process_cpu_s() - begun}};
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
  if (agent.simulates) spec.setup.settings = exact_machine();
  spec.setup.control = row % 2 ? ControlScheme::cube_24 : ControlScheme::cube_8;
  spec.player.move_cap = agent.simulates ? kMovesOfSimulation : kMoves;
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
    return record_runs(rest[0], number_from<int>(rest[1]).value(),
                       number_from<int>(rest[2]).value());
  if (command == "verify") return verify(rest);
  throw BadInput("command", "'" + std::string(command) + "'",
                 "signature, shake, soak, record FOLDER FIRST COUNT or verify FILE...");
}

}  // namespace
}  // namespace marblemaze

int main(int argc, char** argv) {
  try {
    return marblemaze::run({argv + 1, argv + argc});
  } catch (const marblemaze::BadInput& error) {
    fmt::print(stderr, "check_program: {}\n", error.what());
    return 2;
  }
}

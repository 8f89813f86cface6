// The program's core on targets where the command line is not built (scripts/check/targets.sh):
//   core signature                   the behaviour signature
//   core record FOLDER FIRST COUNT   short recordings over sizes 3 to 8, both schemes and all
//                                    agents; the same number is the same run
//   core verify FILE...              makes each recording again; how many came out the same
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/experiments/behaviour_signature.h"
#include "engine/recording/recorder.h"
#include "engine/recording/verification.h"
#include "maze/base/text_file.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

constexpr int kMoves = 12;
constexpr int kMovesOfSimulation = 3;  // which are dear, as are large mazes and chance to it

int print_signature() {
  const BehaviourSignature signature = behaviour_signature({});
  for (const SignaturePart& part : signature.parts)
    fmt::print("{:016x} {:>9} ticks  {}\n", part.hash, part.ticks, part.name);
  fmt::print("{:016x} {:>9} ticks  all\n", signature.hash(), signature.ticks());
  return 0;
}

Recording record_run(int number) {
  const auto& agents = planners().built_in();
  const PlannerEntry& agent = agents[static_cast<std::size_t>(number) % agents.size()];
  const int row = number / static_cast<int>(agents.size());
  const int size = agent.simulates ? 3 : 3 + row / 2 % 6;
  EpisodeSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(
      generate_kruskal(size, Layers::outer, static_cast<std::uint64_t>(number)));
  spec.player.agent = agent.name;
  if (agent.simulates) spec.setup.settings = exact_machine();
  spec.setup.orientations = row % 2 ? 24 : 8;
  spec.player.move_cap = agent.simulates ? kMovesOfSimulation : kMoves;
  Episode episode(std::move(spec));
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

}  // namespace
}  // namespace marblemaze

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "signature") return marblemaze::print_signature();
  if (command == "record" && argc == 5)
    return marblemaze::record_runs(argv[2], std::atoi(argv[3]), std::atoi(argv[4]));
  if (command == "verify") return marblemaze::verify({argv + 2, argv + argc});
  fmt::print(stderr, "usage: core signature | record FOLDER FIRST COUNT | verify FILE...\n");
  return 2;
}

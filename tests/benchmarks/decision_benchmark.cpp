// Measures the CPU time of decisions of agents. The first decision of a run is reported separately.
// Arguments: number of 5x5x5 outer-layer mazes (default 50), first seed (default 9001), and "exact"
// to disable the actuator noise.
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/run/episode.h"
#include "maze/base/parallel.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

struct Times {
  std::vector<double> first_ms, later_ms;
};

/// Plays a run, and measures each tick that contains a decision.
void play(const std::string& agent, ControlScheme control, std::uint64_t seed,
          const PhysicsSettings& settings, Times& times) {
  RunSpec spec;
  spec.setup.settings = settings;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({5, 5, 5}, Layers::outer, seed));
  spec.player.agent = agent;
  spec.setup.control = control;
  Episode episode(std::move(spec));
  bool first = true;
  while (episode.outcome() == Outcome::running) {
    const bool decides = episode.phase() == Phase::stable;
    const double began = thread_cpu_s();
    episode.tick();
    if (!decides) continue;
    (first ? times.first_ms : times.later_ms).push_back(1e3 * (thread_cpu_s() - began));
    first = false;
  }
}

/// Returns the quantile `share` of the values, or 0 if there are none.
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(share * last + 0.5)];
}

void report(const std::string& agent, ControlScheme control, int mazes, std::uint64_t first_seed,
            const PhysicsSettings& settings) {
  Times times;
  for (int i = 0; i < mazes; ++i)
    play(agent, control, first_seed + static_cast<std::uint64_t>(i), settings, times);
  fmt::print("{:<30} {:>4} {:>9.0f} {:>9.0f} {:>8} {:>9.3f} {:>9.2f} {:>9.1f}\n", agent, control,
             quantile(times.first_ms, 0.5), quantile(times.first_ms, 1), times.later_ms.size(),
             quantile(times.later_ms, 0.5), quantile(times.later_ms, 0.99),
             quantile(times.later_ms, 1));
}

}  // namespace
}  // namespace marblemaze

int main(int argc, char** argv) {
  const int mazes = argc > 1 ? std::atoi(argv[1]) : 50;
  const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atoll(argv[2]) : 9001);
  const std::string_view machine = argc > 3 ? argv[3] : "imperfect";
  if (machine != "imperfect" && machine != "exact")
    return fmt::print(stderr, "decision_benchmark [MAZES [FIRST_SEED [exact]]]\n"), 2;
  const marblemaze::PhysicsSettings settings =
      machine == "exact" ? marblemaze::exact_machine() : marblemaze::PhysicsSettings{};
  fmt::print("Processor time of a decision, ms, over {} 5x5x5 outer-layer mazes, {} machine\n",
             mazes, machine);
  fmt::print("{:<30} {:>4} {:>9} {:>9} {:>8} {:>9} {:>9} {:>9}\n", "agent", "scheme", "first med",
             "first max", "later", "median", "99th", "max");
  for (const char* agent : {"complete-solution-prediction", "imagination", "simulation-search"})
    for (const auto control :
         {marblemaze::ControlScheme::cube_8, marblemaze::ControlScheme::cube_24})
      marblemaze::report(agent, control, mazes, seed, settings);
}

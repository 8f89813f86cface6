#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "engine/run/first_run.h"
#include "engine/run/solve_narration.h"
#include "maze/base/numbers.h"

// What a build from source shows first, while the rest of the program is still being compiled
// (scripts/marblemaze.sh): the run of
//   marblemaze solve --size 5 --layers outer --orientations 24 --agent imagination --seed SEED
// in a maze with a short plan, made of the few files that it needs.

namespace marblemaze {
namespace {

constexpr int kTries = 3;  // some mazes cannot be solved

bool solve(const FirstRun& run) {
  fmt::print("{}: imagination with 24 orientations\n{}\n\n", describe(*run.spec.setup.maze),
             describe(run));
  Episode episode(run.spec);
  episode.watch({.on_move = [&](const MoveRecord& record) {
    fmt::print("{}\n", narrate_move(episode, record));
    std::fflush(stdout);
  }});
  const bool solved = episode.run().outcome == Outcome::solved;
  fmt::print("{}", narrate_end(episode));
  return solved;
}

int play_from(std::uint64_t seed) {
  for (int tries = 0; tries < kTries; ++tries) {
    const FirstRun run = first_run(seed);
    if (solve(run)) return 0;
    seed = run.spec.setup.maze->origin().seed + 1;
  }
  return 1;
}

}  // namespace
}  // namespace marblemaze

int main(int argc, char** argv) {
  const auto seed = marblemaze::number_from<std::uint64_t>(argc == 2 ? argv[1] : "");
  if (!seed) {
    fmt::print(stderr, "first-maze: expected a seed, a whole number from 0\n");
    return 2;
  }
  try {
    return marblemaze::play_from(*seed);
  } catch (const std::exception& error) {
    fmt::print(stderr, "first-maze: {}\n", error.what());
    return 3;
  }
}

#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "engine/run/solve_narration.h"
#include "maze/base/numbers.h"
#include "maze/grid/kruskal_generator.h"

// What a build from source shows first, while the rest of the program is still being compiled
// (scripts/marblemaze.sh): the run of
//   marblemaze solve --size 5 --layers outer --orientations 24 --agent imagination --seed SEED
// made of the few files that it needs.

namespace marblemaze {
namespace {

EpisodeResult solve(std::uint64_t seed) {
  const auto maze = std::make_shared<const Maze>(generate_kruskal(5, Layers::outer, seed));
  fmt::print("{}: imagination with 24 orientations\n\n", describe(*maze));
  Episode episode({.setup = setup_in(maze, 24), .player = {.agent = "imagination"}});
  episode.watch({.on_move = [&](const MoveRecord& record) {
    fmt::print("{}\n", narrate_move(episode, record));
    std::fflush(stdout);
  }});
  const EpisodeResult result = episode.run();
  fmt::print("{}", narrate_end(episode));
  return result;
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
    return marblemaze::solve(*seed).outcome == marblemaze::Outcome::solved ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "first-maze: {}\n", error.what());
    return 3;
  }
}

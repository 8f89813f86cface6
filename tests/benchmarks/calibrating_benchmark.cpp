// How well the agent `calibrating` finds the numbers of its physics that it was given biased, and
// what that is worth. In each maze it watches moves at random. Then it, `misled` and `imagination`
// play on from there, each in a run of its own with the same beginning. A line of JSON for each
// maze; scripts/measure/calibrating_agent.py makes tables of them.
//   calibrating_benchmark FIRST_SEED MAZES
#include <cstdlib>

#include <fmt/format.h>

#include "agent/belief/physics_belief.h"
#include "engine/run/episode.h"
#include "maze/base/json.h"
#include "maze/base/seeds.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

constexpr int kWatched = 20;  // moves at random before an agent plays
constexpr int kLongest = 80;  // watched for the belief alone

EpisodeSpec spec_of(std::uint64_t seed, int orientations, const std::string& agent) {
  EpisodeSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({5, 5, 5}, Layers::outer, seed));
  spec.setup.orientations = orientations;
  spec.player.agent = agent;
  spec.player.by_hand = true;
  return spec;
}

/// Makes a move at random and waits for its end; false once the run has ended.
bool move_at_random(Episode& episode, Rng& rng) {
  while (!episode.waits_for_person() && episode.outcome() == Outcome::running) episode.tick();
  if (episode.outcome() != Outcome::running) return false;
  const auto moves = episode.world().rules()->moves(episode.world().state());
  episode.choose(moves[rng.below(moves.size())]);
  do episode.tick();
  while (!episode.waits_for_person() && episode.outcome() == Outcome::running);
  return episode.outcome() == Outcome::running;
}

Rng moves_of(std::uint64_t seed) { return Rng(mixed_seed(seed, 0x77617463u)); }

/// As shares of the true value: what was told, and what is believed after some moves.
Json belief_along_the_way(std::uint64_t seed, int orientations) {
  Episode episode(spec_of(seed, orientations, "random-walk"));
  const Advice& advice = episode.player().advice(orientations);
  const auto physics = advice.doubted(advice.seed);
  PhysicsBelief belief(physics, 512, Rng(seed));
  const PhysicsSettings::Nature truth = PhysicsSettings().nature;
  const std::vector<double> truths{truth.marble_radius, truth.friction, truth.restitution,
                                   truth.linear_damping};
  Json after = Json::array();
  Rng rng = moves_of(seed);
  for (int moves = 0; moves <= kLongest; ++moves) {
    if (moves % 5 == 0) {
      belief.learn(episode.knowledge().graph());
      Json estimates = Json::array();
      for (std::size_t i = 0; i < truths.size(); ++i) {
        const auto estimate = belief.estimates()[i];
        estimates.push_back({{"name", estimate.name},
                             {"told", physics->quantities[i].told / truths[i]},
                             {"value", estimate.value / truths[i]},
                             {"low", estimate.low / truths[i]},
                             {"high", estimate.high / truths[i]}});
      }
      after.push_back({{"moves", moves}, {"estimates", std::move(estimates)}});
    }
    if (!move_at_random(episode, rng)) break;
  }
  return after;
}

/// Moves that an agent needs after those that it watched.
Json played_on(const std::string& agent, std::uint64_t seed, int orientations) {
  Episode episode(spec_of(seed, orientations, agent));
  Rng rng = moves_of(seed);
  for (int i = 0; i < kWatched; ++i)
    if (!move_at_random(episode, rng)) return {{"ended_early", true}};
  episode.let_person_play(false);
  const EpisodeResult result = episode.run();
  return {{"outcome", to_string(result.outcome)}, {"moves", result.counters.moves - kWatched}};
}

void report(std::uint64_t seed, int orientations) {
  Json line{{"seed", seed},
            {"orientations", orientations},
            {"belief", belief_along_the_way(seed, orientations)}};
  for (const char* agent : {"imagination", "misled", "calibrating"})
    line[agent] = played_on(agent, seed, orientations);
  fmt::print("{}\n", line.dump());
}

}  // namespace
}  // namespace marblemaze

int main(int argc, char** argv) {
  if (argc != 3) return fmt::print(stderr, "calibrating_benchmark FIRST_SEED MAZES\n"), 2;
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
  for (std::uint64_t seed = first; seed < first + std::strtoull(argv[2], nullptr, 10); ++seed)
    for (const int orientations : {8, 24}) marblemaze::report(seed, orientations);
}

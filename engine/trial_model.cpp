#include "engine/trial_model.h"

#include <algorithm>

#include "engine/imagined_lanes.h"
#include "maze/rng.h"

namespace marblemaze {
namespace {

void note_cell(const MarbleWorld& world, std::vector<CellId>& path) {
  const glm::ivec3 position(glm::floor(world.marble_in_maze()));
  const Grid& grid = world.shared_maze()->grid();
  if (!grid.in_maze(position)) return;
  const CellId cell = grid.cell(position);
  if (path.empty() || path.back() != cell) path.push_back(cell);
}

/// Adds an ending to a distribution of endings.
void add_ending(std::vector<Guess>& guesses, Motion ending, StateId state, double share) {
  const auto same = std::find_if(guesses.begin(), guesses.end(), [&](const Guess& guess) {
    return guess.ending == ending && (ending != Motion::settled || guess.to.state == state);
  });
  if (same != guesses.end())
    same->share += share;
  else
    guesses.push_back({{state, nullptr}, ending, share});
}

}  // namespace

Motion play_move(MarbleWorld& world, MoveId move, std::vector<CellId>* path) {
  if (path) note_cell(world, *path);
  world.begin(move);
  Motion motion = Motion::speeding;
  while (under_way(motion)) {
    motion = world.tick();
    if (path) note_cell(world, *path);
  }
  return motion;
}

std::vector<Motion> play_together(std::span<const std::unique_ptr<MarbleWorld>> worlds, MoveId move) {
  std::vector<Motion> endings(worlds.size(), Motion::speeding);
  ImaginedLanes lanes;
  std::array<std::optional<std::size_t>, kLanes> aboard;
  std::size_t next = 0;
  int under_way_now = 0;
  const auto board = [&](int lane) {
    while (next < worlds.size()) {
      MarbleWorld& world = *worlds[next];
      auto* imagined = dynamic_cast<ImaginedMechanics*>(&world.mechanics());
      if (!imagined) {
        endings[next] = play_move(world, move);
        ++next;
        continue;
      }
      world.begin(move);
      lanes.load(lane, *imagined);
      aboard[static_cast<std::size_t>(lane)] = next++;
      ++under_way_now;
      return;
    }
    lanes.empty(lane);
    aboard[static_cast<std::size_t>(lane)].reset();
  };
  for (int lane = 0; lane < kLanes; ++lane) board(lane);
  while (under_way_now > 0) {
    std::array<double, kLanes> torques{};
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (aboard[lane]) torques[lane] = worlds[*aboard[lane]]->next_torque();
    lanes.step(torques);
    for (int lane = 0; lane < kLanes; ++lane) {
      const auto which = aboard[static_cast<std::size_t>(lane)];
      if (!which) continue;
      MarbleWorld& world = *worlds[*which];
      const Motion before = endings[*which];
      const Motion now = endings[*which] = world.follow_step();
      if (!under_way(now)) {
        --under_way_now;
        board(lane);
      } else if (now == Motion::rolling && before != Motion::rolling) {
        lanes.load(lane, static_cast<ImaginedMechanics&>(world.mechanics()));  // braked
      }
    }
  }
  return endings;
}

TrialModel::TrialModel(std::shared_ptr<const MarbleWorld> prototype, Trials trials)
    : TrialModel(std::vector{std::move(prototype)}, trials) {}

TrialModel::TrialModel(std::vector<std::shared_ptr<const MarbleWorld>> prototypes, Trials trials)
    : prototypes_(std::move(prototypes)), trials_(trials) {}

std::unique_ptr<MarbleWorld> TrialModel::copy_at(const Situation& from, int run) const {
  const auto* exact = dynamic_cast<const MarbleWorld*>(from.exact.get());
  auto copy = (exact ? *exact : *prototypes_[static_cast<std::size_t>(run) % prototypes_.size()]).fork();
  if (!exact) copy->place(from.state);
  return copy;
}

Prediction TrialModel::predict(const Situation& from, MoveId move) const {
  Prediction prediction;
  Rng rng(trials_.seed * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(from.state.index) * 64 +
          static_cast<std::uint64_t>(move.index));
  const double share = 1.0 / trials_.runs;
  for (int run = 0; run < trials_.runs; ++run) {
    const auto world = copy_at(from, run);
    if (run > 0) {
      const double d = trials_.displacement;
      world->displace({rng.between(-d, d), rng.between(-d, d), rng.between(-d, d)});
    }
    const Motion ending = play_move(*world, move, run == 0 ? &prediction.path : nullptr);
    add_ending(prediction.guesses, ending == Motion::settled ? ending : Motion::frozen,
               ending == Motion::settled ? world->state() : StateId(), share);
  }
  std::stable_sort(prediction.guesses.begin(), prediction.guesses.end(),
                   [](const Guess& a, const Guess& b) { return a.share > b.share + 1e-12; });
  return prediction;
}

std::optional<StateId> TrialModel::likeliest(const Situation& from, MoveId move) const {
  if (trials_.runs > 1) return ForwardModel::likeliest(from, move);
  const auto world = copy_at(from, 0);
  if (play_move(*world, move) != Motion::settled) return std::nullopt;
  return world->state();
}

}  // namespace marblemaze

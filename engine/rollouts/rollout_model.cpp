#include "engine/rollouts/rollout_model.h"

#include <algorithm>
#include <cassert>

#include "engine/sim/batch_rollout.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/parallel.h"
#include "maze/base/random.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

namespace {

void append_cell(const MarbleWorld& world, std::vector<CellId>& path) {
  const CellId cell = world.maze().grid().cell_at(world.marble_in_maze());
  if (!cell.valid()) return;
  if (path.empty() || path.back() != cell) path.push_back(cell);
}

/// Counts results instead of adding fractions such as 1/3, because sums of fractions are not exact.
void count_result(std::vector<Guess>& guesses, std::optional<StateId> to) {
  const auto same = std::find_if(guesses.begin(), guesses.end(),
                                 [&](const Guess& guess) { return guess.to == to; });
  if (same != guesses.end())
    ++same->probability;
  else
    guesses.push_back({to, 1});
}

}  // namespace

/// Logs the wall properties that affect a trial: the features of each octant that the marble enters
/// and, while the marble is still, whether the marble can rest in its state. Indices of states
/// follow the indices of octants.
class RolloutModel::WallLog {
 public:
  explicit WallLog(const RolloutModel& model)
      : model_(model), features_(*model.prototypes_.front()->model().walls) {}

  void look(const MarbleWorld& world) {
    const glm::dvec3 centre = world.marble_in_maze();
    add(features_.octant_at(centre));
    const CellId cell = world.maze().grid().cell_at(centre);
    if (world.still() && cell.valid())
      add(static_cast<int>(features_.table().size()) +
          world.scheme().state(cell, world.orientation()).index);
  }
  [[nodiscard]] const std::vector<WallProperty>& properties() const { return properties_; }

 private:
  void add(int index) {
    const auto same = [&](const WallProperty& property) { return property.index == index; };
    // Search backwards, because the latest property often repeats.
    if (std::find_if(properties_.rbegin(), properties_.rend(), same) == properties_.rend())
      properties_.push_back({index, model_.property(index)});
  }

  const RolloutModel& model_;
  const WallFeatures& features_;
  std::vector<WallProperty> properties_;
};

RolloutModel::RolloutModel(std::shared_ptr<const MarbleWorld> prototype, RolloutSettings trials,
                           std::shared_ptr<MoveCache> cache)
    : RolloutModel(std::vector{std::move(prototype)}, trials, std::move(cache)) {}

RolloutModel::RolloutModel(std::vector<std::shared_ptr<const MarbleWorld>> prototypes,
                           RolloutSettings trials, std::shared_ptr<MoveCache> cache)
    : prototypes_(std::move(prototypes)), trials_(trials), cache_(std::move(cache)) {
  assert(!prototypes_.empty() && trials.runs >= 1);
  assert(std::all_of(prototypes_.begin(), prototypes_.end(), [](const auto& p) { return p; }));
}

std::uint8_t RolloutModel::property(int index) const {
  const MarbleWorld& world = *prototypes_.front();
  const std::vector<std::uint8_t>& features = world.model().walls->table();
  const int octants = static_cast<int>(features.size());
  if (index < octants) return features[index];
  const StateId state(index - octants);
  return can_rest(world.maze(), world.scheme(), state) ? 1 : 0;
}

/// Adds one world per run. Each world has independent noise, and all marbles except the first are
/// displaced.
void RolloutModel::add_copies(StateId state, MoveId move, std::vector<MarbleWorld>& worlds) const {
  const auto s = static_cast<std::uint64_t>(state.index),
             m = static_cast<std::uint64_t>(move.index);
  Rng rng(derive_seed(trials_.seed, s * 64 + m));
  const double d = trials_.displacement;
  for (std::uint64_t run = 0; run < static_cast<std::uint64_t>(trials_.runs); ++run) {
    const MarbleWorld& prototype = *prototypes_[run % prototypes_.size()];
    worlds.push_back(prototype.placed_in(state, stream_number("trial", {s, m, run, trials_.seed})));
    if (run > 0)
      worlds.back().displace({rng.uniform(-d, d), rng.uniform(-d, d), rng.uniform(-d, d)});
  }
}

/// Results from other states are not cached, because these states have no canonical pose.
bool RolloutModel::canonical(StateId state) const {
  const MarbleWorld& world = *prototypes_.front();
  return !is_balanced(state) && can_rest(world.maze(), world.scheme(), state);
}

Prediction RolloutModel::do_predict(StateId from, MoveId move) const {
  const StateMove asked(from, move);
  if (!cache_ || !canonical(from)) return try_moves({&asked, 1}, nullptr).front();
  if (auto known = cache_->find(asked, [&](int index) { return property(index); }))
    return *std::move(known);
  WallLog log(*this);
  Prediction prediction = try_moves({&asked, 1}, &log).front();
  cache_->add(asked, log.properties(), prediction);
  return prediction;
}

std::vector<Prediction> RolloutModel::do_predict_all(std::span<const StateMove> moves) const {
  return cache_ ? ForwardModel::do_predict_all(moves) : try_moves(moves, nullptr);
}

/// Requires: there is one move if `log` is not null.
std::vector<Prediction> RolloutModel::try_moves(std::span<const StateMove> moves,
                                                WallLog* log) const {
  assert(!log || moves.size() == 1);
  const auto runs = static_cast<std::size_t>(trials_.runs);
  std::vector<MarbleWorld> worlds;
  worlds.reserve(moves.size() * runs);
  std::vector<MoveId> moves_of_worlds;
  for (const auto& [state, move] : moves) {
    add_copies(state, move, worlds);
    moves_of_worlds.resize(worlds.size(), move);
  }
  std::vector<Prediction> predictions(moves.size());
  const auto watch = [&](std::size_t world) {
    if (world % runs == 0) append_cell(worlds[world], predictions[world / runs].path);
    if (log) log->look(worlds[world]);
  };
  const std::vector<Motion> endings = batch_rollout(pointers_to(worlds), moves_of_worlds, watch);
  for (std::size_t world = 0; world < worlds.size(); ++world)
    count_result(predictions[world / runs].guesses, endings[world] == Motion::settled
                                                        ? std::optional(worlds[world].state())
                                                        : std::nullopt);
  for (Prediction& prediction : predictions) {
    std::stable_sort(prediction.guesses.begin(), prediction.guesses.end(),
                     [](const Guess& a, const Guess& b) { return a.probability > b.probability; });
    for (Guess& guess : prediction.guesses) guess.probability /= trials_.runs;
  }
  return predictions;
}

namespace {

constexpr int kRuns = 17;
constexpr double kDefaultError = 0.03;
// The speed of a marble that rolls off an edge grows exponentially from its initial offset. The
// model has a relative error in this offset. Therefore, a marble that leaves the edge quickly in
// the model may be slow enough to count as frozen in the real maze.
constexpr double kRestEnergyFactor = 20;  // maximum factor for the rest energy
constexpr double kDisplacement = 1e-3;    // cells
// A constant seed makes predictions reproducible.
constexpr std::uint64_t kImaginationSeed = 1;

/// Returns settings with random errors and a higher rest energy.
PhysicsSettings perturbed(PhysicsSettings settings, double parameter_error, Rng& rng) {
  const double error = parameter_error * kDefaultError;
  for (const char* name :
       {"gravity", "marble_radius", "linear_damping", "angular_damping", "friction", "turn_time"}) {
    const SettingField& field = physics_setting_field(name);
    double& value = *std::get<double*>(field.pointer(settings));
    // The physics is validated only for settings within their ranges.
    value = std::clamp(value * (1 + rng.uniform(-error, error)), field.low, field.high);
  }
  settings.rest.energy *= power(kRestEnergyFactor, rng.uniform(0, 1));
  return settings;
}

}  // namespace

std::shared_ptr<const ForwardModel> fast_trials(const std::shared_ptr<const Maze>& maze,
                                                ControlScheme control,
                                                const PhysicsSettings& settings,
                                                double parameter_error) {
  Rng rng(kImaginationSeed);
  std::vector<std::shared_ptr<const MarbleWorld>> worlds;
  worlds.reserve(kRuns);
  for (int run = 0; run < kRuns; ++run)
    worlds.push_back(std::make_shared<MarbleWorld>(
        maze, control, run == 0 ? settings : perturbed(settings, parameter_error, rng),
        fast_physics()));
  return std::make_shared<RolloutModel>(std::move(worlds),
                                        RolloutSettings{kRuns, kDisplacement, kImaginationSeed});
}

namespace {

class FastTiltTrials final : public TiltRollouts {
 public:
  FastTiltTrials(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
                 std::size_t copies) {
    assert(copies > 0);
    worlds_.assign(copies, MarbleWorld::make_tilt_world(std::move(maze), without_noise(settings),
                                                        fast_physics()));
  }

  void begin(const TiltState& seen) override {
    for (MarbleWorld& world : worlds_) world.set_tilt_state(seen);
  }

  void play(std::span<const glm::dvec3> commands, int ticks) override {
    assert(commands.size() == worlds_.size());
    for (std::size_t i = 0; i < worlds_.size(); ++i) worlds_[i].set_command(commands[i]);
    advance_together(pointers_to(worlds_), ticks);
  }

  [[nodiscard]] TiltState state(std::size_t copy) const override {
    return worlds_[copy].tilt_state();
  }
  [[nodiscard]] bool reached(std::size_t copy) const override { return worlds_[copy].reached(); }
  [[nodiscard]] bool rests(std::size_t copy) const override {
    return worlds_[copy].is_at_rest_in_target();
  }

 private:
  std::vector<MarbleWorld> worlds_;
};

}  // namespace

std::unique_ptr<TiltRollouts> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                               const PhysicsSettings& settings,
                                               std::size_t copies) {
  return std::make_unique<FastTiltTrials>(std::move(maze), settings, copies);
}

namespace {

/// Number of runs between checks of the miss limit. A constant makes the number of runs independent
/// of the number of threads.
constexpr int kBlock = 20;

bool reaches(const MarbleWorld& world, std::span<const MoveId> moves, double d,
             std::uint64_t seed) {
  Rng rng(seed);
  MarbleWorld run = world.placed_in(world.scheme().state(world.maze().start(), OrientationId(0)),
                                    stream_number("solution", {seed}));
  for (MoveId move : moves) {
    run.displace({rng.uniform(-d, d), rng.uniform(-d, d), rng.uniform(-d, d)});
    if (play_move(run, move) != Motion::settled) return false;
    if (run.is_goal(run.state())) return true;
  }
  return false;
}

}  // namespace

SuccessCount try_solution(const MarbleWorld& world, std::span<const MoveId> moves,
                          const SolutionTest& trials) {
  SuccessCount count;
  while (count.runs < trials.runs && count.runs - count.reached < trials.max_misses) {
    const int runs = std::min(kBlock, trials.runs - count.runs);
    std::vector<char> reached(static_cast<std::size_t>(runs));
    parallel_for(reached.size(), trials.jobs, [&](std::size_t i) {
      const auto run = static_cast<std::uint64_t>(count.runs) + i;
      reached[i] =
          reaches(world, moves, trials.displacement, derive_seed(trials.seed, run)) ? 1 : 0;
    });
    count.runs += runs;
    count.reached += static_cast<int>(std::count(reached.begin(), reached.end(), 1));
  }
  return count;
}

}  // namespace marblemaze

#include "engine/rollouts/trial_model.h"

#include <algorithm>
#include <cassert>

#include "engine/sim/batch_rollout.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/parallel.h"
#include "maze/base/random.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

void MoveMemory::remember(StateId state, MoveId move, const std::vector<WallAnswer>& answers,
                          Prediction outcome) {
  Shelf& shelf = shelves_[shelf_of(state, move)];
  const std::lock_guard lock(shelf.mutex);
  Tree& tree = shelf.trees[key(state, move)];
  if (tree.empty()) tree.emplace_back();
  int node = 0;
  for (const auto& [question, answer] : answers) {
    Node& here = tree[static_cast<std::size_t>(node)];
    assert(here.question < 0 || here.question == question);
    here.question = question;
    int next = here.next(answer);
    if (next < 0) {
      next = static_cast<int>(tree.size());
      here.branches.emplace_back(answer, next);
      tree.emplace_back();  // from here on, `here` is a dangling reference
    }
    node = next;
  }
  tree[static_cast<std::size_t>(node)].outcome = std::move(outcome);
}

namespace {

void note_cell(const MarbleWorld& world, std::vector<CellId>& path) {
  const CellId cell = world.maze().grid().cell_at(world.marble_in_maze());
  if (!cell.valid()) return;
  if (path.empty() || path.back() != cell) path.push_back(cell);
}

/// Counts the result of a run. Counts are converted to probabilities at the end, because sums of
/// fractions such as 1/3 are not exact.
void count_ending(std::vector<Guess>& guesses, std::optional<StateId> to) {
  const auto same = std::find_if(guesses.begin(), guesses.end(),
                                 [&](const Guess& guess) { return guess.to == to; });
  if (same != guesses.end())
    ++same->probability;
  else
    guesses.push_back({to, 1});
}

}  // namespace

/// Collects the wall questions of a trial. The result of a move depends on the wall features around
/// the marble in each tick (questions below the size of the feature table). While the marble is
/// still, it also depends on whether the marble can rest in its state (one question per state,
/// after the features).
class TrialModel::Inquiry {
 public:
  explicit Inquiry(const TrialModel& model)
      : model_(model), features_(*model.prototypes_.front()->model().walls) {}

  void rests(StateId state) { ask(static_cast<int>(features_.table().size()) + state.index); }
  void look(const MarbleWorld& world) {
    const glm::dvec3 centre = world.marble_in_maze();
    ask(features_.octant_at(centre));
    const CellId cell = world.maze().grid().cell_at(centre);
    if (world.quiet() && cell.valid()) rests(world.scheme().state(cell, world.standing()));
  }
  [[nodiscard]] const std::vector<WallAnswer>& answers() const { return answers_; }

 private:
  void ask(int question) {
    const auto known = [&](const WallAnswer& given) { return given.question == question; };
    // Search backwards, because the latest question is often repeated.
    if (std::find_if(answers_.rbegin(), answers_.rend(), known) == answers_.rend())
      answers_.push_back({question, model_.answer(question)});
  }

  const TrialModel& model_;
  const WallFeatures& features_;
  std::vector<WallAnswer> answers_;
};

TrialModel::TrialModel(std::shared_ptr<const MarbleWorld> prototype, Trials trials,
                       std::shared_ptr<MoveMemory> memory)
    : TrialModel(std::vector{std::move(prototype)}, trials, std::move(memory)) {}

TrialModel::TrialModel(std::vector<std::shared_ptr<const MarbleWorld>> prototypes, Trials trials,
                       std::shared_ptr<MoveMemory> memory)
    : prototypes_(std::move(prototypes)), trials_(trials), memory_(std::move(memory)) {
  assert(!prototypes_.empty() && trials.runs >= 1);
  assert(std::all_of(prototypes_.begin(), prototypes_.end(), [](const auto& p) { return p; }));
}

std::uint8_t TrialModel::answer(int question) const {
  const MarbleWorld& world = *prototypes_.front();
  const std::vector<std::uint8_t>& features = world.model().walls->table();
  const auto index = static_cast<std::size_t>(question);
  if (index < features.size()) return features[index];
  const StateId state(static_cast<std::int32_t>(index - features.size()));
  return can_rest(world.maze(), world.scheme(), state) ? 1 : 0;
}

/// Returns a copy for a trial. Its noise is independent of the noise of all runs.
MarbleWorld TrialModel::copy_at(StateId state, MoveId move, int run) const {
  const auto number = [](int n) { return static_cast<std::uint64_t>(n); };
  return prototypes_[number(run) % prototypes_.size()]->placed_in(
      state,
      stream_for("trial", {number(state.index), number(move.index), number(run), trials_.seed}));
}

/// Adds one copy per run. All copies except the first are displaced.
void TrialModel::add_copies(StateId state, MoveId move, std::vector<MarbleWorld>& worlds) const {
  Rng rng(mixed_seed(trials_.seed, static_cast<std::uint64_t>(state.index) * 64 +
                                       static_cast<std::uint64_t>(move.index)));
  const double d = trials_.displacement;
  for (int run = 0; run < trials_.runs; ++run) {
    worlds.push_back(copy_at(state, move, run));
    if (run > 0)
      worlds.back().displace({rng.between(-d, d), rng.between(-d, d), rng.between(-d, d)});
  }
}

/// Returns true if the marble can rest in the state. Other states have no canonical pose, so their
/// results are not cached.
bool TrialModel::canonical(StateId state) const {
  const MarbleWorld& world = *prototypes_.front();
  return !is_balanced(state) && can_rest(world.maze(), world.scheme(), state);
}

Prediction TrialModel::do_predict(StateId from, MoveId move) const {
  const StateMove asked(from, move);
  if (!memory_ || !canonical(from)) return try_moves({&asked, 1}, nullptr).front();
  if (auto known = memory_->recall(from, move, [&](int question) { return answer(question); }))
    return *std::move(known);
  Inquiry inquiry(*this);
  Prediction prediction = try_moves({&asked, 1}, &inquiry).front();
  memory_->remember(from, move, inquiry.answers(), prediction);
  return prediction;
}

std::vector<Prediction> TrialModel::do_predict_all(std::span<const StateMove> moves) const {
  return memory_ ? ForwardModel::do_predict_all(moves) : try_moves(moves, nullptr);
}

/// Simulates all runs of the moves in one batch. Requires: there is one move if `inquiry` is not
/// null.
std::vector<Prediction> TrialModel::try_moves(std::span<const StateMove> moves,
                                              Inquiry* inquiry) const {
  assert(!inquiry || moves.size() == 1);
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
    if (world % runs == 0) note_cell(worlds[world], predictions[world / runs].path);
    if (inquiry) inquiry->look(worlds[world]);
  };
  const std::vector<Motion> endings = batch_rollout(pointers_to(worlds), moves_of_worlds, watch);
  for (std::size_t world = 0; world < worlds.size(); ++world)
    count_ending(predictions[world / runs].guesses, endings[world] == Motion::settled
                                                        ? std::optional(worlds[world].state())
                                                        : std::nullopt);
  for (Prediction& prediction : predictions) {
    std::stable_sort(prediction.guesses.begin(), prediction.guesses.end(),
                     [](const Guess& a, const Guess& b) { return a.probability > b.probability; });
    for (Guess& guess : prediction.guesses) guess.probability /= trials_.runs;
  }
  return predictions;
}

std::optional<StateId> TrialModel::do_most_likely(StateId from, MoveId move) const {
  if (trials_.runs > 1 || memory_) return ForwardModel::do_most_likely(from, move);
  MarbleWorld world = copy_at(from, move, 0);
  MarbleWorld* const alone = &world;
  if (batch_rollout({&alone, 1}, {&move, 1}).front() != Motion::settled) return std::nullopt;
  return world.state();
}

namespace {

constexpr int kRuns = 17;
constexpr double kUsualError = 0.03;
// The speed of a marble that rolls off an edge grows exponentially from its initial offset. The
// model has a relative error in this offset. Therefore, a marble that leaves the edge quickly in
// the model may be slow enough to count as frozen in the real maze.
constexpr double kSlowerBrinks = 20;    // maximum factor of the rest energy
constexpr double kDisplacement = 1e-3;  // cells
// A constant seed makes predictions reproducible.
constexpr std::uint64_t kImaginationSeed = 1;

}  // namespace

PhysicsSettings somewhat_off(PhysicsSettings settings, double parameter_error, Rng& rng) {
  const double error = parameter_error * kUsualError;
  for (const char* name :
       {"gravity", "marble_radius", "linear_damping", "angular_damping", "friction", "turn_time"}) {
    const SettingField& field = physics_setting_field(name);
    double& value = field.number(settings);
    // The physics is only validated for settings in their range.
    value = field.in_range(value * (1 + rng.between(-error, error)));
  }
  settings.rest.energy *= power(kSlowerBrinks, rng.between(0, 1));
  return settings;
}

std::shared_ptr<const ForwardModel> fast_trials(const std::shared_ptr<const Maze>& maze,
                                                ControlScheme control,
                                                const PhysicsSettings& settings,
                                                double parameter_error) {
  Rng rng(kImaginationSeed);
  std::vector<std::shared_ptr<const MarbleWorld>> worlds;
  worlds.reserve(kRuns);
  for (int run = 0; run < kRuns; ++run)
    worlds.push_back(std::make_shared<MarbleWorld>(
        maze, control, run == 0 ? settings : somewhat_off(settings, parameter_error, rng),
        fast_physics()));
  return std::make_shared<TrialModel>(std::move(worlds),
                                      Trials{kRuns, kDisplacement, kImaginationSeed});
}

namespace {

class FastTiltTrials final : public TiltTrials {
 public:
  FastTiltTrials(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
                 std::size_t copies) {
    assert(copies > 0);
    worlds_.assign(copies,
                   MarbleWorld::tilted(std::move(maze), exact_machine(settings), fast_physics()));
  }

  void begin(const TiltState& seen) override {
    for (MarbleWorld& world : worlds_) world.continue_from(seen);
  }

  void play(std::span<const glm::dvec3> commands, int ticks) override {
    assert(commands.size() == worlds_.size());
    for (std::size_t i = 0; i < worlds_.size(); ++i) worlds_[i].command(commands[i]);
    advance_together(pointers_to(worlds_), ticks);
  }

  [[nodiscard]] TiltState state(std::size_t copy) const override {
    return worlds_[copy].tilt_state();
  }
  [[nodiscard]] bool reached(std::size_t copy) const override { return worlds_[copy].reached(); }
  [[nodiscard]] bool rests(std::size_t copy) const override { return worlds_[copy].rests(); }

 private:
  std::vector<MarbleWorld> worlds_;
};

}  // namespace

std::unique_ptr<TiltTrials> fast_tilt_trials(std::shared_ptr<const Maze> maze,
                                             const PhysicsSettings& settings, std::size_t copies) {
  return std::make_unique<FastTiltTrials>(std::move(maze), settings, copies);
}

namespace {

/// Number of runs between checks of the miss limit. It is constant, so that the number of runs does
/// not depend on the number of threads.
constexpr int kBlock = 20;

bool reaches(const MarbleWorld& world, std::span<const MoveId> moves, double d,
             std::uint64_t seed) {
  Rng rng(seed);
  MarbleWorld run = world.placed_in(world.scheme().state(world.maze().start(), OrientationId(0)),
                                    stream_for("solution", {seed}));
  for (MoveId move : moves) {
    run.displace({rng.between(-d, d), rng.between(-d, d), rng.between(-d, d)});
    if (play_move(run, move) != Motion::settled) return false;
    if (run.is_goal(run.state())) return true;
  }
  return false;
}

}  // namespace

TrialCount try_solution(const MarbleWorld& world, std::span<const MoveId> moves,
                        const SolutionTrials& trials) {
  TrialCount count;
  while (count.runs < trials.runs && count.runs - count.reached < trials.most_misses) {
    const int runs = std::min(kBlock, trials.runs - count.runs);
    std::vector<char> reached(static_cast<std::size_t>(runs));
    parallel_for(reached.size(), trials.jobs, [&](std::size_t i) {
      const auto run = static_cast<std::uint64_t>(count.runs) + i;
      reached[i] = reaches(world, moves, trials.displacement, mixed_seed(trials.seed, run)) ? 1 : 0;
    });
    count.runs += runs;
    count.reached += static_cast<int>(std::count(reached.begin(), reached.end(), 1));
  }
  return count;
}

}  // namespace marblemaze

#include "render/session/shown_run.h"

#include <algorithm>
#include <cmath>

#include "agent/analysis/state_map.h"

namespace marblemaze {
namespace {

constexpr double kMostAhead_rad = 1;  // of the maze, that a hand can be
constexpr double kAnswer_s = 0.25;    // in which the maze comes near, where its mount lets it

// Radians about an axis, the short way.
glm::dvec3 turn_between(const glm::dquat& from, const glm::dquat& to) {
  const glm::dquat turn = to * glm::conjugate(from);
  const glm::dvec3 axis(turn.x, turn.y, turn.z);
  const double sine = glm::length(axis);
  if (sine < 1e-9) return glm::dvec3(0);
  const double half = std::atan2(sine, std::abs(turn.w));
  return axis / sine * std::copysign(2 * half, turn.w);
}

constexpr double kStillTick_s = 0.6;  // of a world in which a move takes one tick
constexpr double kLongestByHand_s = 3600;

/// A recording may name a person, or an agent that this build does not have.
RunSpec spec_of(const Recording& recording) {
  RunSpec spec = recording.spec;
  const std::string& played = recording.spec.agent();
  spec.player = {.by_hand = played == kByHand, .recovery = recording.spec.player.recovery};
  if (spec.tilt) {
    spec.tilt = TiltSpec{.rest = spec.tilt->rest};
    if (tilt_policies().find(played)) spec.tilt->policy = played;
  } else if (planners().find(played)) {
    spec.player.agent = played;
  }
  return spec;
}

/// The commands of a person's hand.
class Steered final : public TiltPolicy {
 public:
  Steered(const ShownRun& run, const TiltLimits& limits) : run_(run), limits_(limits) {}

  TiltChoice decide(const TiltState&) override {
    return {run_.hand.command(run_.attitude(), limits_),
            run_.hand.idle() ? "the hand has let go" : "by hand"};
  }

 private:
  const ShownRun& run_;
  TiltLimits limits_;
};

std::unique_ptr<Episode> episode_of(const ShownRun& run, RunSpec spec) {
  if (!spec.tilt || !spec.player.by_hand) return std::make_unique<Episode>(spec);
  spec.tilt->limit_s = kLongestByHand_s;
  return std::make_unique<Episode>(
      spec, [&run](const TiltTask& task) { return std::make_unique<Steered>(run, task.limits); });
}

}  // namespace

void FreeHand::drag(const glm::dvec3& turn, const glm::dquat& now) {
  const glm::dquat before = wanted_.value_or(now);
  const double angle = glm::length(turn);
  const glm::dquat further =
      angle > 0 ? glm::normalize(glm::angleAxis(angle, turn / angle) * before) : before;
  const bool slips = glm::length(turn_between(now, further)) > kMostAhead_rad;
  wanted_ = slips ? before : further;
}

glm::dvec3 FreeHand::command(const glm::dquat& now, const TiltLimits& limits) const {
  glm::dvec3 shares = push_;
  if (wanted_) {
    const glm::dvec3 left = turn_between(now, *wanted_);
    const double angle = glm::length(left);
    // So that it can still be braked in time.
    const double rate = std::fmin(angle / kAnswer_s, std::sqrt(limits.acceleration * angle));
    if (angle > 0) shares += left / angle * std::fmin(rate / limits.rate, 1.0);
  }
  return glm::conjugate(now) * shares;
}

ShownRun::ShownRun(const RunSpec& spec)
    : spec_(spec), episode_(episode_of(*this, spec)), paths_(*spec.setup.maze) {
  record(*episode_, recording_);
  if (live()) take_notes(*episode_, notes_);
}

ShownRun::ShownRun(Recording recording)
    : spec_(spec_of(recording)), recording_(std::move(recording)), paths_(*spec_.setup.maze) {
  std::map<ControlScheme, PathPredictor> predictors;  // of each scheme
  const PlannerEntry* const agent = planners().find(recording_.spec.player.agent);
  for (const RecordedMove& move : recording_.moves) {
    MoveNote& note = notes_.emplace_back();
    note.counters.moves = move.number;
    note.rule = move.reason;
    if (!move.move.valid()) continue;
    auto known = predictors.find(move.control);
    if (known == predictors.end())
      known = predictors.emplace(move.control, spec_.setup.with(move.control).predictor()).first;
    note.guessed_path = known->second.predict(move.from, move.move).path;
    if (!move.plan.empty())
      note.predicted_path =
          path_expected(agent, move.plan.front().expected, scheme(move.control), note.guessed_path);
  }
}

void ShownRun::let_person_play(bool by_hand) {
  spec_.player.by_hand = by_hand;
  if (live()) episode_->let_person_play(by_hand);
}

const std::string& ShownRun::player() const {
  return live() ? spec().player.agent : recording_.spec.agent();
}

StateId ShownRun::first_state() const {
  if (live()) return episode_->first_state();
  return recording_.moves.empty() ? StateId() : recording_.moves.front().from;
}

std::optional<int> ShownRun::predicted_best() const {
  if (!live() || !first_state().valid()) return std::nullopt;
  const Advice& advice = episode_->player().advice(setup().control);
  if (!advice.predictor) return std::nullopt;
  if (!predicted_best_)
    predicted_best_ = explore(*advice.predictor, *advice.rules, first_state()).optimum();
  return *predicted_best_;
}

double ShownRun::seconds_per_tick() const {
  return recording_.traits().posed ? setup().settings.solver.step : kStillTick_s;
}

bool ShownRun::worth_keeping() const {
  if (demonstration || is_recording()) return false;
  if (turns_freely()) return seconds() > 5;
  return std::ranges::count_if(recording_.moves, [](const auto& m) { return m.number > 0; }) > 3;
}

bool ShownRun::unsaved() const {
  const bool by_hand = turns_freely() ? recording_.spec.agent() == kByHand
                                      : std::ranges::count(recording_.moves, kChosenByHand,
                                                           &RecordedMove::reason) > 0;
  return by_hand && worth_keeping() && recording_.ticks.size() > saved_ticks;
}

ControlScheme ShownRun::control_at(long tick) const {
  const auto move = recording_.move_at(tick);
  return move ? recording_.move(*move).control : setup().control;
}

const OrientationScheme& ShownRun::scheme(ControlScheme control) const {
  return schemes_.try_emplace(control, control, maze().grid().layers(), setup().settings.slopes)
      .first->second;
}

std::optional<StateId> ShownRun::state_at(long tick) const {
  tick = std::min(tick, ticks() - 1);
  const auto i = recording_.move_at(tick);
  if (!i) {
    const bool rests = tick >= 0 && recording_.tick(tick).phase != Phase::waiting;
    return rests && first_state().valid() ? std::optional(first_state()) : std::nullopt;
  }
  const RecordedMove& move = recording_.move(*i);
  const bool done = move.end > 0 && tick + 1 >= move.end && move.to.valid();
  return done ? move.to : move.from;
}

const MoveNote* ShownRun::note_under_way(long tick) const {
  const auto move = recording_.move_at(tick);
  if (!move) return nullptr;
  const long end = recording_.move(*move).end;
  return end == 0 || tick + 1 < end ? &note(*move) : nullptr;
}

OrientationId ShownRun::orientation_at(long tick) const {
  const auto i = recording_.move_at(tick);
  if (!i) {
    const OrientationScheme& first = scheme(setup().control);
    return first_state().valid() ? first.orientation(first_state()) : OrientationId(0);
  }
  const RecordedMove& move = recording_.move(*i);
  const OrientationScheme& after = scheme(move.control);
  if (move.to.valid()) return after.orientation(move.to);
  if (move.move.valid()) return after.turn(after.orientation(move.from), move.move).to;
  const ControlScheme before = *i > 0 ? recording_.move(*i - 1).control : setup().control;
  return after.nearest(scheme(before).up(scheme(before).orientation(move.from)));
}

double ShownRun::turning_speed_at(long tick) const {
  if (tick < 1 || tick >= ticks()) return 0;
  const auto rotation = [&](long at) { return glm::dquat(recording_.tick(at).maze); };
  // Not by the arc cosine, which turns the rounding of a quaternion into a thousand times as much.
  const glm::dquat turn = glm::conjugate(rotation(tick - 1)) * rotation(tick);
  const double angle =
      2 * std::atan2(glm::length(glm::dvec3(turn.x, turn.y, turn.z)), std::abs(turn.w));
  return angle / setup().settings.solver.step;
}

const RecordedMove* ShownRun::turning_at(long tick) const {
  if (tick < 0 || tick >= ticks()) return nullptr;
  const Phase phase = recording_.tick(tick).phase;
  if (phase != Phase::accelerating && phase != Phase::decelerating) return nullptr;
  const auto i = recording_.move_at(tick);
  return i && recording_.move(*i).move.valid() ? &recording_.move(*i) : nullptr;
}

std::optional<OrientationId> ShownRun::turned_from_at(long tick) const {
  const RecordedMove* move = turning_at(tick);
  if (!move) return std::nullopt;
  return scheme(move->control).orientation(move->from);
}

glm::dvec3 ShownRun::hinge_axis_at(long tick) const {
  const RecordedMove* move = turning_at(tick);
  if (!move) return glm::dvec3(0);
  const OrientationScheme& s = scheme(move->control);
  const glm::dquat attitude(recording_.tick(tick).maze);
  return attitude * s.turn(s.orientation(move->from), move->move).axis;
}

}  // namespace marblemaze

#include "render/session/performance.h"

#include <algorithm>

#include "agent/analysis/state_map.h"
#include "maze/base/errors.h"
#include "maze/grid/resting.h"
#include "render/scene/exhibit.h"

namespace marblemaze {
namespace {

constexpr double kStillTick_s = 0.6;  // of a world in which a move takes one tick
constexpr const char* kByHand = "by hand";

/// How a recorded run would be made anew. A recording may name a person, or an agent that this
/// build does not have.
PerformanceSpec spec_of(const Recording& recording) {
  PerformanceSpec spec;
  spec.maze = recording.maze;
  spec.orientations = recording.orientations;
  spec.world = recording.world;
  spec.settings = recording.settings;
  spec.by_hand = recording.agent == kByHand;
  spec.recovery = recording.recovery;
  const auto known = planner_registry();
  if (std::any_of(known.begin(), known.end(),
                  [&](const PlannerEntry& entry) { return entry.name == recording.agent; }))
    spec.agent = recording.agent;
  return spec;
}

}  // namespace

Performance::Performance(PerformanceSpec spec)
    : spec_(std::move(spec)),
      setting_(make_setting(spec_.world, spec_.maze, spec_.orientations, spec_.settings)),
      paths_(*spec_.maze),
      orientations_(spec_.orientations) {
  require_copies(planner_entry(spec_.agent), *setting_.world);
  setting_.advice.recovery = spec_.recovery;
  mind_ =
      std::make_unique<Mind>(spec_.agent, spec_.orientations, setting_.advice, spec_.background);
  mind_->by_hand = spec_.by_hand;
  controller_ = std::make_unique<Controller>(*setting_.world, *mind_, kMoveCap, spec_.recovery);
  controller_->on_decision = [this](const Decision&) { decided(); };
  controller_->on_move = [this](const MoveRecord& record) { moved(record); };
  recording_.maze = spec_.maze;
  recording_.settings = spec_.settings;
  recording_.world = spec_.world;
  recording_.agent = spec_.by_hand ? kByHand : spec_.agent;
  recording_.build = build_id();
  recording_.orientations = spec_.orientations;
  recording_.recovery = spec_.recovery;
}

Performance::Performance(Recording recording)
    : spec_(spec_of(recording)),
      recording_(std::move(recording)),
      notes_(recording_.moves.size()),
      paths_(*spec_.maze),
      orientations_(spec_.orientations) {
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    notes_[i].counters.moves = recording_.moves[i].number;
    notes_[i].plan = {{recording_.moves[i].move, std::nullopt}};
    notes_[i].rule = recording_.moves[i].reason;
  }
  if (!recording_.moves.empty()) {
    first_state_ = recording_.moves.front().from;
    first_settled_tick_ = recording_.moves.front().begin;
  }
}

Performance::~Performance() = default;

bool Performance::advance() {
  if (ended()) return false;
  if (pending_scheme_ && controller_->at_rest()) begin_switch();
  const long before = controller_->ticks();
  controller_->tick();
  recording_.outcome = controller_->outcome();
  if (controller_->ticks() == before) return false;
  record_tick(recording_, *setting_.world, controller_->phase());
  if (!setting_.world->scene()) pose_of_still_world();
  if (!first_state_.valid() && (controller_->at_rest() || controller_->phase() == Phase::solved)) {
    first_state_ = setting_.world->state();
    first_settled_tick_ = ticks();
  }
  return true;
}

// A world without poses is shown by the resting poses of its states.
void Performance::pose_of_still_world() {
  const Scene still =
      still_scene(*spec_.maze, scheme(orientations_), setting_.world->state(),
                  spec_.settings.nature.marble_radius, spec_.settings.nature.wall_thickness);
  RecordedTick& tick = recording_.ticks.back();
  tick.maze = glm::quat(still.maze.rotation);
  tick.marble = glm::vec3(still.marble_in_maze());
  tick.marble_rotation = glm::quat(still.marble.rotation);
}

void Performance::decided() {
  const Decision& decision = controller_->decision();
  const StateId from = setting_.world->state();
  MoveNote note = mind_->note(decision);
  if (mind_->advice().predictor)
    note.predicted_path =
        mind_->advice().predictor->predict({from, nullptr}, decision.moves.front().move).path;
  recording_.moves.push_back({controller_->moves() + 1, from, decision.moves.front().move,
                              StateId(), Motion::rolling, orientations_, ticks(), 0, note.rule});
  notes_.push_back(std::move(note));
}

void Performance::moved(const MoveRecord& record) {
  if (recording_.moves.empty()) return;
  RecordedMove& move = recording_.moves.back();
  move.to = record.to.value_or(StateId());
  move.ending = record.ending;
  move.end = ticks() + 1;  // the tick that ends it is recorded just after
  mind_->complete(notes_.back(), record.number > 0);
}

void Performance::use_agent(const std::string& agent) {
  const PlannerEntry& entry = planner_entry(agent);
  if (live()) require_copies(entry, *setting_.world);
  spec_.agent = agent;
  if (!live()) return;
  mind_->use_agent(agent);
  let_person_play(false);
}

void Performance::switch_scheme(int orientations) {
  if (!live() || ended()) return;
  if (!posed())
    throw BadInput("control scheme", std::to_string(orientations),
                   "a world with poses: only there can it change");
  static_cast<void>(scheme(orientations));
  pending_scheme_.reset();
  if (orientations != orientations_) pending_scheme_ = orientations;
}

void Performance::begin_switch() {
  orientations_ = *pending_scheme_;
  pending_scheme_.reset();
  mind_->use_scheme(orientations_,
                    [this] { return make_advice(spec_.maze, orientations_, spec_.settings); });
  controller_->request_switch(orientations_, *mind_);
  recording_.moves.push_back({0, setting_.world->state(), MoveId(), StateId(), Motion::rolling,
                              orientations_, ticks(), 0, "switch of the control scheme"});
  notes_.emplace_back();
  notes_.back().rule = recording_.moves.back().reason;
  notes_.back().counters = mind_->counters();
}

void Performance::let_person_play(bool by_hand) {
  spec_.by_hand = by_hand;
  if (mind_) mind_->by_hand = by_hand;
}

void Performance::choose(MoveId move) {
  if (mind_) mind_->chosen = move;
}

bool Performance::waits_for_person() const {
  return live() && mind_->by_hand && !mind_->chosen && controller_->at_rest() && !pending_scheme_;
}

bool Performance::thinks() const {
  return live() && !mind_->by_hand && controller_->at_rest() &&
         controller_->decision().answer == Answer::thinking;
}

bool Performance::posed() const { return recording_.traits().posed; }

std::optional<int> Performance::predicted_best() const {
  if (!live() || !first_state_.valid() || !setting_.advice.predictor) return std::nullopt;
  if (!predicted_best_)
    predicted_best_ =
        explore(*setting_.advice.predictor, *setting_.advice.rules, first_state_).optimum();
  return *predicted_best_;
}

double Performance::seconds_per_tick() const {
  return posed() ? spec_.settings.solver.step : kStillTick_s;
}

int Performance::orientations_at(long tick) const {
  const auto move = recording_.move_at(tick);
  return move ? recording_.moves[*move].orientations : recording_.orientations;
}

const OrientationScheme& Performance::scheme(int orientations) const {
  auto& scheme = schemes_[orientations];
  if (!scheme)
    scheme = std::make_unique<OrientationScheme>(orientations, maze().grid().layers(),
                                                 spec_.settings.slopes);
  return *scheme;
}

std::optional<StateId> Performance::state_at(long tick) const {
  const auto i = recording_.move_at(tick);
  if (!i)
    return first_state_.valid() && tick + 1 >= first_settled_tick_ ? std::optional(first_state_)
                                                                   : std::nullopt;
  const RecordedMove& move = recording_.moves[*i];
  const bool done = move.end > 0 && tick + 1 >= move.end && move.to.valid();
  return done ? move.to : move.from;
}

OrientationId Performance::orientation_at(long tick) const {
  const auto i = recording_.move_at(tick);
  if (!i) {
    const OrientationScheme& first = scheme(recording_.orientations);
    return first_state_.valid() ? first.orientation(first_state_) : OrientationId(0);
  }
  const RecordedMove& move = recording_.moves[*i];
  const OrientationScheme& after = scheme(move.orientations);
  if (move.to.valid()) return after.orientation(move.to);
  if (move.move.valid()) return after.turn(after.orientation(move.from), move.move).to;
  const int before = *i > 0 ? recording_.moves[*i - 1].orientations : recording_.orientations;
  return after.nearest(scheme(before).up(scheme(before).orientation(move.from)));
}

glm::dvec3 Performance::hinge_axis_at(long tick) const {
  if (tick < 0 || tick >= ticks()) return glm::dvec3(0);
  const RecordedTick& now = recording_.ticks[static_cast<std::size_t>(tick)];
  const auto i = recording_.move_at(tick);
  const bool turning = now.phase == Phase::accelerating || now.phase == Phase::decelerating;
  if (!turning || !i || !recording_.moves[*i].move.valid()) return glm::dvec3(0);
  const RecordedMove& move = recording_.moves[*i];
  const OrientationScheme& s = scheme(move.orientations);
  return glm::dquat(now.maze) * s.turn(s.orientation(move.from), move.move).axis;
}

const KnowledgeEngine* Performance::knowledge(int orientations) const {
  return mind_ ? mind_->find(orientations) : nullptr;
}

std::string Performance::describe(StateId state, int orientations) const {
  return describe_state(scheme(orientations), state);
}

}  // namespace marblemaze

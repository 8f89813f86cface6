#include "agent/play/simulation_controller.h"

#include <cassert>
#include <utility>

namespace marblemaze {

std::string_view to_string(Phase phase) {
  constexpr std::array<std::string_view, kPhases.size()> names{
      "WAITING", "STABLE", "ACCELERATING", "DECELERATING", "SOLVED", "FINISHED", "FROZEN"};
  return names.at(static_cast<std::size_t>(phase));
}

std::string_view to_string(Outcome outcome) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(kLastOutcome) + 1> names{
      "running", "solved",    "unsolvable", "frozen",  "overdue", "capped",
      "crashed", "timed-out", "nonsense",   "flooded", "escaped"};
  return names.at(static_cast<std::size_t>(outcome));
}

Outcome outcome_of(Fault fault) {
  static_assert(static_cast<int>(Outcome::flooded) - static_cast<int>(Outcome::crashed) ==
                static_cast<int>(Fault::flooded));
  return static_cast<Outcome>(static_cast<int>(Outcome::crashed) + static_cast<int>(fault));
}

Phase next_phase(Phase phase, const PhaseInputs& senses) {
  switch (phase) {
    case Phase::waiting:
      if (senses.motion == Motion::settled) return Phase::stable;
      return senses.motion == Motion::frozen ? Phase::frozen : Phase::waiting;
    case Phase::frozen:
      if (!senses.recovery) break;
      [[fallthrough]];
    case Phase::stable:
      if (phase == Phase::stable && senses.at_goal) return Phase::solved;
      if (senses.status == DecisionStatus::moves) return Phase::accelerating;
      return senses.status == DecisionStatus::exhausted ? Phase::finished : phase;
    case Phase::accelerating:
      if (senses.motion == Motion::speeding) return Phase::accelerating;
      return senses.motion == Motion::slowing ? Phase::decelerating : Phase::waiting;
    case Phase::decelerating:
      return senses.motion == Motion::speeding || senses.motion == Motion::slowing
                 ? Phase::decelerating
                 : Phase::waiting;
    case Phase::solved:
    case Phase::finished: break;
  }
  return phase;
}

SimulationController::SimulationController(World& world, MoveSource& source, int move_limit,
                                           bool recovery)
    : world_(world), source_(source), move_limit_(move_limit), recovery_(recovery) {
  assert(move_limit >= 0);
  assert(!world.between_rests());
}

bool SimulationController::at_rest() const {
  return outcome_ == Outcome::running && (phase_ == Phase::stable || phase_ == Phase::frozen);
}

void SimulationController::request_switch(ControlScheme control) {
  assert(outcome_ == Outcome::running);
  requested_scheme_ = control;
}

void SimulationController::recover() {
  assert(can_recover());
  recovery_ = true;
  outcome_ = Outcome::running;
  record_.to = world_.state();
}

Phase SimulationController::tick() {
  if (outcome_ != Outcome::running) return phase_;
  if (at_rest()) start_next_move();
  if (outcome_ != Outcome::running || at_rest()) return phase_;
  const Motion motion = world_.tick();
  count_tick();
  advance(motion);
  return phase_;
}

Outcome SimulationController::run() {
  while (outcome_ == Outcome::running) tick();
  return outcome_;
}

void SimulationController::start_next_move() {
  if (requested_scheme_) return begin_switch();
  decision_ =
      source_.decide({world_.state(), source_.needs_snapshot() ? Snapshot::of(world_) : nullptr});
  assert(decision_.is_sound());
  if (decision_.fault) {
    outcome_ = outcome_of(*decision_.fault);
    return;
  }
  const Phase next = next_phase(phase_, {Motion::settled, false, decision_.status, recovery_});
  if (next == Phase::accelerating && moves_ >= move_limit_) {
    outcome_ = Outcome::capped;
    return;
  }
  if (next == Phase::accelerating) {
    if (on_decision) on_decision(decision_);
    record_ = {
        ++moves_, world_.state(), decision_.moves.front().move, std::nullopt, Motion::rolling, 0, 0,
        0};
    moving_ = true;
    world_.begin(record_.move);
  }
  enter(next);
}

void SimulationController::begin_switch() {
  const StateId from = world_.state();
  if (!world_.begin_switch(*std::exchange(requested_scheme_, {}))) return source_.start(from);
  ++switches_;
  record_ = {0, from, MoveId(), std::nullopt, Motion::rolling, 0, 0, 0};
  moving_ = true;
  enter(Phase::accelerating);
}

void SimulationController::count_tick() {
  ++ticks_;
  switch (phase_) {
    case Phase::accelerating: ++record_.accelerating_ticks; break;
    case Phase::decelerating: ++record_.decelerating_ticks; break;
    default: ++record_.waiting_ticks;
  }
}

/// Applies phase transitions until none is left. Several transitions may occur in one tick, because
/// a logic world settles on the tick that begins a move.
void SimulationController::advance(Motion motion) {
  while (phase_ != Phase::stable && phase_ != Phase::frozen) {
    const Phase next = next_phase(phase_, {motion, false, DecisionStatus::thinking});
    if (next == phase_) break;
    enter(next);
  }
  if (at_rest())
    come_to_rest(motion);
  else if (phase_ == Phase::frozen || motion == Motion::overdue)
    finish_move(motion);
  if (motion == Motion::overdue) outcome_ = Outcome::overdue;
}

void SimulationController::come_to_rest(Motion motion) {
  if (!started_) {
    started_ = true;
    source_.start(world_.state());
  } else {
    finish_move(motion);
  }
  if (phase_ == Phase::stable)
    enter(next_phase(Phase::stable,
                     {Motion::settled, world_.is_goal(world_.state()), DecisionStatus::thinking}));
}

void SimulationController::finish_move(Motion ending) {
  if (!moving_) return;
  moving_ = false;
  record_.ending = ending;
  if (at_rest()) record_.to = world_.state();
  if (record_.number > 0)
    source_.observe({record_.from, record_.move, record_.to, ending});
  else if (record_.to)
    source_.start(*record_.to);
  if (on_move) on_move(record_);
}

void SimulationController::enter(Phase phase) {
  phase_ = phase;
  if (phase == Phase::solved) outcome_ = Outcome::solved;
  if (phase == Phase::finished) outcome_ = Outcome::unsolvable;
  if (phase == Phase::frozen && !can_continue(world_, Motion::frozen, recovery_))
    outcome_ = Outcome::frozen;
}

}  // namespace marblemaze

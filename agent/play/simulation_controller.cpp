#include "agent/play/simulation_controller.h"

#include <cassert>
#include <utility>

namespace marblemaze {

std::string_view to_string(Phase phase) {
  switch (phase) {
    case Phase::waiting: return "WAITING";
    case Phase::stable: return "STABLE";
    case Phase::accelerating: return "ACCELERATING";
    case Phase::decelerating: return "DECELERATING";
    case Phase::solved: return "SOLVED";
    case Phase::finished: return "FINISHED";
    case Phase::frozen: return "FROZEN";
  }
  return "?";
}

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::running: return "running";
    case Outcome::solved: return "solved";
    case Outcome::unsolvable: return "unsolvable";
    case Outcome::frozen: return "frozen";
    case Outcome::overdue: return "overdue";
    case Outcome::capped: return "capped";
    case Outcome::crashed: return "crashed";
    case Outcome::timed_out: return "timed-out";
    case Outcome::nonsense: return "nonsense";
    case Outcome::flooded: return "flooded";
    case Outcome::escaped: return "escaped";
  }
  return "?";
}

Outcome outcome_of(Fault fault) {
  switch (fault) {
    case Fault::crashed: return Outcome::crashed;
    case Fault::timed_out: return Outcome::timed_out;
    case Fault::nonsense: return Outcome::nonsense;
    case Fault::flooded: break;
  }
  return Outcome::flooded;
}

namespace {

Phase after_waiting(Motion motion) {
  if (motion == Motion::settled) return Phase::stable;
  return motion == Motion::frozen ? Phase::frozen : Phase::waiting;
}

Phase after_stable(const Senses& senses) {
  if (senses.at_goal) return Phase::solved;
  switch (senses.answer) {
    case Answer::moves: return Phase::accelerating;
    case Answer::exhausted: return Phase::finished;
    case Answer::thinking:
    case Answer::failed: break;
  }
  return Phase::stable;
}

}  // namespace

Phase next_phase(Phase phase, const Senses& senses) {
  switch (phase) {
    case Phase::waiting: return after_waiting(senses.motion);
    case Phase::stable: return after_stable(senses);
    case Phase::accelerating:
      if (senses.motion == Motion::speeding) return Phase::accelerating;
      return senses.motion == Motion::slowing ? Phase::decelerating : Phase::waiting;
    case Phase::decelerating:
      return senses.motion == Motion::speeding || senses.motion == Motion::slowing
                 ? Phase::decelerating
                 : Phase::waiting;
    case Phase::frozen:
      if (senses.recovery && senses.answer == Answer::moves) return Phase::accelerating;
      return senses.recovery && senses.answer == Answer::exhausted ? Phase::finished
                                                                   : Phase::frozen;
    case Phase::solved:
    case Phase::finished: break;
  }
  return phase;
}

SimulationController::SimulationController(World& world, MoveSource& source, int move_cap,
                                           bool recovery)
    : world_(world), source_(source), move_cap_(move_cap), recovery_(recovery) {
  assert(move_cap >= 0);
  assert(!world.between_rests());
}

bool SimulationController::recovers() const { return goes_on(world_, Motion::frozen, recovery_); }

bool SimulationController::at_rest() const {
  return outcome_ == Outcome::running && (phase_ == Phase::stable || phase_ == Phase::frozen);
}

void SimulationController::request_switch(ControlScheme control) {
  assert(outcome_ == Outcome::running);
  wanted_scheme_ = control;
}

void SimulationController::recover() {
  assert(can_recover());
  recovery_ = true;
  outcome_ = Outcome::running;
  record_.to = world_.state();
}

Phase SimulationController::tick() {
  if (outcome_ != Outcome::running) return phase_;
  if (at_rest()) leave_rest();
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

void SimulationController::leave_rest() {
  if (wanted_scheme_) return begin_switch();
  decision_ =
      source_.decide({world_.state(), source_.needs_snapshot() ? Snapshot::of(world_) : nullptr});
  assert(decision_.is_sound());
  if (decision_.fault) {
    outcome_ = outcome_of(*decision_.fault);
    return;
  }
  const Phase next = next_phase(phase_, {Motion::settled, false, decision_.answer, recovery_});
  if (next == Phase::accelerating && moves_ >= move_cap_) {
    outcome_ = Outcome::capped;
    return;
  }
  if (next == Phase::accelerating) {
    if (on_decision) on_decision(decision_);
    record_ = {
        ++moves_, world_.state(), decision_.moves.front().move, std::nullopt, Motion::rolling, 0, 0,
        0};
    under_way_ = true;
    world_.begin(record_.move);
  }
  enter(next);
}

void SimulationController::begin_switch() {
  const StateId from = world_.state();
  if (!world_.begin_switch(*std::exchange(wanted_scheme_, {}))) return source_.start(from);
  ++switches_;
  record_ = {0, from, MoveId(), std::nullopt, Motion::rolling, 0, 0, 0};
  under_way_ = true;
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

/// Applies phase transitions until none is left. One tick may cause several transitions. For
/// example, a logic world settles on the tick that begins its move.
void SimulationController::advance(Motion motion) {
  while (phase_ != Phase::stable && phase_ != Phase::frozen) {
    const Phase next = next_phase(phase_, {motion, false, Answer::thinking});
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
                     {Motion::settled, world_.is_goal(world_.state()), Answer::thinking}));
}

void SimulationController::finish_move(Motion ending) {
  if (!under_way_) return;
  under_way_ = false;
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
  if (phase == Phase::frozen && !recovers()) outcome_ = Outcome::frozen;
}

}  // namespace marblemaze

#include "engine/run/episode.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "engine/rollouts/rollout_model.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/random.h"
#include "maze/base/stop.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

Environment environment_of(const RunSpec& spec) {
  assert(!spec.scheme_switch || spec.scheme_switch->at_move >= 1);
  Environment environment = spec.setup.make_environment();
  if (spec.setup.maze) environment.world->draw_from(noise_stream(*spec.setup.maze, spec.run));
  std::uint64_t& seed = environment.advice.seed;
  if (spec.player.stream != 1) seed = stream_number("agent", {seed, spec.player.stream});
  return environment;
}

TiltDriver tilt_of(const RunSpec& spec, const MakeTiltPolicy& make) {
  MarbleWorld world = tilt_world(spec.setup, spec.run);
  const MakeTiltPolicy& maker = make ? make : tilt_policies().at(spec.tilt->policy).make;
  auto policy = maker(make_tilt_task(spec.setup, spec.tilt->rest, world));
  return {std::move(world), std::move(policy), {}};
}

std::string escape_text(const TiltState& state) {
  const bool somewhere = std::isfinite(glm::length(state.marble));
  return somewhere ? "the marble is outside the maze" : "the marble's position is not a number";
}

}  // namespace

std::uint64_t noise_stream(const Maze& maze, std::uint64_t run) {
  return stream_number(maze_hash(maze), {run});
}

MarbleWorld tilt_world(const Setup& setup, std::uint64_t run) {
  assert(setup.maze);
  MarbleWorld world =
      MarbleWorld::make_tilt_world(setup.maze, setup.settings, physics_kind(setup.kind));
  world.draw_from(noise_stream(*setup.maze, run));
  return world;
}

TiltTask make_tilt_task(const Setup& setup, bool rest, const MarbleWorld& world) {
  const auto make_rollouts = [setup](std::size_t copies) {
    return fast_tilt_trials(setup.maze, setup.settings, copies);
  };
  return {setup.maze, world.limits(), world.model().rest.step_s, rest, make_rollouts};
}

Outcome tilt_outcome(const MarbleWorld& world, bool rest, bool limit_reached) {
  if (world.escaped()) return Outcome::escaped;
  if (rest ? world.is_at_rest_in_target() : world.reached()) return Outcome::solved;
  return limit_reached ? Outcome::capped : Outcome::running;
}

MoveDriver::MoveDriver(const PlayerSpec& spec, Environment of, World* given, ControlScheme scheme)
    : own(std::move(of.world)),
      world(given ? *given : *own),
      player(spec.agent, spec.background),
      controller(world, player, spec.move_limit, spec.recovery),
      control(scheme) {
  of.advice.recovery = spec.recovery;
  player.add_scheme(control, of.advice);
  player.use_scheme(control);
  player.by_hand = spec.by_hand;
}

void TiltDriver::tick(const TiltSpec& goal, const std::function<void(const TiltChoice&)>& watch) {
  if (decides()) {
    TiltChoice choice = policy->decide(world.tilt_state());
    if (!choice.fault && !world.set_command(choice.command))
      choice = {{}, "its command is not a number", Fault::nonsense};
    if (choice.fault) {
      result.outcome = outcome_of(*choice.fault);
      result.fault = choice.reason;
      return;
    }
    ++result.counters.moves;
    watch(choice);
  }
  world.advance(1);
  result.ticks = world.ticks();
  result.effort_s += glm::dot(world.command(), world.command()) * world.model().rest.step_s;
  const double seconds = static_cast<double>(world.ticks()) * world.model().rest.step_s;
  result.outcome = tilt_outcome(world, goal.rest, seconds >= goal.limit_s);
  if (result.outcome == Outcome::escaped) result.fault = escape_text(world.tilt_state());
}

Episode::Episode(RunSpec spec, const MakeTiltPolicy& make) : spec_(std::move(spec)) {
  if (spec_.tilt)
    tilt_.emplace(tilt_of(spec_, make));
  else
    drive_by_moves(environment_of(spec_), nullptr);
}

Episode::Episode(World& world, Advice advice, PlayerSpec player)
    : spec_{.setup = {.control = ControlScheme::none}, .player = std::move(player)} {
  assert(!world.at_rest());
  drive_by_moves({nullptr, std::move(advice)}, &world);
}

void Episode::drive_by_moves(Environment environment, World* given) {
  PlayerSpec& player = spec_.player;
  const int limit = planners().at(player.agent).move_limit;
  if (limit > 0) player.move_limit = std::min(player.move_limit, limit);
  moves_.emplace(player, std::move(environment), given, spec_.setup.control);
  moves_->controller.on_decision = [this](const Decision& decision) {
    notify(&EpisodeObserver::on_decision, decision);
  };
  moves_->controller.on_move = [this](const MoveRecord& record) {
    moves_->played.push_back(record);
    notify(&EpisodeObserver::on_move, record);
  };
}

void Episode::watch(EpisodeObserver observer) {
  assert(ticks() == 0);
  observers_.push_back(std::move(observer));
}

bool Episode::tick() {
  if (outcome() != Outcome::running) return false;
  const long before = ticks();
  if (tilt_)
    tilt_->tick(*spec_.tilt,
                [this](const TiltChoice& choice) { notify(&EpisodeObserver::on_command, choice); });
  else
    tick_by_moves();
  const bool ticked = ticks() > before;
  if (ticked) notify(&EpisodeObserver::on_tick);
  if (outcome() != Outcome::running) notify(&EpisodeObserver::on_end);
  return ticked;
}

void Episode::tick_by_moves() {
  if (at_rest()) {
    if (spec_.scheme_switch && moves() + 1 >= spec_.scheme_switch->at_move)
      switch_scheme(std::exchange(spec_.scheme_switch, {})->control);
    if (moves_->requested_scheme) begin_switch();
  }
  moves_->controller.tick();
  if (!first_state().valid() && (at_rest() || phase() == Phase::solved))
    moves_->first_state = world().state();
}

EpisodeResult Episode::run() {
  assert(!spec_.player.by_hand);
  while (outcome() == Outcome::running) {
    check_stop();
    tick();
  }
  return result();
}

void Episode::switch_scheme(ControlScheme control) {
  assert(outcome() == Outcome::running);
  if (!spec_.setup.maze || !world().traits().can_switch_scheme)
    throw BadInput("control scheme", std::to_string(orientations_of(control)),
                   "a world that can turn, because other worlds have no control schemes");
  if (!moves_->player.knowledge(control)) {
    Advice advice = spec_.setup.with(control).make_advice();
    advice.recovery = spec_.player.recovery;
    moves_->player.add_scheme(control, advice);
  }
  moves_->requested_scheme = control == moves_->control ? std::nullopt : std::optional(control);
}

void Episode::begin_switch() {
  moves_->control = *std::exchange(moves_->requested_scheme, {});
  moves_->player.use_scheme(moves_->control);
  moves_->controller.request_switch(moves_->control);
  notify(&EpisodeObserver::on_switch);
}

void Episode::switch_agent(const std::string& agent) {
  moves_->player.use_agent(agent);
  spec_.player.agent = agent;
}

void Episode::set_by_hand(bool by_hand) {
  spec_.player.by_hand = moves_->player.by_hand = by_hand;
  moves_->player.chosen.reset();
  if (by_hand) moves_->player.cancel_planning();
}

void Episode::recover() {
  moves_->controller.recover();
  spec_.player.recovery = true;
  const MoveRecord& move = moves_->played.back() = moves_->controller.record();
  if (move.number > 0) moves_->player.recover({move.from, move.move, move.to, move.ending});
  notify(&EpisodeObserver::on_recovery, move);
}

bool Episode::choose(MoveId move) {
  assert(waits_for_user());
  const auto moves = world().moves(world().state());
  if (std::find(moves.begin(), moves.end(), move) == moves.end()) return false;
  moves_->player.chosen = move;
  return true;
}

bool Episode::waits_for_user() const {
  return moves_->player.by_hand && !moves_->player.chosen && at_rest() && !moves_->requested_scheme;
}

bool Episode::is_planning() const {
  return !moves_->player.by_hand && at_rest() &&
         moves_->controller.decision().status == DecisionStatus::thinking;
}

Phase Episode::phase() const {
  if (!tilt_) return moves_->controller.phase();
  return outcome() == Outcome::solved ? Phase::solved : Phase::accelerating;
}

double Episode::seconds() const {
  return static_cast<double>(ticks()) * spec_.setup.settings.solver.step;
}

Scene Episode::scene() const {
  if (std::optional<Scene> seen = world().scene()) return *std::move(seen);
  const auto& nature = spec_.setup.settings.nature;
  return resting_scene(*spec_.setup.maze, scheme(), world().state(), nature.marble_radius,
                       nature.wall_thickness);
}

EpisodeResult Episode::result() const {
  if (tilt_) return tilt_->result;
  return {outcome(),     counters(),     moves_->controller.switches(),    ticks(),
          first_state(), moves_->played, is_fault(outcome()) ? said() : ""};
}

}  // namespace marblemaze

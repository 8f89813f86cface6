#include "engine/run/episode.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/world/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/random.h"
#include "maze/base/stop.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

Environment environment_of(const EpisodeSpec& spec) {
  assert(!spec.scheme_switch || spec.scheme_switch->at_move >= 1);
  Environment environment = spec.setup.environment();
  if (spec.setup.maze) environment.world->draw_from(draws_of_run(*spec.setup.maze, spec.run));
  return environment;
}

EpisodeSpec capped(EpisodeSpec spec) {
  PlayerSpec& player = spec.player;
  const int limit = planners().entry(player.agent).move_limit;
  if (limit > 0) player.move_cap = std::min(player.move_cap, limit);
  return spec;
}

}  // namespace

std::uint64_t draws_of_run(const Maze& maze, std::uint64_t run) {
  return stream_for(maze_hash(maze), {run});
}

Episode::Episode(const EpisodeSpec& spec) : Episode(spec, environment_of(spec), nullptr) {}

Episode::Episode(World& world, Advice advice, PlayerSpec player)
    : Episode({.setup = {.orientations = 0}, .player = std::move(player)},
              Environment{nullptr, std::move(advice)}, &world) {
  assert(!world.at_rest());
}

Episode::Episode(EpisodeSpec spec, Environment own, World* world)
    : spec_(capped(std::move(spec))),
      own_(std::move(own.world)),
      world_(world ? *world : *own_),
      player_(spec_.player.agent, spec_.player.background),
      controller_(world_, player_, spec_.player.move_cap, spec_.player.recovery),
      orientations_(spec_.setup.orientations) {
  own.advice.recovery = spec_.player.recovery;
  player_.add_scheme(orientations_, own.advice);
  player_.use_scheme(orientations_);
  player_.by_hand = spec_.player.by_hand;
  controller_.on_decision = [this](const Decision& decision) {
    observers_.tell(&EpisodeObserver::on_decision, decision);
  };
  controller_.on_move = [this](const MoveRecord& record) {
    played_.push_back(record);
    observers_.tell(&EpisodeObserver::on_move, record);
  };
}

void Episode::watch(EpisodeObserver observer) {
  assert(ticks() == 0);
  observers_.add(std::move(observer));
}

bool Episode::tick() {
  if (outcome() != Outcome::running) return false;
  if (at_rest()) {
    if (spec_.scheme_switch && moves() + 1 >= spec_.scheme_switch->at_move)
      switch_scheme(std::exchange(spec_.scheme_switch, {})->orientations);
    if (wanted_scheme_) begin_switch();
  }
  const long before = ticks();
  controller_.tick();
  const bool ticked = ticks() > before;
  if (!first_state_.valid() && (at_rest() || phase() == Phase::solved))
    first_state_ = world_.state();
  if (ticked) observers_.tell(&EpisodeObserver::on_tick);
  if (outcome() != Outcome::running) observers_.tell(&EpisodeObserver::on_end);
  return ticked;
}

EpisodeResult Episode::run() {
  assert(!spec_.player.by_hand);
  while (outcome() == Outcome::running) {
    stop_point();
    tick();
  }
  return result();
}

void Episode::switch_scheme(int orientations) {
  assert(outcome() == Outcome::running);
  if (!spec_.setup.maze || !world_.traits().switches)
    throw BadInput("control scheme", std::to_string(orientations),
                   "a world that can turn: only there can it change");
  if (!player_.knows_scheme(orientations)) {
    Advice advice = spec_.setup.with(orientations).advice();
    advice.recovery = spec_.player.recovery;
    player_.add_scheme(orientations, advice);
  }
  wanted_scheme_ = orientations == orientations_ ? std::nullopt : std::optional(orientations);
}

void Episode::begin_switch() {
  orientations_ = *std::exchange(wanted_scheme_, {});
  player_.use_scheme(orientations_);
  controller_.request_switch(orientations_);
  observers_.tell(&EpisodeObserver::on_switch);
}

void Episode::switch_agent(const std::string& agent) {
  player_.use_agent(agent);
  spec_.player.agent = agent;
}

void Episode::let_person_play(bool by_hand) {
  spec_.player.by_hand = player_.by_hand = by_hand;
  player_.chosen.reset();
  if (by_hand) player_.stop_thinking();
}

void Episode::recover() {
  controller_.recover();
  spec_.player.recovery = true;
  const MoveRecord& move = played_.back() = controller_.record();
  if (move.number > 0) player_.recover({move.from, move.move, move.to, move.ending});
  observers_.tell(&EpisodeObserver::on_recovery, move);
}

bool Episode::choose(MoveId move) {
  assert(waits_for_person());
  const auto moves = world_.moves(world_.state());
  if (std::find(moves.begin(), moves.end(), move) == moves.end()) return false;
  player_.chosen = move;
  return true;
}

bool Episode::waits_for_person() const {
  return player_.by_hand && !player_.chosen && at_rest() && !wanted_scheme_;
}

bool Episode::thinks() const {
  return !player_.by_hand && at_rest() && controller_.decision().answer == Answer::thinking;
}

EpisodeResult Episode::result() const {
  return {outcome(),
          counters(),
          controller_.switches(),
          ticks(),
          first_state_,
          played_,
          is_fault(outcome()) ? controller_.decision().rule : ""};
}

}  // namespace marblemaze

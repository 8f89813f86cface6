#include "engine/run/free_episode.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "engine/rollouts/imagined_trials.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"

namespace marblemaze {

static std::string escape_words(const FreeState& state) {
  const bool somewhere = std::isfinite(glm::length(state.marble));
  return somewhere ? "the marble is outside the maze" : "the marble's place is no number";
}

FreeTask free_task(const Setup& setup, bool rest, const FreeMarble& world) {
  const auto imagine = [setup](std::size_t copies) {
    return imagined_turns(setup.maze, setup.settings, copies);
  };
  return {setup.maze, world.limits(), world.tick_s(), rest, imagine};
}

FreeMarble free_world(const Setup& setup, std::uint64_t run) {
  assert(setup.maze);
  FreeMarble world(setup.maze, setup.settings, physics_kind(setup.kind));
  world.draw_from(draws_of_run(*setup.maze, run));
  return world;
}

FreeEpisode::FreeEpisode(EpisodeSpec spec, const MakeController& make)
    : spec_(std::move(spec)), world_(free_world(spec_.setup, spec_.run)) {
  assert(spec_.free);
  const MakeController& maker = make ? make : free_controllers().entry(spec_.player.agent).make;
  controller_ = maker(free_task(spec_.setup, spec_.free->rest, world_));
}

bool FreeEpisode::tick() {
  if (result_.outcome != Outcome::running) return false;
  if (decides()) decide();
  if (is_fault(result_.outcome)) return false;
  world_.advance(1);
  result_.ticks = world_.ticks();
  result_.effort_s += glm::dot(world_.wished(), world_.wished()) * world_.tick_s();
  observers_.tell(&EpisodeObserver::on_tick);
  if (const Outcome now = judged(); now != Outcome::running)
    end(now, now == Outcome::escaped ? escape_words(world_.state()) : "");
  return true;
}

void FreeEpisode::decide() {
  FreeChoice choice = controller_->decide(world_.state());
  if (!choice.fault && !world_.wish(choice.wish))
    choice = {{}, "its wish is no number", Fault::nonsense};
  if (choice.fault) return end(outcome_of(*choice.fault), choice.reason);
  ++result_.counters.moves;
  observers_.tell(&EpisodeObserver::on_wish, choice);
}

void FreeEpisode::end(Outcome outcome, std::string fault) {
  result_.outcome = outcome;
  result_.fault = std::move(fault);
  observers_.tell(&EpisodeObserver::on_end);
}

Outcome FreeEpisode::judged() const {
  if (world_.escaped()) return Outcome::escaped;
  if (spec_.free->rest ? world_.rests() : world_.reached()) return Outcome::solved;
  return seconds() >= spec_.free->limit_s ? Outcome::capped : Outcome::running;
}

double FreeEpisode::seconds() const {
  return static_cast<double>(world_.ticks()) * world_.tick_s();
}

EpisodeResult FreeEpisode::run() {
  while (tick()) stop_point();
  return result_;
}

}  // namespace marblemaze

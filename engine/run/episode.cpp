#include "engine/run/episode.h"

namespace marblemaze {

Episode::Episode(EpisodeSpec spec)
    : spec_(std::move(spec)),
      world_([this] {
        Setting setting = make_setting(spec_.world, spec_.maze, spec_.orientations, spec_.settings);
        first_advice_ = std::move(setting.advice);
        require_copies(planner_entry(spec_.agent), *setting.world);
        return std::move(setting.world);
      }()),
      orientations_(spec_.orientations),
      engine_(&engine_for(spec_.orientations)),
      controller_(*world_, *engine_, spec_.move_cap, spec_.recovery) {
  controller_.on_move = [this](const MoveRecord& record) { moved(record); };
}

KnowledgeEngine& Episode::engine_for(int orientations) {
  auto& engine = engines_[orientations];
  if (!engine) {
    Advice advice = orientations == spec_.orientations
                        ? first_advice_
                        : make_advice(spec_.maze, orientations, spec_.settings);
    advice.recovery = spec_.recovery;
    engine = std::make_unique<KnowledgeEngine>(planner_entry(spec_.agent), std::move(advice));
  }
  return *engine;
}

void Episode::switch_scheme(int orientations) {
  switching_to_ = orientations;
  controller_.request_switch(orientations, engine_for(orientations));
}

void Episode::switch_agent(const std::string& agent) {
  const PlannerEntry& entry = planner_entry(agent);
  require_copies(entry, *world_);
  spec_.agent = agent;
  for (auto& [orientations, engine] : engines_) engine->use(entry);
}

void Episode::moved(const MoveRecord& record) {
  if (record.number == 0 && record.to) {
    orientations_ = switching_to_;
    engine_ = &engine_for(orientations_);
  }
  played_.push_back(record);
  if (on_move) on_move(record);
}

Counters Episode::counters() const {
  Counters sum;
  for (const auto& [orientations, engine] : engines_) {
    const Counters& c = engine->counters();
    sum.moves += c.moves;
    sum.repeated += c.repeated;
    sum.unrepeatable += c.unrepeatable;
    sum.predicted_right += c.predicted_right;
    sum.predicted_total += c.predicted_total;
  }
  return sum;
}

EpisodeResult Episode::run() {
  while (controller_.outcome() == Outcome::running) {
    if (controller_.at_rest()) {
      if (!first_state_.valid()) first_state_ = world_->state();
      if (spec_.scheme_switch && !switched_ &&
          controller_.moves() + 1 >= spec_.scheme_switch->at_move) {
        switched_ = true;
        switch_scheme(spec_.scheme_switch->orientations);
      }
    }
    controller_.tick();
  }
  return result();
}

EpisodeResult Episode::result() const {
  return {controller_.outcome(), counters(),   controller_.switches(),
          controller_.ticks(),   first_state_, played_};
}

}  // namespace marblemaze

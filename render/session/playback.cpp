#include "render/session/playback.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

namespace marblemaze {
namespace {

constexpr double kMaxFrame_s = 0.1;
constexpr double kSmoothing_s = 0.5;

// Returns true if the reasons list the steps of a plan instead of compared alternatives. In a
// comparison, the first row is the chosen alternative at the end of the plan.
bool lists_steps(const Decision& decision) {
  return decision.moves.size() > 1 && decision.why.size() == decision.moves.size() &&
         decision.why.front().moves_away == 1;
}

MoveNote note_for(const Episode& episode, const Decision& decision) {
  MoveNote note;
  note.expected = decision.moves.front().expected;
  if (episode.spec().player.by_hand) return note;
  const KnowledgeEngine& knowledge = episode.knowledge();
  const Decision& whole = knowledge.last_decision();
  note.why = whole.why;
  note.why_is_plan = lists_steps(whole);
  if (note.why_is_plan) note.why_row = whole.moves.size() - knowledge.planned_moves().size();
  return note;
}

}  // namespace

void Playback::set_speed(double speed) {
  speed_ = std::clamp(speed, speeds_.slowest, speeds_.fastest);
}

void Playback::update(double elapsed_s, double budget_s) {
  const double before = position_;
  elapsed_s = std::min(elapsed_s, kMaxFrame_s);
  lagging_ = false;
  if (playing_) {
    const double steps = speed_ * speeds_.steps_per_s * elapsed_s;
    seek(position_ + (backward_ ? -steps : steps), budget_s);
    if (backward_ && position_ == 0) playing_ = false;
  }
  measure(std::abs(position_ - before), elapsed_s);
}

void Playback::seek(double position, double budget_s) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  position = std::max(position, 0.0);
  const auto needed = static_cast<long>(std::ceil(position));
  for (long steps = 0; extend(needed); ++steps) {
    // Reading the clock is as expensive as a physics step.
    if (budget_s > 0 && steps % 16 == 15 &&
        std::chrono::duration<double>(Clock::now() - began).count() > budget_s) {
      lagging_ = true;
      break;
    }
  }
  position_ = std::min(position, static_cast<double>(length()));
  moved();
}

void Playback::measure(double steps, double elapsed_s) {
  if (elapsed_s <= 0) return;
  const double now = steps / (speeds_.steps_per_s * elapsed_s);
  actual_speed_ += (now - actual_speed_) * std::min(elapsed_s / kSmoothing_s, 1.0);
}

void Playback::step(int steps) {
  playing_ = false;
  jump((steps > 0 ? std::floor(position_) : std::ceil(position_)) + steps);
}

void Playback::show_moment(double at_s, int at_move) {
  pause();
  jump(at_s >= 0 ? at_s * speed_ * speeds_.steps_per_s : at_move);
}

bool Playback::at_end() const {
  return complete() && !backward() && position() >= static_cast<double>(length());
}

void Playback::play_towards(bool backward) {
  backward_ = backward;
  if (at_end()) jump(0);
  play();
}

void Playback::to_latest() {
  jump(static_cast<double>(length()));
  set_backward(false);
}

TransportInfo Playback::step_info(const std::string& step) const {
  return {.speed_format = "%.2g " + step + "s/s",
          .speed_unit = speeds().steps_per_s,
          .facts = fmt::format("{} {} of {}", step, done(), length())};
}

void take_notes(Episode& episode, std::vector<MoveNote>& notes) {
  const auto count = [&] {
    notes.back().counters = episode.counters();
    notes.back().states_known = episode.knowledge().graph().states().size();
  };
  const auto note_result = [&, count](const MoveRecord& record) {
    if (record.number > 0) {
      notes.back().learned = episode.knowledge().last_learned();
      notes.back().expected = episode.knowledge().last_expected();
    }
    count();
  };
  episode.watch({
      .on_decision =
          [&, count](const Decision& decision) {
            notes.push_back(note_for(episode, decision)), count();
          },
      .on_switch = [&, count] { notes.emplace_back(), count(); },
      .on_move = note_result,
      .on_recovery = note_result,
  });
}

int PlayedRun::moves_made() const {
  return static_cast<int>(
      std::ranges::count_if(moves(), [](const RecordedMove& move) { return move.number > 0; }));
}

bool PlayedRun::worth_keeping() const { return !is_recording() && moves_made() > 3; }

bool PlayedRun::unsaved() const {
  return has_manual_moves() && worth_keeping() && steps_made() > saved_steps_;
}

bool PlayedRun::has_manual_moves() const {
  return std::ranges::count(moves(), kChosenByUser, &RecordedMove::reason) > 0;
}

}  // namespace marblemaze

#include "render/session/lesson_tour.h"

#include <algorithm>
#include <cassert>

namespace marblemaze {
namespace {

using At = LessonMoment::At;

std::optional<double> if_over(const MarbleRuns& marble, bool all) {
  if (all && marble.complete()) return static_cast<double>(marble.length());
  const ShownRun& run = marble.run(0);
  return !all && run.ended() ? std::optional(static_cast<double>(run.ticks())) : std::nullopt;
}

std::optional<double> of_start(const ShownRun& run) {
  if (!run.recording().moves.empty())
    return static_cast<double>(run.recording().moves.front().begin);
  return run.waits_for_person() || run.ended() ? std::optional(static_cast<double>(run.ticks()))
                                               : std::nullopt;
}

std::optional<double> of_move(const ShownRun& run, LessonMoment moment) {
  const auto& moves = run.recording().moves;
  const auto found = std::ranges::find(moves, moment.move, &RecordedMove::number);
  if (found == moves.end()) return std::nullopt;
  if (moment.at == At::before) return static_cast<double>(found->begin);
  if (moment.at == At::ended)
    return found->end > 0 ? std::optional(static_cast<double>(found->end)) : std::nullopt;
  const double half = static_cast<double>(found->begin) + kHalfATurn;
  return half <= static_cast<double>(run.ticks()) ? std::optional(half) : std::nullopt;
}

// The moves that a person has made and seen to their end.
int moves_seen(const MarbleRuns& marble) {
  const auto& moves = marble.run().recording().moves;
  return static_cast<int>(std::ranges::count_if(moves, [&](const RecordedMove& move) {
    return move.end > 0 && marble.time.done() >= move.end;
  }));
}

}  // namespace

std::optional<double> position_of(const MarbleRuns& marble, LessonMoment moment) {
  const ShownRun& run = marble.run(0);
  switch (moment.at) {
    case At::here: return marble.time.position();
    case At::start: return of_start(run);
    case At::over: return if_over(marble, false);
    case At::all_over: return if_over(marble, true);
    case At::before:
    case At::turning:
    case At::ended: break;
  }
  return of_move(run, moment);
}

void LessonTour::begin(const Lesson& lesson, MarbleRuns& marble) {
  assert(!lesson.steps.empty());
  lesson_ = &lesson;
  go(0, marble);
}

void LessonTour::go(std::size_t number, MarbleRuns& marble) {
  assert(open() && number < count());
  step_ = number;
  marble.time.pause();
  marble.time.set_backward(false);
  marble.time.set_speed(step().speed);
  while (!position_of(marble, step().from) && marble.extend(marble.length() + 1)) {
  }
  marble.time.jump(position_of(marble, step().from).value_or(static_cast<double>(marble.length())));
  playing_ = step().until.at != At::here;
  if (playing_ || step().moves_by_hand > 0) marble.time.play();
}

bool LessonTour::frame(MarbleRuns& marble) {
  assert(open());
  if (playing_) {
    const auto until = position_of(marble, step().until);
    playing_ = marble.time.playing();
    if (until && playing_ && marble.time.position() >= *until) {
      marble.time.pause();
      marble.time.jump(*until);
      playing_ = false;
    }
  }
  return step().moves_by_hand > 0 && moves_seen(marble) >= step().moves_by_hand;
}

}  // namespace marblemaze

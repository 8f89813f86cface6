#pragma once

#include <cstddef>
#include <optional>

#include "render/session/lessons.h"
#include "render/session/marble_runs.h"

namespace marblemaze {

/// Where on the transport's track an instant is; nothing while the run has not come so far, or ends
/// before.
[[nodiscard]] std::optional<double> position_of(const MarbleRuns& marble, LessonMoment moment);

/// A lesson that is being read: which step, and what it does to the run. Holds no ImGui.
class LessonTour {
 public:
  /// The lesson must outlive it, and its run must be shown.
  void begin(const Lesson& lesson, MarbleRuns& marble);
  void close() { lesson_ = nullptr; }
  [[nodiscard]] bool open() const { return lesson_ != nullptr; }

  // Precondition of all that follow: open().
  [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
  [[nodiscard]] const LessonStep& step() const { return lesson_->steps[step_]; }
  [[nodiscard]] std::size_t number() const { return step_; }  ///< of the step, from 0
  [[nodiscard]] std::size_t count() const { return lesson_->steps.size(); }
  /// Brings the run to the moment of a step, making as much of it as that needs, and plays on from
  /// there if the step does. Precondition: number < count().
  void go(std::size_t number, MarbleRuns& marble);
  /// After a frame of the run: pauses at the instant to which the step plays. True when the person
  /// has done what the step asks for, so that the next one is due.
  [[nodiscard]] bool frame(MarbleRuns& marble);

 private:
  const Lesson* lesson_ = nullptr;
  std::size_t step_ = 0;
  bool playing_ = false;  // to the step's instant
};

}  // namespace marblemaze

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "render/session/run.h"

namespace marblemaze {

/// An instant of a run, told by what happens then: it is found in the run, not kept as a time.
struct LessonMoment {
  enum class At {
    here,      ///< wherever the run is
    start,     ///< the marble rests for the first time
    before,    ///< the move is about to begin
    turning,   ///< half way through the turn of the move
    ended,     ///< the move has ended
    over,      ///< the run has ended
    all_over,  ///< and the one beside it, too
  };
  At at = At::here;
  int move = 0;  ///< 1 for the first; of `before`, `turning` and `ended`
};

/// From where the camera is led to look at the maze, all of which is seen.
struct LessonView {
  float yaw_deg = 0, pitch_deg = 0;
};

/// One step of a lesson: what is said, about which instant, and where to look.
struct LessonStep {
  std::string text;
  LessonMoment from;        ///< the run is brought here
  LessonMoment until = {};  ///< and played to here, where it pauses; `here`: it stands
  std::string light = {};   ///< the label of the control in question; empty: none
  std::optional<LessonView> view = std::nullopt;
  double speed = 1;  ///< while it is played
  /// The step is done when a person has made so many moves since the run began; 0: when they want.
  int moves_by_hand = 0;
};

/// A small experiment, explained in steps, of engine/replay_page/web/lessons.json, which the page
/// for browsers reads, too. Each maze is made again from its seed.
struct Lesson {
  std::string name;  ///< as `--lesson` knows it
  std::string title;
  int size = 4;
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
  std::string agent = "complete-solution-prediction";
  int second_orientations = 0;  ///< of a second run beside the first; 0: none
  bool by_hand = false;
  bool orientation_points = false;
  std::vector<LessonStep> steps;  ///< at least one
};

[[nodiscard]] std::span<const Lesson> lessons();
[[nodiscard]] std::vector<std::string> lesson_names();
/// Throws BadInput naming the lessons there are.
[[nodiscard]] const Lesson& find_lesson(const std::string& name);
[[nodiscard]] RunSpec lesson_spec(const Lesson& lesson);

/// Where on the transport's track an instant is; nothing while the run has not come so far, or ends
/// before.
[[nodiscard]] std::optional<double> position_of(const MarbleRun& marble, LessonMoment moment);

/// A lesson that is being read: which step, and what it does to the run. Holds no ImGui.
class LessonTour {
 public:
  /// The lesson must outlive it, and its run must be shown.
  void begin(const Lesson& lesson, MarbleRun& marble);
  void close() { lesson_ = nullptr; }
  [[nodiscard]] bool open() const { return lesson_ != nullptr; }

  // Precondition of all that follow: open().
  [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
  [[nodiscard]] const LessonStep& step() const { return lesson_->steps[step_]; }
  [[nodiscard]] std::size_t number() const { return step_; }  ///< of the step, from 0
  [[nodiscard]] std::size_t count() const { return lesson_->steps.size(); }
  /// Brings the run to the moment of a step, making as much of it as that needs, and plays on from
  /// there if the step does. Precondition: number < count().
  void go(std::size_t number, MarbleRun& marble);
  /// After a frame of the run: pauses at the instant to which the step plays. True when the person
  /// has done what the step asks for, so that the next one is due.
  [[nodiscard]] bool frame(MarbleRun& marble);

 private:
  const Lesson* lesson_ = nullptr;
  std::size_t step_ = 0;
  bool playing_ = false;  // to the step's instant
};

/// Leads the camera to another view in about a second, slowly at first and in the end. A person who
/// turns the camera on the way keeps it.
class CameraLead {
 public:
  void begin(const Camera& from) { from_ = last_ = from, part_ = 0; }
  void stop() { part_ = 1; }
  [[nodiscard]] bool leads() const { return part_ < 1; }
  /// `elapsed_s` further on the way to `goal`, which may move.
  void frame(Camera& camera, const Camera& goal, double elapsed_s);

 private:
  Camera from_, last_;
  double part_ = 1;  // of the way
};

}  // namespace marblemaze

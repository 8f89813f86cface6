#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "render/session/run.h"

namespace marblemaze {

/// A moment of a run, defined by an event. Its time is looked up in the run.
struct LessonMoment {
  enum class At {
    here,      ///< the current moment
    start,     ///< the marble rests for the first time
    before,    ///< the move is about to begin
    turning,   ///< half of the turn is complete
    ended,     ///< the move has ended
    over,      ///< the run has ended
    all_over,  ///< the run and the second run have ended
  };
  At at = At::here;
  int move = 0;  ///< index of the move, from 1; used by `before`, `turning` and `ended`
};

/// Direction from which the camera looks at the whole maze.
struct LessonView {
  float yaw_deg = 0, pitch_deg = 0;
};

/// One step of a lesson: its text, its moment and its view.
struct LessonStep {
  std::string text;
  LessonMoment from;        ///< moment at which the step starts
  LessonMoment until = {};  ///< moment until which the run plays; `here`: it does not play
  std::string light = {};   ///< label of the control to highlight; empty: none
  std::optional<LessonView> view = std::nullopt;
  double speed = 1;  ///< speed of playing
  /// Number of moves that the user must make since the start of the run to complete the step; 0:
  /// the user decides when to continue.
  int moves_by_hand = 0;
};

/// A small experiment, explained in steps, from engine/replay_page/web/lessons.json, which the web
/// page also uses. Each maze is generated from its seed.
struct Lesson {
  std::string name;  ///< value of `--lesson`
  std::string title;
  int size = 4;
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
  std::string agent = "complete-solution-prediction";
  /// Control scheme of a second run, shown next to the first; 0: none.
  int second_orientations = 0;
  bool by_hand = false;
  bool orientation_points = false;
  std::vector<LessonStep> steps;  ///< at least one
};

[[nodiscard]] std::span<const Lesson> lessons();
[[nodiscard]] std::vector<std::string> lesson_names();
/// Returns the lesson with this name. Throws BadInput, which lists the lessons, if the name is
/// unknown.
[[nodiscard]] const Lesson& find_lesson(const std::string& name);
[[nodiscard]] RunSpec lesson_spec(const Lesson& lesson);

/// Returns the position of a moment on the timeline, or nullopt if the run has not reached it or
/// ends earlier.
[[nodiscard]] std::optional<double> position_of(const MarbleRun& run, LessonMoment moment);

/// Moves the camera to another view in about a second, slowly at the beginning and at the end. The
/// movement stops if the user moves the camera.
class LessonCamera {
 public:
  void begin(const Camera& from) { from_ = last_ = from, part_ = 0; }
  void stop() { part_ = 1; }
  [[nodiscard]] bool moves() const { return part_ < 1; }
  /// Continues the movement by `elapsed_s` towards `goal`, which may itself move.
  void frame(Camera& camera, const Camera& goal, double elapsed_s);

 private:
  Camera from_, last_;
  double part_ = 1;  // completed fraction
};

/// The open lesson: its current step and its effect on the run. Independent of ImGui.
class LessonTour {
 public:
  /// Opens a lesson. Requires: the lesson outlives the object, and its run is shown.
  void begin(const Lesson& lesson, MarbleRun& marble, const Camera& now);
  void close() { lesson_ = nullptr; }
  [[nodiscard]] bool open() const { return lesson_ != nullptr; }
  /// Returns whether `camera` is moving to the view of the step.
  [[nodiscard]] bool moves_camera() const { return open() && step().view && camera.moves(); }
  LessonCamera camera;

  // All following functions require open().
  [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
  [[nodiscard]] const LessonStep& step() const { return lesson_->steps[step_]; }
  [[nodiscard]] std::size_t number() const { return step_; }  ///< index of the step, from 0
  [[nodiscard]] std::size_t count() const { return lesson_->steps.size(); }
  /// Moves the run to the moment of a step, simulates it up to that moment if necessary, and plays
  /// if the step requires it. The camera starts at `now`. Requires: number < count().
  void go(std::size_t number, MarbleRun& marble, const Camera& now);
  /// Pauses at the moment at which the step ends. Call it after a frame of the run. Returns true
  /// when the user has completed the task of the step.
  [[nodiscard]] bool frame(MarbleRun& marble);

 private:
  const Lesson* lesson_ = nullptr;
  std::size_t step_ = 0;
  bool playing_ = false;  // playing to the step's moment
};

}  // namespace marblemaze

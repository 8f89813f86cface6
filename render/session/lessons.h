#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "render/session/run.h"

namespace marblemaze {

/// A moment of a run, specified by an event instead of a time.
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
  int move = 0;  ///< 1-based number of the move, for `before`, `turning` and `ended`
};

/// Camera direction. The distance is chosen so that the whole maze is visible.
struct LessonView {
  float yaw_deg = 0, pitch_deg = 0;
};

/// Step of a lesson: text, moment and camera view.
struct LessonStep {
  std::string text;
  LessonMoment from;        ///< moment at which the step starts
  LessonMoment until = {};  ///< moment at which playback stops; `here`: no playback
  std::string light = {};   ///< label of the highlighted control; empty if there is none
  std::optional<LessonView> view = std::nullopt;
  double speed = 1;  ///< playback speed
  /// Number of manual moves, counted from the start of the run, that complete the step. If it is 0,
  /// the user continues with a button.
  int moves_by_hand = 0;
};

/// A small experiment that is explained in steps. Lessons are defined in
/// engine/replay_page/web/lessons.json, which is shared with the web page. Each maze is generated
/// from its seed.
struct Lesson {
  std::string name;  ///< value of the option `--lesson`
  std::string title;
  int size = 4;
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
  std::string agent = "complete-solution-prediction";
  /// Number of orientations in a second run, which is shown next to the first. 0 if there is none.
  int second_orientations = 0;
  bool by_hand = false;
  bool orientation_points = false;
  std::vector<LessonStep> steps;  ///< at least one
};

[[nodiscard]] std::span<const Lesson> lessons();
[[nodiscard]] std::vector<std::string> lesson_names();
/// Returns the lesson with this name. Throws BadInput with a list of lessons if the name is
/// unknown.
[[nodiscard]] const Lesson& find_lesson(const std::string& name);
[[nodiscard]] RunSpec lesson_spec(const Lesson& lesson);

/// Returns the playback position of a moment, or nullopt if the run has not reached it.
[[nodiscard]] std::optional<double> position_of(const MarbleRun& run, LessonMoment moment);

/// The open lesson and its current step. Controls the run and the camera. Independent of ImGui.
class LessonTour {
 public:
  /// Opens a lesson at its first step. Requires: `lesson` outlives this object, and `marble` is its
  /// run.
  void begin(const Lesson& lesson, MarbleRun& marble, const Camera& now);
  void close() { lesson_ = nullptr; }
  [[nodiscard]] bool open() const { return lesson_ != nullptr; }
  /// Returns true while the camera moves to the view of the step.
  [[nodiscard]] bool moves_camera() const { return open() && step().view && moved_ < 1; }
  void stop_camera() { moved_ = 1; }
  /// Advances the movement of the camera by `elapsed_s` towards `goal`, which may change between
  /// frames. The movement takes about a second and stops if the user moves the camera. Requires:
  /// moves_camera().
  void move_camera(Camera& camera, const Camera& goal, double elapsed_s);

  // All following functions require open().
  [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
  [[nodiscard]] const LessonStep& step() const { return lesson_->steps[step_]; }
  [[nodiscard]] std::size_t number() const { return step_; }  ///< index of the step, from 0
  [[nodiscard]] std::size_t count() const { return lesson_->steps.size(); }
  /// Moves the run to the start of a step, simulating missing ticks if necessary. Starts playback
  /// if the step requires it. `now` is the current camera. Requires: number < count().
  void go(std::size_t number, MarbleRun& marble, const Camera& now);
  /// Pauses playback at the end of the step. Call it after each frame of the run. Returns true when
  /// the user has completed the task of the step.
  [[nodiscard]] bool frame(MarbleRun& marble);

 private:
  const Lesson* lesson_ = nullptr;
  std::size_t step_ = 0;
  Camera from_, last_;    // cameras at the start of the movement and after its last frame
  double moved_ = 1;      // completed fraction of the movement
  bool playing_ = false;  // playback has not yet reached `until`
};

}  // namespace marblemaze

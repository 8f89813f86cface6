#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "render/session/run.h"

namespace marblemaze {

/// Moment of a run, specified by an event instead of a time.
struct LessonMoment {
  enum class At {
    here,      ///< the displayed moment
    start,     ///< the first time the marble rests
    before,    ///< just before the move begins
    turning,   ///< halfway through the turn
    ended,     ///< end of the move
    over,      ///< end of the run
    all_over,  ///< end of both runs
  };
  At at = At::here;
  int move = 0;  ///< 1-based move number, for `before`, `turning` and `ended`
};

/// Camera direction. The camera distance is chosen so that the whole maze is visible.
struct LessonView {
  float yaw_deg = 0, pitch_deg = 0;
};

struct LessonStep {
  std::string text;
  LessonMoment from;
  LessonMoment until = {};  ///< moment at which playback pauses; `here` for no playback
  std::string light = {};   ///< label of the highlighted control, or empty
  std::optional<LessonView> view = std::nullopt;
  double speed = 1;
  /// Number of manual moves in the run at which the step is complete. If 0, the user clicks a
  /// button to continue.
  int moves_by_hand = 0;
};

/// Guided experiment in several steps, defined in engine/replay_page/web/lessons.json. The web page
/// uses the same file.
struct Lesson {
  std::string name;  ///< value of the `--lesson` option
  std::string title;
  int size = 4;
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
  std::string agent = "complete-solution-prediction";
  /// Number of orientations in a second run that is shown next to the first run, or 0 for a single
  /// run.
  int second_orientations = 0;
  bool by_hand = false;
  bool orientation_points = false;
  std::vector<LessonStep> steps;  ///< at least one
};

[[nodiscard]] std::span<const Lesson> lessons();
[[nodiscard]] std::vector<std::string> lesson_names();
/// Throws BadInput with a list of lessons if the name is unknown.
[[nodiscard]] const Lesson& find_lesson(const std::string& name);
[[nodiscard]] RunSpec lesson_spec(const Lesson& lesson);

/// Returns the playback position of a moment, or nullopt if the run has not reached the moment.
[[nodiscard]] std::optional<double> position_of(const MarbleRun& run, LessonMoment moment);

/// Playback of the open lesson. Controls the run and the camera.
class LessonTour {
 public:
  /// Requires: `lesson` outlives the tour, and `marble` is the run of the lesson.
  void begin(const Lesson& lesson, MarbleRun& marble, const Camera& now);
  void close() { lesson_ = nullptr; }
  [[nodiscard]] bool is_open() const { return lesson_ != nullptr; }
  [[nodiscard]] bool moves_camera() const { return is_open() && step().view && moved_ < 1; }
  void stop_camera() { moved_ = 1; }
  /// Moves the camera towards `goal`, which may change between frames. The movement takes about one
  /// second and stops if the user moves the camera. Requires: moves_camera().
  void move_camera(Camera& camera, const Camera& goal, double elapsed_s);

  // All following functions require is_open().
  [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
  [[nodiscard]] const LessonStep& step() const { return lesson_->steps[step_]; }
  [[nodiscard]] std::size_t number() const { return step_; }  ///< 0-based step index
  [[nodiscard]] std::size_t count() const { return lesson_->steps.size(); }
  /// Moves the run to the start of a step, and simulates missing ticks. Starts playback if the step
  /// requires it. Requires: number < count().
  void go(std::size_t number, MarbleRun& marble, const Camera& now);
  /// Pauses playback at the end of the step. Returns true if the user has completed the task of the
  /// step. Call this function after each frame.
  [[nodiscard]] bool frame(MarbleRun& marble);

 private:
  const Lesson* lesson_ = nullptr;
  std::size_t step_ = 0;
  Camera from_, last_;    // camera at the start of the movement, and after the last frame
  double moved_ = 1;      // completed fraction of the camera movement
  bool playing_ = false;  // playback has not reached `until`
};

}  // namespace marblemaze

#pragma once

#include <optional>
#include <string>

#include "render/session/camera_lead.h"
#include "render/session/free_levels.h"
#include "render/session/lesson_tour.h"
#include "render/session/level_game.h"
#include "render/session/view.h"

namespace marblemaze {

/// What leads a person through marble mazes: the lesson that is read or the level that is played,
/// what was shown before, and what was reached in levels so far. Where an action is answered with
/// words, a person should read them.
class Guides {
 public:
  /// Both must outlive it.
  Guides(MarbleRuns& marble, View& view) : marble_(marble), view_(view) {}

  [[nodiscard]] const LessonTour& lesson() const { return lesson_; }
  [[nodiscard]] const LevelGame& level() const { return level_; }
  /// The level that the run shown counts for; null where it is another run.
  [[nodiscard]] const Level* counted_level() const {
    return level_.open() && level_.counts(marble_.run()) ? &level_.level() : nullptr;
  }
  [[nodiscard]] const Progress& progress() const { return progress_; }
  /// What another maze is made after: what was shown before the levels or the lesson.
  [[nodiscard]] EpisodeSpec spec_for_others() const;
  /// Returns true if a lesson or a level is shown that gives back what was shown before it.
  [[nodiscard]] bool give_back_runs() const { return before_.has_value(); }
  /// Returns the runs to give back, or null.
  [[nodiscard]] const KeptRuns* before() const { return before_ ? &*before_ : nullptr; }
  /// Runs from before a lesson or a level that another maze has ended, until somebody takes them.
  KeptRuns left;
  /// The camera is on its way.
  [[nodiscard]] bool leads() const {
    return lesson_.open() && lesson_.step().view && lead_.leads();
  }

  void start_lesson(const Lesson& lesson);
  /// So many steps on or back; past the last one the lesson is closed. Says so while none is read.
  std::string step_lesson(int steps);
  /// What was shown before it is shown again, as it stood.
  std::string close_lesson();
  /// The same without a word.
  void leave_lesson() {
    if (lesson_.open()) give_back();
  }
  /// At once, for pictures, what the camera would be led to.
  void look_as_lesson_says();
  /// Until another maze is made the run is that of the level.
  std::string start_level(std::size_t number);
  void start_free_level(std::size_t number);
  /// Shows the run from before the levels again, as it stood.
  std::string leave_level();
  void count_hint() { level_.count_hint(); }
  /// From the user's file, in which all that comes is kept.
  std::string load_progress();

  /// Other runs are shown than before; they end lesson and level unless the maze is the same.
  void changed_runs(bool same_maze);
  /// After a frame of the runs. Throws MachineFailure where a result cannot be kept.
  std::string frame(double elapsed_s, bool shows_marble);

 private:
  [[nodiscard]] Camera camera_of(const LessonView& from) const;
  void start(EpisodeSpec spec, std::optional<FreePlay> free);
  void give_back();

  MarbleRuns& marble_;
  View& view_;
  LessonTour lesson_;
  LevelGame level_;
  Progress progress_;
  std::optional<KeptRuns> before_;  // the first lesson or level
  CameraLead lead_;
};

}  // namespace marblemaze

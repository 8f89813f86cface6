#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "maze/grid/maze.h"
#include "render/scene/camera.h"
#include "render/session/lessons.h"
#include "render/session/levels.h"
#include "render/session/logic_game.h"
#include "render/session/marble_runs.h"
#include "render/session/run_words.h"
#include "render/session/shown_run.h"
#include "render/session/view.h"

namespace marblemaze {

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

/// A maze to be turned freely by hand, as fast as one can.
struct FreeLevel {
  std::string name;
  std::shared_ptr<const Maze> maze;
};

/// From easy to hard; made of sizes and seeds in a file in the program, levels/turn-freely.json.
[[nodiscard]] std::span<const FreeLevel> free_levels();
/// The number of the one that is played, from 0; nothing where it is another maze.
[[nodiscard]] std::optional<std::size_t> free_level_of(const ShownRun& run);

/// Under which the best time by hand is kept: the maze, and the goal. Empty where the time does not
/// count: of a recording, and under other physics than usual.
[[nodiscard]] std::string time_key(const ShownRun& run);
[[nodiscard]] std::string time_key(const Maze& maze, bool rest);

/// What came of a level.
struct LevelResult {
  int moves = 0;
  int stars = 0;
  bool record = false;  ///< better than ever before
};

/// The level that is played in the marble's run, if any, and what came of it. Holds no ImGui.
class LevelGame {
 public:
  void begin(std::size_t number) { number_ = number, again(); }
  /// From the start: hints are forgotten.
  void again() { hints_ = 0, result_.reset(); }
  void close() { number_.reset(), again(); }
  [[nodiscard]] bool open() const { return number_.has_value(); }

  // Precondition of all that follow: open().
  [[nodiscard]] std::size_t number() const { return *number_; }  ///< from 0
  [[nodiscard]] const Level& level() const { return levels()[*number_]; }
  void count_hint() { ++hints_; }
  [[nodiscard]] int hints() const { return hints_; }
  /// Is the run that of the level? Another agent, scheme, world or physics makes it another run,
  /// which brings no stars.
  [[nodiscard]] bool counts(const ShownRun& run) const;
  /// Stars that can still be reached after so many moves.
  [[nodiscard]] int stars_in_reach(int moves) const;
  /// Once the solved end is shown.
  [[nodiscard]] const std::optional<LevelResult>& result() const { return result_; }
  /// After a frame of the runs: true when a result has just come, which is then to be kept.
  [[nodiscard]] bool frame(const MarbleRuns& marble, const Progress& progress);

 private:
  std::optional<std::size_t> number_;
  int hints_ = 0;
  std::optional<LevelResult> result_;
};

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

/// The best move that is known from the present state, and how it is known.
struct Hint {
  std::optional<MoveId> move;  ///< nothing: none is known that leads to the goal
  std::string words;           ///< a sentence or two
};

/// In a level what was tried beforehand, else what the path predictor believes. `level` is null
/// where none is played. The camera says which way is left. Precondition: the run waits for a
/// person.
[[nodiscard]] Hint hint_for(const ShownRun& run, const Camera& camera, const Level* level);
/// What looking from above tells, which is certain.
[[nodiscard]] Hint hint_for(const LogicGame& game);

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
  [[nodiscard]] RunSpec spec_for_others() const;
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
  void start(RunSpec spec);
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

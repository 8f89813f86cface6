#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "render/session/automata.h"
#include "render/session/lessons.h"
#include "render/session/levels.h"
#include "render/session/logic_game.h"
#include "render/session/run.h"
#include "render/session/view.h"

namespace marblemaze {

/// Content of the window: a logic game, an automaton, or the marble run.
struct Display {
  std::unique_ptr<MarbleRun> marble;          ///< paused while `other` is shown
  std::unique_ptr<Playback> other = nullptr;  ///< if null, `marble` is shown
};

/// State of the viewer: the run or game, the view and the panels. Independent of OpenGL.
///
/// Functions that return std::string return a message for the user. They throw BadInput and leave
/// the session unchanged if the action is impossible.
class Session {
 public:
  explicit Session(RunSpec spec);
  explicit Session(Recording recording);

  /// Calls a member function, or a free function that takes a Session&, with copies of the
  /// arguments. Shows the returned message, or the error message if the function throws. Calls are
  /// deferred while panels are drawn, because a call may destroy objects that the panels use.
  /// Returns false if the function threw.
  template <class Function, class... Arguments>
  bool act(Function function, Arguments... arguments) {
    return run_or_defer([=, this] {
      if constexpr (std::is_void_v<std::invoke_result_t<Function, Session&, Arguments...>>)
        return std::invoke(function, *this, arguments...), std::string();
      else
        return std::invoke(function, *this, arguments...);
    });
  }
  /// Defers all calls of act() until run_deferred().
  void hold() { deferring_ = true; }
  void run_deferred();

  // --- displayed content ---

  [[nodiscard]] Playback& shown() const {
    return display_.other ? *display_.other : *display_.marble;
  }
  /// Returns the marble run. The run is paused while other content is shown.
  [[nodiscard]] MarbleRun& marble() const { return *display_.marble; }
  /// Returns the run that the panels describe: marble() or the second run.
  [[nodiscard]] MarbleRun& run() const { return marble().selected_run(); }
  [[nodiscard]] LogicGame* game() const { return dynamic_cast<LogicGame*>(display_.other.get()); }
  [[nodiscard]] const DeadEndFilling* filling() const {
    return dynamic_cast<const DeadEndFilling*>(display_.other.get());
  }
  [[nodiscard]] const ClassicAutomaton* classic() const {
    return dynamic_cast<const ClassicAutomaton*>(display_.other.get());
  }
  [[nodiscard]] bool shows_marble() const { return !display_.other; }
  [[nodiscard]] PlayedRun& played() const {
    return game() ? static_cast<PlayedRun&>(*game()) : run();
  }
  /// Returns a version number that changes when a run is replaced, and when the panels switch
  /// between the two runs.
  [[nodiscard]] std::size_t content_version() const {
    return 2 * run_version_ + (marble().second_selected ? 1 : 0);
  }

  // --- runs in the marble maze ---

  /// Replaces the displayed run, but keeps the playback speed. The previous run or game becomes the
  /// last run.
  void show(std::unique_ptr<MarbleRun> next);
  void start(RunSpec spec);
  /// Restarts the maze after `change` has modified a copy of the run specification.
  template <class Change>
  void start_with(const Change& change) {
    RunSpec again = marble().spec();
    change(again);
    start(std::move(again));
  }
  /// Returns the base specification for a new maze. During a lesson or level, the base is the
  /// user's previous run.
  [[nodiscard]] RunSpec base_spec() const;
  /// Restarts the run next to a second run with this agent and control scheme. Removes the second
  /// run if `agent` is empty.
  void compare_with(const std::string& agent, ControlScheme control);
  /// Starts a second run that repeats the current run up to the displayed moment and then makes a
  /// different move.
  std::string branch(MoveId move);
  /// Restarts the maze under continuous control, or with discrete moves if `tilt` is false.
  std::string set_tilt(bool tilt);

  // --- runs and games ---

  void restart();
  std::string next_maze();
  /// Creates another maze with the same kind, size and rules.
  void make_seed(std::uint64_t seed);
  void new_maze();
  /// Restarts the maze in another marble world. For other names in the world registry, creates a
  /// maze from the seed in the form.
  void set_world(const std::string& world);
  std::string use_agent(const std::string& agent);
  std::string play_by_hand(bool by_hand);
  std::string choose(MoveId move) { return shown().choose(move); }
  std::string choose_towards(glm::vec2 side) { return shown().choose_towards(side, view.camera); }
  /// Resumes a run after the marble froze. Throws BadInput if recovery is impossible.
  std::string recover() { return marble().recover(); }
  std::string give_hint();
  /// Returns the move of the latest hint, which is highlighted until the next move.
  [[nodiscard]] const std::optional<MoveId>& hint() const { return hint_.move; }
  /// Shows the predicted result of a move until the playback position changes.
  void keep_preview(MoveId move) { pinned_ = {move, marble().position()}; }
  [[nodiscard]] bool user_tilts() const { return shows_marble() && run().is_manual_tilt(); }
  glm::vec2 stick{0};

  // --- other content ---

  void show_marble() { show_other(nullptr); }
  void play(std::unique_ptr<LogicGame> game);
  void play_logic(const LogicSpec& spec);
  /// Replaces the current logic game, but keeps the playback speed. Requires: game() is not null.
  void start_logic(LogicSpec spec);
  void show_filling();
  void show_classic(const ClassicSpec& spec);

  // --- lessons and levels ---

  // Lessons and levels save the previous content and restore it on exit.

  std::string start_lesson(const std::string& name);
  /// Moves forward or back by a number of lesson steps. The lesson closes after the last step.
  std::string step_lesson(int steps);
  std::string close_lesson();
  /// Moves the camera to the lesson view without animation, for screenshots.
  void apply_lesson_view();
  std::string start_level(std::size_t number);
  std::string start_tilt_level(std::size_t number);
  std::string leave_level();
  /// Returns true if leaving the lesson or level will restore earlier content.
  [[nodiscard]] bool restores_display() const { return previous_.has_value(); }
  /// Returns the level in which the displayed run earns stars, or null if there is none.
  [[nodiscard]] const Level* scored_level() const;
  LessonTour lesson;
  LevelGame level;
  Progress progress;  ///< not backed by a file by default

  // --- files and protection against accidental loss ---

  std::string open_file(const std::filesystem::path& path);
  /// Shows the most recently replaced run, or the run saved by the previous session.
  std::string show_last_run();
  [[nodiscard]] bool has_last_run() const;
  /// Saves a run for the next session. Called at exit.
  void save_last_run() const;
  /// Returns a warning for each item that would be lost by quitting.
  [[nodiscard]] std::vector<std::string> quit_warnings() const;
  /// Quits, or asks for confirmation if data would be lost. A second call always quits.
  void request_quit();

  // --- image and panels ---

  View view{display_.marble};
  PanelState panels;
  Files files;
  bool background = false;  ///< agents of new runs plan in background threads
  bool quit = false;
  /// Returns the option that shows the shortest path. Manual play has a separate option.
  [[nodiscard]] bool ViewOptions::*path_option() const;
  /// Returns the view options for the current moment. Previews and lessons may change view options.
  [[nodiscard]] ViewOptions current_options() const;

  void show_welcome();
  void watch_from_welcome();
  /// Returns true while the camera orbits the maze behind the welcome panel.
  [[nodiscard]] bool shows_welcome() const;
  /// Returns true if the result card is visible. In a solved level, stars replace the result card.
  [[nodiscard]] bool shows_result_card() const;
  std::string dismiss();

  void show_message(const std::string& message) { message_ = message, message_age_s_ = 0; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool message_shown() const { return !message_.empty() && message_age_s_ < 8; }
  void clear_message() { message_.clear(); }

  /// Advances the session by `elapsed_s` of wall-clock time. See Playback::update().
  void update(double elapsed_s, double budget_s);
  /// Returns true if the next frame will differ even without user input.
  [[nodiscard]] bool changes_by_itself() const;

 private:
  bool run_or_defer(std::function<std::string()> action);
  bool attempt(const std::function<std::string()>& action);

  [[nodiscard]] std::unique_ptr<MarbleRun> make_run(RunSpec spec) const;
  Display replace_display(Display next);
  /// Shows other content in place of the marble run. A replaced logic game becomes the last run.
  void show_other(std::unique_ptr<Playback> next);
  void on_runs_changed();
  /// Stores the replaced game or run as the last run if it is worth keeping. Stores at most one run
  /// per action.
  void store_last_run(Display replaced);
  /// Returns all runs and games of the user, except lesson runs.
  [[nodiscard]] std::vector<PlayedRun*> user_runs() const;
  std::string set_by_hand(bool by_hand);
  /// Opens a file of any supported type. Throws BadInput on failure.
  void show_file(const std::filesystem::path& path);

  void start_lesson_or_level(RunSpec spec);
  /// Restores the content from before the lesson or level. Requires: restores_display().
  void restore_display();
  /// Closes the lesson and level without restoring the earlier content.
  void close_lesson_and_level();
  void leave_lesson() {
    if (lesson.is_open()) restore_display();
  }
  void open_highlighted_tab();
  /// Throws MachineFailure if a result cannot be saved.
  std::string update_lesson_and_level(double elapsed_s);
  [[nodiscard]] Camera lesson_camera(const LessonView& from) const;
  Hint find_hint();
  void update_hint();

  [[nodiscard]] bool orbits_solved_maze() const;
  void turn_camera(double elapsed_s);
  /// Closes the welcome panel and resets the camera. Returns true if the panel was open.
  bool close_welcome();

  bool deferring_ = false;
  std::vector<std::function<std::string()>> deferred_;
  Display display_;
  std::size_t run_version_ = 0;
  std::optional<Display> previous_;  // content to restore after the lesson or level
  std::unique_ptr<PlayedRun> last_run_;
  bool run_stored_ = false;
  bool manual_before_tilt_ = false;  // the user played by hand before continuous control
  Hint hint_;
  std::size_t hint_moves_ = 0;  // number of moves at the time of the hint
  /// Previewed move, and the playback position at the time of the request.
  std::optional<std::pair<MoveId, double>> pinned_;
  std::string message_;
  double message_age_s_ = 0;
};

// --- settings of the marble run, called through Session::act() ---

/// Restarts the maze under continuous control. The marble must come to rest in the target if `rest`
/// is true, or only reach the target otherwise.
void set_rest(Session& session, bool rest);
std::string use_physics(Session& session);
/// Restarts the maze with or without recovery. Without recovery, a frozen marble ends the run.
std::string set_recovery(Session& session, bool recovery);
std::string set_scheme(Session& session, ControlScheme control);

// --- files, called through Session::act() ---

std::string save_maze_as(Session& session, const std::filesystem::path& path);
std::string save_run_as(Session& session, const std::filesystem::path& path);
/// Starts a video export of the run, or of a short loop for sharing if `loop` is true.
std::string export_video(Session& session, const std::string& ending, bool loop);
std::string export_page(Session& session);
std::string export_csv(Session& session);

/// Restores the view and panel settings from the user's configuration file. Shows the welcome panel
/// if the file is missing or damaged.
void load_view_settings(Session& session);
/// Loads the user's level results. Shows a message if the file is damaged.
void load_progress(Session& session);
/// Restores the maze, agent and control scheme of the previous session. The first session starts
/// with a lesson maze.
void load_played(Session& session);
void save_view_settings(const Session& session);

}  // namespace marblemaze

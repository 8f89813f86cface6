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

/// What the window shows: a logic maze or an automaton if one of them is not null, or else the run
/// in the marble maze.
struct Display {
  std::unique_ptr<MarbleRun> marble;  ///< pauses while something else is shown
  std::unique_ptr<LogicGame> game = nullptr;
  std::unique_ptr<DeadEndFilling> filling = nullptr;
  std::unique_ptr<ClassicAutomaton> classic = nullptr;

  [[nodiscard]] Shown& shown() const;
};

/// State of the viewer except the contents of the graphics card: the run or game that is shown, the
/// image and the panels. Panels, keys and menus call its functions, and functions of `marble()`,
/// `game()` and `shown()`.
///
/// Functions that return std::string return text for the user. They throw BadInput if they are
/// impossible; then nothing changes.
class Session {
 public:
  explicit Session(RunSpec spec);
  explicit Session(Recording recording);

  /// Calls a function of this class, or a function of a session, with copies of the arguments.
  /// Shows its return value, or the reason if it throws, as a message. While panels are being
  /// drawn, it waits until they are finished, so nothing that they refer to is destroyed. Returns
  /// false if the function has thrown.
  template <class Function, class... Arguments>
  bool act(Function function, Arguments... arguments) {
    return carry_out([=, this] {
      if constexpr (std::is_void_v<std::invoke_result_t<Function, Session&, Arguments...>>)
        return std::invoke(function, *this, arguments...), std::string();
      else
        return std::invoke(function, *this, arguments...);
    });
  }
  /// Defers the actions of act() until do_held().
  void hold() { holds_ = true; }
  void do_held();

  // --- what is shown ---
  [[nodiscard]] Shown& shown() { return display_.shown(); }
  [[nodiscard]] const Shown& shown() const { return display_.shown(); }
  /// Returns the run in the marble maze, which pauses while something else is shown.
  [[nodiscard]] MarbleRun& marble() { return *display_.marble; }
  [[nodiscard]] const MarbleRun& marble() const { return *display_.marble; }
  /// Returns the marble run that the panels describe: marble() or its second run.
  [[nodiscard]] MarbleRun& run() { return marble().about(); }
  [[nodiscard]] const MarbleRun& run() const { return marble().about(); }
  /// Return the display of this kind, or null if another kind is shown.
  [[nodiscard]] LogicGame* game() { return display_.game.get(); }
  [[nodiscard]] const LogicGame* game() const { return display_.game.get(); }
  [[nodiscard]] const DeadEndFilling* filling() const { return display_.filling.get(); }
  [[nodiscard]] const ClassicAutomaton* classic() const { return display_.classic.get(); }
  [[nodiscard]] bool shows_marble() const { return !game() && !filling() && !classic(); }
  /// Returns the logic maze if one is shown, or else run().
  [[nodiscard]] Played& played() { return game() ? static_cast<Played&>(*game()) : run(); }
  [[nodiscard]] const Played& played() const {
    return game() ? static_cast<const Played&>(*game()) : run();
  }
  /// Returns a number that changes when other runs are shown, or when the panels describe the other
  /// run.
  [[nodiscard]] std::size_t shows() const { return 2 * shows_ + (marble().about_second ? 1 : 0); }

  // --- runs in the marble maze ---
  /// Shows a run at the current speed. The previous run or game becomes the last run.
  void show(std::unique_ptr<MarbleRun> next);
  /// Shows and plays a new run.
  void start(RunSpec spec);
  /// Restarts the maze with a specification that `change` changes.
  template <class Change>
  void start_with(const Change& change) {
    RunSpec again = marble().spec();
    change(again);
    start(std::move(again));
  }
  /// Returns the settings for a new maze: the settings from before the lesson or the level.
  [[nodiscard]] RunSpec spec_for_others() const;
  /// Starts a second run next to the first, both from the start; an empty agent removes it.
  void compare_with(const std::string& agent, ControlScheme control);
  /// Starts a second run next to the current run. It makes a different move at the shown moment.
  std::string branch(MoveId move);
  /// Restarts the maze, under continuous control or with moves.
  std::string set_tilt(bool tilt);

  // --- runs and games ---
  void restart();
  std::string next_maze();
  /// Creates another maze of the current kind and size, under the same rules.
  void make_seed(std::uint64_t seed);
  /// Creates the maze that the form describes.
  void new_maze();
  /// Shows the same maze in another of the marble_world_kinds(). For any other name of the world
  /// registry, shows the maze of the form's seed.
  void set_world(const std::string& world);
  /// Replaces the agent, which continues with the existing knowledge.
  std::string use_agent(const std::string& agent);
  std::string play_by_hand(bool by_hand);
  std::string choose(MoveId move) { return shown().choose(move); }
  /// Chooses the move that tilts the maze most nearly to a side of the image (x right, y away).
  std::string choose_towards(glm::vec2 side) { return shown().choose_towards(side, view.camera); }
  /// Continues a run whose marble froze. Throws BadInput if it cannot.
  std::string recover() { return marble().recover(); }
  std::string give_hint();
  /// Returns the best known move, which is highlighted until the next move.
  [[nodiscard]] const std::optional<MoveId>& hint() const { return hint_.move; }
  /// Shows the preview of a move until the display shows another moment.
  void pin_preview(MoveId move) { pinned_ = {move, marble().position()}; }
  /// Returns whether the user turns the maze under continuous control.
  [[nodiscard]] bool steers() const { return shows_marble() && run().is_steered(); }
  glm::vec2 stick{0};  ///< axes of a gamepad's stick, with which the user turns the maze

  // --- instead of the marble ---
  void show_marble() { show_instead({}); }
  void play(std::unique_ptr<LogicGame> game);
  void play_logic(const LogicSpec& spec);
  /// Shows another game in place of the current one, with the same speed. Requires: game().
  void start_logic(LogicSpec spec);
  /// Shows the cellular automaton in the marble maze.
  void show_filling();
  void show_classic(const ClassicSpec& spec);

  // --- lessons and levels ---
  // The first lesson or level stores the previous display, which returns at the end.
  std::string start_lesson(const std::string& name);
  /// Moves by this number of steps; the lesson closes after its last step.
  std::string step_lesson(int steps);
  std::string close_lesson();
  /// Moves the camera immediately to the view of the lesson, for screenshots.
  void look_as_lesson_says();
  std::string start_level(std::size_t number);
  std::string start_tilt_level(std::size_t number);
  std::string leave_level();
  /// Returns whether the previous display will return after the lesson or level.
  [[nodiscard]] bool gives_back() const { return before_.has_value(); }
  /// Returns the level for which the shown run counts; null if the run counts for no level.
  [[nodiscard]] const Level* counted_level() const;
  LessonTour lesson;
  LevelGame level;
  Progress progress;  ///< without a file by default

  // --- files and protection against accidental loss ---
  std::string open_file(const std::filesystem::path& path);
  /// Shows the run that was replaced last, or that was stored in the last session.
  std::string show_last_run();
  [[nodiscard]] bool has_last_run() const;
  /// Stores the run for the next start. Call it at the end of the program.
  void keep_last_run() const;
  /// Returns a sentence for each thing that would be lost by quitting.
  [[nodiscard]] std::vector<std::string> lost_at_quit() const;
  /// Quits, or asks first if something would be lost. The second request always quits.
  void ask_to_quit();

  // --- image and panels ---
  View view{display_.marble};
  PanelState panels;
  Files files;
  bool background = false;  ///< agents of new runs think in background threads
  bool quit = false;
  /// Returns the switch for the shortest path, which is different while the user plays.
  [[nodiscard]] bool ViewOptions::*path_switch() const;
  /// Returns the current view options: with the vectors of a previewed move and the objects of the
  /// lesson, and without the shortest path if the user must find it.
  [[nodiscard]] ViewOptions look_now() const;

  void show_welcome();
  /// Leaves the welcome panel, and shows the demonstration from its start.
  void watch_from_welcome();
  /// Returns true until the user has chosen to watch, play or learn. Until then, the maze turns
  /// behind the welcome panel.
  [[nodiscard]] bool shows_welcome() const;
  /// Returns whether the end of the run is shown with its card. In a solved level, the stars
  /// replace the card.
  [[nodiscard]] bool shows_end() const;
  /// Closes dialogs, the card of the end, the welcome panel and the lesson.
  std::string dismiss();

  void say(const std::string& message) { message_ = message, message_age_s_ = 0; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool message_shown() const { return !message_.empty() && message_age_s_ < 8; }
  void drop_message() { message_.clear(); }

  /// Advances by `elapsed_s` of wall time; see Shown::frame().
  void frame(double elapsed_s, double budget_s);
  /// Returns whether the next frame will differ from this one without any input.
  [[nodiscard]] bool changes_by_itself() const;

 private:
  bool carry_out(std::function<std::string()> action);
  /// Performs an action, and shows its return value or the reason why it failed.
  bool attempt(const std::function<std::string()>& action);

  [[nodiscard]] std::unique_ptr<MarbleRun> make_run(RunSpec spec) const;
  /// Shows a new display, and returns the previous display.
  Display exchange(Display next);
  /// Shows a different display instead of the marble. If a game was shown, it becomes the last run.
  void show_instead(Display next);
  void changed_runs();
  /// Stores the game or the run of a display as the last run if it is worth keeping and this action
  /// has not stored another one.
  void keep(Display replaced);
  /// Returns the runs and games that are shown, or that return after a lesson or a level.
  [[nodiscard]] std::vector<Played*> own_runs() const;
  std::string let_person_play(bool by_hand);
  /// Shows a file of any kind. Throws BadInput.
  void show_file(const std::filesystem::path& path);

  /// Starts a run of a lesson or a level.
  void start_guide(RunSpec spec);
  /// Restores the display before the lesson or the level. Requires: gives_back().
  void give_back();
  /// Closes the lesson and the level, because a different maze is shown.
  void end_guides();
  void leave_lesson() {
    if (lesson.open()) give_back();
  }
  /// Opens the tab to which the step of the lesson refers.
  void open_lit_tab();
  /// Advances the guides after a frame. Returns text for the user. Throws MachineFailure if a
  /// result cannot be stored.
  std::string follow_guides(double elapsed_s);
  [[nodiscard]] Camera camera_of(const LessonView& from) const;
  Hint known_hint();
  void follow_hint();

  /// Returns whether the view turns around a solved maze.
  [[nodiscard]] bool celebrates() const;
  void turn_camera(double elapsed_s);
  /// Restores the view after the welcome panel. Returns whether the panel was open.
  bool leave_welcome();

  bool holds_ = false;
  std::vector<std::function<std::string()>> held_;
  Display display_;
  std::size_t shows_ = 0;
  std::optional<Display> before_;  // display before a lesson or a level
  Display last_run_;               // only one of `marble` and `game` is not null, or none
  bool kept_ = false;              // whether the current action has stored a run
  bool by_hand_in_moves_ = false;  // whether the user chose the moves before continuous control
  Hint hint_;
  std::size_t hint_at_ = 0;  // number of moves when the hint was given
  /// Move whose preview was requested, and the moment shown at that time.
  std::optional<std::pair<MoveId, double>> pinned_;
  std::string message_;
  double message_age_s_ = 0;
};

// --- settings of the marble run; for Session::act() ---
/// Restarts the maze under continuous control; the goal is either to rest in the target or to reach
/// it.
void set_rest(Session& session, bool rest);
/// Restarts the maze under the physics of the form.
std::string use_physics(Session& session);
/// Restarts the maze. Without recovery, a frozen marble ends the run; with recovery, the next move
/// can free it.
std::string set_recovery(Session& session, bool recovery);
std::string set_scheme(Session& session, ControlScheme control);

// --- files; for Session::act() ---
std::string save_maze_as(Session& session, const std::filesystem::path& path);
std::string save_run_as(Session& session, const std::filesystem::path& path);
/// Starts exporting a video of the run. `loop`: a short video for sharing, with the reasons of the
/// moves.
std::string export_video(Session& session, const std::string& ending, bool loop);
std::string export_page(Session& session);
std::string export_csv(Session& session);

/// Restores the theme, style, switches, sizes and folders from the user's configuration folder. If
/// the file is missing or damaged, the start counts as the first start, with the welcome panel.
void load_view_settings(Session& session);
/// Loads the user's results in levels. Shows a message if the file is damaged.
void load_progress(Session& session);
/// Starts the marble maze that was shown last, with its agent and scheme; at the first start, the
/// maze of a lesson.
void load_played(Session& session);
/// Stores the settings that load_view_settings() and load_played() load.
void save_view_settings(const Session& session);

}  // namespace marblemaze

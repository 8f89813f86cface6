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

/// State of the viewer except the contents of the graphics card: the run or game that is shown, the
/// image and the panels. Panels, keys and menus call its functions.
class Session {
 public:
  explicit Session(RunSpec spec);
  explicit Session(Recording recording);

  // --- actions of the user ---
  /// Calls a function of this class with copies of the arguments. Shows its return value, or the
  /// reason if it throws, as a message. While panels are being drawn, it waits until they are
  /// finished, so nothing that they refer to is destroyed. Returns false if the function has
  /// thrown.
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

  // The following functions throw BadInput if they are impossible; then nothing changes. They
  // return text for the user.

  // Functions for runs in marble mazes. Each function shows another run and retains the previous
  // run.
  void start(RunSpec spec);
  void show_recording(Recording recording) {
    show(std::make_unique<MarbleRun>(std::move(recording)));
  }
  /// Returns the specification with which the first run would be restarted.
  [[nodiscard]] RunSpec spec() const { return marble_->spec(); }
  /// Returns the settings for another maze: the settings from before the lesson or the level.
  [[nodiscard]] RunSpec spec_for_others() const;
  /// Starts a second run next to the first, both from the start; an empty agent removes it.
  void compare_with(const std::string& agent, ControlScheme control);
  /// Starts a second run next to the current run. It makes another move at the shown moment.
  std::string branch(MoveId move);
  std::string set_tilt(bool freely);
  /// Restarts the maze under continuous control; the goal is either to rest in the target or to
  /// reach it.
  void set_rest(bool rest);
  /// Restarts the maze under the physics of the form.
  std::string use_physics();
  std::string set_scheme(ControlScheme control);
  /// Restarts the maze. Without recovery, a frozen marble ends the run; with recovery, the next
  /// move can free it.
  std::string set_recovery(bool recovery);
  std::string recover();
  /// Creates the maze that the form describes.
  void new_maze();

  // Functions for runs and games of all kinds.
  void restart();
  std::string next_maze();
  /// Creates another maze of the current kind and size, under the same rules.
  void make_seed(std::uint64_t seed);
  void new_seed() { make_seed(panels.request.seed); }
  /// Shows the same maze in another of the marble_world_kinds(). For any other name of the world
  /// registry, shows the maze of the form's seed.
  void set_world(const std::string& world);
  /// Replaces the agent, which continues with the existing knowledge.
  std::string use_agent(const std::string& agent);
  std::string play_by_hand(bool by_hand);
  std::string choose(MoveId move) { return shown().choose(move); }
  /// Chooses the move that tilts the maze most nearly to a side of the image (x right, y away).
  std::string choose_towards(glm::vec2 side) { return shown().choose_towards(side, view.camera); }
  /// Shows the preview of a move until the display shows another moment.
  void pin_preview(MoveId move) { pinned_ = {move, marble_->position()}; }
  std::string refuse_undo() const;
  std::string give_hint();

  // Functions for logic mazes. The first three require that a logic maze is shown.
  void set_u_turns(UTurns u_turns);
  /// Shows a solution; nullopt shows the game again.
  void show_solution(std::optional<std::size_t> number);
  void show_together();
  void play(std::unique_ptr<LogicGame> game);
  void play_logic(const LogicSpec& spec);

  // Other displays instead of the marble maze
  /// Shows the cellular automaton in the marble maze.
  void show_filling();
  /// Shows the automaton, or the marble if the automaton is already shown.
  void fill_dead_ends() { filling() ? show_marble() : show_filling(); }
  void show_classic(const ClassicSpec& spec);
  void show_marble() { show_instead(nullptr); }

  // Lessons and levels. start_lesson() stores the previous display, which returns at the end.
  std::string start_lesson(const std::string& name);
  /// Moves by this number of steps; the lesson closes after its last step.
  std::string step_lesson(int steps);
  std::string close_lesson();
  std::string start_level(std::size_t number);
  std::string start_tilt_level(std::size_t number);
  std::string leave_level();

  // Files.
  std::string open_file(const std::filesystem::path& path);
  bool open(const std::filesystem::path& path) { return act(&Session::open_file, path); }
  std::string show_last_run();
  std::string save_maze(const std::filesystem::path& path);
  std::string save_run(const std::filesystem::path& path);
  /// Starts exporting a video of the run. `loop`: a short video for sharing, with the reasons of
  /// the moves.
  std::string export_film(const std::string& ending, bool loop);
  std::string export_page();
  std::string export_csv();

  // Panels over the maze
  /// Shows the welcome panel.
  void show_doors();
  /// Leaves the welcome panel, and shows the demonstration from its start.
  void watch_from_doors();
  void drop_end() { end_dropped_ = true; }
  /// Closes dialogs, news, the welcome panel and the lesson.
  std::string dismiss();
  /// Quits, or asks first if something would be lost. The second request always quits.
  void ask_to_quit();

  // --- current display ---
  [[nodiscard]] Shown& shown() { return instead_ ? *instead_ : *marble_; }
  [[nodiscard]] const Shown& shown() const { return instead_ ? *instead_ : *marble_; }
  /// Returns the run in the marble maze, which pauses while something else is shown.
  [[nodiscard]] MarbleRun& marble() { return *marble_; }
  [[nodiscard]] const MarbleRun& marble() const { return *marble_; }
  /// Returns the marble run that the panels describe.
  [[nodiscard]] MarbleRun& run() { return marble_->about(); }
  [[nodiscard]] const MarbleRun& run() const { return std::as_const(*marble_).about(); }
  /// Returns a number that changes when other runs are shown, or when the panels describe the other
  /// run.
  [[nodiscard]] std::size_t shows() const { return 2 * shows_ + (marble_->about_beside ? 1 : 0); }
  [[nodiscard]] bool shows_marble() const { return !instead_; }
  // Displays instead of the marble, one at a time; null while they are not shown.
  [[nodiscard]] const LogicGame* game() const { return instead<LogicGame>(); }
  [[nodiscard]] const DeadEndFilling* filling() const { return instead<DeadEndFilling>(); }
  [[nodiscard]] const ClassicAutomaton* classic() const { return instead<ClassicAutomaton>(); }
  /// Returns the current game: the logic maze if it is shown, or else the run in the marble maze.
  [[nodiscard]] Played& played() { return game() ? static_cast<Played&>(logic()) : run(); }
  [[nodiscard]] const Played& played() const {
    return game() ? static_cast<const Played&>(*game()) : run();
  }
  [[nodiscard]] std::string world() const { return played().world(); }
  [[nodiscard]] std::string agent() const { return played().agent(); }
  [[nodiscard]] std::uint64_t seed() const { return played().seed(); }
  [[nodiscard]] bool by_hand() const { return played().by_hand(); }
  /// whether agents of new runs think in background threads.
  bool background = false;

  // --- continuous control by the user ---
  [[nodiscard]] bool steers() const { return shows_marble() && run().is_steered(); }
  /// Tilts the maze to a side of the image (x right, y away): by an angle in radians, or at a
  /// fraction of the maximum angular velocity. Requires: steers().
  void drag_maze(glm::vec2 side) { marble_->drag(turn_to(side)); }
  void push_maze(glm::vec2 side) { marble_->push(turn_to(side)); }
  glm::vec2 stick{0};  ///< axes of a gamepad's stick

  // --- guides ---
  [[nodiscard]] const LessonTour& lesson() const { return lesson_; }
  [[nodiscard]] const LevelGame& level() const { return level_; }
  /// Returns the level for which the shown run counts; null if it is another run.
  [[nodiscard]] const Level* counted_level() const;
  [[nodiscard]] const Progress& progress() const { return progress_; }
  /// Returns whether the previous display will return after the lesson or level.
  [[nodiscard]] bool gives_back() const { return before_.has_value(); }
  /// Moves the camera immediately to the view of the lesson, for screenshots.
  void look_as_lesson_says();
  /// Loads the user's results in levels. Shows a message if the file is damaged.
  void load_progress();
  /// Returns the best known move, which is highlighted until the next move.
  [[nodiscard]] const std::optional<MoveId>& hint() const { return hint_.move; }

  /// Advances by `elapsed_s` of wall time; see Shown::frame().
  void frame(double elapsed_s, double budget_s);
  /// Returns whether the next frame will differ from this one without any input.
  [[nodiscard]] bool changes_by_itself() const;

  // --- image ---
  View view{marble_};
  /// Returns the switch for the shortest path, which is different while the user plays.
  [[nodiscard]] bool ViewOptions::*path_switch() const;
  /// Returns the current view options: with the vectors of a previewed move and the objects of the
  /// lesson, and without the shortest path if the user must find it.
  [[nodiscard]] ViewOptions look_now() const;

  // --- contents of panels ---
  PanelState panels;
  Files files;
  bool quit = false;

  // --- protection against accidental loss ---
  /// Returns whether a run that was replaced, or that was stored in the last session, can be shown
  /// again.
  [[nodiscard]] bool has_last_run() const;
  /// Stores the run for the next start. Call it at the end of the program.
  void keep_last_run() const;
  /// Returns a sentence for each thing that would be lost by quitting.
  [[nodiscard]] std::vector<std::string> lost_at_quit() const;

  void say(const std::string& message) { message_ = message, message_age_s_ = 0; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool message_shown() const { return !message_.empty() && message_age_s_ < 8; }
  void drop_message() { message_.clear(); }

  /// Returns whether the end of the run is shown and its news has not been dismissed. In a solved
  /// level, the stars are the news.
  [[nodiscard]] bool shows_end() const;
  /// Returns true until the user has chosen to watch, play or learn. Until then, the maze turns
  /// behind the welcome panel.
  [[nodiscard]] bool shows_welcome() const;

 private:
  /// Display before a lesson or a level.
  struct Before {
    std::unique_ptr<MarbleRun> run;
    std::unique_ptr<Shown> instead;
  };

  template <class Display>
  [[nodiscard]] const Display* instead() const {
    return dynamic_cast<const Display*>(instead_.get());
  }
  /// Requires: game().
  [[nodiscard]] LogicGame& logic() { return dynamic_cast<LogicGame&>(*instead_); }
  bool carry_out(std::function<std::string()> action);
  /// Performs an action, and shows its return value or the reason why it failed.
  bool attempt(const std::function<std::string()>& action);

  [[nodiscard]] std::unique_ptr<MarbleRun> make_run(RunSpec spec) const;
  /// Shows another run at the current speed, and retains the previous run.
  void show(std::unique_ptr<MarbleRun> next);
  /// Shows another run, and returns the previous run.
  std::unique_ptr<MarbleRun> exchange(std::unique_ptr<MarbleRun> next);
  void changed_runs();
  /// Restarts the maze with a specification that `change` modifies.
  template <class Change>
  void start_with(const Change& change) {
    RunSpec again = spec();
    change(again);
    start(std::move(again));
  }
  std::string let_person_play(bool by_hand);
  /// Stores a run or game as the last run if it is worth keeping and this action has not stored
  /// another one. `shown` may be anything.
  void keep(std::unique_ptr<Shown> shown);
  /// Shows something else instead of the marble. If a game was shown, it becomes the last run.
  void show_instead(std::unique_ptr<Shown> shown) {
    keep(std::exchange(instead_, std::move(shown)));
  }
  /// Replaces the current game by another game.
  void start_logic(LogicSpec spec);
  /// Returns the runs and games that are shown, or that return after a lesson or a level.
  [[nodiscard]] std::vector<Played*> own_runs() const;
  /// Shows a file of any kind. Throws BadInput.
  void show_file(const std::filesystem::path& path);

  /// Starts a run of a lesson or a level.
  void start_guide(RunSpec spec);
  /// Restores the display before the lesson or the level. Requires: gives_back().
  void give_back();
  /// Opens the tab to which the step of the lesson refers.
  void open_lit_tab();
  void leave_lesson() {
    if (lesson_.open()) give_back();
  }
  /// Ends the lesson and the level, because another maze is shown.
  void end_guides();
  /// Advances the guides after a frame. Returns text for the user. Throws MachineFailure if a
  /// result cannot be stored.
  std::string follow_guides(double elapsed_s);
  [[nodiscard]] bool leads() const {
    return lesson_.open() && lesson_.step().view && lead_.leads();
  }
  [[nodiscard]] Camera camera_of(const LessonView& from) const;
  Hint known_hint();
  void follow_hint();

  [[nodiscard]] glm::dvec3 turn_to(glm::vec2 side) const;
  /// Returns whether the view turns around a solved maze.
  [[nodiscard]] bool celebrates() const;
  void celebrate(double elapsed_s);
  void turn_behind_doors(double elapsed_s);
  /// Restores the view after the welcome panel. Returns whether the panel was open.
  bool leave_doors();

  bool holds_ = false;
  std::vector<std::function<std::string()>> held_;
  std::unique_ptr<MarbleRun> marble_;
  std::unique_ptr<Shown> instead_;  // null while the marble is shown
  std::size_t shows_ = 0;
  bool by_hand_in_moves_ = false;  // whether the user chose the moves before continuous control
  std::optional<Before> before_;
  std::unique_ptr<Played> last_run_;
  bool kept_ = false;  // whether the current action has stored a run
  LessonTour lesson_;
  LevelGame level_;
  Progress progress_;
  CameraLead lead_;
  Hint hint_;
  std::size_t hint_at_ = 0;  // number of moves when the hint was given
  /// Move whose preview was requested, and the moment shown at that time. The preview remains while
  /// that moment is shown.
  std::optional<std::pair<MoveId, double>> pinned_;
  std::string message_;
  double message_age_s_ = 0;
  bool end_dropped_ = false;  // reset by the next run
  double since_solved_s_ = 0;
  std::shared_ptr<const Maze> fitted_;  // maze for which the camera and the slices were set
};

/// Restores the theme, style, switches, sizes and folders from the user's configuration folder. If
/// a file is missing or damaged, the start counts as the first start, with the welcome panel.
void load_view_settings(Session& session);
/// Starts the marble maze that was shown last, with its agent and scheme; at the first start, the
/// maze of a lesson.
void load_played(Session& session);
/// Stores the settings that load_view_settings() and load_played() load.
void save_view_settings(const Session& session);

}  // namespace marblemaze

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

/// State of the viewer except what is on the graphics card: the run or game that is shown, the
/// image and the panels. Panels, keys and menus call its functions.
class Session {
 public:
  explicit Session(RunSpec spec);
  explicit Session(Recording recording);

  // --- actions of a person ---
  /// Calls a function of this class with copies of the arguments. Shows its answer, or the reason
  /// if it throws, as a message. While panels are drawn, waits until their end, so that nothing
  /// that they refer to is destroyed. Returns false if the function has thrown.
  template <class Function, class... Arguments>
  bool act(Function function, Arguments... arguments) {
    return carry_out([=, this] {
      if constexpr (std::is_void_v<std::invoke_result_t<Function, Session&, Arguments...>>)
        return std::invoke(function, *this, arguments...), std::string();
      else
        return std::invoke(function, *this, arguments...);
    });
  }
  /// Makes act() wait until do_held().
  void hold() { holds_ = true; }
  void do_held();

  // The following functions throw BadInput if they cannot be done; then nothing changes. The
  // returned texts are for the person.

  // Functions for runs in marble mazes. Each shows another run and keeps the previous one.
  void start(RunSpec spec);
  void show_recording(Recording recording) {
    show(std::make_unique<MarbleRun>(std::move(recording)));
  }
  /// Returns how the first run would be started again.
  [[nodiscard]] RunSpec spec() const { return marble_->spec(); }
  /// Returns the settings for another maze: those from before the lesson or the level.
  [[nodiscard]] RunSpec spec_for_others() const;
  /// Starts a second run beside the first, both from the start; an empty agent removes it.
  void compare_with(const std::string& agent, ControlScheme control);
  /// Starts a second run next to the current one that takes another move at the moment shown.
  std::string branch(MoveId move);
  std::string set_tilt(bool freely);
  /// Starts the maze again under continuous control; the goal is to rest in the target or to reach
  /// it.
  void set_rest(bool rest);
  /// Starts the maze again under the physics of the form.
  std::string use_physics();
  std::string set_scheme(ControlScheme control);
  /// Starts the maze again; a frozen marble ends the run, or with recovery can be tipped out of its
  /// place.
  std::string set_recovery(bool recovery);
  std::string recover();
  /// Makes the maze that the form describes.
  void new_maze();

  // Functions for runs and games of all kinds.
  void restart();
  std::string next_maze();
  /// Makes another maze of the kind and size shown, under the same rules.
  void make_seed(std::uint64_t seed);
  void new_seed() { make_seed(panels.request.seed); }
  /// Shows the same maze in another of the marble_world_kinds(). For any other name of the world
  /// registry, shows the maze of the form's seed.
  void set_world(const std::string& world);
  /// Replaces the agent, which continues with the existing knowledge.
  std::string use_agent(const std::string& agent);
  std::string play_by_hand(bool by_hand);
  std::string choose(MoveId move) { return shown().choose(move); }
  /// Chooses the move that tilts the maze most nearly to a side of the image, x right, y away.
  std::string choose_towards(glm::vec2 side) { return shown().choose_towards(side, view.camera); }
  /// Shows the preview of a move as long as the current moment is shown.
  void pin_preview(MoveId move) { pinned_ = {move, marble_->position()}; }
  std::string refuse_undo() const;
  std::string give_hint();

  // Functions for logic mazes. The first three require that one is shown.
  void set_u_turns(UTurns u_turns);
  /// Shows a solution, or the game again without a number.
  void show_solution(std::optional<std::size_t> number);
  void show_together();
  void play(std::unique_ptr<LogicGame> game);
  void play_logic(const LogicSpec& spec);

  // Other displays instead of the marble's maze.
  /// Shows the cellular automaton in the marble's maze.
  void show_filling();
  /// Shows that automaton, or the marble if the automaton is shown.
  void fill_dead_ends() { filling() ? show_marble() : show_filling(); }
  void show_classic(const ClassicSpec& spec);
  void show_marble() { show_instead(nullptr); }

  // Lessons and levels. The first function keeps the display before it, which returns at the end.
  std::string start_lesson(const std::string& name);
  /// Moves by some steps; the lesson closes after its last step.
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
  /// Begins a video of the run; `loop`: a short one to share, with the reasons of the moves.
  std::string export_film(const std::string& ending, bool loop);
  std::string export_page();
  std::string export_csv();

  // Panels over the maze.
  /// Shows the welcome panel.
  void show_doors();
  /// Leaves the welcome panel, and shows the demonstration from its start at half the default
  /// speed.
  void watch_from_doors();
  void drop_end() { end_dropped_ = true; }
  /// Closes dialogs, news, the welcome panel and the lesson.
  std::string dismiss();
  /// Quits, or asks first if something would be lost. The second request quits.
  void ask_to_quit();

  // --- what is shown ---
  [[nodiscard]] Shown& shown() { return instead_ ? *instead_ : *marble_; }
  [[nodiscard]] const Shown& shown() const { return instead_ ? *instead_ : *marble_; }
  /// Returns the run in the marble's maze, which waits while something else is shown.
  [[nodiscard]] MarbleRun& marble() { return *marble_; }
  [[nodiscard]] const MarbleRun& marble() const { return *marble_; }
  /// Returns the marble's run that the panels describe.
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
  /// Returns the current game: the logic maze if one is shown, else the run in the marble's maze.
  [[nodiscard]] Played& played() { return game() ? static_cast<Played&>(logic()) : run(); }
  [[nodiscard]] const Played& played() const {
    return game() ? static_cast<const Played&>(*game()) : run();
  }
  [[nodiscard]] std::string world() const { return played().world(); }
  [[nodiscard]] std::string agent() const { return played().agent(); }
  [[nodiscard]] std::uint64_t seed() const { return played().seed(); }
  [[nodiscard]] bool by_hand() const { return played().by_hand(); }
  /// true: agents of new runs think in background threads
  bool background = false;

  // --- continuous control by a person ---
  [[nodiscard]] bool steers() const { return shows_marble() && run().is_steered(); }
  /// Tilts the maze to a side of the image, x right, y away: by an angle in radians, or at a share
  /// of the highest rate. Requires: steers().
  void drag_maze(glm::vec2 side) { marble_->drag(turn_to(side)); }
  void push_maze(glm::vec2 side) { marble_->push(turn_to(side)); }
  glm::vec2 stick{0};  ///< axes of a gamepad's stick

  // --- guides ---
  [[nodiscard]] const LessonTour& lesson() const { return lesson_; }
  [[nodiscard]] const LevelGame& level() const { return level_; }
  /// Returns the level that the run shown counts for; null if it is another run.
  [[nodiscard]] const Level* counted_level() const;
  [[nodiscard]] const Progress& progress() const { return progress_; }
  /// Returns whether a lesson or a level will restore the previous display.
  [[nodiscard]] bool gives_back() const { return before_.has_value(); }
  /// Moves the camera at once to where the lesson would lead it, for screenshots.
  void look_as_lesson_says();
  /// Loads the person's results in levels. Shows a message if their file is damaged.
  void load_progress();
  /// Returns the best known move, which is highlighted until a move is made.
  [[nodiscard]] const std::optional<MoveId>& hint() const { return hint_.move; }

  /// Advances by `elapsed_s` of wall time; see Shown::frame().
  void frame(double elapsed_s, double budget_s);
  /// Returns whether the next frame will differ from this one without any input.
  [[nodiscard]] bool changes_by_itself() const;

  // --- image ---
  View view{marble_};
  /// Returns the switch of the shortest path, which differs while a person plays.
  [[nodiscard]] bool ViewOptions::*path_switch() const;
  /// Returns the current view options: with the vectors of a previewed move and the objects of the
  /// lesson, and without the shortest path if a person must find it.
  [[nodiscard]] ViewOptions look_now() const;

  // --- contents of panels ---
  PanelState panels;
  Files files;
  bool quit = false;

  // --- protection against accidental loss ---
  /// Returns whether a run that was replaced, or that the last start has kept, can be shown again.
  [[nodiscard]] bool has_last_run() const;
  /// Stores the run that the next start can show again. Call it at the end of the program.
  void keep_last_run() const;
  /// Returns a sentence for each thing that quitting would lose.
  [[nodiscard]] std::vector<std::string> lost_at_quit() const;

  void say(const std::string& message) { message_ = message, message_age_s_ = 0; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool message_shown() const { return !message_.empty() && message_age_s_ < 8; }
  void drop_message() { message_.clear(); }

  /// Returns whether the end of the run is shown and its news was not dismissed. In a solved level
  /// the stars are the news.
  [[nodiscard]] bool shows_end() const;
  /// Returns true until somebody has chosen to watch, to play or to learn; meanwhile the maze turns
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
  /// Performs an action, and shows its answer or the reason why it failed.
  bool attempt(const std::function<std::string()>& action);

  [[nodiscard]] std::unique_ptr<MarbleRun> make_run(RunSpec spec) const;
  /// Shows another run at the current speed, and keeps the previous one.
  void show(std::unique_ptr<MarbleRun> next);
  /// Shows another run, and returns the previous one.
  std::unique_ptr<MarbleRun> exchange(std::unique_ptr<MarbleRun> next);
  void changed_runs();
  /// Starts the maze again with a specification that `change` changes.
  template <class Change>
  void start_with(const Change& change) {
    RunSpec again = spec();
    change(again);
    start(std::move(again));
  }
  std::string let_person_play(bool by_hand);
  /// Keeps a run or game as the last run if it is worth keeping, and nothing was kept by this
  /// action; anything else is allowed.
  void keep(std::unique_ptr<Shown> shown);
  /// Shows something else instead of the marble. A game that was shown becomes the last run.
  void show_instead(std::unique_ptr<Shown> shown) {
    keep(std::exchange(instead_, std::move(shown)));
  }
  /// Shows another game in place of the present one.
  void start_logic(LogicSpec spec);
  /// Returns the runs and games that are shown, or that return after a lesson or a level.
  [[nodiscard]] std::vector<Played*> own_runs() const;
  /// Shows a file of any kind. Throws BadInput.
  void show_file(const std::filesystem::path& path);

  /// Starts a run of a lesson or a level.
  void start_guide(RunSpec spec);
  /// Restores the display before the lesson or the level. Requires: gives_back().
  void give_back();
  /// Opens the tab that the step of the lesson points at.
  void open_lit_tab();
  void leave_lesson() {
    if (lesson_.open()) give_back();
  }
  /// Ends lesson and level, because another maze is shown.
  void end_guides();
  /// Advances the guides after a frame. Returns a text for the person. Throws MachineFailure if a
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
  std::unique_ptr<Shown> instead_;  // null for the marble
  std::size_t shows_ = 0;
  bool by_hand_in_moves_ = false;  // whether a person chose the moves before continuous control
  std::optional<Before> before_;
  std::unique_ptr<Played> last_run_;
  bool kept_ = false;  // whether the current action has kept a run
  LessonTour lesson_;
  LevelGame level_;
  Progress progress_;
  CameraLead lead_;
  Hint hint_;
  std::size_t hint_at_ = 0;  // number of moves when it was given
  /// A move whose preview was requested, and the moment shown then. The preview stays as long as
  /// that moment.
  std::optional<std::pair<MoveId, double>> pinned_;
  std::string message_;
  double message_age_s_ = 0;
  bool end_dropped_ = false;  // reset by the next run
  double since_solved_s_ = 0;
  std::shared_ptr<const Maze> fitted_;  // maze for which camera and slices were set
};

/// Restores theme, style, switches, sizes and folders from the user's configuration folder. If a
/// file is missing or damaged, the start counts as the first one, with the welcome panel.
void load_view_settings(Session& session);
/// Starts the marble's maze that was shown last, with its agent and scheme; at the first start the
/// maze of a lesson.
void load_played(Session& session);
/// Stores the settings that these two functions load.
void save_view_settings(const Session& session);

}  // namespace marblemaze

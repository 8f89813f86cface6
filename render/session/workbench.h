#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "render/scene/view_options.h"
#include "render/session/camera_lead.h"
#include "render/session/classic_automaton.h"
#include "render/session/dead_end_filling.h"
#include "render/session/file_browser.h"
#include "render/session/file_names.h"
#include "render/session/hints.h"
#include "render/session/lesson_tour.h"
#include "render/session/level_game.h"
#include "render/session/logic_game.h"
#include "render/session/marble_runs.h"

namespace marblemaze {

enum class Axis { x, y, z };

/// A side panel stands open where the window has room for it beside the maze, unless a person has
/// said otherwise.
enum class Fold { as_room, open, folded };

/// What the dialogue for a new maze holds.
struct MazeRequest {
  int size = 3;  ///< cells a side
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
};

/// The part of the timeline that is shown: all of it, or a stretch around a moment.
struct TimelineView {
  double zoom = 1;    ///< how many times the whole
  double middle = 0;  ///< steps
};

/// How a person looks at the drawing of the state graph.
struct GraphEye {
  float zoom = 1;      ///< 1: all of it
  glm::vec2 shift{0};  ///< in the layout's units
};

/// Everything the viewer holds that is not on the graphics card: what is shown, and what the
/// picture and the panels show of it. Panels read it and call its actions; tests do the same. An
/// action that cannot be done becomes a message in the window, where nothing else is said.
class Workbench {
 public:
  explicit Workbench(EpisodeSpec spec);
  explicit Workbench(Recording recording);

  // --- what is shown ---
  [[nodiscard]] Shown& shown();
  /// What is played: the logic maze that is shown, else the marble's maze.
  [[nodiscard]] Played& played();
  /// The marble's maze, which waits while something else is shown.
  [[nodiscard]] MarbleRuns& marble() { return marble_; }
  [[nodiscard]] const MarbleRuns& marble() const { return marble_; }
  /// The marble's run that the panels are about.
  [[nodiscard]] ShownRun& run() const { return marble_.run(); }
  /// Null while no logic maze is shown.
  [[nodiscard]] LogicGame* game() const { return game_.get(); }
  /// Null while the cellular automaton is not shown.
  [[nodiscard]] DeadEndFilling* filling() const { return filling_.get(); }

  /// Null while neither Life nor an elementary automaton is shown.
  [[nodiscard]] ClassicAutomaton* classic() const { return classic_.get(); }

  // --- the marble's maze ---
  void new_maze(const MazeRequest& request);
  /// The same maze in another of the marble_world_kinds(); for any other name of the world registry
  /// the maze that it makes of the seed asked for last.
  void set_world(const std::string& world);
  void set_scheme(int orientations);
  /// Starts the maze again with freezing as the end, or as a state to tip the maze out of.
  void set_recovery(bool recovery);
  /// Starts the maze again under `physics`, or takes that back to what is in force where it cannot
  /// be.
  void use_physics();
  /// The run that froze goes on from there.
  void recover();
  /// A second run on the same maze, in step with the first; an empty agent takes it away.
  void compare_with(const std::string& agent, int orientations);

  // --- instead of it ---
  void play(std::unique_ptr<LogicGame> game);
  /// Throws BadInput as LogicGame does.
  void play_logic(const LogicSpec& spec) { play(std::make_unique<LogicGame>(spec)); }
  void leave_game() { game_.reset(); }
  void show_filling(bool show);
  /// Nothing: no longer.
  void show_classic(const std::optional<ClassicSpec>& spec);

  // --- levels ---
  /// Number from 0. Until another maze is made the run is that of the level.
  void start_level(std::size_t number);
  [[nodiscard]] const LevelGame& level() const { return level_; }
  /// The level that the run shown counts for; null where it is another run.
  [[nodiscard]] const Level* counted_level() const {
    return level_.open() && level_.counts(run()) ? &level_.level() : nullptr;
  }
  Progress progress;

  // --- help for a person who plays ---
  /// The best move that is known, in words, and lit until a move is made.
  void give_hint();
  [[nodiscard]] const std::optional<MoveId>& hint() const { return hint_.move; }
  /// Until the next frame the picture shows what this move is believed to do.
  void preview_move(MoveId move) { marble_.preview = move; }

  // --- what is played ---
  void restart();
  /// Of the next seed, of the kind and size shown.
  void next_maze();
  /// Of a seed, of the kind and size shown.
  void make_seed(std::uint64_t seed);
  void set_agent(const std::string& agent);
  void set_by_hand(bool by_hand);
  void choose_move(MoveId move);
  /// The move that leads most nearly to that side of the picture, x right, y away.
  void choose_towards(glm::vec2 side);
  void refuse_undo();

  // --- files ---
  // False where it cannot be done.
  bool open(const std::filesystem::path& path);
  bool save(const std::filesystem::path& path);
  bool save_run(const std::filesystem::path& path);

  // --- lessons ---
  void start_lesson(const std::string& name);
  /// So many steps on or back; past the last one the lesson is closed. Says so while none is read.
  void step_lesson(int steps);
  /// What was shown before it is shown again, from its start.
  void close_lesson();
  [[nodiscard]] const LessonTour& lesson() const { return lesson_; }
  /// At once, for pictures, what the camera would be led to.
  void look_as_lesson_says();

  /// Opened or saved before, the last one first; at most kMostRecent.
  std::vector<std::string> recent;
  static constexpr std::size_t kMostRecent = 8;

  /// One frame of `elapsed_s` wall time; see Transport::frame().
  void frame(double elapsed_s, double budget_s);
  /// Will the next frame differ from this one without anybody's doing?
  [[nodiscard]] bool changes_by_itself();

  // --- picture ---
  ViewOptions look;
  /// Of the shortest path: a person who plays has one of their own.
  [[nodiscard]] bool ViewOptions::*path_switch() const;
  /// What is drawn now: with the vectors of a move whose preview is shown, with what the lesson
  /// is about, and without the shortest path where a person is to find it.
  [[nodiscard]] ViewOptions look_now() const;
  std::size_t palette = 0;
  Camera camera;
  bool follow_marble = false;
  void reset_camera();
  /// All of the maze, from where the camera looks; in a large maze it follows the marble no longer.
  void fit_maze();
  /// The picture has this shape, width over height: go back or forth, so that as much of the maze
  /// is seen as before; after reset_camera() all of it.
  void fit_camera(float aspect);
  void look_along(Axis axis);
  [[nodiscard]] const Palette& colours() const { return palettes()[palette]; }

  // --- panels ---
  bool show_why = false;  ///< the panel's tab of reasons shall come to the front
  bool show_panels = true, show_help = false, show_files = false, show_physics = false,
       large_graph = false, show_distances = false, show_levels = false;
  Fold setup_fold = Fold::as_room, mind_fold = Fold::as_room;
  TimelineView timeline;
  GraphEye graph_eye;
  bool welcome = false;         ///< say what this is about, as at the first start
  bool reduced_motion = false;  ///< no camera moves but those of a person
  bool quit = false;
  MazeRequest request;
  PhysicsSettings physics;  ///< what a person asks for; use_physics() begins a run with it
  std::string file_name;
  float wanted_scale = 0;             ///< of text and panels; 0: as the display asks
  float ui_scale = 1;                 ///< in force
  glm::ivec2 window_size{1280, 720};  ///< pixels, as last used
  /// What whoever draws the window shall keep of it, and how far it is.
  struct Film {
    std::filesystem::path path;
    double time_s = 0;
  };
  std::optional<std::filesystem::path> wanted_screenshot;
  std::optional<Film> film;
  /// A film of the run shown, from its start, that whoever draws the window makes beside it.
  struct FilmExport {
    std::filesystem::path path;
    double part = 0;  ///< of it that is made, 0 to 1
  };
  std::optional<FilmExport> exporting;
  /// A name with the date that no file has, in the folder that a person chose last.
  [[nodiscard]] std::filesystem::path new_file(const std::string& ending) const {
    return dated_path(browser.folder(), ending);
  }
  void take_picture() { wanted_screenshot = new_file(".png"); }
  void begin_film() { film = Film{new_file(".mp4")}; }
  void export_film(const std::string& ending);
  void export_page();

  // --- the dialogue for files ---
  enum class Saving { maze, recording };
  struct Replacement {
    std::filesystem::path path;
    Saving what;
  };
  FileBrowser browser;  ///< at first where the program was started, then where it was left
  std::optional<Replacement> to_replace;  ///< asked before an older file goes
  bool save_as(const std::filesystem::path& path, Saving what) {
    return what == Saving::maze ? save(path) : save_run(path);
  }

  void say(const std::string& message) { message_ = message, message_age_s_ = 0; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool message_shown() const { return !message_.empty() && message_age_s_ < 8; }
  void drop_message() { message_.clear(); }

  /// The end of the run is shown, and nobody has put the news of it away. In a level that is solved
  /// the stars are the news.
  [[nodiscard]] bool shows_end();
  void drop_end() { end_dropped_ = true; }
  /// An agent plays, and nobody has read yet what this is about.
  [[nodiscard]] bool shows_welcome();

 private:
  void watch_runs();
  void changed_runs();
  /// The view turns about a solved maze for a while.
  [[nodiscard]] bool celebrates();
  void celebrate(double elapsed_s);
  void remember(const std::filesystem::path& path);
  /// Does it, and says what it answers or why it cannot be done.
  bool attempt(const std::function<std::string()>& action);
  /// What another maze is made after: what was shown before the levels or the lesson.
  [[nodiscard]] EpisodeSpec spec_for_others() const;
  /// As close_lesson(), without a word.
  void leave_lesson();
  Hint known_hint();
  [[nodiscard]] std::size_t moves_so_far() const;
  void follow_level();
  void follow_hint();
  void go_to_step(std::size_t number);
  void follow_lesson(double elapsed_s);
  /// From which all of the maze is seen; while the camera follows the marble, at most 20 cells.
  [[nodiscard]] float whole_distance() const;
  [[nodiscard]] Camera camera_of(const LessonView& view) const;

  MarbleRuns marble_;
  std::unique_ptr<LogicGame> game_;
  std::unique_ptr<DeadEndFilling> filling_;
  std::unique_ptr<ClassicAutomaton> classic_;
  LessonTour lesson_;
  LevelGame level_;
  std::optional<EpisodeSpec> before_guide_;  // of the levels or the lesson
  double speed_before_lesson_ = 1;
  Hint hint_;
  std::size_t hint_at_ = 0;  // moves made when it was given
  CameraLead lead_;
  std::string message_;
  double message_age_s_ = 0;
  bool end_dropped_ = false;  // until the next run
  double since_solved_s_ = 0;
  float aspect_ = 1.4f;
  std::shared_ptr<const Maze> fitted_;  // the maze to which camera and slices belong
};

}  // namespace marblemaze

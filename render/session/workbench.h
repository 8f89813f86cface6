#pragma once

#include <cassert>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "render/session/automata.h"
#include "render/session/commands.h"
#include "render/session/files.h"
#include "render/session/guides.h"
#include "render/session/logic_game.h"
#include "render/session/marble_runs.h"
#include "render/session/view.h"

namespace marblemaze {

/// Everything the viewer holds that is not on the graphics card: what is shown, and what the
/// picture and the panels show of it. A panel changes only the View, the PanelState or the Files
/// that it is handed; it reads all else, and asks for what shall happen by a WindowCommand. An
/// action that cannot be done becomes a message in the window, where nothing else is said.
class Workbench {
 public:
  explicit Workbench(RunSpec spec);
  explicit Workbench(Recording recording);

  /// Carries out what a key, a menu or a button asks for: what comes of it is said in a message.
  /// False where it cannot be done.
  bool ask(const WindowCommand& command);
  /// Whatever the file holds. Throws BadInput.
  std::string open_file(const std::filesystem::path& path);
  bool open(const std::filesystem::path& path) { return ask({Act::open, 0, path.string()}); }

  // --- what is shown ---
  [[nodiscard]] Shown& shown() { return const_cast<Shown&>(std::as_const(*this).shown()); }
  [[nodiscard]] const Shown& shown() const;
  /// What is played: the logic maze that is shown, else the marble's maze.
  [[nodiscard]] Played& played() { return const_cast<Played&>(std::as_const(*this).played()); }
  [[nodiscard]] const Played& played() const;
  /// The marble's maze, which waits while something else is shown.
  [[nodiscard]] MarbleRuns& marble() { return marble_; }
  [[nodiscard]] const MarbleRuns& marble() const { return marble_; }
  /// The marble's run that the panels are about.
  [[nodiscard]] ShownRun& run() { return marble_.run(); }
  [[nodiscard]] const ShownRun& run() const { return marble_.run(); }
  [[nodiscard]] bool shows_marble() const { return instead_.index() == 0; }
  // What is shown instead of the marble, one at a time; null while they are not shown.
  [[nodiscard]] const LogicGame* game() const { return shown_as<LogicGame>(); }
  [[nodiscard]] const DeadEndFilling* filling() const { return shown_as<DeadEndFilling>(); }
  [[nodiscard]] const ClassicAutomaton* classic() const { return shown_as<ClassicAutomaton>(); }

  // --- instead of it ---
  void play(std::unique_ptr<LogicGame> game);
  /// Throws BadInput as LogicGame does.
  void play_logic(const LogicSpec& spec) { play(std::make_unique<LogicGame>(spec)); }
  /// The cellular automaton in the marble's maze.
  void show_filling();
  void show_classic(const ClassicSpec& spec);
  /// Nothing instead of it any more.
  void show_marble() { show_instead({}); }

  // --- the maze in a person's hand, while it is turned freely ---
  [[nodiscard]] bool steers() const { return shows_marble() && run().is_steered(); }
  /// Tips the top to a side of the picture, x right, y away: by so many radians more, or at that
  /// share of the highest rate. Precondition: steers().
  void drag_maze(glm::vec2 side) { marble_.drag(turn_to(side)); }
  void push_maze(glm::vec2 side) { marble_.push(turn_to(side)); }
  glm::vec2 stick{0};  ///< of a gamepad

  // --- what helps a person along ---
  [[nodiscard]] const Guides& guides() const { return guides_; }
  void look_as_lesson_says() { guides_.look_as_lesson_says(); }
  /// What the person has reached in levels before; says so where its file is broken.
  void load_progress() {
    attempt([&] { return guides_.load_progress(); });
  }
  /// The best move that is known, lit until a move is made.
  [[nodiscard]] const std::optional<MoveId>& hint() const { return hint_.move; }

  /// One frame of `elapsed_s` wall time; see Transport::frame().
  void frame(double elapsed_s, double budget_s);
  /// Will the next frame differ from this one without anybody's doing?
  [[nodiscard]] bool changes_by_itself() const;

  // --- picture ---
  View view{marble_};
  /// Of the shortest path: a person who plays has one of their own.
  [[nodiscard]] bool ViewOptions::*path_switch() const;
  /// What is drawn now: with the vectors of a move whose preview is shown, with what the lesson
  /// is about, and without the shortest path where a person is to find it.
  [[nodiscard]] ViewOptions look_now() const;

  // --- what panels show and ask for ---
  PanelState panels;
  Files files;
  bool quit = false;

  // --- what a slip of the hand must not lose ---
  /// Returns true if a run that was replaced, or that the last start has kept, can be shown again.
  [[nodiscard]] bool has_last_run() const;
  /// Writes the run that the next start can show again. Call it at the end of the program.
  void keep_last_run() const;
  /// Returns what quitting would lose, a sentence for each.
  [[nodiscard]] std::vector<std::string> lost_at_quit() const;

  void say(const std::string& message) { message_ = message, message_age_s_ = 0; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool message_shown() const { return !message_.empty() && message_age_s_ < 8; }
  void drop_message() { message_.clear(); }

  /// The end of the run is shown, and nobody has put the news of it away. In a level that is solved
  /// the stars are the news.
  [[nodiscard]] bool shows_end() const;
  /// Nobody has chosen yet to watch, to play or to learn: the maze turns behind the doors.
  [[nodiscard]] bool shows_welcome() const;

 private:
  template <class Kind>
  [[nodiscard]] Kind* shown_as() const {
    const auto* held = std::get_if<std::unique_ptr<Kind>>(&instead_);
    return held ? held->get() : nullptr;
  }

  /// Precondition: game().
  [[nodiscard]] LogicGame& logic() { return assert(game()), *shown_as<LogicGame>(); }

  /// Contents that are shown instead of the marble.
  using Instead = std::variant<std::monostate, std::unique_ptr<LogicGame>,
                               std::unique_ptr<DeadEndFilling>, std::unique_ptr<ClassicAutomaton>>;
  /// Returns the game among such contents, or null.
  [[nodiscard]] static const LogicGame* game_of(const Instead& shown) {
    const auto* held = std::get_if<std::unique_ptr<LogicGame>>(&shown);
    return held ? held->get() : nullptr;
  }
  /// Shows such contents. A game that was shown becomes the last run.
  void show_instead(Instead shown);
  /// Makes a game the last run if it is worth keeping; null is allowed.
  void keep_game(const LogicGame* game);
  /// Shows again what lessons and levels give back, and keeps the run that was replaced. Called
  /// after each command and each frame.
  void settle_runs();
  /// Starts a lesson or a level, which gives back what is shown now.
  std::string begin_guide(const std::function<std::string()>& start);
  std::string show_last_run();
  /// Shows a file of any kind. Throws BadInput.
  void show_file(const std::filesystem::path& path);

  // What commands do. They answer with what is to be said, and throw where they cannot.
  std::string carry_out(const WindowCommand& command);
  void new_maze();
  /// The same maze in another of the marble_world_kinds(); for any other name of the world registry
  /// the maze that it makes of the seed asked for last.
  void set_world(const std::string& world);
  std::string set_scheme(ControlScheme control);
  /// Starts the maze again with freezing as the end, or as a state to tip the maze out of.
  std::string set_recovery(bool recovery);
  /// Starts the maze again under those of the form, or takes that back to what is in force where it
  /// cannot be.
  std::string use_physics();
  std::string set_by_hand(bool by_hand);
  std::string next_maze();
  /// Of a seed, of the kind and size shown.
  void make_seed(std::uint64_t seed);
  std::string give_hint();
  std::string start_level(std::size_t number);
  std::string start_free_level(std::size_t number);
  std::string save_maze(const std::filesystem::path& path);
  std::string save_run(const std::filesystem::path& path);
  std::string export_film(const std::string& ending, bool loop);
  std::string export_page();
  std::string export_csv();
  std::string dismiss();

  [[nodiscard]] glm::dvec3 turn_to(glm::vec2 side) const;
  void watch_runs();
  void changed_runs();
  /// The view turns about a solved maze for a while.
  [[nodiscard]] bool celebrates() const;
  void celebrate(double elapsed_s);
  void turn_behind_doors(double elapsed_s);
  /// The view comes back from its turn. True where there were doors.
  bool leave_doors();
  /// Leaves the doors. The demonstration becomes the run of the person who watches it.
  void watch_from_doors() { leave_doors(), run().demonstration = false; }
  /// Does it, and says what it answers or why it cannot be done.
  bool attempt(const std::function<std::string()>& action);
  Hint known_hint();
  [[nodiscard]] std::size_t moves_so_far() const;
  void follow_hint();

  MarbleRuns marble_;
  Instead instead_, before_guide_;  // the latter: with the marble's runs that guides give back
  Guides guides_{marble_, view};
  const ShownRun* run_before_guide_ = nullptr;
  std::variant<std::monostate, KeptRuns, GameRecording> last_run_;
  bool game_kept_ = false;  // by the present command
  Hint hint_;
  std::size_t hint_at_ = 0;  // moves made when it was given
  /// A move whose preview was asked for, and the moment shown then: it stays as long as that does.
  std::optional<std::pair<MoveId, double>> pinned_;
  std::string message_;
  double message_age_s_ = 0;
  bool end_dropped_ = false;  // until the next run
  double since_solved_s_ = 0;
  std::shared_ptr<const Maze> fitted_;  // the maze to which camera and slices belong
};

}  // namespace marblemaze

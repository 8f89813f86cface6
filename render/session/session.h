#pragma once

#include <cassert>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "render/session/automata.h"
#include "render/session/files.h"
#include "render/session/guides.h"
#include "render/session/logic_game.h"
#include "render/session/marble_runs.h"
#include "render/session/view.h"

namespace marblemaze {

/// Everything the viewer holds that is not on the graphics card: what is shown, and what the
/// picture and the panels show of it. Panels, keys and menus call its functions.
class Session {
 public:
  explicit Session(RunSpec spec);
  explicit Session(Recording recording);

  // --- what a person asks for ---
  /// Calls a function of this class with copies of the arguments, and shows its answer, or the
  /// reason if it throws, as a message. While panels are drawn it waits until their end, so that
  /// nothing that they refer to goes away. Returns false if the function has thrown.
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

  // These throw BadInput if they cannot be done. Words that they return are for the person.
  void restart();
  std::string next_maze();
  /// Makes the maze that the form describes.
  void new_maze();
  /// Makes another maze of the kind and size shown.
  void make_seed(std::uint64_t seed);
  void new_seed() { make_seed(panels.request.seed); }
  /// Shows the same maze in another of the marble_world_kinds(). For any other name of the world
  /// registry, shows the maze of the form's seed.
  void set_world(const std::string& world);
  std::string use_agent(const std::string& agent) { return played().use_agent(agent); }
  std::string set_scheme(ControlScheme control);
  /// Starts the maze again with freezing as the end, or as a state to tip the maze out of.
  std::string set_recovery(bool recovery);
  std::string turn_freely(bool freely);
  /// Starts the maze again under continuous control; the goal is to rest in the target or to reach
  /// it.
  void set_rest(bool rest);
  /// Starts the maze again under the physics of the form. Invalid physics leaves the run as it is.
  std::string use_physics();
  /// Starts a second run beside the first; an empty agent removes it.
  void compare_with(const std::string& agent, ControlScheme control) {
    marble_.set_beside(agent, control);
  }
  /// Starts a run beside the present one that takes another move at the moment shown.
  std::string branch(MoveId move) { return marble_.branch(move); }
  std::string recover();
  std::string play_by_hand(bool by_hand);
  std::string choose(MoveId move) { return shown().choose(move); }
  /// Chooses the move that tips the maze most nearly to a side of the picture, x right, y away.
  std::string choose_towards(glm::vec2 side) { return shown().choose_towards(side, view.camera); }
  /// Shows the preview of a move for as long as the present moment is shown.
  void pin_preview(MoveId move) { pinned_ = {move, marble_.time.position()}; }
  std::string refuse_undo() const;
  std::string give_hint();
  // Of a logic maze, which must be shown.
  void set_u_turns(UTurns u_turns);
  /// Shows a solution, or the game again if there is no number.
  void show_solution(std::optional<std::size_t> number);
  void show_together();
  // What is shown instead of the marble.
  void play(std::unique_ptr<LogicGame> game);
  void play_logic(const LogicSpec& spec) { play(std::make_unique<LogicGame>(spec)); }
  /// Shows the cellular automaton in the marble's maze.
  void show_filling();
  /// Shows that automaton, or the marble if the automaton is shown.
  void fill_dead_ends() { filling() ? show_marble() : show_filling(); }
  void show_classic(const ClassicSpec& spec);
  void show_marble() { show_instead({}); }
  // Lessons and levels give back what was shown before them.
  std::string start_lesson(const std::string& name);
  std::string step_lesson(int steps) { return guides_.step_lesson(steps); }
  std::string close_lesson() { return guides_.close_lesson(); }
  std::string start_level(std::size_t number);
  std::string start_free_level(std::size_t number);
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
  // What lies over the maze.
  /// Shows the doors to watch, play and learn.
  void show_doors();
  /// Leaves the doors. The demonstration becomes the run of the person who watches it.
  void watch_from_doors() { leave_doors(), run().demonstration = false; }
  void drop_end() { end_dropped_ = true; }
  /// Closes dialogues, news, doors and the lesson.
  std::string dismiss();
  /// Quits, or asks first if something would be lost. Asked again, it quits.
  void ask_to_quit();

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
  /// after each action and each frame.
  void settle_runs();
  /// Starts a lesson or a level, which gives back what is shown now.
  std::string begin_guide(const std::function<std::string()>& start);
  /// Shows a file of any kind. Throws BadInput.
  void show_file(const std::filesystem::path& path);

  bool carry_out(std::function<std::string()> action);
  [[nodiscard]] glm::dvec3 turn_to(glm::vec2 side) const;
  void watch_runs();
  void changed_runs();
  /// The view turns about a solved maze for a while.
  [[nodiscard]] bool celebrates() const;
  void celebrate(double elapsed_s);
  void turn_behind_doors(double elapsed_s);
  /// The view comes back from its turn. True where there were doors.
  bool leave_doors();
  /// Does it, and says what it answers or why it cannot be done.
  bool attempt(const std::function<std::string()>& action);
  Hint known_hint();
  [[nodiscard]] std::size_t moves_so_far() const;
  void follow_hint();

  bool holds_ = false;
  std::vector<std::function<std::string()>> held_;
  MarbleRuns marble_;
  Instead instead_, before_guide_;  // the latter: with the marble's runs that guides give back
  Guides guides_{marble_, view};
  const ShownRun* run_before_guide_ = nullptr;
  std::variant<std::monostate, KeptRuns, GameRecording> last_run_;
  bool game_kept_ = false;  // by the present action
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

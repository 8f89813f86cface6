#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "render/scene/exhibit.h"
#include "render/scene/look.h"
#include "render/session/dead_end_filling.h"
#include "render/session/graph_layout.h"
#include "render/session/logic_game.h"
#include "render/session/playback.h"
#include "render/session/shown_run.h"

namespace marblemaze {

enum class Axis { x, y, z };

/// What the dialogue for a new maze holds.
struct MazeRequest {
  int size = 3;
  Layers layers = Layers::all;
  int seed = 1;
};

/// Everything the viewer holds that is not on the graphics card: runs, the moment shown, what the
/// picture and the panels show. Panels read it and call its actions; tests do the same.
class Workbench {
 public:
  explicit Workbench(EpisodeSpec spec);
  explicit Workbench(Recording recording);

  // --- what runs ---
  /// Searches of runs to come think in threads of their own.
  bool background = false;
  [[nodiscard]] std::span<const std::unique_ptr<ShownRun>> runs() const { return runs_; }
  /// The run that the panels are about.
  [[nodiscard]] ShownRun& run() { return *runs_[selected_]; }
  [[nodiscard]] const ShownRun& run() const { return *runs_[selected_]; }
  [[nodiscard]] std::size_t selected() const { return selected_; }
  void select(std::size_t index) { selected_ = index < runs_.size() ? index : 0; }

  void start(EpisodeSpec spec);
  void restart();
  void new_maze(const MazeRequest& request);
  /// Of the next seed, of the kind shown.
  void next_maze();
  /// The same maze in another of the marble_world_kinds(); for any other name of the world registry
  /// the maze that it makes of the seed asked for last.
  void set_world(const std::string& world);
  void set_agent(const std::string& agent);
  void set_scheme(int orientations);
  /// Starts the maze again with freezing as the end, or as a state to tip the maze out of.
  void set_recovery(bool recovery);
  void set_by_hand(bool by_hand);
  [[nodiscard]] bool by_hand() const;
  void choose_move(int move);
  /// The move that tips the maze's top most nearly towards that side of the picture, x right, y
  /// away. On a number board, the jump to that side.
  void choose_towards(glm::vec2 side);
  void refuse_undo();
  /// A second run on the same maze, in step with the first; an empty agent takes it away.
  void compare_with(const std::string& agent, int orientations);
  /// The same for whoever wants to know of a failure. Throws BadInput.
  void set_beside(const std::string& agent, int orientations);

  // --- a logic maze, shown instead of the marble's, which waits meanwhile ---
  /// Null while the marble's maze is shown.
  [[nodiscard]] LogicGame* game() { return game_.get(); }
  [[nodiscard]] const LogicGame* game() const { return game_.get(); }
  void play_logic(const LogicSpec& spec);
  /// Another of the same kind and under the same rules, of the seed asked for.
  void same_kind_of_seed();
  void leave_game() { game_.reset(); }
  void set_u_turns(UTurns u_turns);

  // --- the cellular automaton in the marble's maze, shown instead of its run ---
  /// Null while the run is shown.
  [[nodiscard]] DeadEndFilling* filling() { return filling_.get(); }
  [[nodiscard]] const DeadEndFilling* filling() const { return filling_.get(); }
  void show_filling(bool show);

  // --- files; failures become messages in the window ---
  void open(const std::filesystem::path& path);
  void save(const std::filesystem::path& path);
  void save_run(const std::filesystem::path& path);
  void start_lesson(const std::string& name);
  /// Opened or saved before, the last one first; at most kMostRecent.
  std::vector<std::string> recent;
  static constexpr std::size_t kMostRecent = 8;

  // --- time ---
  Playback playback;
  /// One frame of `elapsed_s` wall time.
  void frame(double elapsed_s, double budget_s);
  /// What moves a logic maze or the automaton on; null while the marble's run is shown, which
  /// `playback` moves.
  [[nodiscard]] Transport* transport();
  // The keys' actions, for whatever is shown.
  void toggle_play();
  void step_finely(int steps);  ///< by ticks; a puzzle has only moves
  void step_moves(int direction);
  void play_other_way();
  void to_newest();
  void change_speed(double factor);

  // --- picture ---
  Look look;
  std::size_t palette = 0;
  Camera camera;
  bool follow_marble = false;
  void reset_camera();
  /// The picture has this shape, width over height: go back far enough to see all of the maze.
  void fit_camera(float aspect);
  void look_along(Axis axis);
  [[nodiscard]] const Palette& colours() const { return palettes()[palette]; }
  /// What a run looks like now.
  [[nodiscard]] Exhibit exhibit(const ShownRun& run);
  [[nodiscard]] GraphLayout& layout(const ShownRun& run);
  /// Of what the agent knows of the logic maze.
  [[nodiscard]] const GraphLayout& game_layout() const { return game_layout_; }

  // --- panels ---
  bool show_panels = true, show_help = false, show_new_maze = false, show_files = false,
       large_graph = false, show_distances = false;
  bool quit = false;
  MazeRequest request;
  std::string file_name = "maze.json";
  std::string lesson_text;  ///< what the lesson says, until it is closed
  std::string lesson_title;
  float ui_scale = 1;
  std::optional<std::filesystem::path> wanted_screenshot;

  void say(const std::string& message) { message_ = message, message_age_s_ = 0; }
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] bool message_shown() const { return !message_.empty() && message_age_s_ < 8; }
  void drop_message() { message_.clear(); }

 private:
  void changed_runs();
  void remember(const std::filesystem::path& path);
  void open_logic(const std::filesystem::path& path, const std::string& family);
  void choose_in_game(MoveId move);
  void choose_heading(glm::vec2 side);
  void guarded(const std::function<void()>& action);

  std::vector<std::unique_ptr<ShownRun>> runs_;
  std::vector<GraphLayout> layouts_;
  std::unique_ptr<LogicGame> game_;
  GraphLayout game_layout_;
  std::unique_ptr<DeadEndFilling> filling_;
  std::size_t selected_ = 0;
  std::vector<glm::vec3> trail_;
  std::string message_;
  double message_age_s_ = 0;
  float aspect_ = 1.4f;
};

}  // namespace marblemaze

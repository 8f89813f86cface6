#pragma once

#include <cstdint>
#include <string>

#include <glm/glm.hpp>

#include "engine/sim/physics_settings.h"
#include "maze/grid/grid.h"
#include "render/scene/camera.h"
#include "render/scene/view_options.h"
#include "render/session/run.h"

namespace marblemaze {

enum class Axis { x, y, z };

/// How a person looks at what is shown: the picture, its colours, the camera, and the size of text.
class View {
 public:
  /// The run, whose maze the camera looks at, must outlive it.
  explicit View(const std::unique_ptr<MarbleRun>& marble) : marble_(marble) {}

  ViewOptions look;
  std::size_t palette = 0;
  Camera camera;
  bool follow_marble = false;
  bool reduced_motion = false;  ///< no camera moves but those of a person
  bool full_screen = false;
  float wanted_scale = 0;             ///< of text and panels; 0: as the display asks
  float ui_scale = 1;                 ///< in force
  glm::ivec2 window_size{1280, 720};  ///< pixels, as last used

  [[nodiscard]] const Palette& colours() const { return palettes()[palette]; }
  void reset_camera();
  /// All of the maze, from where the camera looks; in a large maze it follows the marble no longer.
  void fit_maze();
  /// The picture has this shape, width over height: go back or forth, so that as much of the maze
  /// is seen as before; after reset_camera() all of it.
  void fit_camera(float aspect);
  void look_along(Axis axis);
  void look_at_marble();
  /// From which all of the maze is seen; while the camera follows the marble, at most 20 cells.
  [[nodiscard]] float whole_distance() const;

 private:
  const std::unique_ptr<MarbleRun>& marble_;
  float aspect_ = 1.4f;
};

/// A side panel stands open where the window has room for it beside the maze, unless a person has
/// said otherwise.
enum class Fold { as_room, open, folded };

/// The part of the timeline that is shown: all of it, or a stretch around a moment.
struct TimelineView {
  double zoom = 1;    ///< how many times the whole
  double middle = 0;  ///< steps
};

/// How a person looks at the drawing of the explored state space.
struct GraphEye {
  float zoom = 1;      ///< 1: all of it
  glm::vec2 shift{0};  ///< in the layout's units
};

/// What the form for a new maze holds.
struct MazeRequest {
  int size = 3;  ///< cells a side
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
};

/// Which panels a person sees, what part of them, and what stands in their forms.
struct PanelState {
  bool show_panels = true, show_help = false, show_physics = false, large_graph = false,
       show_distances = false, show_levels = false, show_lessons = false, show_about = false,
       show_glossary = false, asks_to_quit = false;
  std::string tab;          ///< name of the mind panel's tab that shall come to the front
  bool focus_next = false;  ///< the keyboard shall go to the next panel
  bool welcome = false;     ///< the doors to watch, play and learn, as at the first start
  Fold setup_fold = Fold::as_room, mind_fold = Fold::as_room;
  TimelineView timeline;
  GraphEye graph_eye;
  MazeRequest request;
  PhysicsSettings physics;  ///< under which Session::use_physics() begins a run
};

}  // namespace marblemaze

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

/// View of a person: view options, colours, camera, and text size.
class View {
 public:
  /// Requires: the run, whose maze the camera shows, outlives the view.
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
  /// Shows the whole maze from the current direction. The camera no longer follows the marble in a
  /// large maze.
  void fit_maze();
  /// Adapts the camera's distance to the image's aspect ratio (width / height), so that the same
  /// part of the maze stays visible; after reset_camera() the whole maze.
  void fit_camera(float aspect);
  void look_along(Axis axis);
  void look_at_marble();
  /// Returns the distance from which the whole maze is visible, at most 20 cells while the camera
  /// follows the marble.
  [[nodiscard]] float whole_distance() const;

 private:
  const std::unique_ptr<MarbleRun>& marble_;
  float aspect_ = 1.4f;
};

/// State of a side panel. By default it is open if the window has room for it next to the maze.
enum class Fold { as_room, open, folded };

/// Part of the timeline that is shown: all of it, or a section around a moment.
struct TimelineView {
  double zoom = 1;    ///< magnification; 1 shows all of it
  double middle = 0;  ///< centre, in steps
};

/// View of the graph of the explored state space.
struct GraphEye {
  float zoom = 1;      ///< magnification; 1 shows all of it
  glm::vec2 shift{0};  ///< in units of the layout
};

/// Contents of the form for a new maze.
struct MazeRequest {
  int size = 3;  ///< cells per side
  Layers layers = Layers::all;
  std::uint64_t seed = 1;
};

/// State of the panels: visibility, selected parts, and contents of forms.
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
  PhysicsSettings physics;  ///< settings with which Session::use_physics() starts a run
};

}  // namespace marblemaze

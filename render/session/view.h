#pragma once

#include <glm/glm.hpp>

#include "render/scene/camera.h"
#include "render/scene/view_options.h"
#include "render/session/marble_runs.h"

namespace marblemaze {

enum class Axis { x, y, z };

/// How a person looks at what is shown: the picture, its colours, the camera, and the size of text.
class View {
 public:
  /// The runs, whose maze the camera looks at, must outlive it.
  explicit View(const MarbleRuns& marble) : marble_(marble) {}

  ViewOptions look;
  std::size_t palette = 0;
  Camera camera;
  bool follow_marble = false;
  bool reduced_motion = false;        ///< no camera moves but those of a person
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
  const MarbleRuns& marble_;
  float aspect_ = 1.4f;
};

}  // namespace marblemaze

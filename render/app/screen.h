#pragma once

#include <memory>
#include <optional>

#include "render/gl/capture.h"
#include "render/scene/thumbnails.h"
#include "render/session/workbench.h"

struct ImGuiContext;

namespace marblemaze {

/// Draws a workbench: the maze or mazes, and the panels around them. Needs a current OpenGL context
/// all its life; the same for a window, a picture without a display, and the tests. It has a
/// context of ImGui's own: the current one outside these calls is that of the screen made first.
class Screen {
 public:
  /// The display's own scale is that of the panels where the bench wants none. Throws
  /// MachineFailure when OpenGL does not do what is needed.
  explicit Screen(float display_scale = 1);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// One frame into a framebuffer of this size. `elapsed_s` is what the panels see as time passed.
  /// Mouse and keys are those set in ImGui::GetIO() before.
  void draw(Workbench& bench, GLuint target, glm::ivec2 size, double elapsed_s,
            const Quality& quality);
  /// For pictures without a window: one frame, read back. The framebuffer is kept.
  [[nodiscard]] Image picture(Workbench& bench, glm::ivec2 size, double elapsed_s,
                              const Quality& quality);
  /// The finest quality level that this machine can draw the bench with in real time, by trying,
  /// into this framebuffer of this size. What is shown does not move on.
  [[nodiscard]] QualityLevel affordable(Workbench& bench, GLuint target, glm::ivec2 size);
  /// A small picture waits for another frame.
  [[nodiscard]] bool unfinished() const { return thumbnails_.unfinished(); }
  [[nodiscard]] const DrawStatistics& statistics() const { return renderer_.statistics(); }

 private:
  void fit_panels(Workbench& bench);
  void begin_panels(Workbench& bench, glm::ivec2 size, double elapsed_s);
  void use_mouse(Workbench& bench, glm::vec2 size);
  void draw_mazes(Workbench& bench, GLuint target, glm::ivec2 size, Rectangle scene,
                  const Quality& quality);

  ImGuiContext* imgui_;
  SceneRenderer renderer_;
  Thumbnails thumbnails_;
  int most_thumbnails_ = 1;  // drawn in a frame; pictures without a window take their time
  std::optional<Framebuffer> canvas_;
  float display_scale_;
  // What the panels were last made for.
  std::size_t themed_palette_ = ~std::size_t{0};
  float themed_scale_ = 0;
  float aspect_ = 0;
};

}  // namespace marblemaze

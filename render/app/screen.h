#pragma once

#include <optional>
#include <span>

#include "render/gl/capture.h"
#include "render/panels/panels.h"
#include "render/scene/thumbnails.h"
#include "render/session/session.h"

struct ImGuiContext;

namespace marblemaze {

/// How large a picture is: in pixels of its framebuffer, and in the display's own units, in which
/// the mouse and the panels are. Under Wayland and on a Mac one unit may be two pixels.
struct PictureSize {
  glm::ivec2 pixels, display;

  PictureSize(glm::ivec2 both) : pixels(both), display(both) {}
  PictureSize(glm::ivec2 in_pixels, glm::ivec2 on_display)
      : pixels(in_pixels), display(on_display) {}
  [[nodiscard]] glm::vec2 pixels_per_unit() const { return glm::vec2(pixels) / glm::vec2(display); }
};

/// Of pictures and films: as chosen, or as the window could afford it; else the finest.
[[nodiscard]] Quality picture_quality(const Session& session);

/// Draws a workbench: the maze or mazes, and the panels around them. Needs a current OpenGL context
/// all its life; the same for a window, a picture without a display, and the tests. It has a
/// context of ImGui's own: the current one outside these calls is that of the screen made first.
class Screen {
 public:
  /// The display's own scale, display units a point, is that of the panels where the session wants
  /// none. Throws MachineFailure when OpenGL does not do what is needed.
  explicit Screen(float display_scale = 1);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// One frame into a framebuffer of this size. `elapsed_s` is what the panels see as time passed.
  /// Mouse and keys are those set in ImGui::GetIO() before.
  void draw(Session& session, GLuint target, const PictureSize& size, double elapsed_s,
            const Quality& quality);
  /// For pictures without a window: one frame, read back. The framebuffer is kept.
  [[nodiscard]] Image picture(Session& session, const PictureSize& size, double elapsed_s,
                              const Quality& quality);
  /// The finest quality level that this machine can draw the session with in real time, by trying,
  /// into this framebuffer of this size. What is shown does not move on.
  [[nodiscard]] QualityLevel affordable(Session& session, GLuint target, const PictureSize& size);
  /// A small picture waits for another frame, the maze is on its way to another place, or
  /// words will be shown beside what the mouse rests on.
  [[nodiscard]] bool unfinished() const {
    return thumbnails_.unfinished() || moves_scene_ || tip_waits();
  }
  [[nodiscard]] const SceneRenderer& scene() const { return renderer_; }

 private:
  void fit_panels(Session& session, float density);
  void begin_panels(Session& session, const PictureSize& size, double elapsed_s);
  void use_mouse(Session& session, glm::vec2 size);
  void use_hands(Session& session);
  void draw_mazes(Session& session, GLuint target, glm::ivec2 size, Rectangle scene,
                  std::span<const Rectangle> seen, const Quality& quality);

  /// Moves the scene's box on its way from where it was to where it belongs now.
  void ease_scene(PanelBox& scene, double elapsed_s);

  ImGuiContext* imgui_;
  SceneRenderer renderer_;
  Thumbnails thumbnails_;
  int most_thumbnails_ = 1;  // drawn in a frame; pictures without a window take their time
  std::optional<Framebuffer> canvas_;
  float display_scale_;
  // What the panels were last made for.
  std::size_t themed_palette_ = ~std::size_t{0};
  float themed_scale_ = 0, themed_density_ = 0;
  float aspect_ = 0;
  // The scene's box on its way, not for pictures without a window.
  PanelBox from_, to_, now_;
  double eased_s_ = 0;
  bool eases_ = true, moves_scene_ = false;
};

}  // namespace marblemaze

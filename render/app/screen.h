#pragma once

#include <optional>
#include <span>

#include "render/gl/capture.h"
#include "render/panels/panels.h"
#include "render/scene/thumbnails.h"
#include "render/session/session.h"

struct ImGuiContext;

namespace marblemaze {

/// Size of an image in framebuffer pixels and in display units. The mouse and the panels use
/// display units. Under Wayland and on a Mac, one unit may be two pixels.
struct PictureSize {
  glm::ivec2 pixels, display;

  PictureSize(glm::ivec2 both) : pixels(both), display(both) {}
  PictureSize(glm::ivec2 in_pixels, glm::ivec2 on_display)
      : pixels(in_pixels), display(on_display) {}
  [[nodiscard]] glm::vec2 pixels_per_unit() const { return glm::vec2(pixels) / glm::vec2(display); }
};

/// Returns the quality of screenshots and videos: the chosen quality, the quality that the window
/// can afford, or the finest quality.
[[nodiscard]] Quality picture_quality(const Session& session);

/// Draws a session: the maze or mazes, and the panels around them. Windows, images without a
/// display and tests all use this class. It has its own ImGui context; outside these calls, the
/// context of the first screen is current. Requires: an OpenGL context is current during its
/// lifetime.
class Screen {
 public:
  /// `display_scale` is the number of display units per point. Panels use it unless the session
  /// sets another scale. Throws MachineFailure if OpenGL lacks a required feature.
  explicit Screen(float display_scale = 1);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// Draws one frame into a framebuffer of this size. `elapsed_s` is the time that passes for the
  /// panels. Requires: the mouse and the keys are set in ImGui::GetIO().
  void draw(Session& session, GLuint target, const PictureSize& size, double elapsed_s,
            const Quality& quality);
  /// Draws one frame without a window and reads it back. The framebuffer is reused.
  [[nodiscard]] Image picture(Session& session, const PictureSize& size, double elapsed_s,
                              const Quality& quality);
  /// Measures and returns the finest quality level at which this machine draws the session in real
  /// time, using this framebuffer of this size. The session does not advance.
  [[nodiscard]] QualityLevel affordable(Session& session, GLuint target, const PictureSize& size);
  /// Returns whether a thumbnail waits for another frame, the maze moves to another position, or a
  /// tooltip will appear.
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

  /// Moves the box of the scene gradually from its old to its new position.
  void ease_scene(PanelBox& scene, double elapsed_s);

  ImGuiContext* imgui_;
  SceneRenderer renderer_;
  Thumbnails thumbnails_;
  int most_thumbnails_ = 1;  // per frame; images without a window have no limit
  std::optional<Framebuffer> canvas_;
  float display_scale_;
  // State for which the panels were last built.
  std::size_t themed_palette_ = ~std::size_t{0};
  float themed_scale_ = 0, themed_density_ = 0;
  float aspect_ = 0;
  // Box of the scene while it moves; not used for images without a window.
  PanelBox from_, to_, now_;
  double eased_s_ = 0;
  bool eases_ = true, moves_scene_ = false;
};

}  // namespace marblemaze

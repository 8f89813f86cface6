#pragma once

#include <optional>
#include <span>

#include "render/gl/capture.h"
#include "render/panels/panels.h"
#include "render/scene/thumbnails.h"
#include "render/session/session.h"

struct ImGuiContext;

namespace marblemaze {

/// Image size in framebuffer pixels and in display units. Mouse positions and panels use display
/// units. On Wayland and macOS, a display unit can be larger than a pixel.
struct ImageSize {
  glm::ivec2 pixels, display;

  ImageSize(glm::ivec2 both) : pixels(both), display(both) {}
  ImageSize(glm::ivec2 in_pixels, glm::ivec2 on_display) : pixels(in_pixels), display(on_display) {}
  [[nodiscard]] glm::vec2 pixels_per_unit() const { return glm::vec2(pixels) / glm::vec2(display); }
};

/// Returns the quality for screenshots and videos: the quality of the session, or the finest
/// quality if the session has none.
[[nodiscard]] Quality image_quality(const Session& session);

/// Renders a session: its mazes and its panels. The window, offscreen output and tests use this
/// class. Each screen has a separate ImGui context. Outside its functions, the context of the first
/// screen is current. Requires: an OpenGL context is current during its lifetime.
class Screen {
 public:
  /// `display_scale` is the number of display units per point. It applies unless the session sets a
  /// scale. Throws MachineFailure if OpenGL lacks a required feature.
  explicit Screen(float display_scale = 1);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// Renders one frame into a framebuffer of this size. `elapsed_s` advances the animations of the
  /// panels. Requires: the mouse and keyboard state is set in ImGui::GetIO().
  void draw(Session& session, GLuint target, const ImageSize& size, double elapsed_s,
            const Quality& quality);
  /// Renders one frame offscreen and returns it. The framebuffer is reused.
  [[nodiscard]] Image render(Session& session, const ImageSize& size, double elapsed_s,
                             const Quality& quality);
  /// Measures and returns the finest quality level at which this machine renders the session at 60
  /// Hz. A software renderer gets the lowest level without a measurement. Does not advance the
  /// session.
  [[nodiscard]] QualityLevel affordable(Session& session, GLuint target, const ImageSize& size);
  /// Returns true if the next frame differs without further input: a thumbnail is incomplete, the
  /// maze is moving to a new position, or a tooltip is about to appear.
  [[nodiscard]] bool unfinished() const {
    return thumbnails_.unfinished() || moves_scene_ || tooltip_pending();
  }
  [[nodiscard]] const SceneRenderer& scene() const { return renderer_; }

 private:
  void update_theme(Session& session, float density);
  void begin_frame(Session& session, const ImageSize& size, double elapsed_s);
  void apply_mouse(Session& session, glm::vec2 size);
  void apply_controls(Session& session);
  void draw_mazes(Session& session, GLuint target, glm::ivec2 size, Rectangle scene,
                  std::span<const Rectangle> seen, const Quality& quality);

  /// Animates the scene box from its previous position to its new position.
  void animate_scene(PanelBox& scene, double elapsed_s);

  ImGuiContext* imgui_;
  SceneRenderer renderer_;
  Thumbnails thumbnails_;
  int most_thumbnails_ = 1;  // per frame; offscreen images have no limit
  std::optional<Framebuffer> canvas_;
  float display_scale_;
  // Parameters of the current theme and fonts.
  std::size_t themed_palette_ = ~std::size_t{0};
  float themed_scale_ = 0, themed_density_ = 0;
  float aspect_ = 0;
  // Animation of the scene box. Offscreen images do not use it.
  PanelBox from_, to_, now_;
  double eased_s_ = 0;
  bool eases_ = true, moves_scene_ = false;
};

}  // namespace marblemaze

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
/// units. A display unit can span several pixels on Wayland and macOS.
struct ImageSize {
  glm::ivec2 pixels, display;

  ImageSize(glm::ivec2 both) : pixels(both), display(both) {}
  ImageSize(glm::ivec2 in_pixels, glm::ivec2 on_display) : pixels(in_pixels), display(on_display) {}
  [[nodiscard]] glm::vec2 pixels_per_unit() const { return glm::vec2(pixels) / glm::vec2(display); }
};

/// Each screen has a separate ImGui context. Outside the functions of this class, the context of
/// the first screen is current. Requires: an OpenGL context is current during the lifetime of this
/// object.
class Screen {
 public:
  /// `display_scale` is the default number of display units per point. A scale that the session
  /// sets has priority. Throws MachineFailure if OpenGL lacks a required feature.
  explicit Screen(float display_scale = 1);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// Requires: the mouse and keyboard state is set in ImGui::GetIO().
  void draw(Session& session, GLuint target, const ImageSize& size, double elapsed_s,
            const Quality& quality);
  [[nodiscard]] Image render(Session& session, const ImageSize& size, double elapsed_s,
                             const Quality& quality);
  /// Returns the finest quality level at which this machine renders the session at 60 Hz. Returns
  /// the lowest level for a software renderer without measuring. Does not advance the session.
  [[nodiscard]] QualityLevel affordable(Session& session, GLuint target, const ImageSize& size);
  /// Returns true if the next frame will differ without further input: a thumbnail is incomplete,
  /// the maze is moving, or a tooltip is about to appear.
  [[nodiscard]] bool unfinished() const {
    return thumbnails_.unfinished() || moves_scene_ || tooltip_pending();
  }

 private:
  void update_theme(Session& session, float density);
  void begin_frame(Session& session, const ImageSize& size, double elapsed_s);
  void apply_mouse(Session& session, glm::vec2 size);
  void apply_controls(Session& session);
  void draw_mazes(Session& session, GLuint target, glm::ivec2 size, Rectangle scene,
                  std::span<const Rectangle> seen, const Quality& quality);

  void animate_scene(PanelBox& scene, double elapsed_s);

  ImGuiContext* imgui_;
  SceneRenderer renderer_;
  Thumbnails thumbnails_;
  int most_thumbnails_ = 1;  // maximum per frame; offscreen images have no limit
  std::optional<Framebuffer> canvas_;
  float display_scale_;
  std::size_t themed_palette_ = ~std::size_t{0};
  float themed_scale_ = 0, themed_density_ = 0;
  float aspect_ = 0;
  PanelBox from_, to_, now_;
  double eased_s_ = 0;
  bool eases_ = true, moves_scene_ = false;
};

}  // namespace marblemaze

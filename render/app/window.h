#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>

#include <imgui.h>

#include "render/gl/gl_resources.h"
#include "render/session/session.h"

struct GLFWwindow;

namespace marblemaze {

/// The destructor closes the window and saves the settings.
class ViewerWindow {
 public:
  /// Opens a window of size session.view.window_size. The session must outlive the window. Throws
  /// MachineFailure if there is no display or the display does not support OpenGL 3.3.
  explicit ViewerWindow(Session& session);
  ~ViewerWindow();
  ViewerWindow(const ViewerWindow&) = delete;
  ViewerWindow& operator=(const ViewerWindow&) = delete;

  /// If nothing is animated, waits for an event. Returns false if no frame needs to be drawn.
  bool process_events();
  /// Advances the session by `elapsed_s` of wall time and draws a frame if `draws` is true. Passes
  /// `budget_s` to Playback::update().
  void run_frame(double elapsed_s, double budget_s, bool draws);
  [[nodiscard]] GLFWwindow* handle() const;

  /// Simulated mouse for tests. While it is set, the real mouse and gamepads are ignored.
  struct Mouse {
    ImVec2 at{-200, -200};
    std::array<bool, 3> down{};
  };
  std::optional<Mouse> mouse;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Runs a window until the user closes it. An idle window draws nothing and uses almost no CPU
/// time. Throws MachineFailure if there is no display or the display does not support OpenGL 3.3.
void run_window(Session& session);

/// Draws the next image into the framebuffer `target`, or returns false if there are no more
/// images.
using DrawNext = std::function<bool(GLuint target, glm::ivec2 pixels)>;
/// Shows images in a window until `DrawNext` returns false or the user closes the window. Prints an
/// empty line to standard output after each image. Calls `begin` after the OpenGL context has
/// become current. Throws MachineFailure if there is no display or the display does not support
/// OpenGL 3.3.
void show_in_window(glm::ivec2 size, const std::function<DrawNext()>& begin);

}  // namespace marblemaze

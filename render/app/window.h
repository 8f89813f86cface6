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

/// Window of a session. The destructor closes it and stores the settings for the next start.
class ViewerWindow {
 public:
  /// Opens a window of session.view.window_size. The session must outlive it. Throws MachineFailure
  /// if there is no display or if the display does not support OpenGL 3.3.
  explicit ViewerWindow(Session& session);
  ~ViewerWindow();
  ViewerWindow(const ViewerWindow&) = delete;
  ViewerWindow& operator=(const ViewerWindow&) = delete;

  /// Processes events, and waits for them if nothing moves. Returns false if there is nothing to
  /// draw.
  bool take_events();
  /// Advances the session by wall time, see Shown::frame(), and draws it.
  void turn(double elapsed_s, double budget_s, bool draws);
  [[nodiscard]] GLFWwindow* handle() const;

  /// Mouse used in tests instead of the display's mouse. It also disables the gamepad.
  struct Mouse {
    ImVec2 at{-200, -200};
    std::array<bool, 3> down{};
  };
  std::optional<Mouse> mouse;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Opens a window of session.view.window_size, runs until it is closed, and then stores its
/// settings. While nothing moves and there is no input, nothing is drawn and almost no CPU time is
/// used. Throws MachineFailure if there is no display or no OpenGL 3.3.
void run_window(Session& session);

/// Draws into the framebuffer with this name and size. Returns false if nothing is left to draw.
using DrawNext = std::function<bool(GLuint target, glm::ivec2 pixels)>;
/// Shows images in a window of this size until there are no more images or the window is closed.
/// Prints an empty line to standard output as soon as an image is visible. Calls `begin` once
/// OpenGL can be used. Throws like run_window().
void show_in_window(glm::ivec2 size, const std::function<DrawNext()>& begin);

}  // namespace marblemaze

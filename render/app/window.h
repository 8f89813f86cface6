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

/// The window in which a session is shown. It is closed, and what the next start restores is
/// stored, at the end of its life.
class ViewerWindow {
 public:
  /// Opens a window of session.view.window_size. The session must outlive it. Throws MachineFailure
  /// if there is no display or no OpenGL 3.3 on it.
  explicit ViewerWindow(Session& session);
  ~ViewerWindow();
  ViewerWindow(const ViewerWindow&) = delete;
  ViewerWindow& operator=(const ViewerWindow&) = delete;

  /// Takes events, and waits for them if nothing moves. Returns false if there is nothing to draw.
  bool take_events();
  /// Advances the session by wall time, see Shown::frame(), and draws it.
  void turn(double elapsed_s, double budget_s, bool draws);
  [[nodiscard]] GLFWwindow* handle() const;

  /// Mouse in place of the display's, for tests. No gamepad is read then.
  struct Mouse {
    ImVec2 at{-200, -200};
    std::array<bool, 3> down{};
  };
  std::optional<Mouse> mouse;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Opens the window, of session.view.window_size, and runs until it is closed, then keeps how it
/// looked. Where nothing moves and nobody does anything, nothing is drawn and next to no time is
/// used. Throws MachineFailure when there is no display or no OpenGL 3.3 on it.
void run_window(Session& session);

/// Draws into the framebuffer of that name and size; false where there is nothing more to draw.
using DrawNext = std::function<bool(GLuint target, glm::ivec2 pixels)>;
/// Shows picture after picture in a window of this size, and says of each with an empty line on
/// standard output that it is seen, until there are no more or the window is closed. `begin` is
/// called where OpenGL can be used. Throws as run_window().
void show_in_window(glm::ivec2 size, const std::function<DrawNext()>& begin);

}  // namespace marblemaze

#include "render/app/window.h"

#include <algorithm>
#include <chrono>

#include <epoxy/gl.h>
// GLFW must not redeclare OpenGL names.
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "maze/base/errors.h"
#include "render/app/captures.h"
#include "render/app/screen.h"
#include "render/panels/actions.h"
#include "render/panels/panels.h"
#include "render/session/playback.h"
#include "render/session/session.h"

namespace marblemaze {
namespace {

constexpr double kIdlePoll_s = 0.25;
constexpr int kFramesAfterAnEvent = 4;   // ImGui responds to some events one or two frames later
constexpr glm::vec2 kMinSize{640, 400};  // points

struct Window {
  explicit Window(glm::ivec2 size) {
    if (!glfwInit())
      throw MachineFailure("no display; use --screenshot or --record, which do not need a display");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    window = glfwCreateWindow(size.x, size.y, "marblemaze", nullptr, nullptr);
    if (!window) {
      glfwTerminate();
      throw MachineFailure("the display does not support OpenGL 3.3");
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
  }
  ~Window() { glfwTerminate(); }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  GLFWwindow* window;
};

struct Listener {
  Session& session;
  int frames_to_draw = kFramesAfterAnEvent;
};

Listener& listener_of(GLFWwindow* window) {
  return *static_cast<Listener*>(glfwGetWindowUserPointer(window));
}

template <class... Arguments>
void wake(GLFWwindow* window, Arguments...) {
  listener_of(window).frames_to_draw = kFramesAfterAnEvent;
}

// Requires: ImGui has not installed its callbacks yet. ImGui calls the callbacks that were
// installed before.
void set_callbacks(GLFWwindow* window) {
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int, int action, int modifiers) {
    wake(w);
    if (action == GLFW_RELEASE || ImGui::GetIO().WantTextInput || panels_take_key(key)) return;
    press(listener_of(w).session, key, modifiers & GLFW_MOD_CONTROL);
  });
  // The session decides when to quit, because it may have to ask the user first.
  glfwSetWindowCloseCallback(window, [](GLFWwindow* w) {
    wake(w);
    glfwSetWindowShouldClose(w, GLFW_FALSE);
    listener_of(w).session.request_quit();
  });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    wake(w);
    if (count > 0) listener_of(w).session.act(&Session::open_file, std::string(paths[0]));
  });
  glfwSetCursorPosCallback(window, wake<double, double>);
  glfwSetMouseButtonCallback(window, wake<int, int, int>);
  glfwSetScrollCallback(window, wake<double, double>);
  glfwSetCharCallback(window, wake<unsigned>);
  glfwSetWindowFocusCallback(window, wake<int>);
  glfwSetWindowRefreshCallback(window, wake<>);
  glfwSetFramebufferSizeCallback(window, wake<int, int>);
}

void update_size(Session& session, GLFWwindow* window, glm::ivec2 size) {
  float scale_x = 1, scale_y = 1;
  glfwGetWindowContentScale(window, &scale_x, &scale_y);
  if (!session.view.full_screen)
    session.view.window_size =
        glm::vec2(size) / scale_x;  // GLFW multiplies the size of a new window by the scale
  glfwSetWindowSizeLimits(window, static_cast<int>(kMinSize.x * session.view.ui_scale),
                          static_cast<int>(kMinSize.y * session.view.ui_scale), GLFW_DONT_CARE,
                          GLFW_DONT_CARE);
}

struct WindowPlacement {
  glm::ivec2 at{0}, size{0};
};

void set_full_screen(GLFWwindow* window, bool fill, WindowPlacement& before) {
  if (fill == (glfwGetWindowMonitor(window) != nullptr)) return;
  if (!fill)
    return glfwSetWindowMonitor(window, nullptr, before.at.x, before.at.y, before.size.x,
                                before.size.y, GLFW_DONT_CARE);
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* const mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  if (!mode) return;
  glfwGetWindowPos(window, &before.at.x, &before.at.y);
  glfwGetWindowSize(window, &before.size.x, &before.size.y);
  glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

ImageSize size_of(GLFWwindow* window) {
  glm::ivec2 pixels, display;
  glfwGetFramebufferSize(window, &pixels.x, &pixels.y);
  glfwGetWindowSize(window, &display.x, &display.y);
  return {pixels, display};
}

// Returns the scale of the panels in display units per point. The content scale is partly included
// in display units that span several pixels.
float scale_of(GLFWwindow* window) {
  float scale_x = 1, scale_y = 1;
  glfwGetWindowContentScale(window, &scale_x, &scale_y);
  const ImageSize size = size_of(window);
  return size.display.x > 0 && size.pixels.x > 0 ? scale_x / size.pixels_per_unit().x : scale_x;
}

// Returns zero if the stick is centred or there is no gamepad.
glm::vec2 stick_of_gamepad() {
  constexpr float kDeadZone = 0.15f;
  GLFWgamepadstate pad;
  for (int number = GLFW_JOYSTICK_1; number <= GLFW_JOYSTICK_LAST; ++number) {
    if (!glfwGetGamepadState(number, &pad)) continue;
    const glm::vec2 stick(pad.axes[GLFW_GAMEPAD_AXIS_LEFT_X], -pad.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]);
    return glm::length(stick) < kDeadZone ? glm::vec2(0) : stick;
  }
  return {0, 0};
}

}  // namespace

struct ViewerWindow::Parts {
  explicit Parts(Session& session)
      : window(session.view.window_size),
        screen(scale_of(window.window)),
        listener{session},
        captures(session) {}

  Window window;
  WindowPlacement windowed;
  Screen screen;
  Listener listener;
  WindowCaptures captures;
};

ViewerWindow::ViewerWindow(Session& session) : parts_(std::make_unique<Parts>(session)) {
  glfwSetWindowUserPointer(handle(), &parts_->listener);
  set_callbacks(handle());
  ImGui_ImplGlfw_InitForOpenGL(handle(), true);
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
}

// Saves the settings for every kind of exit: a closed window, a key, a signal or an exception.
ViewerWindow::~ViewerWindow() {
  parts_->captures.finish();
  save_view_settings(parts_->listener.session);
  parts_->listener.session.save_last_run();
  ImGui_ImplGlfw_Shutdown();
}

GLFWwindow* ViewerWindow::handle() const { return parts_->window.window; }

bool ViewerWindow::process_events() {
  Listener& listener = parts_->listener;
  const bool hidden = glfwGetWindowAttrib(handle(), GLFW_ICONIFIED) == GLFW_TRUE;
  const bool awake = listener.frames_to_draw > 0 || listener.session.changes_by_itself();
  hidden || !awake ? glfwWaitEventsTimeout(kIdlePoll_s) : glfwPollEvents();
  if (hidden || (!awake && listener.frames_to_draw == 0)) return false;
  if (listener.frames_to_draw > 0) --listener.frames_to_draw;
  return true;
}

void ViewerWindow::run_frame(double elapsed_s, double budget_s, bool draws) {
  Session& session = parts_->listener.session;
  if (!mouse) session.stick = stick_of_gamepad();
  session.update(elapsed_s, budget_s);
  parts_->captures.export_frame();
  set_full_screen(handle(), session.view.full_screen, parts_->windowed);
  const ImageSize size = size_of(handle());
  if (!draws || size.pixels.x == 0 || size.pixels.y == 0) return;
  update_size(session, handle(), size.pixels);
  ImGui_ImplGlfw_NewFrame();
  if (mouse) {
    ImGui::GetIO().MousePos = mouse->at;
    std::ranges::copy(mouse->down, ImGui::GetIO().MouseDown);
  }
  Screen& screen = parts_->screen;
  View& view = session.view;
  if (!view.look.quality && !view.measured_quality)
    view.measured_quality = screen.affordable(session, 0, size);
  screen.draw(session, 0, size, elapsed_s, view.quality());
  if (screen.unfinished())
    parts_->listener.frames_to_draw = std::max(parts_->listener.frames_to_draw, 1);
  glReadBuffer(GL_BACK);
  parts_->captures.take(0, size.pixels, elapsed_s);
  glfwSwapBuffers(handle());
}

void show_in_window(glm::ivec2 size, const std::function<DrawNext()>& begin) {
  const Window window(size);
  const DrawNext draw_next = begin();
  while (!glfwWindowShouldClose(window.window)) {
    glm::ivec2 pixels;
    glfwGetFramebufferSize(window.window, &pixels.x, &pixels.y);
    if (!draw_next(0, pixels)) return;
    glfwSwapBuffers(window.window);
    glfwPollEvents();
    print_out("\n");
  }
}

void run_window(Session& session) {
  using std::chrono::steady_clock;
  handle_signals();
  const StopScope unstopped{StopToken()};  // the loop below handles stop requests
  const StopToken stop = interrupted();
  ViewerWindow window(session);
  auto before = steady_clock::now();
  while (!session.quit && !stop.stop_requested()) {
    const bool draws = window.process_events();
    const auto now = steady_clock::now();
    window.run_frame(std::chrono::duration<double>(now - before).count(), Playback::kWindowBudget_s,
                     draws);
    before = now;
  }
}

}  // namespace marblemaze

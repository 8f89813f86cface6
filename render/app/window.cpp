#include "render/app/window.h"

#include <chrono>

#include <epoxy/gl.h>
// GLFW leaves OpenGL's names to whoever declared them first.
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include "maze/base/errors.h"
#include "render/app/screen.h"
#include "render/app/window_captures.h"
#include "render/panels/shortcuts.h"
#include "render/session/settings_file.h"

namespace marblemaze {
namespace {

constexpr double kPhysicsShare_s = 0.012;  // of a frame, at most

struct Glfw {
  Glfw() {
    if (!glfwInit())
      throw MachineFailure("no display: use --screenshot or --record, which need none");
  }
  ~Glfw() { glfwTerminate(); }
};

struct Window {
  explicit Window(glm::ivec2 size) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    window = glfwCreateWindow(size.x, size.y, "marblemaze", nullptr, nullptr);
    if (!window) throw MachineFailure("the display has no OpenGL 3.3");
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
  }
  ~Window() { glfwDestroyWindow(window); }
  GLFWwindow* window;
};

Workbench& bench_of(GLFWwindow* window) {
  return *static_cast<Workbench*>(glfwGetWindowUserPointer(window));
}

void listen(GLFWwindow* window) {
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int, int action, int modifiers) {
    if (action == GLFW_RELEASE || ImGui::GetIO().WantTextInput) return;
    press(bench_of(w), key, modifiers & GLFW_MOD_CONTROL);
  });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    if (count > 0) bench_of(w).open(paths[0]);
  });
}

void loop(Workbench& bench, GLFWwindow* window, Screen& screen) {
  using Clock = std::chrono::steady_clock;
  auto before = Clock::now();
  WindowCaptures captures(bench);
  while (!glfwWindowShouldClose(window) && !bench.quit) {
    glfwPollEvents();
    const auto now = Clock::now();
    const double elapsed_s = std::chrono::duration<double>(now - before).count();
    before = now;
    bench.frame(elapsed_s, kPhysicsShare_s);
    glm::ivec2 size;
    glfwGetFramebufferSize(window, &size.x, &size.y);
    if (size.x == 0 || size.y == 0) {
      glfwWaitEventsTimeout(0.1);
      continue;
    }
    ImGui_ImplGlfw_NewFrame();
    if (!bench.look.quality) bench.look.quality = screen.affordable(bench, 0, size);
    screen.draw(bench, 0, size, elapsed_s, quality_of(*bench.look.quality));
    glReadBuffer(GL_BACK);
    captures.take(0, size, elapsed_s);
    glfwSwapBuffers(window);
  }
  captures.finish();
}

}  // namespace

void run_window(Workbench& bench, glm::ivec2 size) {
  const Glfw glfw;
  const Window window(size);
  float scale_x = 1, scale_y = 1;
  glfwGetWindowContentScale(window.window, &scale_x, &scale_y);
  Screen screen(scale_x);
  glfwSetWindowUserPointer(window.window, &bench);
  listen(window.window);
  ImGui_ImplGlfw_InitForOpenGL(window.window, true);
  loop(bench, window.window, screen);
  save_view_settings(bench);
  ImGui_ImplGlfw_Shutdown();
}

}  // namespace marblemaze

#pragma once

#include <memory>

#include <epoxy/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "render/app/window.h"
#include "render/panels/actions.h"
#include "tests/render/app/offscreen_viewer.h"
#include "tests/render/session/runs.h"
#include "tests/support/environment_variable.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {

using testing::cube;

inline int pixels_in(const Image& image, const PanelBox& box,
                     const std::function<bool(const std::uint8_t*)>& holds) {
  int count = 0;
  for (int y = static_cast<int>(box.at.y); y < static_cast<int>(box.end().y); ++y)
    for (int x = static_cast<int>(box.at.x); x < static_cast<int>(box.end().x); ++x)
      count += holds(image.pixel(x, y));
  return count;
}
/// Returns true if a pixel is as red as the marble.
inline bool is_red(const std::uint8_t* pixel) {
  return pixel[0] > 130 && pixel[1] < pixel[0] / 2 && pixel[2] < pixel[0] / 2;
}

/// Viewer window with simulated mouse and keyboard. Each frame takes 1/30 s. Only picture()
/// rasterizes, because software rasterization is slow.
class SimulatedWindow {
 public:
  explicit SimulatedWindow(RunSpec spec = small_maze(), glm::ivec2 size = kSize)
      : session(std::move(spec)) {
    session.view.window_size = size;
    session.view.look.quality = QualityLevel::fast;
    window_ = std::make_unique<ViewerWindow>(session);
    window_->mouse.emplace();
  }

  void frame() {
    run_frame(kFrame_s, fills_every_frame);
    drawn_ = true;
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  /// Draws the window again and returns the image.
  [[nodiscard]] Image picture() {
    run_frame(0, true);
    glm::ivec2 size;
    glfwGetFramebufferSize(window_->handle(), &size.x, &size.y);
    glReadBuffer(GL_BACK);  // software renderers keep the back buffer after a swap
    return read_framebuffer(0, size);
  }

  void point_at(ImVec2 at) { window_->mouse->at = at; }
  void hold(int button, bool down) {
    window_->mouse->down.at(static_cast<std::size_t>(button)) = down;
  }
  void click(float x, float y) {
    point_at({x, y});
    frame();
    hold(0, true);
    frame();
    hold(0, false);
    frame();
    point_at({640, 300});
    frames(3);
  }
  void click(const std::string& label) {
    if (!drawn_) frame();  // stored positions may be those of another window
    const auto box = item_box(label);
    ASSERT_TRUE(box) << "no item has the label " << label;
    click(box->at.x + std::min(box->size.x, box->size.y) / 2, box->at.y + box->size.y / 2);
  }
  /// Clicks several items in sequence, such as a menu and a menu item.
  void choose(std::initializer_list<const char*> path) {
    for (const char* label : path) click(label);
  }
  void drag(ImVec2 from, ImVec2 to) {
    point_at(from);
    frame();
    hold(0, true);
    frame();
    point_at(to);
    frames(2);
    hold(0, false);
    frame();
  }
  /// Drags the mouse horizontally over an item, between two fractions of the item width.
  void drag_along(const std::string& label, float from, float to) {
    const PanelBox box = item_box(label).value();
    drag({box.at.x + from * box.size.x, box.middle().y},
         {box.at.x + to * box.size.x, box.middle().y});
  }
  void point_at_item(const std::string& label) {
    point_at(item_box(label).value().middle());
    frames(3);
  }
  void wheel(double notches) {
    ImGui_ImplGlfw_ScrollCallback(window_->handle(), 0, notches);
    frame();
  }
  void key(int key, bool control = false) {
    const int modifiers = control ? GLFW_MOD_CONTROL : 0;
    ImGui_ImplGlfw_KeyCallback(window_->handle(), key, 0, GLFW_PRESS, modifiers);
    frame();
    ImGui_ImplGlfw_KeyCallback(window_->handle(), key, 0, GLFW_RELEASE, modifiers);
    frames(2);
  }
  void type(const std::string& text, int frames_each = 1) {
    for (const char letter : text) {
      const int key = letter >= 'a' && letter <= 'z' ? GLFW_KEY_A + (letter - 'a') : letter;
      ImGui_ImplGlfw_KeyCallback(window_->handle(), key, 0, GLFW_PRESS, 0);
      ImGui_ImplGlfw_CharCallback(window_->handle(), static_cast<unsigned>(letter));
      ImGui_ImplGlfw_KeyCallback(window_->handle(), key, 0, GLFW_RELEASE, 0);
      frames(frames_each);
    }
  }
  void close() {
    glfwSetWindowShouldClose(window_->handle(), GLFW_TRUE);
    const auto told = glfwSetWindowCloseCallback(window_->handle(), nullptr);
    glfwSetWindowCloseCallback(window_->handle(), told);
    told(window_->handle());
    frame();
  }

  void play_to_the_end() {
    while (!session.run().ended()) session.marble().step_moves(1);
  }
  /// Lets the user play, and advances until the user must choose a move.
  void wait_for_a_turn() {
    if (!session.played().by_hand()) session.act(&Session::play_by_hand, true);
    while (!session.run().waits_for_user()) session.marble().step(10);
    session.marble().to_latest();
  }
  /// Scrolls the setup panel until an item is visible. Returns false if the item does not exist.
  bool scroll_to(const std::string& label) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const PanelBox panel = plan_panels(session, {display.x, display.y}).setup;
    const auto hidden = [&] {
      const auto box = item_box(label);
      return box && panel.size.x > 0 && box->end().x <= panel.end().x && box->at.y > panel.at.y &&
             box->end().y > panel.end().y - 8;
    };
    if (hidden()) point_at(panel.middle()), frame();
    for (int i = 0; i < 40 && hidden(); ++i) wheel(-1);
    frames(2);
    return item_box(label).has_value();
  }

  Session session;
  bool fills_every_frame = false;  ///< required for cached thumbnails

 private:
  void run_frame(double elapsed_s, bool fills) {
    if (!fills) glEnable(GL_RASTERIZER_DISCARD);
    window_->run_frame(elapsed_s, 0, true);
    glDisable(GL_RASTERIZER_DISCARD);
  }

  std::unique_ptr<ViewerWindow> window_;
  bool drawn_ = false;
};

/// States of the viewer with different panels and controls.
struct WindowState {
  const char* name;
  void (*prepare)(SimulatedWindow&);
};
inline const WindowState kWindowStates[] = {
    {"a running maze",
     [](SimulatedWindow& viewer) {
       for (int i = 0; i < 3; ++i) viewer.session.marble().step_moves(1);
       viewer.session.marble().go_to(std::floor(0.7 * viewer.session.marble().position()));
       viewer.session.view.camera.orbit({0.3f, 0.2f});
       viewer.session.view.camera.zoom(0.8f);
     }},
    {"the user's turn", [](SimulatedWindow& viewer) { viewer.wait_for_a_turn(); }},
    {"a solved maze", [](SimulatedWindow& viewer) { viewer.play_to_the_end(); }},
    {"a level", [](SimulatedWindow& viewer) { viewer.session.act(&Session::start_level, 1); }},
    {"a lesson",
     [](SimulatedWindow& viewer) {
       viewer.session.act(&Session::start_lesson, "prediction");
       viewer.session.act(&Session::step_lesson, 1);
     }},
    {"a rook maze",
     [](SimulatedWindow& viewer) {
       viewer.session.act(&Session::set_world, "rook");
       viewer.session.shown().go_to(3);
     }},
    {"welcome panel", [](SimulatedWindow& viewer) { viewer.session.panels.welcome = true; }},
};

/// Fixture for tests that need a display. Settings and runs are saved to a temporary folder.
class Window : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!glfwInit()) GTEST_SKIP() << "no display";
  }

 private:
  testing::TemporaryFolder home_;
  testing::EnvironmentVariable config_{"XDG_CONFIG_HOME", home_.path()};
  testing::EnvironmentVariable data_{"XDG_DATA_HOME", home_.path()};
};

}  // namespace marblemaze

#pragma once

#include <memory>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "maze/grid/generator.h"
#include "render/app/screen.h"
#include "render/gl/gl_context.h"
#include "render/panels/actions.h"
#include "render/panels/panels.h"

/// The whole viewer, driven as a person drives it, on OpenGL without a display.
namespace marblemaze {

inline constexpr glm::ivec2 kSize{1280, 720};
inline constexpr double kFrame_s = 1.0 / 30;

inline RunSpec small_maze() {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 5));
  return spec;
}

/// A session, a screen, and a hand on the mouse.
class Viewing {
 public:
  /// `size` in units of the display, in which the mouse is, of so many pixels each.
  explicit Viewing(RunSpec spec = small_maze(), glm::ivec2 size = kSize, int density = 1)
      : session(std::move(spec)), size_(size * density, size) {}

  void frame() {
    session.frame(kFrame_s, 0);
    last = screen.picture(session, size_, kFrame_s, Quality{});
    drawn_ = true;
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  void click(float x, float y) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {x, y};
    frame();
    io.MouseDown[0] = true;
    frame();
    io.MouseDown[0] = false;
    frame();
    io.MousePos = {640, 300};
    frame();
  }
  /// An item of the panels, by what stands on it.
  void click(const std::string& label) {
    if (!drawn_) frame();  // what is noted is where another viewer had it
    const auto box = item_box(label);
    ASSERT_TRUE(box) << "nothing is called " << label;
    click(box->at.x + std::min(box->size.x, box->size.y) / 2, box->at.y + box->size.y / 2);
  }
  void drag(ImVec2 from, ImVec2 to) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = from;
    frame();
    io.MouseDown[0] = true;
    frame();
    io.MousePos = to;
    frames(2);
    io.MouseDown[0] = false;
    frame();
  }
  void key(int key, bool control = false) {
    press(session, key, control);
    frame();
  }

  Session session;
  Screen screen;
  Image last;

 private:
  PictureSize size_;
  bool drawn_ = false;
};

class Viewer : public ::testing::Test {
 protected:
  void SetUp() override { context_ = std::make_unique<HeadlessContext>(); }
  void TearDown() override {
    if (!context_) return;
    EXPECT_EQ(gl_errors(), "");
  }

 private:
  std::unique_ptr<HeadlessContext> context_;
};

}  // namespace marblemaze

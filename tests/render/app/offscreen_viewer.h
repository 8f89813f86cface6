#pragma once

#include <memory>

#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "render/app/screen.h"
#include "render/gl/gl_context.h"
#include "render/panels/panels.h"

namespace marblemaze {

inline constexpr glm::ivec2 kSize{1280, 720};
inline constexpr double kFrame_s = 1.0 / 30;

inline RunSpec small_maze(glm::ivec3 sides = {3, 3, 3}, Layers layers = Layers::all,
                          std::uint64_t seed = 5) {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal(sides, layers, seed));
  spec.setup.control = default_scheme(layers);
  return spec;
}

/// Viewer session with offscreen rendering.
class OffscreenViewer {
 public:
  explicit OffscreenViewer(RunSpec spec = small_maze(), glm::ivec2 size = kSize)
      : session(std::move(spec)), size_(size) {}

  void frames(int count) {
    for (int i = 0; i < count; ++i) {
      session.update(kFrame_s, 0);
      last = screen.render(session, size_, kFrame_s, Quality{});
    }
  }

  Session session;
  Screen screen;
  Image last;

 private:
  glm::ivec2 size_;
};

class Viewer : public ::testing::Test {
 protected:
  void SetUp() override { context_ = std::make_unique<HeadlessContext>(); }
  void TearDown() override { EXPECT_EQ(gl_errors(), ""); }

 private:
  std::unique_ptr<HeadlessContext> context_;
};

}  // namespace marblemaze

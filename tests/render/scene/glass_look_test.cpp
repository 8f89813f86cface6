// Tests the glass style by comparing images that differ in one property.
#include <algorithm>
#include <cmath>
#include <set>

#include "maze/world/scene.h"
#include "tests/render/app/offscreen_viewer.h"
#include "tests/support/pictures.h"

namespace marblemaze {
namespace {

constexpr glm::ivec2 kPicture{480, 480};
constexpr Quality kPlain{.filmic = true};

class GlassLook : public Viewer {
 protected:
  void SetUp() override {
    Viewer::SetUp();
    frame_.scene = resting_scene(maze_, scheme_, scheme_.state(CellId(0), OrientationId(0)));
    look_.marble = look_.gravity = look_.goal = look_.hinge = false;
    camera_.distance = 14;
  }

  Image picture(const Quality& quality = kPlain) {
    if (!renderer_) renderer_.emplace();
    const Framebuffer canvas(kPicture, 0);
    renderer_->draw(frame_, look_, palettes()[0], camera_, canvas.name(), {{0, 0}, kPicture},
                    quality);
    return read_framebuffer(canvas.name(), kPicture);
  }

  const Maze maze_ = generate_kruskal({3, 3, 3}, Layers::all, 7);
  const OrientationScheme scheme_{ControlScheme::cube_8, Layers::all};
  Frame frame_;
  ViewOptions look_;
  Camera camera_;

 private:
  std::optional<SceneRenderer> renderer_;
};

int brightness(const Image& image, int x, int y) {
  const std::uint8_t* pixel = image.pixel(x, y);
  return pixel[0] + pixel[1] + pixel[2];
}

// Returns the largest increase in brightness from `without` to `with`.
int most_added(const Image& with, const Image& without) {
  int most = 0;
  for (int y = 0; y < kPicture.y; ++y)
    for (int x = 0; x < kPicture.x; ++x)
      most = std::max(most, brightness(with, x, y) - brightness(without, x, y));
  return most;
}

// Returns a trail in front of the maze: either a zigzag of many short segments, or a straight line
// of the same extent.
std::vector<glm::vec3> trail(float amplitude) {
  std::vector<glm::vec3> points;
  for (int i = 0; i <= 120; ++i) {
    const float along = static_cast<float>(i) / 40;
    points.emplace_back(along, 1.5f + amplitude * std::abs(std::remainder(along, 0.5f)), 1.5f);
  }
  return points;
}

TEST_F(GlassLook, TrailIsNotBrighterAtBends) {
  look_.slice_to = {0, 0, 0};  // without walls, only the trail makes a difference
  const Image without = picture();
  frame_.trail = trail(0);
  const int straight = most_added(picture(), without);
  frame_.trail = trail(2);
  const int zigzag = most_added(picture(), without);
  EXPECT_GT(straight, 60);
  EXPECT_NEAR(zigzag, straight, 0.08 * straight);
}

// Returns the number of pixels whose red channel increased by at least `least` more than the other
// channels.
int reddened(const Image& with, const Image& without, int least) {
  int count = 0;
  for (int y = 0; y < kPicture.y; ++y)
    for (int x = 0; x < kPicture.x; ++x) {
      const std::uint8_t *a = with.pixel(x, y), *b = without.pixel(x, y);
      count += (a[0] - b[0]) - (a[2] - b[2]) >= least;
    }
  return count;
}

TEST_F(GlassLook, OuterWallsDoNotReflectThePath) {
  // The marble is hidden, so only the reflection of the marble could be visible.
  look_.xray_marble = false;
  const auto gained = [&](int least) {
    const Image without = picture();
    look_.theoretical_path = true;
    frame_.theoretical_path = {CellId(0), CellId(1), CellId(4), CellId(13), CellId(22), CellId(25)};
    const int count = reddened(picture(), without, least);
    frame_.theoretical_path.clear();
    return count;
  };
  const int whole = gained(12);
  look_.slice_to.z = 2;  // sliced mazes have no reflections
  EXPECT_NEAR(whole, gained(12), 0.25 * whole);
}

TEST_F(GlassLook, MarbleCastsRedLightOnNearbyWalls) {
  look_.xray_marble = false;
  const auto cast_seen = [&](glm::dvec3 away) {
    frame_.scene.marble.position += away;
    look_.marble = false;
    const Image without = picture();
    look_.marble = true;
    return reddened(picture(), without, 6);
  };
  const int beside = cast_seen({0, 0, 0}), far_away = cast_seen({30, 0, 0});
  EXPECT_GT(beside, far_away + 500);
}

TEST_F(GlassLook, PredictionRingDoesNotChangeTheMarbleColour) {
  look_.marble = true;
  camera_.target = MazeTransform(frame_.scene, {}).marble();
  const Image without = picture();
  frame_.predicted_path = {CellId(0)};
  const Image with = picture();
  EXPECT_GT(testing::mean_difference(with, without), 0.03);
  for (int y = 235; y < 245; ++y)
    for (int x = 235; x < 245; ++x)
      EXPECT_EQ(with.pixel(x, y)[0], without.pixel(x, y)[0]) << x << ", " << y;
}

// Returns the mean sharpness of the pixel rows. The sharpness of a row is the largest step between
// neighbouring pixels, relative to the largest difference in the row.
double sharpness(const Image& with, const Image& without, int from, int to) {
  double sum = 0;
  int rows = 0;
  for (int y = from; y < to; ++y) {
    int step = 0, most = 0;
    for (int x = 1; x < kPicture.x; ++x) {
      const auto added = [&](int at) {
        return brightness(with, at, y) - brightness(without, at, y);
      };
      step = std::max(step, std::abs(added(x) - added(x - 1)));
      most = std::max(most, added(x));
    }
    if (most < 12) continue;  // too small for 8-bit precision
    sum += static_cast<double>(step) / most;
    ++rows;
  }
  return rows > 0 ? sum / rows : 0;
}

TEST_F(GlassLook, FloorReflectionBlursWithDepth) {
  camera_.target = {0, 0, -3};
  camera_.distance = 16;
  Quality mirrors = kPlain;
  mirrors.floor_mirror = true;
  const Image with = picture(mirrors), without = picture();
  std::vector<int> rows;
  for (int y = 0; y < kPicture.y; ++y)
    for (int x = 0; x < kPicture.x; ++x)
      if (std::abs(brightness(with, x, y) - brightness(without, x, y)) > 6) {
        rows.push_back(y);
        break;
      }
  ASSERT_GT(rows.size(), 60u) << "the reflection is visible";
  const int third = static_cast<int>(rows.size()) / 3;
  EXPECT_GT(sharpness(with, without, rows.front(), rows.front() + third),
            1.3 * sharpness(with, without, rows.back() - third, rows.back()));
}

TEST_F(GlassLook, BackdropContinuesUnderPanels) {
  Session session(small_maze());
  Screen screen;
  session.marble().pause();
  for (const QualityLevel level : {QualityLevel::fast, QualityLevel::balanced}) {
    static_cast<void>(screen.render(session, kSize, kFrame_s, quality_of(level)));
    const Image image = screen.render(session, kSize, kFrame_s, quality_of(level));
    const PanelPlan plan = plan_panels(session, kSize);
    ASSERT_GT(plan.setup.size.x, 0);
    std::set<int> seen;  // brightness values between window and panel
    for (int y = 60; y < 560; ++y) seen.insert(brightness(image, 3, y));
    EXPECT_GT(seen.size(), 3u) << "the backdrop is not visible at quality " << name_of(level);
  }
}

TEST_F(GlassLook, MazeSlidesWhenAPanelFoldsUnlessMotionIsReduced) {
  Session session(small_maze());
  Screen screen;
  const Framebuffer canvas(kSize, 0);
  const auto frames = [&](int count) {
    for (int i = 0; i < count; ++i) screen.draw(session, canvas.name(), kSize, kFrame_s, kPlain);
  };
  session.marble().pause();
  frames(5);
  EXPECT_FALSE(screen.unfinished());
  session.panels.agent_fold = Fold::folded;
  frames(2);
  EXPECT_TRUE(screen.unfinished());
  frames(15);
  EXPECT_FALSE(screen.unfinished());
  session.view.reduced_motion = true;
  session.panels.agent_fold = Fold::open;
  frames(2);
  EXPECT_FALSE(screen.unfinished());
}

}  // namespace
}  // namespace marblemaze

// Compares rendered images with approved images. MARBLEMAZE_UPDATE_GOLDEN=1 replaces the approved
// images. Inspect the new images before you commit them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tests/render/app/offscreen_viewer.h"
#include "tests/support/pictures.h"

namespace marblemaze {
namespace {

// The difference between two images is the largest difference between the mean colours of a tile,
// at the best offset within a pixel. Mean colours tolerate rounding differences between software
// renderers, but not a missing object.
constexpr int kTile = 8, kPanelTile = 48;  // pixels
constexpr double kPanelTolerance = 9;      // out of 255
constexpr glm::ivec2 kImageSize{640, 360};

glm::dvec3 tile_mean(const Image& image, glm::ivec2 from, int tile) {
  const glm::ivec2 low = glm::max(from, glm::ivec2(0)), end = glm::min(from + tile, image.size);
  glm::dvec3 sum(0);
  for (int y = low.y; y < end.y; ++y)
    for (int x = low.x; x < end.x; ++x) {
      const std::uint8_t* pixel = image.pixel(x, y);
      sum += glm::dvec3(pixel[0], pixel[1], pixel[2]);
    }
  return sum / static_cast<double>((end.x - low.x) * (end.y - low.y));
}

double tile_difference(const Image& a, const Image& b, glm::ivec2 at, int tile) {
  const glm::dvec3 wanted = tile_mean(a, at, tile);
  double best = 255;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const glm::dvec3 off = glm::abs(wanted - tile_mean(b, at + glm::ivec2(dx, dy), tile));
      best = std::min(best, std::max({off.x, off.y, off.z}));
    }
  return best;
}

double worst_tile(const Image& a, const Image& b, int tile = kTile) {
  double worst = 0;
  for (int y = 0; y < a.size.y; y += tile)
    for (int x = 0; x < a.size.x; x += tile)
      worst = std::max(worst, tile_difference(a, b, {x, y}, tile));
  return worst;
}

Image golden(const std::string& name, const Image& now) {
  const auto path =
      std::filesystem::path(MARBLEMAZE_SOURCE_DIR) / "tests" / "golden" / (name + ".png");
  if (std::getenv("MARBLEMAZE_UPDATE_GOLDEN")) save_png(now, path);
  return testing::load_png(path);
}

struct Look {
  const char* golden;
  Style style;
  std::size_t palette;
  double tolerance;  // out of 255
};
constexpr Look kLooks[] = {
    {"viewer_glass", Style::glass, 0, 12},
    // The path is drawn over the panes, so an offset of half a pixel has a larger effect.
    {"viewer_glass_light", Style::glass, 1, 11},
    {"viewer_thesis", Style::thesis, 0, 13},
    // Overlapping walls flicker at the joints because of rounding.
    {"viewer_collision_mesh", Style::collision_mesh, 0, 35}};

/// Scene with a moving marble and a trail, at the highest quality.
class Scene3d {
 public:
  explicit Scene3d(const Look& look) : session_(small_maze(), kImageSize) {
    Session& session = session_.session;
    session.panels.show_panels = false;
    session.view.look.style = look.style;
    session.view.palette = look.palette;
    session.marble().step_moves(1);
    session.marble().step(60);
    session.marble().pause();
  }
  Image picture(const Quality& quality = quality_of(QualityLevel::fine)) {
    static_cast<void>(session_.screen.render(session_.session, kImageSize, kFrame_s, quality));
    return session_.screen.render(session_.session, kImageSize, kFrame_s, quality);
  }
  Image without(bool ViewOptions::*thing) {
    session_.session.view.look.*thing = false;
    Image image = picture();
    session_.session.view.look.*thing = true;
    return image;
  }

 private:
  OffscreenViewer session_;
};

TEST_F(Viewer, SceneMatchesApprovedImages) {
  for (const Look& look : kLooks) {
    const Image now = Scene3d(look).picture(), before = golden(look.golden, now);
    ASSERT_EQ(now.size, before.size) << look.golden;
    EXPECT_LE(worst_tile(now, before), look.tolerance) << look.golden;
  }
}

// The comparison must detect a missing object or effect.
TEST_F(Viewer, EveryObjectAndEffectIsVisible) {
  struct Thing {
    const char* name;
    bool ViewOptions::*on;
    bool seen_in[std::size(
        kLooks)];  // clearly visible; the collision mesh hides objects inside the maze
  };
  const Thing things[] = {{"marble", &ViewOptions::marble, {true, true, true, true}},
                          {"target", &ViewOptions::goal, {true, true, true, false}},
                          {"path", &ViewOptions::theoretical_path, {true, true, true, false}},
                          {"trail", &ViewOptions::trail, {true, false, true, false}},
                          {"prediction", &ViewOptions::predicted_path, {true, true, true, false}},
                          {"gravity", &ViewOptions::gravity, {true, true, true, true}}};
  for (std::size_t i = 0; i < std::size(kLooks); ++i) {
    Scene3d scene(kLooks[i]);
    const Image whole = golden(kLooks[i].golden, scene.picture());
    const auto expect_missing = [&](const Image& less, const char* what) {
      EXPECT_GT(worst_tile(less, whole), kLooks[i].tolerance) << kLooks[i].golden << ", " << what;
    };
    for (const Thing& thing : things)
      if (thing.seen_in[i]) expect_missing(scene.without(thing.on), thing.name);
    if (i > 0) continue;
    Quality no_bloom = quality_of(QualityLevel::fine), no_mirror = no_bloom, coarse = no_bloom;
    no_bloom.bloom = no_mirror.floor_mirror = false;
    coarse.scale = 1;
    expect_missing(scene.picture(no_bloom), "bloom");
    expect_missing(scene.picture(no_mirror), "mirror");
    expect_missing(scene.picture(coarse), "antialiasing");
  }
}

TEST_F(Viewer, PanelsMatchTheApprovedImage) {
  OffscreenViewer viewer;
  viewer.session.marble().step_moves(1);
  viewer.session.marble().pause();
  viewer.frames(30);
  const Image before = golden("viewer_panels", viewer.last);
  EXPECT_LE(worst_tile(viewer.last, before, kPanelTile), kPanelTolerance);
}

}  // namespace
}  // namespace marblemaze

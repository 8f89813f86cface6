#include "render/scene/view_options.h"

namespace marblemaze {
namespace {

Palette dark() {
  return {.name = "dark",
          .dark = true,
          .background_centre = {0.098f, 0.118f, 0.165f},
          .background_rim = {0.035f, 0.043f, 0.068f},
          .glass = {0.36f, 0.54f, 0.88f},
          .glass_visited = {0.98f, 0.74f, 0.36f},
          .axis = {{{0.95f, 0.48f, 0.46f}, {0.50f, 0.86f, 0.55f}, {0.47f, 0.62f, 1.0f}}},
          .opacity = {0.07f, 0.30f},
          .shine = 0.10f,
          .edge = {0.80f, 0.89f, 1.0f, 1.0f},
          .free_edge = {0.62f, 0.74f, 0.95f, 0.34f},
          .marble = {1.0f, 0.22f, 0.13f},
          .marble_stripe = {1.0f, 0.93f, 0.86f},
          .goal = {0.18f, 0.90f, 0.40f},
          .path = {1.0f, 0.72f, 0.16f, 0.95f},
          .predicted = {0.30f, 0.95f, 0.95f, 0.85f},
          .trail = {1.0f, 0.46f, 0.36f, 0.75f},
          .hinge = {0.85f, 0.62f, 1.0f, 0.95f},
          .ground_ring = {0.55f, 0.66f, 0.90f, 0.16f},
          .ground_shadow = {0.0f, 0.0f, 0.0f, 0.42f},
          .point = {0.72f, 0.78f, 0.90f},
          .point_now = {1.0f, 0.86f, 0.20f},
          .text = {0.88f, 0.92f, 1.0f}};
}

Palette light() {
  Palette p = dark();
  p.name = "light";
  p.dark = false;
  p.background_centre = {0.985f, 0.988f, 0.995f};
  p.background_rim = {0.83f, 0.86f, 0.91f};
  p.glass = {0.34f, 0.53f, 0.86f};
  p.glass_visited = {0.93f, 0.58f, 0.15f};
  p.axis = {{{0.85f, 0.25f, 0.25f}, {0.16f, 0.60f, 0.25f}, {0.20f, 0.36f, 0.90f}}};
  p.opacity = {0.065f, 0.28f};
  p.shine = 0.06f;
  p.edge = {0.13f, 0.22f, 0.42f, 0.88f};
  p.free_edge = {0.20f, 0.30f, 0.50f, 0.34f};
  p.marble = {0.90f, 0.10f, 0.06f};
  p.goal = {0.02f, 0.62f, 0.24f};
  p.path = {0.80f, 0.48f, 0.0f, 0.95f};
  p.predicted = {0.0f, 0.50f, 0.62f, 0.9f};
  p.trail = {0.86f, 0.22f, 0.14f, 0.7f};
  p.hinge = {0.50f, 0.20f, 0.75f, 0.95f};
  p.ground_ring = {0.25f, 0.33f, 0.50f, 0.22f};
  p.ground_shadow = {0.10f, 0.13f, 0.22f, 0.28f};
  p.point = {0.40f, 0.47f, 0.60f};
  p.point_now = {0.93f, 0.55f, 0.0f};
  p.text = {0.10f, 0.13f, 0.20f};
  return p;
}

Palette colour_blind() {
  Palette p = dark();
  p.name = "colour-blind";
  p.glass = {0.52f, 0.62f, 0.78f};
  p.glass_visited = {0.95f, 0.90f, 0.40f};
  p.axis = {{{0.90f, 0.62f, 0.0f}, {0.0f, 0.62f, 0.45f}, {0.34f, 0.70f, 0.91f}}};
  p.marble = {1.0f, 0.50f, 0.0f};
  p.goal = {0.22f, 0.56f, 1.0f};
  p.path = {0.94f, 0.89f, 0.26f, 0.9f};
  p.predicted = {0.80f, 0.47f, 0.65f, 0.95f};
  p.trail = {0.84f, 0.37f, 0.0f, 0.8f};
  return p;
}

}  // namespace

const std::array<Palette, 3>& palettes() {
  static const std::array<Palette, 3> all{dark(), light(), colour_blind()};
  return all;
}

}  // namespace marblemaze

#pragma once

#include <glm/glm.hpp>
#include <imgui.h>

#include "render/viewer/workbench.h"

namespace marblemaze {

/// A part of the window in ImGui's coordinates: pixels, origin at the upper left.
struct PanelBox {
  ImVec2 at{0, 0}, size{0, 0};
};

/// Where everything stands in a window of a given size. Panels have fixed places, so that they can
/// neither overlap nor hide the maze.
struct PanelPlan {
  PanelBox menu, setup, mind, timeline;
  PanelBox lesson;  ///< above the scene, while a lesson is read
  PanelBox scene;   ///< where the maze is drawn
};
[[nodiscard]] PanelPlan plan_panels(glm::vec2 window, float ui_scale, bool show_panels,
                                    bool lesson);

/// All of them, in the current ImGui frame.
void draw_panels(Workbench& bench, const PanelPlan& plan);

// One file each.
void draw_menu_bar(Workbench& bench);
void draw_setup_panel(Workbench& bench, const PanelBox& box);
void draw_picture_options(Workbench& bench);
void draw_mind_panel(Workbench& bench, const PanelBox& box);
void draw_why(Workbench& bench);
void draw_plots(Workbench& bench);
void draw_graph(Workbench& bench, const PanelBox& box, bool large);
void draw_timeline(Workbench& bench, const PanelBox& box);
void draw_help(const PanelPlan& plan);
void draw_overlays(Workbench& bench, const PanelPlan& plan);

/// A window that neither moves nor closes, to be ended with ImGui::End().
void begin_fixed(const char* name, const PanelBox& box, bool bare = false);

// Colours of the panels' own drawings, in the palette in force.
[[nodiscard]] ImU32 ink(const Palette& palette, float alpha = 1.0f);
[[nodiscard]] ImU32 im_colour(glm::vec3 colour, float alpha = 1.0f);

/// Sets ImGui's colours and sizes for a palette and a scale.
void apply_theme(const Palette& palette, float ui_scale);

/// The index of the move note that belongs to the instant shown; nothing before the first move.
[[nodiscard]] std::optional<std::size_t> note_now(const Workbench& bench);

}  // namespace marblemaze

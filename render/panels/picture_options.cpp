#include "render/panels/panels.h"

namespace marblemaze {
namespace {

template <class Choice, std::size_t N>
void choice(const char* label, Choice& value, const char* const (&names)[N], float width) {
  int index = static_cast<int>(value);
  ImGui::SetNextItemWidth(width);
  if (ImGui::Combo(label, &index, names, static_cast<int>(N))) value = static_cast<Choice>(index);
}

void styles(ViewOptions& look, float width) {
  choice("style", look.style, {"glass", "thesis", "collision mesh"}, width);
  choice("edges", look.edges, {"selective", "all", "none"}, width);
  choice("walls", look.wall_colour, {"plain", "visited", "by axis"}, width);
  choice("fixed", look.frame, {"the world", "the maze"}, width);
}

void switches(const Workbench& bench, View& view) {
  if (!ImGui::BeginTable("switches", 2)) return;
  for (const ViewSwitch& s : kViewSwitches) {
    if (*s.label == '\0') continue;
    ImGui::TableNextColumn();
    const bool path = s.on == &ViewOptions::theoretical_path;
    checkbox(s.label, &(view.look.*(path ? bench.path_switch() : s.on)));
  }
  ImGui::EndTable();
  checkbox("Path predictor's guess", &view.look.guessed_path);
  tip("Where the path predictor guesses that this move ends, whether or not the agent asks it");
}

void slices(glm::ivec3 dims, const Ask& ask, ViewOptions& look, float width) {
  if (slider("explode", &look.explode, 0.0f, 2.0f, "explode %.1f")) ask({Act::reset_camera});
  slider("glass", &look.opacity, 0.0f, 3.0f, "glass %.1f");
  const char* const names[] = {"x layers", "y layers", "z layers"};
  for (int axis = 0; axis < 3; ++axis) {
    if (dims[axis] == 1) continue;
    int first = look.slice_from[axis] + 1, last = std::min(look.slice_to[axis], dims[axis]);
    ImGui::SetNextItemWidth(width);
    if (!ImGui::DragIntRange2(names[axis], &first, &last, 0.05f, 1, dims[axis], "%d", "to %d",
                              ImGuiSliderFlags_AlwaysClamp))
      continue;
    look.slice_from[axis] = first - 1;
    look.slice_to[axis] = last;
  }
  if (look.style != Style::collision_mesh) return;
  slider("thickness", &look.mesh_thickness, 0.02f, 0.4f, "thickness %.2f");
}

void camera(const Ask& ask, View& view) {
  offer(ask, {{"Reset", {Act::reset_camera}},
              {"Fit", {Act::fit_maze}, "All of the maze in the picture (A)"},
              {"X", {Act::look_along, 0}, "Look along the x axis of the maze"},
              {"Y", {Act::look_along, 1}, "Look along the y axis of the maze"},
              {"Z", {Act::look_along, 2}, "Look along the z axis of the maze"}});
  checkbox("follow the marble", &view.follow_marble);
  checkbox("reduced motion", &view.reduced_motion);
}

}  // namespace

void draw_picture_options(const Workbench& bench, const Ask& ask, View& view) {
  const float width = ImGui::GetContentRegionAvail().x - 76 * view.ui_scale;
  if (begin_section("Show", true)) styles(view.look, width), switches(bench, view);
  if (begin_section("Camera", false)) camera(ask, view);
  if (begin_section("Slices", false))
    slices(bench.run().maze().grid().dims(), ask, view.look, width);
}

}  // namespace marblemaze

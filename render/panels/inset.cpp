// Where the marble is in a maze of which the picture shows only a part.

#include "render/panels/panels.h"
#include "render/scene/draw_lists.h"

namespace marblemaze {
namespace {

constexpr float kSide = 120, kLeastScene = 300;  // points

/// The maze as it stands now, and the camera.
struct Sight {
  MazePlacement placement;
  const Maze& maze;
  Camera camera;
  PanelBox box;  ///< in which it is seen

  /// Nothing behind the eye. `corner` counts in cells.
  [[nodiscard]] std::optional<ImVec2> operator()(glm::vec3 world) const {
    return seen_at(camera, box, world, placement.reach() * 1.6f);
  }
  /// The edges of the maze, whose ends the picture shows where both of them have a place.
  [[nodiscard]] std::vector<std::array<std::optional<ImVec2>, 2>> edges() const {
    std::vector<std::array<std::optional<ImVec2>, 2>> seen;
    for (const auto& [from, to] : box_edges(glm::vec3(0), glm::vec3(maze.grid().dims())))
      seen.push_back({(*this)(placement.to_world(from)), (*this)(placement.to_world(to))});
    return seen;
  }
  [[nodiscard]] bool sees_whole_maze() const {
    return std::ranges::all_of(edges(), [this](const auto& edge) {
      return edge[0] && edge[1] && box.holds(*edge[0]) && box.holds(*edge[1]);
    });
  }
};

Camera from_afar(const Camera& camera, float reach) {
  Camera far = camera;
  far.target = glm::vec3(0);
  far.distance = distance_to_see(reach, camera.field_of_view_rad, 1);
  return far;
}

void draw_box(ImDrawList& list, const Sight& sight, ImU32 colour, float thick) {
  for (const auto& [from, to] : sight.edges())
    if (from && to) list.AddLine(*from, *to, colour, thick);
}

// The part that the picture shows, at the distance of what the camera looks at.
void draw_part(ImDrawList& list, const Sight& whole, const Sight& picture, ImU32 colour) {
  const auto middle = whole(picture.camera.target);
  if (!middle) return;
  const float high = whole.box.size.y * picture.camera.distance / whole.camera.distance;
  const ImVec2 half{high / 2 * picture.box.size.x / picture.box.size.y, high / 2};
  list.AddRect(*middle - half, *middle + half, colour);
}

}  // namespace

void draw_inset(const Workbench& bench, const Ask& ask, const PanelPlan& plan) {
  const std::vector<Frame> frames = bench.shown().frames();
  const float s = bench.view.ui_scale;
  if (frames.size() != 1 || bench.guides().lesson().open()) return;
  if (std::min(plan.scene.size.x, plan.scene.size.y) < kLeastScene * s) return;
  const Frame& frame = frames.front();
  const Sight picture{MazePlacement(frame.scene, bench.view.look), *frame.scene.maze,
                      bench.view.camera, plan.scene};
  if (picture.sees_whole_maze()) return;
  const OpenWindow window =
      begin_plate("inset", plan.scene.end() - ImVec2{8, 8} * s, {1, 1}, ImGuiWindowFlags_NoNav);
  const PanelBox box{ImGui::GetCursorScreenPos(), {kSide * s, kSide * s}};
  ImGui::Dummy(box.size);
  note_place("whole maze", box);
  const Sight whole{picture.placement, picture.maze,
                    from_afar(bench.view.camera, 1.15f * picture.placement.reach()), box};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Palette& palette = bench.view.colours();
  list.PushClipRect(box.at, box.end(), true);
  draw_box(list, whole, ink(palette, 0.55f), s);
  draw_part(list, whole, picture, ink(palette, 0.9f));
  const Grid& grid = picture.maze.grid();
  const glm::vec3 target(grid.position(picture.maze.target()));
  if (const auto at = whole(picture.placement.to_world(target + 0.5f)))
    list.AddCircle(*at, 5 * s, im_colour(palette.goal), 0, 2 * s);
  if (const auto at = whole(picture.placement.marble())) {
    list.AddCircleFilled(*at, 4 * s, im_colour(palette.marble));
    note_place("marble in the whole maze", around(*at, 4 * s));
  }
  list.PopClipRect();
  if (button("Fit", {box.size.x, 0})) ask({Act::fit_maze});
  tip("All of the maze in the picture (A)");
}

}  // namespace marblemaze

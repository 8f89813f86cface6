#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

void legend(const Workbench& bench) {
  const Palette& palette = bench.view.colours();
  const float s = bench.view.ui_scale;
  const struct {
    glm::vec3 colour;
    float size;
    const char* meaning;
  } rows[] = {{palette.point_now, 6, "open: not filled so far"},
              {palette.marble, 4.5f, "a dead end that is being filled"},
              {palette.glass, 2, "filled: leads nowhere"},
              {palette.goal, 6, "the target, never filled; nor is the start"}};
  for (const auto& row : rows) {
    const ImVec2 middle{9 * s, ImGui::GetTextLineHeight() / 2};
    const PanelBox box = around(ImGui::GetCursorScreenPos() + middle, row.size * s);
    ImGui::GetWindowDrawList()->AddRectFilled(box.at, box.end(), im_colour(row.colour));
    ImGui::Dummy({20 * s, 0});
    ImGui::SameLine();
    ImGui::TextUnformatted(row.meaning);
  }
}

}  // namespace

void draw_filling(const Workbench& bench, const Ask& ask, const DeadEndFilling& filling,
                  const PanelBox& box) {
  const OpenWindow window = begin_fixed("automaton", box);
  draw_title("Cellular automaton");
  draw_wrapped(
      "Each cell sees only its six neighbours, and all change at once. The rule: a cell with "
      "exactly one open neighbour is a dead end and is filled. Start and target never are.");
  ImGui::Spacing();
  legend(bench);
  ImGui::Separator();
  if (ImGui::BeginTable("filling", 2, ImGuiTableFlags_SizingFixedFit)) {
    draw_row("iteration", fmt::format("{} of {}", filling.time.done(), filling.iterations()));
    draw_row("open cells", fmt::format("{} of {}", filling.open_cells(), filling.cells()));
    ImGui::EndTable();
  }
  ImGui::Spacing();
  if (filling.time.done() < filling.iterations())
    draw_wrapped("Dead ends become shorter from their tips until none is left.");
  else
    draw_wrapped(
        fmt::format("Nothing changes any more. The {} cells that are left are the "
                    "theoretical path (yellow line): the only way from start to target.",
                    filling.left_cells()));
  ImGui::Spacing();
  draw_wrapped("This says nothing of gravity: the marble may be unable to roll along this path.");
  ImGui::Spacing();
  if (button("Back to the marble (D)")) ask({Act::show_marble});
}

}  // namespace marblemaze

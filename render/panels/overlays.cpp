#include <fmt/format.h>
#include <imgui.h>
// Does not stand alone.
#include <imgui_stdlib.h>

#include "render/panels/panels.h"
#include "render/panels/shortcuts.h"

namespace marblemaze {
namespace {

constexpr ImGuiWindowFlags kPlate = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav;

void draw_message(Workbench& bench, const PanelPlan& plan) {
  if (!bench.message_shown()) return;
  const float s = bench.ui_scale;
  const ImVec2 middle{plan.scene.at.x + plan.scene.size.x / 2,
                      plan.scene.at.y + plan.scene.size.y - 12 * s};
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5f, 1.0f});
  ImGui::Begin("message", nullptr, kPlate);
  ImGui::PushTextWrapPos(std::min(plan.scene.size.x - 40 * s, 560 * s));
  ImGui::TextUnformatted(bench.message().c_str());
  ImGui::PopTextWrapPos();
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) bench.drop_message();
  ImGui::End();
}

void draw_files(Workbench& bench, const PanelPlan& plan) {
  if (!bench.show_files) return;
  const float s = bench.ui_scale;
  ImGui::SetNextWindowPos({plan.scene.at.x + plan.scene.size.x / 2, plan.scene.at.y + 60 * s},
                          ImGuiCond_Always, {0.5f, 0});
  ImGui::Begin("files", nullptr, kPlate);
  ImGui::TextUnformatted("A maze, a puzzle or a recording (or drop a file on the window)");
  ImGui::SetNextItemWidth(420 * s);
  ImGui::InputText("##file", &bench.file_name);
  if (button("Open")) bench.show_files = false, bench.open(bench.file_name);
  ImGui::SameLine();
  if (button("Save maze")) bench.show_files = false, bench.save(bench.file_name);
  ImGui::SameLine();
  if (button("Save recording")) bench.show_files = false, bench.save_run(bench.file_name);
  ImGui::SameLine();
  if (button("Cancel")) bench.show_files = false;
  if (!bench.recent.empty()) ImGui::TextDisabled("opened or saved before");
  for (const std::string& path : std::vector(bench.recent))
    if (ImGui::Selectable(path.c_str())) bench.show_files = false, bench.open(path);
  ImGui::End();
}

// Over each of two mazes side by side: who plays, and how far.
void draw_names(Workbench& bench, const PanelPlan& plan) {
  if (bench.shown().frames().size() < 2) return;
  const float s = bench.ui_scale, part = plan.scene.size.x / 2;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (std::size_t i = 0; i < 2; ++i) {
    const ShownRun& run = *bench.marble().runs()[i];
    const long tick = bench.marble().tick();
    const auto move = run.recording().move_at(tick);
    const bool over = run.outcome() != Outcome::running && tick >= run.ticks() - 1;
    const std::string first = run.spec().agent;
    const std::string second =
        fmt::format("{} orientations, move {}{}", run.orientations_at(tick),
                    move ? run.notes()[*move].counters.moves : 0,
                    over ? fmt::format(", {}", to_string(run.outcome())) : "");
    const float right = plan.scene.at.x + part * static_cast<float>(i + 1) - 12 * s;
    float y = plan.scene.at.y + plan.scene.size.y - 44 * s;
    for (const std::string& line : {first, second}) {
      list.AddText({right - ImGui::CalcTextSize(line.c_str()).x, y}, ink(bench.colours()),
                   line.c_str());
      y += 18 * s;
    }
  }
}

}  // namespace

void draw_overlays(Workbench& bench, const PanelPlan& plan) {
  draw_names(bench, plan);
  draw_lesson(bench, plan);
  draw_levels(bench, plan);
  draw_files(bench, plan);
  draw_message(bench, plan);
}

void draw_help(const PanelPlan& plan) {
  ImGui::SetNextWindowPos(
      {plan.scene.at.x + plan.scene.size.x / 2, plan.scene.at.y + plan.scene.size.y / 2},
      ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(0.97f);
  ImGui::Begin("help", nullptr, kPlate);
  ImGui::TextUnformatted(
      "Mouse: drag to turn the view, right drag to move it, wheel to come nearer. Drop a maze file "
      "to open it.");
  ImGui::Separator();
  if (ImGui::BeginTable("keys", 4, ImGuiTableFlags_SizingFixedFit)) {
    for (const Shortcut& shortcut : shortcuts()) {
      if (*shortcut.meaning == '\0') continue;
      ImGui::TableNextColumn();
      ImGui::TextColored({0.95f, 0.72f, 0.25f, 1}, "%s", shortcut.keys);
      ImGui::TableNextColumn();
      ImGui::Text("%s   ", shortcut.meaning);
    }
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace marblemaze

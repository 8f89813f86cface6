#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/panels/shortcuts.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

void draw_message(const Workbench& bench, const Ask& ask, const PanelPlan& plan) {
  if (!bench.message_shown() || bench.files.asks) return;  // the dialogue for files says it itself
  const float s = bench.view.ui_scale;
  const ImVec2 middle{plan.scene.middle().x, plan.scene.end().y - 12 * s};
  const OpenWindow window = begin_plate("message", middle, {0.5f, 1.0f}, ImGuiWindowFlags_NoNav);
  draw_wrapped(bench.message(), std::min(plan.scene.size.x - 40 * s, 560 * s));
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) ask({Act::drop_message});
}

// Over each of two mazes side by side: who plays, and how far.
void draw_names(const Workbench& bench, const PanelPlan& plan) {
  if (bench.shown().frames().size() < 2) return;
  const float s = bench.view.ui_scale, part = plan.scene.size.x / 2;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (std::size_t i = 0; i < 2; ++i) {
    const ShownRun& run = bench.marble().run(i);
    const long tick = bench.marble().tick();
    const auto move = run.recording().move_at(tick);
    const bool over = run.outcome() != Outcome::running && tick >= run.ticks() - 1;
    const std::string first = run.spec().player.agent;
    const std::string second =
        fmt::format("{} orientations, move {}{}", run.orientations_at(tick),
                    move ? run.notes()[*move].counters.moves : 0,
                    over ? fmt::format(", {}", outcome_name(run.outcome())) : "");
    const float right = plan.scene.at.x + part * static_cast<float>(i + 1) - 12 * s;
    float y = plan.scene.at.y + plan.scene.size.y - 44 * s;
    for (const std::string& line : {first, second}) {
      list.AddText({right - ImGui::CalcTextSize(line.c_str()).x, y}, ink(bench.view.colours()),
                   line.c_str());
      y += 18 * s;
    }
  }
}

}  // namespace

void draw_overlays(const Workbench& bench, const Ask& ask, Files& files, const PanelPlan& plan) {
  draw_names(bench, plan);
  draw_lesson(bench, ask, plan);
  draw_levels(bench, ask, plan);
  if (bench.panels.show_lessons) draw_lessons(bench, ask);
  draw_files(bench, ask, files, plan);
  draw_message(bench, ask, plan);
}

void draw_help() {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const OpenWindow window = begin_centred("help", 0.96f, 0.98f);
  const float unit = ImGui::GetFontSize();
  const int columns = display.x > 62 * unit ? 4 : 2;
  ImGui::PushTextWrapPos(std::min(display.x * 0.9f, 58 * unit));
  ImGui::TextUnformatted(
      "Mouse: drag to turn the view, right drag to move it, wheel to come nearer. Where you turn "
      "a maze freely: drag to tip it, right drag to turn the view, middle drag to move it. Drop "
      "a maze file to open it.");
  ImGui::PopTextWrapPos();
  ImGui::Separator();
  if (ImGui::BeginTable("keys", columns, ImGuiTableFlags_SizingFixedFit)) {
    for (const Shortcut& shortcut : shortcuts()) {
      if (*shortcut.meaning == '\0') continue;
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(shortcut.keys);
      ImGui::TableNextColumn();
      ImGui::TextDisabled("%s   ", shortcut.meaning);
    }
    ImGui::EndTable();
  }
}

}  // namespace marblemaze

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
    const long tick = bench.marble().tick_of(run);
    const auto move = run.recording().move_at(tick);
    const bool over = run.outcome() != Outcome::running && tick >= run.ticks() - 1;
    const std::string first = run.spec().player.agent;
    const std::string second =
        fmt::format("{} orientations, move {}{}", run.orientations_at(tick),
                    move ? run.note(*move).counters.moves : 0,
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

/// A line of the picture, as its legend shows it.
struct LegendRow {
  std::string words;
  ImU32 colour;
  bool dashed = false;
};

std::vector<LegendRow> legend_of(const Workbench& bench, const ShownRun& run) {
  const ViewOptions look = bench.look_now();
  const Palette& palette = bench.view.colours();
  const MarbleRuns& marble = bench.marble();
  const MoveNote* note = run.note_under_way(marble.tick_of(run));
  const bool preview = &run == &marble.run() && marble.preview && marble.chooses_in();
  std::vector<LegendRow> rows;
  if (look.predicted_path && !preview && note && !note->predicted_path.empty())
    rows.push_back({"where the agent expects the marble", im_colour(glm::vec3(palette.predicted))});
  if (preview || (look.guessed_path && note && !note->guessed_path.empty()))
    rows.push_back({"path predictor's guess", ink(palette), true});
  if (look.theoretical_path)
    rows.push_back(
        {path_words(run),
         im_colour(look.style == Style::glass ? palette.studio.path : glm::vec3(palette.path))});
  return rows;
}

}  // namespace

// Beside the small picture of the axes in the lower left corner, or above it where each of two
// mazes has its own.
void draw_scene_legend(const Workbench& bench, const PanelPlan& plan) {
  if (!bench.shows_marble() || !bench.panels.show_panels || bench.shows_welcome()) return;
  constexpr float kCompass = 0.19f;  // of the scene's height
  const float s = bench.view.ui_scale,
              part = plan.scene.size.x / static_cast<float>(bench.marble().count());
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (std::size_t i = 0; i < bench.marble().count(); ++i) {
    const float compass = kCompass * plan.scene.size.y;
    const bool beside = bench.marble().count() == 1;
    ImVec2 at{plan.scene.at.x + part * static_cast<float>(i) + (beside ? compass : 12 * s),
              plan.scene.end().y - (beside ? 12 * s : compass)};
    for (const LegendRow& row : legend_of(bench, bench.marble().run(i))) {
      const std::string text = in_lines(row.words, part - 44 * s - (beside ? compass : 12 * s));
      const ImVec2 size = ImGui::CalcTextSize(text.c_str());
      at.y -= size.y + 3 * s;
      if (at.y < plan.scene.middle().y) break;
      const float y = at.y + ImGui::GetTextLineHeight() / 2;
      for (const float from : {0.0f, 9.0f, 18.0f})
        list.AddLine({at.x + from * s, y}, {at.x + (from + (row.dashed ? 5 : 9)) * s, y},
                     row.colour, 3 * s);
      list.AddText({at.x + 34 * s, at.y}, ink(bench.view.colours()), text.c_str());
      note_place(row.words, {at, {34 * s + size.x, size.y}});
    }
  }
}

void draw_overlays(const Workbench& bench, const Ask& ask, Files& files, const PanelPlan& plan) {
  draw_names(bench, plan);
  draw_lesson(bench, ask, plan);
  draw_levels(bench, ask, plan);
  if (bench.panels.show_lessons) draw_lessons(bench, ask);
  draw_files(bench, ask, files, plan);
  draw_message(bench, ask, plan);
}

void draw_quit(const Workbench& bench, const Ask& ask, PanelState& panels) {
  const std::vector<std::string> lost = bench.lost_at_quit();
  if (lost.empty()) return void(panels.asks_to_quit = false);  // it is whole or saved by now
  const OpenWindow window = begin_centred("quit", 0.96f, 1);
  draw_title("Quit?");
  for (const std::string& words : lost)
    draw_wrapped(words, std::min(420 * bench.view.ui_scale, 0.8f * ImGui::GetIO().DisplaySize.x));
  ImGui::Spacing();
  if (button("Stay")) panels.asks_to_quit = false;
  ImGui::SameLine();
  const bool unsaved = lost.size() > (bench.files.exporting ? 1 : 0);
  if (unsaved && button("Save the run ...")) panels.asks_to_quit = false, ask({Act::files, 1});
  if (unsaved) ImGui::SameLine();
  if (button("Quit")) ask({Act::quit});
  tip("Ctrl+Q once more");
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

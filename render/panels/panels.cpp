#include "render/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace marblemaze {
namespace {

constexpr float kLessonHeight = 106;  // points

PanelPlan with_lesson(PanelPlan plan, float s) {
  const float high = std::min(kLessonHeight * s, plan.scene.size.y * 0.4f);
  plan.lesson = {plan.scene.at, {plan.scene.size.x, high}};
  plan.scene.at.y += high;
  plan.scene.size.y -= high;
  return plan;
}

}  // namespace

PanelPlan plan_panels(glm::vec2 window, float s, bool show_panels, bool lesson) {
  PanelPlan plan;
  if (!show_panels) {
    plan.scene = {{0, 0}, {window.x, window.y}};
    return lesson ? with_lesson(plan, s) : plan;
  }
  const float menu = 24 * s, left = 262 * s, right = 336 * s, low = 78 * s;
  const float high = std::max(window.y - menu - low, 1.0f);
  plan.menu = {{0, 0}, {window.x, menu}};
  plan.setup = {{0, menu}, {left, high}};
  plan.mind = {{window.x - right, menu}, {right, high}};
  plan.timeline = {{0, window.y - low}, {window.x, low}};
  plan.scene = {{left, menu}, {std::max(window.x - left - right, 1.0f), high}};
  return lesson ? with_lesson(plan, s) : plan;
}

void begin_fixed(const char* name, const PanelBox& box, bool bare) {
  ImGui::SetNextWindowPos(box.at);
  ImGui::SetNextWindowSize(box.size);
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                           ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoTitleBar |
                           ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoBringToFrontOnFocus;
  if (bare) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::Begin(name, nullptr, flags);
}

ImU32 im_colour(glm::vec3 colour, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, alpha});
}

ImU32 ink(const Palette& palette, float alpha) { return im_colour(palette.text, alpha); }

void apply_theme(const Palette& palette, float ui_scale) {
  ImGuiStyle style;
  if (palette.dark)
    ImGui::StyleColorsDark(&style);
  else
    ImGui::StyleColorsLight(&style);
  style.WindowRounding = 0;
  style.FrameRounding = 4;
  style.GrabRounding = 4;
  style.TabRounding = 4;
  style.WindowBorderSize = 1;
  style.WindowPadding = {9, 8};
  style.ItemSpacing = {7, 4};
  style.ScrollbarSize = 11;
  if (palette.dark) {
    style.Colors[ImGuiCol_WindowBg] = {0.065f, 0.078f, 0.112f, 1.0f};
    style.Colors[ImGuiCol_MenuBarBg] = {0.085f, 0.100f, 0.142f, 1.0f};
    style.Colors[ImGuiCol_PopupBg] = {0.075f, 0.090f, 0.128f, 0.98f};
    style.Colors[ImGuiCol_Border] = {0.20f, 0.24f, 0.33f, 0.6f};
    style.Colors[ImGuiCol_FrameBg] = {0.14f, 0.17f, 0.24f, 1.0f};
  } else {
    style.Colors[ImGuiCol_WindowBg] = {0.955f, 0.962f, 0.975f, 1.0f};
  }
  style.ScaleAllSizes(ui_scale);
  ImGui::GetStyle() = style;
}

void draw_row(const char* name, const std::string& value) {
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", name);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(value.c_str());
}

void draw_centred(ImDrawList& list, ImVec2 middle, float height, ImU32 colour,
                  const std::string& text) {
  const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
  const ImFont* font = height > 1.6f * ImGui::GetFontSize() ? fonts.back() : fonts.front();
  const ImVec2 size = font->CalcTextSizeA(height, 1e9f, 0, text.c_str());
  list.AddText(font, height, {middle.x - size.x / 2, middle.y - size.y / 2}, colour, text.c_str());
}

void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float thick) {
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::max(std::hypot(dx, dy), 1e-3f);
  const float ux = dx / length, uy = dy / length;
  const ImVec2 neck{to.x - ux * head, to.y - uy * head};
  list.AddLine(from, neck, colour, thick);
  list.AddTriangleFilled(to, {neck.x - uy * head * 0.6f, neck.y + ux * head * 0.6f},
                         {neck.x + uy * head * 0.6f, neck.y - ux * head * 0.6f}, colour);
}

namespace {

std::unordered_map<std::string, PanelBox>& items() {
  static std::unordered_map<std::string, PanelBox> noted;
  return noted;
}

// The panels of each thing that can be shown.
class Panels : public ShownVisitor {
 public:
  Panels(Workbench& bench, const PanelPlan& plan) : bench_(bench), plan_(plan) {}

  void visit(MarbleRuns&) override {
    if (!bench_.show_panels) return;
    draw_setup_panel(bench_, plan_.setup);
    draw_mind_panel(bench_, plan_.mind);
  }
  void visit(LogicGame& game) override {
    draw_puzzle(bench_, game, plan_.scene);
    if (!bench_.show_panels) return;
    draw_logic_mind_panel(bench_, game, plan_.mind);
    draw_logic_setup(bench_, game, plan_.setup);  // the last: it may leave the game
  }
  void visit(DeadEndFilling& filling) override {
    if (!bench_.show_panels) return;
    draw_filling(bench_, filling, plan_.mind);
    draw_setup_panel(bench_, plan_.setup);  // the last: it may leave the automaton
  }
  void visit(ClassicAutomaton& automaton) override {
    draw_cells(bench_, automaton, plan_.scene);
    if (!bench_.show_panels) return;
    draw_classic_facts(bench_, automaton, plan_.mind);
    draw_classic_setup(bench_, plan_.setup);  // the last: it may leave the automaton
  }

 private:
  Workbench& bench_;
  const PanelPlan& plan_;
};

}  // namespace

void note_item(const std::string& label) {
  const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  items()[label.substr(0, label.find("##"))] = {low, size};
}

std::optional<PanelBox> item_box(const std::string& label) {
  const auto found = items().find(label);
  return found == items().end() ? std::nullopt : std::optional(found->second);
}

void draw_panels(Workbench& bench, const PanelPlan& plan) {
  items().clear();
  if (bench.show_panels) draw_menu_bar(bench);
  Panels panels(bench, plan);
  bench.shown().accept(panels);
  if (bench.show_panels) {
    draw_transport(bench, plan.timeline);
    const auto graph = bench.shown().graph();
    if (bench.large_graph && graph) draw_graph(bench, *graph, plan.scene, true);
  }
  draw_overlays(bench, plan);
  draw_physics(bench, plan);
  if (bench.show_help) draw_help(plan);
}

}  // namespace marblemaze

// The keyboard in the panels. ImGui walks along controls by arrow keys once one is marked; until
// then these keys act on the run.
#include <array>

#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

// In the order of reading.
constexpr std::array kPanels = {"##MainMenuBar", "setup", "moves", "transport",
                                "mind",          "files", "card"};

std::size_t focused_panel() {
  const ImGuiWindow* now = ImGui::GetCurrentContext()->NavWindow;
  for (std::size_t i = 0; i < kPanels.size(); ++i)
    if (now && now->RootWindow == ImGui::FindWindowByName(kPanels[i])) return i;
  return kPanels.size() - 1;
}

}  // namespace

void focus_next_panel() {
  for (std::size_t step = 1; step <= kPanels.size(); ++step) {
    const char* name = kPanels[(focused_panel() + step) % kPanels.size()];
    ImGuiWindow* panel = ImGui::FindWindowByName(name);
    if (!panel || !panel->WasActive) continue;
    ImGui::FocusWindow(panel);
    ImGuiContext& context = *ImGui::GetCurrentContext();
    // The menu bar has nothing but menus, which ImGui looks for in a layer of their own.
    const bool menus_only = (panel->DC.NavLayersActiveMask & (1 << ImGuiNavLayer_Main)) == 0;
    context.NavLayer = menus_only ? ImGuiNavLayer_Menu : ImGuiNavLayer_Main;
    ImGui::NavInitWindow(panel, true);
    context.NavDisableHighlight = false;
    context.NavDisableMouseHover = true;
    return;
  }
}

void close_menus() {
  if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ImGui::ClosePopupToLevel(0, true);
}

bool dialog_open(const Workbench& bench) {
  const PanelState& panels = bench.panels;
  return bench.files.asks || panels.show_help || panels.show_physics || panels.show_levels ||
         panels.show_lessons || panels.asks_to_quit ||
         ImGui::GetCurrentContext()->OpenPopupStack.Size > 0;
}

void leave_arrow_keys() {
  const ImGuiContext& now = *ImGui::GetCurrentContext();
  if (now.NavWindow && now.NavDisableHighlight && now.ActiveId == 0 && now.OpenPopupStack.empty())
    ImGui::FocusWindow(nullptr);
}

bool panels_take_key(int key) {
  if (!ImGui::GetIO().NavVisible) return false;
  constexpr std::array kTaken = {GLFW_KEY_LEFT,  GLFW_KEY_RIGHT, GLFW_KEY_UP,  GLFW_KEY_DOWN,
                                 GLFW_KEY_SPACE, GLFW_KEY_ENTER, GLFW_KEY_TAB, GLFW_KEY_ESCAPE};
  return std::ranges::count(kTaken, key) > 0;
}

}  // namespace marblemaze

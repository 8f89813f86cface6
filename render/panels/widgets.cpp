#include <array>
#include <cstring>

#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

std::string number_text(const SliderRange& range, const void* value) {
  char text[64];
  ImGui::DataTypeFormatString(text, sizeof text, range.type, value, range.format);
  return text;
}

// The same for all values: a track that changed its length would move the knob.
float number_width(const SliderRange& range) {
  const auto width = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
  const float ends =
      std::max(width(number_text(range, range.low)), width(number_text(range, range.high)));
  constexpr const char* kLongest = "0.0001234";  // with four digits that count
  return std::strchr(range.format, 'g') ? std::max(ends, width(kLongest)) : ends;
}

ImRect knob_of(const SliderRange& range, void* value, float track) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr ImGuiID kNobodys = 1;  // nothing is dragged: it only says where the knob stands
  ImRect knob;
  ImGui::SliderBehavior(ImRect(at, {at.x + track, at.y + ImGui::GetFrameHeight()}), kNobodys,
                        range.type, value, range.low, range.high, range.format, range.flags, &knob);
  return knob;
}

// ImGui puts the middle of the knob under the mouse: who takes it at its side would change the
// number. Here the mouse holds the knob where it was taken.
bool held_slider(const std::string& id, const SliderRange& range, void* value, float track) {
  const ImGuiID own = ImGui::GetID(id.c_str());
  ImGuiIO& io = ImGui::GetIO();
  ImGuiStorage& memory = *ImGui::GetStateStorage();
  const bool pressed = ImGui::IsMouseClicked(0);
  if (pressed) {
    const ImRect knob = knob_of(range, value, track);
    memory.SetFloat(own, knob.Contains(io.MousePos) ? io.MousePos.x - knob.GetCenter().x : 0);
  }
  const float off = pressed || ImGui::GetActiveID() == own ? memory.GetFloat(own) : 0;
  io.MousePos.x -= off;
  // Its own number stands under the knob; it is wanted only while one is typed in (Ctrl and click).
  const bool typing = ImGui::TempInputIsActive(own);
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetColorU32(ImGuiCol_Text, typing ? 1.0f : 0.0f));
  ImGui::SetNextItemWidth(track);
  const bool changed = ImGui::SliderScalar(id.c_str(), range.type, value, range.low, range.high,
                                           range.format, range.flags);
  ImGui::PopStyleColor();
  io.MousePos.x += off;
  return changed;
}

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

bool slider(const std::string& label, const SliderRange& range, void* value, float width) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float whole = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  const float track =
      std::max(whole - number_width(range) - style.ItemInnerSpacing.x, 2 * style.GrabMinSize);
  ImGui::BeginGroup();
  const bool changed = noted(label, held_slider("##" + label, range, value, track));
  ImGui::SameLine(0, style.ItemInnerSpacing.x);
  ImGui::TextUnformatted(number_text(range, value).c_str());
  note_item(label + " number");
  ImGui::EndGroup();
  return changed;
}

bool icon_button(const std::string& label, const char* sign, ImVec2 size,
                 const std::string& words) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  const bool pressed = noted(label, ImGui::Button((sign + ("##" + label)).c_str(), size));
  ImGui::PopStyleVar();
  tip(words);
  return pressed;
}

std::string in_lines(std::string text, float width) {
  const auto wide = [&](std::size_t from, std::size_t end) {
    return ImGui::CalcTextSize(text.data() + from, text.data() + end).x > width;
  };
  std::size_t line = 0, space = std::string::npos;  // its beginning, and where it may be broken
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    if (c != ' ' && c != '\n') continue;
    if (space != std::string::npos && wide(line, i)) text[space] = '\n', line = space + 1;
    space = c == ' ' ? i : std::string::npos;
    if (c == '\n') line = i + 1;
  }
  return text;
}

void draw_wrapped(const std::string& text, float width) {
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  // A word that is too long for a line, such as the path of a file, is broken by ImGui.
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
  ImGui::TextUnformatted(in_lines(text, room - 1).c_str());
  ImGui::PopTextWrapPos();
}

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

bool dialog_open(const Session& session) {
  const PanelState& panels = session.panels;
  return session.files.asks || panels.show_help || panels.show_physics || panels.show_levels ||
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

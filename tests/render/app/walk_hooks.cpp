#include "tests/render/app/walk_hooks.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <unordered_map>

#include <epoxy/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "maze/base/errors.h"

// __real_NAME is the library's function, __wrap_NAME what the program calls instead.
#define REAL(name) __asm__("__real_" name)
#define WRAP(name) __asm__("__wrap_" name)
#define STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define NOW "_ZNSt6chrono3_V212steady_clock3nowEv"
#define GET_ID "_ZN11ImGuiWindow5GetIDEPKcS1_"
#define PUSH_ID "_ZN5ImGui6PushIDEPKc"
#define ITEM_ADD "_ZN5ImGui7ItemAddERK6ImRectjPS1_i"
#define ADD_TEXT "_ZN10ImDrawList7AddTextERK6ImVec2jPKcS4_"
#define ADD_TEXT_IN_FONT "_ZN10ImDrawList7AddTextEPK6ImFontfRK6ImVec2jPKcS7_fPK6ImVec4"
#define ADD_SHORTENED "_ZN5ImGui18RenderTextEllipsisEP10ImDrawListRK6ImVec2S4_ffPKcS6_PS3_"
#define NOTE_ITEM "_ZN10marblemaze9note_itemERK" STRING
#define NOTE_PLACE "_ZN10marblemaze10note_placeERK" STRING "RKNS_8PanelBoxE"

namespace marblemaze {
namespace {

using Time = std::chrono::steady_clock::time_point;

WindowHooks* hooks = nullptr;
std::atomic<double> clock_s{0};

// Of the frame that is being made.
struct Making {
  std::vector<std::pair<SeenControl, std::string>> controls;  // with the label of what it stands in
  std::unordered_map<ImGuiID, std::string> labels;
  std::vector<std::string> cut_texts;
  std::vector<std::pair<std::string, PanelBox>> places;
};
Making& making() {
  static Making frame;
  return frame;
}

// What is noted of a list only while it is closed holds while it is open, too.
std::unordered_map<ImGuiID, std::string>& noted_labels() {
  static std::unordered_map<ImGuiID, std::string> noted;
  return noted;
}

// A film is made with panels of its own, which nobody sees.
bool watched() {
  return hooks && ImGui::GetCurrentContext() && ImGui::GetIO().BackendPlatformUserData != nullptr;
}

std::string visible(const std::string& label) { return label.substr(0, label.find("##")); }

std::string label_of(ImGuiID id) {
  const auto found = making().labels.find(id);
  return found == making().labels.end() ? "" : found->second;
}

void see_control(const ImRect& box, ImGuiID id) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiWindow* const in = context.CurrentWindow;
  const bool heading = context.CurrentTable && context.CurrentTable->InnerWindow == in &&
                       (context.CurrentTable->RowFlags & ImGuiTableRowFlags_Headers) != 0;
  if (id == 0 || heading || in->Hidden || in->IsFallbackWindow ||
      (in->Flags & ImGuiWindowFlags_Tooltip) != 0)
    return;
  // An entry of a menu has the number of what it stands in.
  const int above = in->IDStack.Size - (in->IDStack.back() == id ? 2 : 1);
  const std::string around = above > 0 ? label_of(in->IDStack[above]) : "";
  const bool disabled = (context.LastItemData.InFlags & ImGuiItemFlags_Disabled) != 0;
  making().controls.push_back(
      {{id, in->Name, label_of(id), box, in->ClipRect, in, disabled}, around});
}

// What has opened a menu or a list.
std::string opener(const ImGuiWindow& menu) {
  for (const auto& [control, around] : making().controls)
    if (menu.PopupId == ImHashStr("##ComboPopup", 0, control.id)) return control.label;
  return label_of(menu.PopupId);
}

SeenFrame finished_frame() {
  Making& made = making();
  SeenFrame frame;
  for (auto& [control, around] : made.controls) {
    const std::string own = visible(control.label), noted = noted_labels()[control.id];
    const std::string outside = visible(around);
    const bool part = !own.empty() && !outside.empty();  // the "+" of a number
    control.label = part               ? fmt::format("{} {}", outside, own)
                    : !own.empty()     ? own
                    : !noted.empty()   ? noted
                    : !outside.empty() ? outside
                                       : control.label;
  }
  for (auto& [control, around] : made.controls) {
    if ((control.in->Flags & ImGuiWindowFlags_Popup) != 0) control.window = opener(*control.in);
    frame.controls.push_back(control);
  }
  frame.cut_texts = std::move(made.cut_texts);
  frame.places = std::move(made.places);
  made = {};
  return frame;
}

// Can the window, or one that it stands in, be scrolled along that axis?
bool scrolls(const ImGuiWindow* window, ImGuiAxis axis) {
  for (; window; window = window->ParentWindow) {
    const bool can = axis == ImGuiAxis_X
                         ? (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0
                         : (window->Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0;
    if (can && window->ScrollMax[axis] > 0) return true;
  }
  return false;
}

void see_text(const ImDrawList& list, const ImFont& font, float size, ImVec2 at, ImU32 colour,
              const char* begin, const char* end, float wrap, const ImVec4* finer) {
  if (!end) end = begin + std::string_view(begin).size();
  const ImGuiWindow* window = ImGui::GetCurrentContext()->CurrentWindow;
  const bool hidden = (colour & IM_COL32_A_MASK) == 0 || (window && window->Hidden);
  if (begin == end || hidden) return;
  ImRect place(list._CmdHeader.ClipRect);
  if (finer) place.ClipWith(ImRect(*finer));
  const ImVec2 extent = font.CalcTextSizeA(size, FLT_MAX, wrap, begin, end);
  const ImRect text(at.x, at.y + 0.2f * size, at.x + extent.x, at.y + extent.y - 0.25f * size);
  const bool written = ImGui::GetActiveID() != 0 && ImGui::GetIO().WantTextInput;
  constexpr float kRounding = 2;  // pixels
  const bool low = text.Min.y < place.Min.y - kRounding || text.Max.y > place.Max.y + kRounding;
  const bool wide = text.Min.x < place.Min.x - kRounding || text.Max.x > place.Max.x + kRounding;
  if (written || (low && scrolls(window, ImGuiAxis_Y)) || (wide && scrolls(window, ImGuiAxis_X)))
    return;
  if (low || wide)
    making().cut_texts.push_back(std::string(window ? window->Name : "") + ": '" +
                                 std::string(begin, end) + "'");
}

}  // namespace

HookedWindow::HookedWindow(WindowHooks& called) {
  making() = {};
  hooks = &called;
  clock_s = called.clock_s;
}

HookedWindow::~HookedWindow() { hooks = nullptr; }

// --- time and GLFW ---

Time real_now() REAL(NOW);
Time wrapped_now() WRAP(NOW);
Time wrapped_now() {
  if (!hooks) return real_now();
  return Time(std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(clock_s)));
}

namespace {

void take_events() {
  hooks->events();
  clock_s = hooks->clock_s;
}

}  // namespace

void real_poll() REAL("glfwPollEvents");
void wrapped_poll() WRAP("glfwPollEvents");
void wrapped_poll() {
  real_poll();
  if (hooks) take_events();
}

void real_wait(double longest_s) REAL("glfwWaitEventsTimeout");
void wrapped_wait(double longest_s) WRAP("glfwWaitEventsTimeout");
void wrapped_wait(double longest_s) {
  if (!hooks) return real_wait(longest_s);
  wrapped_poll();
}

// One connection to the display serves all windows of a walk.
void real_terminate() REAL("glfwTerminate");
void wrapped_terminate() WRAP("glfwTerminate");
void wrapped_terminate() {
  if (!hooks) real_terminate();
}

void real_swap(GLFWwindow* window) REAL("glfwSwapBuffers");
void wrapped_swap(GLFWwindow* window) WRAP("glfwSwapBuffers");
void wrapped_swap(GLFWwindow* window) {
  if (!hooks) return real_swap(window);
  hooks->drawn();
  if (glIsEnabled(GL_RASTERIZER_DISCARD) == GL_TRUE) return glDisable(GL_RASTERIZER_DISCARD);
  real_swap(window);
}

void real_cursor(GLFWwindow* window, double* x, double* y) REAL("glfwGetCursorPos");
void wrapped_cursor(GLFWwindow* window, double* x, double* y) WRAP("glfwGetCursorPos");
void wrapped_cursor(GLFWwindow* window, double* x, double* y) {
  if (!hooks) return real_cursor(window, x, y);
  *x = static_cast<double>(hooks->mouse.x), *y = static_cast<double>(hooks->mouse.y);
}

int real_button(GLFWwindow* window, int button) REAL("glfwGetMouseButton");
int wrapped_button(GLFWwindow* window, int button) WRAP("glfwGetMouseButton");
int wrapped_button(GLFWwindow* window, int button) {
  if (!hooks) return real_button(window, button);
  return button == 0 && hooks->button ? GLFW_PRESS : GLFW_RELEASE;
}

// No window manager gives the focus on a display of its own.
int real_attribute(GLFWwindow* window, int attribute) REAL("glfwGetWindowAttrib");
int wrapped_attribute(GLFWwindow* window, int attribute) WRAP("glfwGetWindowAttrib");
int wrapped_attribute(GLFWwindow* window, int attribute) {
  if (hooks && attribute == GLFW_FOCUSED) return GLFW_TRUE;
  return real_attribute(window, attribute);
}

// --- what the panels tell ---

void real_note_item(const std::string& label) REAL(NOTE_ITEM);
void wrapped_note_item(const std::string& label) WRAP(NOTE_ITEM);
void wrapped_note_item(const std::string& label) {
  if (watched()) noted_labels()[ImGui::GetItemID()] = visible(label);
  real_note_item(label);
}

void real_note_place(const std::string& label, const PanelBox& box) REAL(NOTE_PLACE);
void wrapped_note_place(const std::string& label, const PanelBox& box) WRAP(NOTE_PLACE);
void wrapped_note_place(const std::string& label, const PanelBox& box) {
  if (watched()) making().places.emplace_back(label, box);
  real_note_place(label, box);
}

// --- what ImGui is told ---

void real_render() REAL("_ZN5ImGui6RenderEv");
void wrapped_render() WRAP("_ZN5ImGui6RenderEv");
void wrapped_render() {
  if (!watched()) return real_render();
  hooks->add_panels();
  hooks->seen = finished_frame();
  if (!hooks->looks()) glEnable(GL_RASTERIZER_DISCARD);
  real_render();
}

ImGuiID real_get_id(ImGuiWindow* in, const char* label, const char* end) REAL(GET_ID);
ImGuiID wrapped_get_id(ImGuiWindow* in, const char* label, const char* end) WRAP(GET_ID);
ImGuiID wrapped_get_id(ImGuiWindow* in, const char* label, const char* end) {
  const ImGuiID id = real_get_id(in, label, end);
  const std::string text = end ? std::string(label, end) : std::string(label);
  if (watched() && !text.empty()) making().labels[id] = text;
  return id;
}

void real_push_id(const char* label) REAL(PUSH_ID);
void wrapped_push_id(const char* label) WRAP(PUSH_ID);
void wrapped_push_id(const char* label) {
  real_push_id(label);
  if (watched()) making().labels[ImGui::GetCurrentContext()->CurrentWindow->IDStack.back()] = label;
}

bool real_item_add(const ImRect& all, ImGuiID id, const ImRect* part, ImGuiItemFlags more)
    REAL(ITEM_ADD);
bool wrapped_item_add(const ImRect& all, ImGuiID id, const ImRect* part, ImGuiItemFlags more)
    WRAP(ITEM_ADD);
bool wrapped_item_add(const ImRect& all, ImGuiID id, const ImRect* part, ImGuiItemFlags more) {
  const bool in_view = real_item_add(all, id, part, more);
  if (watched()) see_control(part ? *part : all, id);
  return in_view;
}

void real_add_text(ImDrawList* list, const ImVec2& at, ImU32 colour, const char* begin,
                   const char* end) REAL(ADD_TEXT);
void wrapped_add_text(ImDrawList* list, const ImVec2& at, ImU32 colour, const char* begin,
                      const char* end) WRAP(ADD_TEXT);
void wrapped_add_text(ImDrawList* list, const ImVec2& at, ImU32 colour, const char* begin,
                      const char* end) {
  if (watched())
    see_text(*list, *ImGui::GetFont(), ImGui::GetFontSize(), at, colour, begin, end, 0, nullptr);
  real_add_text(list, at, colour, begin, end);
}

void real_add_text_in(ImDrawList* list, const ImFont* font, float size, const ImVec2& at,
                      ImU32 colour, const char* begin, const char* end, float wrap,
                      const ImVec4* finer) REAL(ADD_TEXT_IN_FONT);
void wrapped_add_text_in(ImDrawList* list, const ImFont* font, float size, const ImVec2& at,
                         ImU32 colour, const char* begin, const char* end, float wrap,
                         const ImVec4* finer) WRAP(ADD_TEXT_IN_FONT);
void wrapped_add_text_in(ImDrawList* list, const ImFont* font, float size, const ImVec2& at,
                         ImU32 colour, const char* begin, const char* end, float wrap,
                         const ImVec4* finer) {
  if (watched())
    see_text(*list, font ? *font : *ImGui::GetFont(), size > 0 ? size : ImGui::GetFontSize(), at,
             colour, begin, end, wrap, finer);
  real_add_text_in(list, font, size, at, colour, begin, end, wrap, finer);
}

void real_shorten(ImDrawList* list, const ImVec2& low, const ImVec2& high, float clip, float dots,
                  const char* begin, const char* end, const ImVec2* known) REAL(ADD_SHORTENED);
void wrapped_shorten(ImDrawList* list, const ImVec2& low, const ImVec2& high, float clip,
                     float dots, const char* begin, const char* end, const ImVec2* known)
    WRAP(ADD_SHORTENED);
void wrapped_shorten(ImDrawList* list, const ImVec2& low, const ImVec2& high, float clip,
                     float dots, const char* begin, const char* end, const ImVec2* known) {
  const float wide = known ? known->x : ImGui::CalcTextSize(begin, end, false).x;
  if (watched() && wide > high.x - low.x + 1)
    making().cut_texts.push_back(std::string(ImGui::GetCurrentContext()->CurrentWindow->Name) +
                                 ": '" + std::string(begin, end) + "' ends in dots");
  real_shorten(list, low, high, clip, dots, begin, end, known);
}

}  // namespace marblemaze

#include <array>
#include <cmath>
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

// Returns the width of the number, equal for all values: a track of varying length would move the
// handle.
float number_width(const SliderRange& range) {
  const auto width = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
  const float ends =
      std::max(width(number_text(range, range.low)), width(number_text(range, range.high)));
  constexpr const char* kLongest = "0.0001234";  // four significant digits
  return std::strchr(range.format, 'g') ? std::max(ends, width(kLongest)) : ends;
}

ImRect knob_of(const SliderRange& range, void* value, float track) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr ImGuiID kNobodys = 1;  // no item: this only computes the position of the handle
  ImRect knob;
  ImGui::SliderBehavior(ImRect(at, {at.x + track, at.y + ImGui::GetFrameHeight()}), kNobodys,
                        range.type, value, range.low, range.high, range.format, range.flags, &knob);
  return knob;
}

constexpr std::array kSliderParts = {
    ImGuiCol_Text,       ImGuiCol_FrameBg,          ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
    ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_Border};

// In the last item: a thin line, filled up to the knob.
void draw_track(ImVec2 knob) {
  const float s = ui_scale();
  const ImVec2 low = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  const PanelColours& c = tokens();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 half{0, 2 * s}, left{low.x, knob.y}, right{end.x, knob.y};
  list.AddRectFilled(left - half, right + half, im_colour(c.border), 2 * s);
  list.AddRectFilled(left - half, knob + half, im_colour(c.interaction), 2 * s);
  const bool held = ImGui::IsItemActive() || ImGui::IsItemHovered();
  list.AddCircleFilled(knob, (held ? 8.0f : 7.0f) * s, im_colour(c.now), 24);
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
  // ImGui's own number is below the handle; it is only useful while a number is typed in (Ctrl and
  // click).
  const bool typing = ImGui::TempInputIsActive(own);
  const float unseen = typing ? 1.0f : 0.0f;
  const ImRect knob = knob_of(range, value, track);
  for (const ImGuiCol part : kSliderParts)
    ImGui::PushStyleColor(part, ImGui::GetColorU32(part, unseen));
  ImGui::SetNextItemWidth(track);
  const bool changed = ImGui::SliderScalar(id.c_str(), range.type, value, range.low, range.high,
                                           range.format, range.flags);
  ImGui::PopStyleColor(static_cast<int>(kSliderParts.size()));
  io.MousePos.x += off;
  if (!typing) draw_track(knob.GetCenter());
  return changed;
}

// Panels in reading order.
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
  std::size_t line = 0, space = std::string::npos;  // beginning of the line, and the last place at
                                                    // which it may be broken
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
  // ImGui breaks a word that is too long for a line, such as the path of a file.
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
    // The menu bar has only menus, which ImGui stores in a separate layer.
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
         panels.show_lessons || panels.show_about || panels.show_glossary || panels.asks_to_quit ||
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

namespace {

float points(std::string_view group, std::string_view name) {
  return design_size(group, name) * ui_scale();
}
float control_radius() { return points("radius", "control"); }

ImU32 darker(glm::vec3 colour, float part) { return im_colour(colour * (1 - part)); }

// What stands on it: up to ##.
std::string shown_part(const std::string& label) { return label.substr(0, label.find("##")); }

struct ButtonColours {
  ImU32 top, bottom, border, text;
};

ButtonColours colours_of(const ButtonLook& look, bool hovered, bool held, bool disabled) {
  const PanelColours& c = tokens();
  const ImU32 none = im_colour(c.panel, 0);
  if (disabled) {
    const ImU32 ground = look.kind == ButtonKind::quiet ? none : im_colour(c.field);
    return {ground, ground, look.kind == ButtonKind::quiet ? none : im_colour(c.border),
            im_colour(c.text_3)};
  }
  switch (look.kind) {
    case ButtonKind::primary:
      // Lighter it would not be read well.
      return {held ? darker(c.primary_top, 0.08f) : im_colour(c.primary_top),
              held ? darker(c.primary_bottom, 0.08f) : im_colour(c.primary_bottom),
              hovered ? im_colour(c.interaction) : none, im_colour(c.on_primary)};
    case ButtonKind::play: {
      const ImU32 white = held ? darker(c.now, 0.12f) : im_colour(glm::mix(c.now, c.panel, 0.07f));
      return {white, white, none, im_colour(c.on_now)};
    }
    case ButtonKind::quiet: {
      const ImU32 ground = held || hovered || look.on ? im_colour(c.field) : none;
      return {ground, ground, none, im_colour(hovered || look.on ? c.text_1 : c.text_2)};
    }
    default: {
      const ImU32 ground = look.on ? im_colour(c.interaction_tint)
                           : held  ? darker(c.hover, 0.08f)
                                   : im_colour(hovered ? c.hover : c.field);
      return {ground, ground, im_colour(look.on ? c.interaction : c.border), im_colour(c.text_1)};
    }
  }
}

void draw_ground(ImDrawList& list, ImVec2 at, ImVec2 end, const ButtonColours& colours,
                 float radius) {
  const int first = list.VtxBuffer.Size;
  list.AddRectFilled(at, end, colours.top, radius);
  if (colours.top != colours.bottom)
    ImGui::ShadeVertsLinearColorGradientKeepAlpha(&list, first, list.VtxBuffer.Size, at,
                                                  {at.x, end.y}, colours.top, colours.bottom);
  if (colours.border >> IM_COL32_A_SHIFT != 0)
    list.AddRect(at, end, colours.border, radius, 0, std::max(1.0f, std::floor(ui_scale())));
}

// The last item is one that a person reached by keys.
void draw_focus(ImDrawList& list, ImVec2 at, ImVec2 end, float radius) {
  const ImGuiContext& now = *ImGui::GetCurrentContext();
  if (now.NavDisableHighlight || now.NavId != ImGui::GetItemID()) return;
  const float out = 2 * ui_scale();
  list.AddRect({at.x - out, at.y - out}, {end.x + out, end.y + out},
               im_colour(tokens().interaction), radius + out, 0, out);
}

void draw_text(ImDrawList& list, Text text, ImVec2 at, ImU32 colour, const std::string& words) {
  const ImFont* font = font_of(text);
  list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, at, colour, words.c_str());
}
ImVec2 size_of(Text text, const std::string& words) {
  const ImFont* font = font_of(text);
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, 1e9f, 0,
                             words.c_str());
}

Text text_of(ButtonKind kind) { return kind == ButtonKind::quiet ? Text::body : Text::strong; }

bool in_disabled() {
  return (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
}

// What the mouse rests on, for tips.
struct Rest {
  ImVec2 at{-1, -1};
  double since = 0;
  int frame = -1;
  bool waits = false;
};
Rest& rest() {
  static Rest now;
  return now;
}

bool mouse_rests() {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return false;
  Rest& now = rest();
  const ImVec2 at = ImGui::GetItemRectMin();
  const double time = ImGui::GetTime();
  const bool same = at.x == now.at.x && at.y == now.at.y && ImGui::GetFrameCount() - now.frame <= 1;
  if (!same) now.at = at, now.since = time;
  now.frame = ImGui::GetFrameCount();
  const bool rests =
      time - now.since >= static_cast<double>(design_size("motion_ms", "tooltip")) / 1000;
  now.waits = !rests;
  return rests;
}

}  // namespace

float button_width(const std::string& label) {
  return size_of(Text::strong, shown_part(label)).x + 24 * ui_scale();
}

bool push_button(const std::string& label, const ButtonLook& look) {
  const std::string words = shown_part(label);
  const float s = ui_scale(), gap = 8 * s, side = points("icon", "beside_text");
  const bool disabled = !look.why_not.empty() || in_disabled();
  const Text text = text_of(look.kind);
  const ImVec2 letters = size_of(text, words);
  const ImVec2 key = look.shows_key ? size_of(Text::label, look.key) : ImVec2{0, 0};
  float wide = letters.x;
  if (look.icon) wide += side + (words.empty() ? 0 : gap);
  if (look.shows_key) wide += key.x + gap;
  const float padding = (look.kind == ButtonKind::quiet ? 8 : 12) * s;
  const ImVec2 size{look.size.x > 0   ? look.size.x
                    : look.size.x < 0 ? ImGui::GetContentRegionAvail().x
                                      : std::ceil(wide + 2 * padding),
                    look.size.y > 0 ? look.size.y : points("height", "control")};
  ImGui::BeginDisabled(!look.why_not.empty());
  const bool pressed = ImGui::InvisibleButton(label.c_str(), size);
  if (!words.empty()) note_item(label);
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  ImGui::EndDisabled();
  const ImVec2 at = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ButtonColours colours = colours_of(look, hovered, held, disabled);
  draw_ground(list, at, end, colours, control_radius());
  draw_focus(list, at, end, control_radius());
  const ImVec2 middle = (at + end) * 0.5f;
  float x = std::max(middle.x - wide / 2, at.x + 2 * s);
  list.PushClipRect(at, end, true);
  if (look.icon) {
    draw_icon(list, *look.icon, {x + side / 2, middle.y}, side, colours.text);
    x += side + gap;
  }
  if (!words.empty()) draw_text(list, text, {x, middle.y - letters.y / 2}, colours.text, words);
  if (look.shows_key)
    draw_text(list, Text::label, {x + letters.x + gap, middle.y - key.y / 2}, colours.text,
              look.key);
  list.PopClipRect();
  if (!look.why_not.empty())
    tip(look.why_not);
  else if (!look.words.empty() || !look.key.empty())
    tip(look.words, look.key);
  return pressed;
}

ImU32 draw_button_ground(ButtonKind kind, float rounding, bool lit) {
  const ButtonLook look{.kind = lit ? ButtonKind::primary : kind};
  const ButtonColours colours =
      colours_of(look, ImGui::IsItemHovered() && !lit, ImGui::IsItemActive(), false);
  const ImVec2 at = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_ground(list, at, end, colours, rounding);
  draw_focus(list, at, end, rounding);
  return colours.text;
}

bool icon_button(const std::string& label, Icon icon, ButtonLook look) {
  const float side = look.size.x > 0 ? look.size.x : points("height", "control");
  look.size = {side, look.size.y > 0 ? look.size.y : side};
  look.icon.reset();
  const std::string hidden = "##" + label;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = push_button(hidden, look);
  note_item(label);
  const bool hovered = ImGui::IsItemHovered();
  const ButtonColours colours =
      colours_of(look, hovered, ImGui::IsItemActive(), !look.why_not.empty());
  draw_icon(*ImGui::GetWindowDrawList(), icon, at + look.size * 0.5f, points("icon", "alone"),
            colours.text);
  return pressed;
}

bool toggle(const std::string& label, bool* on) {
  const float s = ui_scale(), wide = 34 * s, high = 20 * s, row = 28 * s;
  const std::string words = shown_part(label);
  const float letters = ImGui::CalcTextSize(words.c_str()).x;
  const float room = std::max(ImGui::GetContentRegionAvail().x, wide);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float whole = std::min(room, std::max(letters + wide + 12 * s, 320 * s));
  const bool pressed = noted(label, ImGui::InvisibleButton(label.c_str(), {whole, row}));
  if (pressed) *on = !*on;
  const PanelColours& c = tokens();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  const bool disabled = in_disabled();
  const ImVec2 track{at.x + whole - wide, at.y + (row - high) / 2};
  const ImU32 ground = *on ? im_colour(disabled ? c.neutral : c.primary_top)
                           : im_colour(hovered ? c.text_3 : c.border);
  list.AddRectFilled(track, track + ImVec2{wide, high}, ground, high / 2);
  const float knob = high / 2 - 3 * s, x = *on ? track.x + wide - high / 2 : track.x + high / 2;
  list.AddCircleFilled({x, track.y + high / 2}, knob,
                       im_colour(*on ? c.on_primary : glm::mix(c.text_2, c.text_1, 0.3f)), 24);
  draw_focus(list, at, {at.x + whole, at.y + row}, control_radius());
  list.PushClipRect(at, {track.x - 4 * s, at.y + row}, true);
  draw_text(list, Text::body, {at.x, at.y + (row - ImGui::GetTextLineHeight()) / 2},
            im_colour(disabled ? c.text_3 : c.text_1), words);
  list.PopClipRect();
  return pressed;
}

bool segments(const std::string& label, int* chosen, std::span<const std::string> names,
              float width) {
  const float s = ui_scale(), high = points("height", "control");
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  const float each = std::floor(room / static_cast<float>(names.size()));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const PanelColours& c = tokens();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, at + ImVec2{room, high}, im_colour(c.field), control_radius());
  bool changed = false;
  ImGui::PushID(label.c_str());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ImVec2 from{at.x + each * static_cast<float>(i), at.y};
    ImGui::SetCursorScreenPos(from);
    const bool pressed = noted(names[i], ImGui::InvisibleButton(names[i].c_str(), {each, high}));
    const bool on = *chosen == static_cast<int>(i);
    if (pressed && !on) *chosen = static_cast<int>(i), changed = true;
    const ImVec2 low = from + ImVec2{2, 2} * s, end = from + ImVec2{each, high} - ImVec2{2, 2} * s;
    if (on) list.AddRectFilled(low, end, im_colour(c.hover), control_radius() - 2 * s);
    if (on) list.AddRect(low, end, im_colour(c.border), control_radius() - 2 * s);
    draw_focus(list, from, from + ImVec2{each, high}, control_radius());
    const bool bright = on || ImGui::IsItemHovered();
    const std::string words = shown_part(names[i]);
    const ImVec2 letters = size_of(Text::body, words);
    list.PushClipRect(low, end, true);
    draw_text(list, Text::body, (low + end) * 0.5f - letters * 0.5f,
              im_colour(bright ? c.text_1 : c.text_2), words);
    list.PopClipRect();
  }
  ImGui::PopID();
  list.AddRect(at, at + ImVec2{room, high}, im_colour(c.border), control_radius());
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({room, high});
  return changed;
}

bool stepper(const std::string& label, int* value, int low, int high, float width, bool pending) {
  const float s = ui_scale(), tall = points("height", "control");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const PanelColours& c = tokens();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, at + ImVec2{width, tall},
                     im_colour(pending ? c.interaction_tint : c.field), control_radius());
  const int before = *value;
  ImGui::PushID(label.c_str());
  const auto side = [&](const char* name, Icon icon, float x, int step) {
    ImGui::SetCursorScreenPos({x, at.y});
    ImGui::PushButtonRepeat(true);
    if (noted(label + " " + name, ImGui::InvisibleButton(name, {tall, tall}))) *value += step;
    ImGui::PopButtonRepeat();
    draw_focus(list, {x, at.y}, {x + tall, at.y + tall}, control_radius());
    draw_icon(list, icon, {x + tall / 2, at.y + tall / 2}, points("icon", "beside_text"),
              im_colour(ImGui::IsItemHovered() ? c.text_1 : c.text_2));
  };
  side("less", Icon::minus, at.x, -1);
  side("more", Icon::plus, at.x + width - tall, 1);
  ImGui::SetCursorScreenPos({at.x + tall, at.y});
  ImGui::SetNextItemWidth(width - 2 * tall);
  const ImVec4 none(0, 0, 0, 0);
  for (const ImGuiCol ground : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive})
    ImGui::PushStyleColor(ground, none);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  const std::string digits = std::to_string(*value);
  const float centred = (width - 2 * tall - ImGui::CalcTextSize(digits.c_str()).x) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {std::max(centred, 2 * s), ImGui::GetStyle().FramePadding.y});
  ImGui::InputInt("##value", value, 0);
  note_item(label);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor(3);
  ImGui::PopID();
  *value = std::clamp(*value, low, high);
  list.AddRect(at, at + ImVec2{width, tall}, im_colour(pending ? c.interaction : c.border),
               control_radius());
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, tall});
  return *value != before;
}

bool tab_row(const std::string& label, int* open, std::span<const std::string> names) {
  const float s = ui_scale(), high = 36 * s;
  const PanelColours& c = tokens();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  list.AddLine({at.x, at.y + high}, {at.x + room, at.y + high}, im_colour(c.border), s);
  bool changed = false;
  float x = at.x;
  ImGui::PushID(label.c_str());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string words = shown_part(names[i]);
    const bool on = *open == static_cast<int>(i);
    const ImVec2 letters = size_of(on ? Text::strong : Text::body, words);
    const float wide = letters.x + 28 * s;
    ImGui::SetCursorScreenPos({x, at.y});
    if (noted(names[i], ImGui::InvisibleButton(names[i].c_str(), {wide, high})) && !on)
      *open = static_cast<int>(i), changed = true;
    draw_focus(list, {x, at.y}, {x + wide, at.y + high}, control_radius());
    draw_text(list, on ? Text::strong : Text::body, {x + 14 * s, at.y + (high - letters.y) / 2},
              im_colour(on || ImGui::IsItemHovered() ? c.text_1 : c.text_2), words);
    if (on)
      list.AddRectFilled({x, at.y + high - 2 * s}, {x + wide, at.y + high},
                         im_colour(c.interaction));
    x += wide + 4 * s;
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({room, high + 4 * s});
  return changed;
}

void draw_key(ImDrawList& list, ImVec2 middle, const std::string& key, ImU32 colour, ImU32 frame) {
  const ImVec2 letters = size_of(Text::label, key);
  const float s = ui_scale();
  const ImVec2 half{std::max(letters.x / 2 + 5 * s, 9 * s), 9 * s};
  list.AddRect(middle - half, middle + half, frame, 5 * s, 0, s);
  draw_text(list, Text::label, middle - letters * 0.5f, colour, key);
}

void draw_pill(const std::string& words) {
  const float s = ui_scale();
  const ImVec2 letters = size_of(Text::label, words), at = ImGui::GetCursorScreenPos();
  const ImVec2 size = letters + ImVec2{20, 8} * s;
  ImGui::Dummy(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, at + size, im_colour(tokens().interaction_tint), size.y / 2);
  draw_text(list, Text::label, at + ImVec2{10, 4} * s, im_colour(tokens().interaction), words);
}

void draw_shadow(ImDrawList& list, ImVec2 at, ImVec2 end, float rounding) {
  const float s = ui_scale(), strength = theme().dark ? 0.06f : 0.03f;
  for (int i = 1; i <= 6; ++i) {
    const float out = 3 * static_cast<float>(i) * s;
    list.AddRectFilled({at.x - out, at.y - out + 4 * s}, {end.x + out, end.y + out + 4 * s},
                       im_colour(glm::vec3(0), strength), rounding + out);
  }
}

void draw_dashed(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float thick,
                 float dash) {
  float walked = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const ImVec2 along = points[i + 1] - points[i];
    const float length = length_of(along);
    float from = 0;
    while (from < length) {
      const float in_dash = std::fmod(walked, 2 * dash);
      const bool draws = in_dash < dash;
      const float to = std::min(from + (draws ? dash : 2 * dash) - in_dash, length);
      if (draws)
        list.AddLine(points[i] + along * (from / length), points[i] + along * (to / length), colour,
                     thick);
      walked += std::max(to - from, 1e-3f);
      from = std::max(to, from + 1e-3f);
    }
  }
}

void tip(const std::string& words, const std::string& key) {
  // Why it is disabled, at once.
  const bool disabled =
      !ImGui::IsItemHovered() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
  if (!disabled && !mouse_rests()) return;
  const float s = ui_scale(), most = 280 * s;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * s, 8 * s});
  ImGui::BeginTooltip();
  if (!words.empty()) ImGui::TextUnformatted(in_lines(words, most).c_str());
  if (!key.empty()) {
    if (!words.empty()) ImGui::SameLine();
    const WithText set(Text::label);
    ImGui::TextColored(ImGui::GetStyle().Colors[ImGuiCol_TextDisabled], "%s", key.c_str());
  }
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

bool tip_waits() { return rest().waits && ImGui::GetFrameCount() - rest().frame <= 1; }

void draw_runs(std::span<const TextRun> runs, float width) {
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  ImVec2 pen{0, 0};
  for (const TextRun& run : runs) {
    const Text text = run.strong ? Text::strong : Text::body;
    std::size_t from = 0;
    while (from < run.words.size()) {
      const std::size_t space = run.words.find(' ', from);
      const std::size_t end = space == std::string::npos ? run.words.size() : space + 1;
      const std::string word = run.words.substr(from, end - from);
      const float wide = size_of(text, word).x;
      const float bare =
          space == std::string::npos ? wide : size_of(text, word.substr(0, word.size() - 1)).x;
      if (pen.x > 0 && pen.x + bare > room) pen = {0, pen.y + line};
      draw_text(list, text, at + pen, run.colour, word);
      pen.x += wide;
      from = end;
    }
  }
  ImGui::Dummy({room, pen.y + line});
}

void tab(const char* name, const std::function<void()>& draw, bool to_front) {
  const ImGuiTabItemFlags flags = to_front ? ImGuiTabItemFlags_SetSelected : 0;
  const bool open = ImGui::BeginTabItem(name, nullptr, flags);
  note_item(name);
  if (!open) return;
  const ImVec2 low = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRectFilled({low.x, end.y - 2 * ui_scale()}, end,
                                            im_colour(tokens().interaction));
  ImGui::BeginChild(name);
  draw();
  ImGui::EndChild();
  ImGui::EndTabItem();
}

}  // namespace marblemaze

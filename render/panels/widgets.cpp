#include "render/panels/widgets.h"

#include <array>
#include <cctype>
#include <cstring>
#include <map>

#include <GLFW/glfw3.h>
#include <imgui_internal.h>

namespace marblemaze {
namespace {

struct RegisteredItem {
  PanelBox box;
  bool control, visible = true;
};
std::map<std::string, RegisteredItem>& items() {
  static std::map<std::string, RegisteredItem> registered;
  return registered;
}

// Returns the visible part of a label, without "##" and the following text.
std::string shown_part(const std::string& label) { return label.substr(0, label.find("##")); }

bool in_disabled() {
  return (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
}

float control_radius() { return points("radius", "control"); }

ImU32 darker(glm::vec3 colour, float part) { return im_colour(colour * (1 - part)); }

struct ButtonColours {
  ImU32 top, bottom, border, text;
};

ButtonColours colours_of(ButtonKind kind, bool hovered, bool held, bool disabled) {
  const PanelColours& c = panel_colours();
  const ImU32 none = im_colour(c.panel, 0);
  const bool quiet = kind == ButtonKind::quiet;
  if (disabled) {
    const ImU32 ground = quiet ? none : im_colour(c.field);
    return {ground, ground, quiet ? none : im_colour(c.border), im_colour(c.text_3)};
  }
  if (kind == ButtonKind::primary)  // a lighter background would reduce the text contrast
    return {darker(c.primary_top, held ? 0.08f : 0), darker(c.primary_bottom, held ? 0.08f : 0),
            hovered ? im_colour(c.interaction) : none, im_colour(c.on_primary)};
  if (kind == ButtonKind::play) {
    const ImU32 white = held ? darker(c.now, 0.12f) : im_colour(glm::mix(c.now, c.panel, 0.07f));
    return {white, white, none, im_colour(c.on_now)};
  }
  if (quiet) {
    const ImU32 ground = held || hovered ? im_colour(c.field) : none;
    return {ground, ground, none, im_colour(hovered ? c.text_1 : c.text_2)};
  }
  const ImU32 ground = held ? darker(c.hover, 0.08f) : im_colour(hovered ? c.hover : c.field);
  return {ground, ground, im_colour(c.border), im_colour(c.text_1)};
}

void draw_ground(const PanelBox& box, const ButtonColours& colours, float radius) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int first = list.VtxBuffer.Size;
  list.AddRectFilled(box.at, box.end(), colours.top, radius);
  if (colours.top != colours.bottom)
    ImGui::ShadeVertsLinearColorGradientKeepAlpha(&list, first, list.VtxBuffer.Size, box.at,
                                                  {box.at.x, box.end().y}, colours.top,
                                                  colours.bottom);
  if (colours.border >> IM_COL32_A_SHIFT != 0)
    list.AddRect(box.at, box.end(), colours.border, radius, 0,
                 std::max(1.0f, std::floor(ui_scale())));
}

// Sizes of a button and of its contents, in display units.
struct ButtonLayout {
  std::string words;
  Text style;
  ImVec2 letters, key;
  float icon, gap;
  float contents;  // width of the icon, the words and the key
  ImVec2 size;
};

ButtonLayout layout_of(const std::string& label, const ButtonLook& look) {
  const float s = ui_scale(), high = points("height", "control");
  const bool quiet = look.kind == ButtonKind::quiet;
  ButtonLayout layout;
  layout.words = look.icon_only ? "" : look.text.empty() ? shown_part(label) : look.text;
  layout.style = quiet ? Text::body : Text::strong;
  layout.letters = size_of(layout.style, layout.words);
  layout.key = size_of(Text::label, look.key);
  layout.icon = points("icon", look.icon_only ? "alone" : "beside_text");
  layout.gap = 8 * s;
  layout.contents = layout.letters.x;
  if (look.icon) layout.contents += layout.icon;
  if (look.icon && !look.icon_only) layout.contents += layout.gap;
  if (look.shows_key) layout.contents += layout.key.x + layout.gap;
  layout.size = {look.size.x > 0  ? look.size.x
                 : look.icon_only ? std::max(look.size.y, high)
                                  : std::ceil(layout.contents + (quiet ? 16 : 24) * s),
                 look.size.y > 0 ? look.size.y : high};
  return layout;
}

// Draws the icon, the words and the key of a button.
void draw_contents(const PanelBox& box, const ButtonLook& look, const ButtonLayout& layout,
                   ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = box.middle().y;
  float x = std::max(box.middle().x - layout.contents / 2, box.at.x + 2 * ui_scale());
  list.PushClipRect(box.at, box.end(), true);
  if (look.icon) {
    draw_icon(list, *look.icon, {x + layout.icon / 2, middle}, layout.icon, colour);
    x += layout.icon + layout.gap;
  }
  draw_text(list, layout.style, {x, middle - layout.letters.y / 2}, colour, layout.words);
  if (look.shows_key)
    draw_text(list, Text::label, {x + layout.letters.x + layout.gap, middle - layout.key.y / 2},
              colour, look.key);
  list.PopClipRect();
}

// Explains why a disabled button is disabled. Otherwise describes the button.
void draw_button_tooltip(const ButtonLook& look) {
  if (!look.disabled_reason.empty())
    tooltip(look.disabled_reason);
  else if (!look.tooltip.empty() || !look.key.empty())
    tooltip(look.tooltip, look.key);
}

template <class Value>
constexpr ImGuiDataType kTypeOf = std::is_same_v<Value, double>  ? ImGuiDataType_Double
                                  : std::is_same_v<Value, float> ? ImGuiDataType_Float
                                                                 : ImGuiDataType_S32;

template <class Value>
std::string value_text(const SliderRange<Value>& range, Value value) {
  char text[64];
  ImGui::DataTypeFormatString(text, sizeof text, kTypeOf<Value>, &value, range.format);
  return text;
}

// The slider track keeps its length when the number changes, because the handle would move
// otherwise.
template <class Value>
float number_width(const SliderRange<Value>& range) {
  constexpr const char* kLongest = "0.0001234";  // four significant digits
  float widest = std::strchr(range.format, 'g') ? ImGui::CalcTextSize(kLongest).x : 0;
  for (const Value end : {range.low, range.high})
    widest = std::max(widest, ImGui::CalcTextSize(value_text(range, end).c_str()).x);
  return widest;
}

template <class Value>
ImRect knob_of(const SliderRange<Value>& range, Value* value, float track) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr ImGuiID kNoItem =
      1;  // not an item ID, so that SliderBehavior() only computes the handle position
  ImRect knob;
  ImGui::SliderBehavior(ImRect(at, {at.x + track, at.y + ImGui::GetFrameHeight()}), kNoItem,
                        kTypeOf<Value>, value, &range.low, &range.high, range.format, range.flags,
                        &knob);
  return knob;
}

void draw_track(ImVec2 knob) {
  const float s = ui_scale();
  const PanelColours& c = panel_colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 half{0, 2 * s}, left{ImGui::GetItemRectMin().x, knob.y},
      right{ImGui::GetItemRectMax().x, knob.y};
  list.AddRectFilled(left - half, right + half, im_colour(c.border), 2 * s);
  list.AddRectFilled(left - half, knob + half, im_colour(c.interaction), 2 * s);
  const bool held = ImGui::IsItemActive() || ImGui::IsItemHovered();
  list.AddCircleFilled(knob, (held ? 8.0f : 7.0f) * s, im_colour(c.now), 24);
}

// ImGui centres the knob under the mouse, so grabbing the knob off-centre would change the value.
// This slider keeps the offset.
template <class Value>
bool held_slider(const std::string& id, const SliderRange<Value>& range, Value* value,
                 float track) {
  const ImGuiID own = ImGui::GetID(id.c_str());
  ImGuiIO& io = ImGui::GetIO();
  static float taken_at = 0;  // only one slider is held at a time
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImRect knob = knob_of(range, value, track);
  const bool pressed = ImGui::IsMouseClicked(0), on_knob = knob.Contains(io.MousePos);
  if (pressed && ImRect(at, at + ImVec2{track, ImGui::GetFrameHeight()}).Contains(io.MousePos))
    taken_at = on_knob ? io.MousePos.x - knob.GetCenter().x : 0;
  const bool holds = pressed ? on_knob : ImGui::GetActiveID() == own;
  const float off = holds ? taken_at : 0;
  io.MousePos.x -= off;
  // ImGui draws the slider only while the user types a number (Ctrl and click).
  const bool typing = ImGui::TempInputIsActive(own);
  if (!typing) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0);
  ImGui::SetNextItemWidth(track);
  const bool changed = ImGui::SliderScalar(id.c_str(), kTypeOf<Value>, value, &range.low,
                                           &range.high, range.format, range.flags);
  if (!typing) ImGui::PopStyleVar();
  io.MousePos.x += off;
  if (!typing) draw_track(knob.GetCenter());
  return changed;
}

// Panels in keyboard navigation order.
constexpr std::array kPanels = {"##MainMenuBar", "setup", "moves", "transport",
                                "mind",          "files", "card"};

std::size_t focused_panel() {
  const ImGuiWindow* now = ImGui::GetCurrentContext()->NavWindow;
  for (std::size_t i = 0; i < kPanels.size(); ++i)
    if (now && now->RootWindow == ImGui::FindWindowByName(kPanels[i])) return i;
  return kPanels.size() - 1;
}

std::string scrolled_to;

int tooltip_frame = -2;  // last frame in which the mouse rested on an item with a tooltip

}  // namespace

void write(const std::string& words, Text text, std::optional<glm::vec3> colour) {
  ImGui::PushFont(font_of(text));
  ImGui::PushStyleColor(ImGuiCol_Text, im_colour(colour.value_or(panel_colours().text_1)));
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

std::string capitalized(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string wrap_text(std::string text, float width, Text set) {
  const auto wide = [&](std::size_t from, std::size_t end) {
    return size_of(set, text.substr(from, end - from)).x > width;
  };
  std::size_t line = 0, space = std::string::npos;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    if ((c != ' ' && c != '\n') || text.compare(i, 2, " %") == 0) continue;
    if (space != std::string::npos && wide(line, i)) text[space] = '\n', line = space + 1;
    space = c == ' ' ? i : std::string::npos;
    if (c == '\n') line = i + 1;
  }
  return text;
}

void draw_wrapped(const std::string& text, float width, std::optional<glm::vec3> colour) {
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  // ImGui breaks words that are longer than a line, for example file paths.
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
  write(wrap_text(text, room - 1), Text::body, colour);
  ImGui::PopTextWrapPos();
}

void draw_row(const char* name, const std::string& value) {
  ImGui::TableNextColumn();
  write_dim(name);
  ImGui::TableNextColumn();
  write(value);
}

ImVec2 size_of(Text text, const std::string& words) {
  const ImFont* font = font_of(text);
  return font->CalcTextSizeA(font->FontSize * ImGui::GetIO().FontGlobalScale, 1e9f, 0,
                             words.c_str());
}

void draw_text(ImDrawList& list, Text text, ImVec2 at, ImU32 colour, const std::string& words) {
  const ImFont* font = font_of(text);
  list.AddText(font, font->FontSize * ImGui::GetIO().FontGlobalScale, at, colour, words.c_str());
}

void draw_centred(ImDrawList& list, ImVec2 middle, float height, ImU32 colour,
                  const std::string& text, std::optional<Text> set) {
  const bool large = height > 1.4f * ImGui::GetFontSize();
  const ImFont* font = font_of(set.value_or(large ? Text::display : Text::body));
  const ImVec2 size = font->CalcTextSizeA(height, 1e9f, 0, text.c_str());
  list.AddText(font, height, middle - size * 0.5f, colour, text.c_str());
}

void draw_box(ImDrawList& list, const PanelBox& box, glm::vec3 ground, glm::vec3 border,
              float radius) {
  list.AddRectFilled(box.at, box.end(), im_colour(ground), radius);
  list.AddRect(box.at, box.end(), im_colour(border), radius, 0, ui_scale());
}

void draw_arrow_head(ImDrawList& list, ImVec2 tip, ImVec2 direction, float length, ImU32 colour) {
  const ImVec2 neck = tip - direction * length, half = perpendicular(direction) * (length * 0.6f);
  list.AddTriangleFilled(tip, neck + half, neck - half, colour);
}

void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float thick) {
  const ImVec2 direction = normalized(to - from);
  list.AddLine(from, to - direction * head, colour, thick);
  draw_arrow_head(list, to, direction, head, colour);
}

void register_box(const std::string& label, const PanelBox& box) {
  items().insert_or_assign(label, RegisteredItem{box, false});
}

void register_item(const std::string& label) {
  items().insert_or_assign(shown_part(label),
                           RegisteredItem{{ImGui::GetItemRectMin(), ImGui::GetItemRectSize()},
                                          ImGui::GetItemID() != 0,
                                          ImGui::IsItemVisible()});
  if (label != scrolled_to) return;
  scrolled_to.clear();
  ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleCenterY);
}

bool item_visible(const std::string& label) {
  const auto found = items().find(label);
  return found != items().end() && found->second.visible;
}

void scroll_to_item(const std::string& label) { scrolled_to = label; }

void forget_items() { items().clear(); }

std::optional<PanelBox> item_box(const std::string& label) {
  const auto found = items().find(label);
  return found == items().end() ? std::nullopt : std::optional(found->second.box);
}

std::vector<std::string> control_labels() {
  std::vector<std::string> labels;
  for (const auto& [label, registered] : items())
    if (registered.control) labels.push_back(label);
  return labels;
}

Area area(const std::string& label, ImVec2 size, float radius) {
  const bool pressed = ImGui::InvisibleButton(label.c_str(), size);
  register_item(label);
  const PanelBox box{ImGui::GetItemRectMin(), ImGui::GetItemRectSize()};
  const ImGuiContext& now = *ImGui::GetCurrentContext();
  if (!now.NavDisableHighlight && now.NavId == ImGui::GetItemID()) {
    const float out = 2 * ui_scale();
    const ImVec2 frame{out, out};
    ImGui::GetWindowDrawList()->AddRect(box.at - frame, box.end() + frame,
                                        im_colour(panel_colours().interaction), radius + out, 0,
                                        out);
  }
  return {box, pressed, ImGui::IsItemHovered(), ImGui::IsItemActive()};
}

bool button(const std::string& label, const ButtonLook& look) {
  const ButtonLayout layout = layout_of(label, look);
  const bool disabled = !look.disabled_reason.empty() || in_disabled();
  ImGui::BeginDisabled(!look.disabled_reason.empty());
  const Area of = area(label, layout.size, control_radius());
  ImGui::EndDisabled();
  const ButtonColours colours = colours_of(look.kind, of.hovered, of.held, disabled);
  draw_ground(of.box, colours, control_radius());
  draw_contents(of.box, look, layout, colours.text);
  draw_button_tooltip(look);
  return of.pressed;
}

ImU32 draw_button_ground(const Area& of, ButtonKind kind, float radius, bool lit) {
  const ButtonColours colours =
      colours_of(lit ? ButtonKind::primary : kind, of.hovered && !lit, of.held, false);
  draw_ground(of.box, colours, radius);
  return colours.text;
}

bool checkbox(const std::string& label, bool* on) {
  const float s = ui_scale(), wide = 34 * s, high = 20 * s, row = 28 * s;
  const std::string words = shown_part(label);
  const float letters = size_of(Text::body, words).x;
  const float whole = std::min(std::max(ImGui::GetContentRegionAvail().x, wide),
                               std::max(letters + wide + 12 * s, 320 * s));
  const Area of = area(label, {whole, row}, control_radius());
  if (of.pressed) *on = !*on;
  const PanelColours& c = panel_colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool disabled = in_disabled();
  const float left = of.box.end().x - wide, middle = of.box.middle().y, half = high / 2;
  const glm::vec3 off = of.hovered ? c.text_3 : c.border,
                  ground = disabled ? c.neutral : c.primary_top;
  list.AddRectFilled({left, middle - half}, {of.box.end().x, middle + half},
                     im_colour(*on ? ground : off), half);
  list.AddCircleFilled({*on ? of.box.end().x - half : left + half, middle}, half - 3 * s,
                       im_colour(*on ? c.on_primary : glm::mix(c.text_2, c.text_1, 0.3f)), 24);
  list.PushClipRect(of.box.at, {left - 4 * s, of.box.end().y}, true);
  draw_text(list, Text::body, {of.box.at.x, middle - ImGui::GetTextLineHeight() / 2},
            im_colour(disabled ? c.text_3 : c.text_1), words);
  list.PopClipRect();
  return of.pressed;
}

bool radio_button(const std::string& label, bool on) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {2 * ui_scale(), 2 * ui_scale()});
  const bool pressed = registered(label, ImGui::RadioButton(label.c_str(), on));
  ImGui::PopStyleVar();
  return pressed;
}

bool selectable(const std::string& label, bool selected) {
  return registered(label, ImGui::Selectable(label.c_str(), selected));
}

bool segmented_control(const std::string& label, int* chosen, std::span<const std::string> names,
                       float width, std::span<const Icon> icons) {
  const float s = ui_scale(), high = points("height", "control"), radius = control_radius();
  const float room = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  const float each = std::floor(room / static_cast<float>(names.size()));
  const ImVec2 at = ImGui::GetCursorScreenPos(), in = ImVec2{2, 2} * s;
  const PanelColours& c = panel_colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_box(list, {at, {room, high}}, c.field, c.border, radius);
  bool changed = false;
  ImGui::PushID(label.c_str());
  for (std::size_t i = 0; i < names.size(); ++i) {
    ImGui::SetCursorScreenPos({at.x + each * static_cast<float>(i), at.y});
    const Area of = area(names[i], {each, high}, radius);
    if (!icons.empty())
      register_item(label + " " + names[i]);  // another control may have the same name
    const bool on = *chosen == static_cast<int>(i);
    if (of.pressed && !on) *chosen = static_cast<int>(i), changed = true;
    const PanelBox inside{of.box.at + in, of.box.size - in * 2};
    if (on) draw_box(list, inside, c.hover, c.border, radius - 2 * s);
    const float icon = icons.empty() ? 0 : points("icon", "beside_text"),
                gap = icon > 0 ? 8 * s : 0;
    const ImU32 colour = im_colour(on || of.hovered ? c.text_1 : c.text_2);
    const ImVec2 letters = size_of(Text::body, names[i]);
    const ImVec2 from = of.box.middle() - ImVec2{letters.x + icon + gap, letters.y} * 0.5f;
    list.PushClipRect(inside.at, inside.end(), true);
    if (icon > 0) draw_icon(list, icons[i], {from.x + icon / 2, of.box.middle().y}, icon, colour);
    draw_text(list, Text::body, {from.x + icon + gap, from.y}, colour, names[i]);
    list.PopClipRect();
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({room, high});
  return changed;
}

void stepper(const std::string& label, int* value, int low, int high, float width, bool pending) {
  const float side = points("height", "control"), digit = size_of(Text::body, "0").x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const PanelColours& c = panel_colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_box(list, {at, {width, side}}, pending ? c.interaction_tint : c.field,
           pending ? c.interaction : c.border, control_radius());
  ImGui::PushButtonRepeat(true);
  for (const int step : {-1, 1}) {
    ImGui::SetCursorScreenPos({step < 0 ? at.x : at.x + width - side, at.y});
    const Area of = area(label + (step < 0 ? " less" : " more"), {side, side}, control_radius());
    if (of.pressed) *value += step;
    draw_icon(list, step < 0 ? Icon::minus : Icon::plus, of.box.middle(),
              points("icon", "beside_text"), im_colour(of.hovered ? c.text_1 : c.text_2));
  }
  ImGui::PopButtonRepeat();
  const float field = width - 2 * side;
  const auto digits = static_cast<float>(std::to_string(*value).size());
  ImGui::SetCursorScreenPos({at.x + side, at.y});
  ImGui::SetNextItemWidth(field);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {std::max((field - digits * digit) / 2, 2.0f),
                                                   ImGui::GetStyle().FramePadding.y});
  ImGui::InputInt(("##" + label).c_str(), value, 0);
  register_item(label);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  *value = std::clamp(*value, low, high);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, side});
}

void combo(const std::string& label, const std::string& chosen, const std::function<void()>& items,
           float width) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float high = ImGui::GetFrameHeight(), padding = ImGui::GetStyle().FramePadding.x;
  const float whole = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  const PanelBox room{ImGui::GetCursorScreenPos() + ImVec2{padding, 0},
                      {whole - high - 2 * padding, high}};
  ImGui::SetNextItemWidth(whole);
  const bool open = ImGui::BeginCombo(("##" + label).c_str(), "", ImGuiComboFlags_HeightLargest);
  // Use a smaller font for a name that does not fit.
  const Text text = size_of(Text::body, chosen).x > room.size.x ? Text::label : Text::body;
  list.PushClipRect(room.at, room.end(), true);
  draw_text(list, text, {room.at.x, room.middle().y - size_of(text, chosen).y / 2},
            im_colour(panel_colours().text_1), chosen);
  list.PopClipRect();
  if (!open) return register_item(label);
  items();
  ImGui::EndCombo();
}

bool combo(const std::string& label, int* chosen, std::span<const char* const> names, float width) {
  ImGui::SetNextItemWidth(width);
  return registered(label, ImGui::Combo(("##" + label).c_str(), chosen, names.data(),
                                        static_cast<int>(names.size())));
}

bool menu_item(const char* label, const char* keys, bool on) {
  return registered(label, ImGui::MenuItem(label, keys, on));
}

void menu(const char* label, const std::function<void()>& items, bool enabled) {
  if (registered(label, ImGui::BeginMenu(label, enabled))) items(), ImGui::EndMenu();
}

void tab(const char* name, const std::function<void()>& draw, bool to_front) {
  const bool open =
      ImGui::BeginTabItem(name, nullptr, to_front ? ImGuiTabItemFlags_SetSelected : 0);
  register_item(name);
  if (!open) return;
  const ImVec2 low = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRectFilled({low.x, end.y - 2 * ui_scale()}, end,
                                            im_colour(panel_colours().interaction));
  ImGui::BeginChild(name);
  draw();
  ImGui::EndChild();
  ImGui::EndTabItem();
}

bool begin_section(const char* heading, bool open_at_first, bool in_use) {
  ImGui::SetNextItemOpen(open_at_first || in_use,
                         in_use ? ImGuiCond_Always : ImGuiCond_FirstUseEver);
  ImGui::PushStyleColor(ImGuiCol_Header, 0);
  ImGui::PushStyleColor(ImGuiCol_Border, 0);
  ImGui::PushFont(font_of(Text::strong));
  const bool open = ImGui::CollapsingHeader(heading);
  ImGui::PopFont();
  ImGui::PopStyleColor(2);
  return registered(heading, open);
}

void draw_key(ImDrawList& list, ImVec2 middle, const std::string& key, ImU32 colour, ImU32 frame) {
  const ImVec2 letters = size_of(Text::label, key);
  const float s = ui_scale();
  const ImVec2 half{std::max(letters.x / 2 + 5 * s, 9 * s), 9 * s};
  list.AddRect(middle - half, middle + half, frame, 5 * s, 0, s);
  draw_text(list, Text::label, middle - letters * 0.5f, colour, key);
}

template <class Value>
bool slider(const std::string& label, Value* value, const SliderRange<Value>& range, float width) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float whole = width > 0 ? width : ImGui::GetContentRegionAvail().x;
  const float track =
      std::max(whole - number_width(range) - style.ItemInnerSpacing.x, 2 * style.GrabMinSize);
  ImGui::BeginGroup();
  bool changed = held_slider("##" + label, range, value, track);
  register_item(label);
  if (range.at_release) changed = ImGui::IsItemDeactivatedAfterEdit();
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    *value = range.default_value;
    ImGui::ClearActiveID();
    changed = true;
  }
  ImGui::SameLine(0, style.ItemInnerSpacing.x);
  write(value_text(range, *value));
  register_item(label + " number");
  ImGui::EndGroup();
  return changed;
}

template bool slider(const std::string&, float*, const SliderRange<float>&, float);
template bool slider(const std::string&, double*, const SliderRange<double>&, float);
template bool slider(const std::string&, int*, const SliderRange<int>&, float);

// Positions the next tooltip so that it covers no other control. The tooltip is next to a narrow
// panel or menu, and above or below any other item.
void place_tooltip() {
  const float gap = 6 * ui_scale();
  const ImVec2 low = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax(),
               display = ImGui::GetIO().DisplaySize, at = ImGui::GetWindowPos();
  const bool to_right = (low.x + end.x) / 2 < display.x / 2, down = low.y < display.y / 2;
  if (ImGui::GetWindowWidth() < 0.4f * display.x && ImGui::GetWindowHeight() > 0.2f * display.y)
    return ImGui::SetNextWindowPos(
        {to_right ? at.x + ImGui::GetWindowWidth() + gap : at.x - gap, down ? low.y : end.y},
        ImGuiCond_Always, {to_right ? 0.0f : 1.0f, down ? 0.0f : 1.0f});
  ImGui::SetNextWindowPos({to_right ? low.x : end.x, down ? end.y + gap : low.y - gap},
                          ImGuiCond_Always, {to_right ? 0.0f : 1.0f, down ? 0.0f : 1.0f});
}

void tooltip(const std::string& words, const std::string& key) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  // ImGui treats the item with the keyboard focus as hovered even if the mouse is elsewhere.
  if (!ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax())) return;
  static const float wait_s = design_size("motion_ms", "tooltip") / 1000;
  const bool disabled = !ImGui::IsItemHovered();  // a disabled item shows its reason without delay
  if (!disabled && ImGui::GetCurrentContext()->HoveredIdTimer < wait_s)
    return void(tooltip_frame = ImGui::GetFrameCount());
  const float s = ui_scale();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10 * s, 8 * s});
  place_tooltip();
  ImGui::BeginTooltip();
  if (!words.empty()) write(wrap_text(words, 280 * s));
  if (!words.empty() && !key.empty()) ImGui::SameLine();
  if (!key.empty()) write(key, Text::label, panel_colours().text_3);
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

bool tooltip_pending() { return ImGui::GetFrameCount() - tooltip_frame <= 1; }

void focus_next_panel() {
  for (std::size_t step = 1; step <= kPanels.size(); ++step) {
    const char* name = kPanels[(focused_panel() + step) % kPanels.size()];
    ImGuiWindow* panel = ImGui::FindWindowByName(name);
    if (!panel || !panel->WasActive) continue;
    ImGui::FocusWindow(panel);
    ImGuiContext& context = *ImGui::GetCurrentContext();
    // The menu bar contains only menus, which ImGui keeps in a separate navigation layer.
    const bool menus_only = (panel->DC.NavLayersActiveMask & (1 << ImGuiNavLayer_Main)) == 0;
    context.NavLayer = menus_only ? ImGuiNavLayer_Menu : ImGuiNavLayer_Main;
    ImGui::NavInitWindow(panel, true);
    context.NavDisableHighlight = false;
    context.NavDisableMouseHover = true;
    return;
  }
}

bool menu_open() { return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0; }

void close_menus() {
  if (menu_open()) ImGui::ClosePopupToLevel(0, true);
}

bool enter_pressed() {
  const auto pressed = [](ImGuiKey key) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
  };
  return ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::IsAnyItemActive() &&
         (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter));
}

void leave_arrow_keys() {
  const ImGuiContext& now = *ImGui::GetCurrentContext();
  if (now.NavWindow && now.NavDisableHighlight && now.ActiveId == 0 && !menu_open())
    ImGui::FocusWindow(nullptr);
}

bool panels_take_key(int key) {
  if (!ImGui::GetIO().NavVisible) return false;
  constexpr std::array kNavigationKeys = {GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP,
                                          GLFW_KEY_DOWN, GLFW_KEY_SPACE, GLFW_KEY_ENTER,
                                          GLFW_KEY_TAB,  GLFW_KEY_ESCAPE};
  return std::ranges::count(kNavigationKeys, key) > 0;
}

}  // namespace marblemaze

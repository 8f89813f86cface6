#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "render/scene/view_options.h"

/// Colours, text styles, icons and controls of the panels. Sizes and colours are defined in
/// design.json.
namespace marblemaze {

inline ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
inline ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }
inline ImVec2 operator*(ImVec2 a, float by) { return {a.x * by, a.y * by}; }
[[nodiscard]] inline float length(ImVec2 a) { return std::hypot(a.x, a.y); }
[[nodiscard]] inline ImVec2 normalized(ImVec2 a) { return a * (1 / std::max(length(a), 1e-3f)); }
[[nodiscard]] inline ImVec2 perpendicular(ImVec2 a) { return {-a.y, a.x}; }
/// Returns the unit vector at an angle in radians, measured from x towards y.
[[nodiscard]] inline ImVec2 unit_vector(float angle) { return {std::cos(angle), std::sin(angle)}; }

/// The origin is the upper left corner of the window.
struct PanelBox {
  ImVec2 at{0, 0}, size{0, 0};

  [[nodiscard]] ImVec2 end() const { return at + size; }
  [[nodiscard]] ImVec2 middle() const { return at + size * 0.5f; }
  [[nodiscard]] bool contains(ImVec2 p) const {
    return p.x >= at.x && p.y >= at.y && p.x <= end().x && p.y <= end().y;
  }
  [[nodiscard]] bool overlaps(const PanelBox& other) const {
    return at.x < other.end().x && other.at.x < end().x && at.y < other.end().y &&
           other.at.y < end().y;
  }
};
/// Returns the square with this centre and half side length.
[[nodiscard]] inline PanelBox square_around(ImVec2 middle, float half) {
  return {middle - ImVec2{half, half}, {2 * half, 2 * half}};
}

// Theme.

enum class Text { body, label, strong, reading, panel_title, title, display };

/// Adds the fonts of all text styles to ImGui's atlas. The caller must create the texture. `scale`
/// is the number of framebuffer pixels per point. All digits get the same width. Requires: the
/// atlas is empty.
void load_fonts(float scale);
[[nodiscard]] ImFont* font_of(Text text);
void apply_theme(const Palette& palette, float ui_scale);
/// Returns the palette passed to apply_theme().
[[nodiscard]] const Palette& theme();
[[nodiscard]] inline const PanelColours& panel_colours() { return theme().panels; }
/// Returns the scale passed to apply_theme(), in display units per point.
[[nodiscard]] float ui_scale();
[[nodiscard]] inline float points(std::string_view group, std::string_view name) {
  return design_size(group, name) * ui_scale();
}
[[nodiscard]] ImU32 im_colour(glm::vec3 colour, float alpha = 1.0f);
[[nodiscard]] inline ImU32 text_colour(float alpha = 1.0f) {
  return im_colour(panel_colours().text_1, alpha);
}

// Text.

/// `colour` defaults to the primary text colour.
void write(const std::string& words, Text text = Text::body, std::optional<glm::vec3> colour = {});
inline void write_dim(const std::string& words) {
  write(words, Text::body, panel_colours().text_3);
}
[[nodiscard]] std::string capitalized(std::string text);
/// Wraps text at a width in display units, only at spaces. ImGui would also wrap after the decimal
/// point of a number.
[[nodiscard]] std::string wrap_text(std::string text, float width, Text set = Text::body);
/// A `width` of 0 selects the remaining width of the window.
void draw_wrapped(const std::string& text, float width = 0, std::optional<glm::vec3> colour = {});
inline void draw_dim(const std::string& text, float width = 0) {
  draw_wrapped(text, width, panel_colours().text_2);
}
void draw_row(const char* name, const std::string& value);
/// Returns the size of a text, which may contain line breaks.
[[nodiscard]] ImVec2 size_of(Text text, const std::string& words);
void draw_text(ImDrawList& list, Text text, ImVec2 at, ImU32 colour, const std::string& words);
/// The font defaults to body text, or to display text for large heights.
void draw_centred(ImDrawList& list, ImVec2 middle, float height, ImU32 colour,
                  const std::string& text, std::optional<Text> set = {});

// Drawing.

/// Vector icons, defined in icons.cpp.
enum class Icon {
  eye,
  hand,
  book,
  play,
  play_back,
  pause,
  newest,
  left,
  right,
  restart,
  cube,
  dice,
  larger,
  smaller,
  hint,
  keyboard,
  turn,
  cross,
  plus,
  minus,
  share,
  warning,
  star
};
void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float side, ImU32 colour);
void draw_box(ImDrawList& list, const PanelBox& box, glm::vec3 ground, glm::vec3 border,
              float radius);
/// Requires: `direction` is a unit vector.
void draw_arrow_head(ImDrawList& list, ImVec2 tip, ImVec2 direction, float length, ImU32 colour);
/// `head` is the length of the arrowhead.
void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float thick);

// Tests and lessons find controls by label.

/// Registers the last item under a label, without "##" and the following text.
void register_item(const std::string& label);
void register_box(const std::string& label, const PanelBox& box);
[[nodiscard]] std::optional<PanelBox> item_box(const std::string& label);
/// Returns false if the item with this label is scrolled out of view or does not exist.
[[nodiscard]] bool item_visible(const std::string& label);
void scroll_to_item(const std::string& label);
/// Call this function at the start of each frame.
void forget_items();
/// Returns the labels of all interactive items of the last frame.
[[nodiscard]] std::vector<std::string> control_labels();
inline bool registered(const std::string& label, bool pressed) {
  return register_item(label), pressed;
}

struct Area {
  PanelBox box;
  bool pressed, hovered, held;
};
/// Draws a frame if the button has the keyboard focus.
Area area(const std::string& label, ImVec2 size, float radius);

enum class ButtonKind {
  primary,  ///< the most likely action; at most one per screen
  secondary,
  quiet,
  play  ///< white button that continues playback
};
struct ButtonLook {
  ButtonKind kind = ButtonKind::secondary;
  std::optional<Icon> icon = {};
  bool icon_only = false;  ///< show only the icon
  std::string text = {};   ///< if empty, the label
  std::string tooltip = {};
  std::string key = {};              ///< key with the same effect; shown in the tooltip
  std::string disabled_reason = {};  ///< empty if the button is enabled
  bool shows_key = false;
  ImVec2 size{0, 0};  ///< display units; 0 fits the contents
};
/// Returns true if the button was pressed.
bool button(const std::string& label, const ButtonLook& look = {});
ImU32 draw_button_ground(const Area& of, ButtonKind kind, float radius, bool lit = false);
/// Returns true if the value changed.
bool checkbox(const std::string& label, bool* on);
bool radio_button(const std::string& label, bool on);
bool selectable(const std::string& label, bool selected = false);
/// Each segment is registered under its name. Returns true if the selection changed.
bool segmented_control(const std::string& label, int* chosen, std::span<const std::string> names,
                       float width = 0, std::span<const Icon> icons = {});
/// Draws an integer field with minus and plus buttons, which are registered as "LABEL less" and
/// "LABEL more". `pending` marks a value that has not been applied yet.
void stepper(const std::string& label, int* value, int low, int high, float width, bool pending);
void combo(const std::string& label, const std::string& chosen, const std::function<void()>& items,
           float width = -1);
bool combo(const std::string& label, int* chosen, std::span<const char* const> names,
           float width = -FLT_MIN);
bool menu_item(const char* label, const char* keys = nullptr, bool on = false);
void menu(const char* label, const std::function<void()>& items, bool enabled = true);
void tab(const char* name, const std::function<void()>& draw, bool to_front = false);
/// Begins a collapsible section, which stays open while `in_use` is true. Returns true if the
/// section is open.
[[nodiscard]] bool begin_section(const char* heading, bool open_at_first, bool in_use = false);
void draw_key(ImDrawList& list, ImVec2 middle, const std::string& key, ImU32 colour, ImU32 frame);

/// `format` is a printf format that may include a unit.
template <class Value>
struct SliderRange {
  Value low, high;
  Value default_value;
  const char* format;
  ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp;
  bool at_release = false;  ///< change the value only when the handle is released
};
/// Grabbing the handle does not change the value. Double-clicking restores the default value. The
/// number is registered as "LABEL number". `width` includes the number, and 0 selects the remaining
/// width. Returns true if the value changed. This template is instantiated for float, double and
/// int.
template <class Value>
bool slider(const std::string& label, Value* value, const SliderRange<Value>& range,
            float width = 0);

/// Shows a tooltip if the mouse rests on the last item, even if the item is disabled.
void tooltip(const std::string& words, const std::string& key = {});
/// Returns true if a tooltip will appear without further input.
[[nodiscard]] bool tooltip_pending();

// Keyboard.

/// Moves the keyboard focus to the next panel. Call this function before the panels are drawn.
void focus_next_panel();
void close_menus();
[[nodiscard]] bool menu_open();
/// Returns true if Enter was pressed in the current window while no text field has the focus.
[[nodiscard]] bool enter_pressed();
/// Removes the focus from a clicked control, so that held arrow keys do not move the focus.
void leave_arrow_keys();
/// Returns true if a focused control handles this key.
[[nodiscard]] bool panels_take_key(int glfw_key);

}  // namespace marblemaze

#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "render/scene/view_options.h"

/// Colours, text styles, icons and controls of the panels, as defined in design.json.
namespace marblemaze {

// Operators to add and scale positions in the window as vectors.
inline ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
inline ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }
inline ImVec2 operator*(ImVec2 a, float by) { return {a.x * by, a.y * by}; }
[[nodiscard]] inline float length_of(ImVec2 a) { return std::hypot(a.x, a.y); }
/// Returns the unit vector in the direction of `a`.
[[nodiscard]] inline ImVec2 direction_of(ImVec2 a) {
  return a * (1 / std::max(length_of(a), 1e-3f));
}
[[nodiscard]] inline ImVec2 turned_right(ImVec2 a) { return {-a.y, a.x}; }
/// Returns the unit vector at an angle in radians from x towards y.
[[nodiscard]] inline ImVec2 direction_at(float angle) { return {std::cos(angle), std::sin(angle)}; }

/// A part of the window in ImGui's coordinates: pixels, with the origin at the upper left.
struct PanelBox {
  ImVec2 at{0, 0}, size{0, 0};

  [[nodiscard]] ImVec2 end() const { return at + size; }
  [[nodiscard]] ImVec2 middle() const { return at + size * 0.5f; }
  [[nodiscard]] bool holds(ImVec2 p) const {
    return p.x >= at.x && p.y >= at.y && p.x <= end().x && p.y <= end().y;
  }
  [[nodiscard]] bool overlaps(const PanelBox& other) const {
    return at.x < other.end().x && other.at.x < end().x && at.y < other.end().y &&
           other.at.y < end().y;
  }
};
/// Returns a square with this centre.
[[nodiscard]] inline PanelBox around(ImVec2 middle, float half) {
  return {middle - ImVec2{half, half}, {2 * half, 2 * half}};
}

// --- theme ---
/// Text styles of design.json: Inter, each in one size and weight.
enum class Text { body, label, strong, reading, panel_title, title, display };

/// Adds all text styles to ImGui's atlas; the caller creates the texture. `scale` is the number of
/// framebuffer pixels per point. Digits have equal widths. Body text is ImGui's default font.
/// Requires: the atlas is empty.
void load_fonts(float scale);
/// Returns the font of a text style in the current ImGui context.
[[nodiscard]] ImFont* font_of(Text text);
/// Sets ImGui's colours and sizes for a palette and a scale.
void apply_theme(const Palette& palette, float ui_scale);
/// Returns the palette most recently passed to apply_theme(), or the first palette.
[[nodiscard]] const Palette& theme();
/// Returns the panel colours of the current palette.
[[nodiscard]] inline const PanelColours& tokens() { return theme().panels; }
/// Returns the number of display pixels per point, as most recently passed to apply_theme().
[[nodiscard]] float ui_scale();
/// Returns a length of design.json in display pixels.
[[nodiscard]] inline float points(std::string_view group, std::string_view name) {
  return design_size(group, name) * ui_scale();
}
[[nodiscard]] ImU32 im_colour(glm::vec3 colour, float alpha = 1.0f);
/// Returns the colour of text.
[[nodiscard]] inline ImU32 ink(float alpha = 1.0f) { return im_colour(tokens().text_1, alpha); }

// --- text ---
/// Writes one line in this style and colour; the default colour is that of the most important text.
void write(const std::string& words, Text text = Text::body, std::optional<glm::vec3> colour = {});
/// Writes one line of secondary text.
inline void write_dim(const std::string& words) { write(words, Text::body, tokens().text_3); }
/// Returns the text with a capital first letter.
[[nodiscard]] std::string capitalized(std::string text);
/// Breaks the text into lines of at most this width in pixels. Lines break only at spaces, so
/// numbers remain intact; ImGui would break a number after its decimal point.
[[nodiscard]] std::string in_lines(std::string text, float width, Text set = Text::body);
/// Writes wrapped text of this width, by default in the remaining width and in the colour of the
/// most important text.
void draw_wrapped(const std::string& text, float width = 0, std::optional<glm::vec3> colour = {});
/// Writes wrapped secondary text.
inline void draw_dim(const std::string& text, float width = 0) {
  draw_wrapped(text, width, tokens().text_2);
}
/// Writes a row of a two-column table: a name and its value.
void draw_row(const char* name, const std::string& value);
/// Returns the size of a text, which may contain line breaks.
[[nodiscard]] ImVec2 size_of(Text text, const std::string& words);
/// Draws a text at a point, outside ImGui's layout.
void draw_text(ImDrawList& list, Text text, ImVec2 at, ImU32 colour, const std::string& words);
/// Draws a text of this height, centred at a point.
void draw_centred(ImDrawList& list, ImVec2 middle, float height, ImU32 colour,
                  const std::string& text);

// --- drawing ---
/// Custom icons, drawn as strokes.
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
/// Draws an icon centred at a point, `side` pixels high and wide.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float side, ImU32 colour);
/// Draws a box with rounded corners and a border.
void draw_plate(ImDrawList& list, const PanelBox& box, glm::vec3 ground, glm::vec3 border,
                float radius);
/// Draws an arrowhead of this length in the direction of a unit vector.
void draw_arrow_head(ImDrawList& list, ImVec2 tip, ImVec2 direction, float length, ImU32 colour);
/// Draws a line that ends in an arrowhead of length `head`.
void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float thick);

// --- controls, which tests and lessons find by their labels ---
/// Stores the position of the last item under its label, without "##" and the text after it.
void note_item(const std::string& label);
/// Stores the position of an element that is not an ImGui item.
void note_place(const std::string& label, const PanelBox& box);
/// Returns the position of the item with this label in the last frame.
[[nodiscard]] std::optional<PanelBox> item_box(const std::string& label);
/// Returns whether the item with this label was in the visible part of its window.
[[nodiscard]] bool item_visible(const std::string& label);
/// Scrolls to the item with this label when it is drawn next.
void scroll_to_item(const std::string& label);
/// Forgets all stored positions. Call it before the panels are drawn.
void forget_items();
/// Returns the labels of all controls that were drawn in the last frame.
[[nodiscard]] std::vector<std::string> controls();
inline bool noted(const std::string& label, bool pressed) { return note_item(label), pressed; }

/// An area that reacts to the mouse and the keyboard. Its caller draws it.
struct Area {
  PanelBox box;
  bool pressed, hovered, held;
};
/// Turns the next item into an Area, stored under its label, with a frame while it has the keyboard
/// focus.
Area area(const std::string& label, ImVec2 size, float radius);

/// Prominence of a button.
enum class ButtonKind {
  primary,    ///< the most likely next action; at most one per screen
  secondary,  ///< any other action
  quiet,      ///< no background
  play        ///< white: playback continues
};
/// Look of a button and the text of its tooltip.
struct ButtonLook {
  ButtonKind kind = ButtonKind::secondary;
  std::optional<Icon> icon = {};
  bool alone = false;        ///< whether the button shows only its icon
  std::string shown = {};    ///< text on the button; the label if empty
  std::string words = {};    ///< description of its effect in the tooltip
  std::string key = {};      ///< readable name of the key with the same effect
  std::string why_not = {};  ///< reason why it is disabled; empty if it is enabled
  bool shows_key = false;    ///< whether the button also shows its key
  ImVec2 size{0, 0};         ///< pixels; 0: the size of the contents
};
/// Draws a button with its label. Stores its position under the label and returns true if it was
/// pressed.
bool button(const std::string& label, const ButtonLook& look = {});
/// Draws the background of a button, in the colour of a primary button while `lit`. Returns the
/// colour of the text.
ImU32 draw_button_ground(const Area& of, ButtonKind kind, float radius, bool lit = false);
/// Draws a switch to the right of its label. Returns true if it has changed.
bool checkbox(const std::string& label, bool* on);
bool radio_button(const std::string& label, bool on);
bool selectable(const std::string& label, bool selected = false);
/// Draws alternatives next to each other, each stored under its name. Returns true if another
/// alternative was chosen.
bool segments(const std::string& label, int* chosen, std::span<const std::string> names,
              float width = 0, std::span<const Icon> icons = {});
/// Draws an integer with minus and plus buttons; `pending` if the value does not apply yet. Stores
/// the positions under its label, "LABEL less" and "LABEL more".
void stepper(const std::string& label, int* value, int low, int high, float width, bool pending);
/// Draws a combo box, stored under its label. Calls `items` while it is open.
void list_of(const std::string& label, const std::string& chosen,
             const std::function<void()>& items, float width = -1);
/// Draws a combo box with a few names. Returns whether the selection changed.
bool choice(const std::string& label, int* chosen, std::span<const char* const> names,
            float width = -1);
bool menu_item(const char* label, const char* keys = nullptr, bool on = false);
void menu(const char* label, const std::function<void()>& items, bool enabled = true);
/// Draws a tab with independently scrolling content.
void tab(const char* name, const std::function<void()>& draw, bool to_front = false);
/// Begins a section that collapses automatically, unless one of its controls is in use. Returns
/// whether it is open.
[[nodiscard]] bool begin_section(const char* heading, bool open_at_first, bool in_use = false);
/// Draws a short framed text, such as the key of a move.
void draw_key(ImDrawList& list, ImVec2 middle, const std::string& key, ImU32 colour, ImU32 frame);

/// Range of a slider. The format defines the text and the unit of the number.
template <class Value>
struct SliderRange {
  Value low, high;
  Value default_value;
  const char* format;
  ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp;
  bool at_release = false;  ///< the value changes only when the handle is released
};
/// Draws a slider with its number next to it, so the handle never covers the number. Only grabbing
/// the handle changes nothing; a double click restores the default value. The position of the
/// slider is stored under its label, that of the number under "LABEL number". `width` includes the
/// number; 0: the remaining width. Returns true while the value is being changed. Defined for
/// float, double and int.
template <class Value>
bool slider(const std::string& label, Value* value, const SliderRange<Value>& range,
            float width = 0);

/// Shows a tooltip next to the last item when the mouse has rested on it for a moment, even if it
/// is disabled. The tooltip contains its effect and key, or the reason why it is disabled.
void tip(const std::string& words, const std::string& key = {});
/// Returns true if a tooltip will appear soon without further input.
[[nodiscard]] bool tip_waits();

// --- keyboard ---
/// Moves the keyboard focus to the next panel, in which the arrow keys then move between controls.
/// Call it within a frame, before the panels are drawn.
void focus_next_panel();
/// Closes open menus and lists.
void close_menus();
/// Returns whether a menu or a list is open.
[[nodiscard]] bool menu_open();
/// Returns whether Enter was pressed in the current window while no input field has the keyboard
/// focus.
[[nodiscard]] bool enter_pressed();
/// Prevents arrow keys that are held down from moving between controls after a control was clicked.
void leave_arrow_keys();
/// Returns whether a control has the focus and receives this key instead of the run.
[[nodiscard]] bool panels_take_key(int glfw_key);

}  // namespace marblemaze

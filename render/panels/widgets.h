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

/// Colours, texts, icons and controls of the panels, in the manner of design.json.
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
/// Returns a square around its centre.
[[nodiscard]] inline PanelBox around(ImVec2 middle, float half) {
  return {middle - ImVec2{half, half}, {2 * half, 2 * half}};
}

// --- theme ---
/// The kinds of text in design.json: Inter in one size and weight each.
enum class Text { body, label, strong, reading, panel_title, title, display };

/// Puts all kinds of text into ImGui's atlas, whose texture the caller makes: `scale` pixels of the
/// framebuffer in a point. Digits are of equal width. Body text is ImGui's usual font. Requires:
/// the atlas is empty.
void load_fonts(float scale);
/// Returns the font for that kind of text, in the current context of ImGui.
[[nodiscard]] ImFont* font_of(Text text);
/// Sets ImGui's colours and sizes for a palette and a scale.
void apply_theme(const Palette& palette, float ui_scale);
/// Returns the palette of the last call of apply_theme(); the first one before.
[[nodiscard]] const Palette& theme();
/// Returns the colours of panels in it.
[[nodiscard]] inline const PanelColours& tokens() { return theme().panels; }
/// Returns the pixels of the display in a point, from the last call of apply_theme().
[[nodiscard]] float ui_scale();
/// Returns a length of design.json in pixels of the display.
[[nodiscard]] inline float points(std::string_view group, std::string_view name) {
  return design_size(group, name) * ui_scale();
}
[[nodiscard]] ImU32 im_colour(glm::vec3 colour, float alpha = 1.0f);
/// Returns the colour of text in a palette.
[[nodiscard]] ImU32 ink(const Palette& palette, float alpha = 1.0f);

// --- text ---
/// Writes one line in that kind of text and colour, by default that of the most important text.
void write(const std::string& words, Text text = Text::body, std::optional<glm::vec3> colour = {});
/// Writes one line that explains something else.
inline void write_dim(const std::string& words) { write(words, Text::body, tokens().text_3); }
/// Returns the text with a capital first letter.
[[nodiscard]] std::string capitalized(std::string text);
/// Returns the text in lines of at most this width in pixels. Lines break at spaces only, so that a
/// number stays whole; ImGui would break it after its decimal point.
[[nodiscard]] std::string in_lines(std::string text, float width, Text set = Text::body);
/// Writes a text in lines; 0: in the remaining width.
void draw_wrapped(const std::string& text, float width = 0);
/// Writes a text in lines in that colour.
void draw_coloured(glm::vec3 colour, const std::string& text, float width = 0);
/// Writes a text in lines that is less important than its surroundings.
inline void draw_dim(const std::string& text) { draw_coloured(tokens().text_2, text); }
/// Writes two columns of a table: a name and its value.
void draw_row(const char* name, const std::string& value);
/// Returns the size of a text in one line or in its lines.
[[nodiscard]] ImVec2 size_of(Text text, const std::string& words);
/// Draws a text at a point, without a place in ImGui's layout.
void draw_text(ImDrawList& list, Text text, ImVec2 at, ImU32 colour, const std::string& words);
/// Draws a text of that height centred at a point.
void draw_centred(ImDrawList& list, ImVec2 middle, float height, ImU32 colour,
                  const std::string& text);

// --- drawing ---
/// Icons of our own, drawn as strokes.
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
/// Draws an icon about a point, as high and wide as `side`, in pixels of the display.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float side, ImU32 colour);
/// Draws a box with round corners and a border.
void draw_plate(ImDrawList& list, const PanelBox& box, glm::vec3 ground, glm::vec3 border,
                float radius);
/// Draws an arrow head of that length in a direction given by a unit vector.
void draw_arrow_head(ImDrawList& list, ImVec2 tip, ImVec2 direction, float length, ImU32 colour);
/// Draws a line that ends in an arrow head of that length.
void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float thick);

// --- controls, which tests and lessons find by their labels ---
/// Stores the position of the last item under its label up to ##.
void note_item(const std::string& label);
/// Stores the position of something that is not an item of ImGui.
void note_place(const std::string& label, const PanelBox& box);
/// Returns the position of the item with that label in the last frame.
[[nodiscard]] std::optional<PanelBox> item_box(const std::string& label);
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
/// Makes the next item such an area, noted under its label, with a frame while keys select it.
Area area(const std::string& label, ImVec2 size, float radius);

/// Prominence of a button.
enum class ButtonKind {
  primary,    ///< the most likely next action; at most one per screen
  secondary,  ///< any other
  quiet,      ///< no ground
  play        ///< white: the present moment goes on
};
/// Look of a button and the text of its tooltip.
struct ButtonLook {
  ButtonKind kind = ButtonKind::secondary;
  std::optional<Icon> icon = {};
  bool alone = false;        ///< the icon without any text
  std::string shown = {};    ///< what is written on it; empty: the label
  std::string words = {};    ///< description of its effect in the tooltip
  std::string key = {};      ///< readable name of the key with the same effect
  std::string why_not = {};  ///< reason why it is disabled; empty if it is enabled
  bool shows_key = false;    ///< on the button, too
  ImVec2 size{0, 0};         ///< pixels; 0: as large as necessary
};
/// A button, noted under its label, which is written on it up to ## by default. True when pressed.
bool button(const std::string& label, const ButtonLook& look = {});
/// Draws a square button with only an icon.
bool icon_button(const std::string& label, Icon icon, ButtonLook look = {});
/// Draws the ground of an area as a button's: lit up in the colour of a primary button while `lit`.
/// Returns the colour of what is written on it.
ImU32 draw_button_ground(const Area& of, ButtonKind kind, float radius, bool lit = false);
/// Draws a switch to the right of its label. Returns true when it has changed.
bool checkbox(const std::string& label, bool* on);
bool radio_button(const std::string& label, bool on);
bool selectable(const std::string& label, bool selected = false);
/// Draws alternatives side by side, each stored under its name. Returns true when a different one
/// was chosen.
bool segments(const std::string& label, int* chosen, std::span<const std::string> names,
              float width = 0, std::span<const Icon> icons = {});
/// A whole number between a minus and a plus, `pending` where it is not in force yet. Noted under
/// its label, and under "LABEL less" and "LABEL more".
void stepper(const std::string& label, int* value, int low, int high, float width, bool pending);
/// A list that is folded to its chosen item, noted under its label. Calls `items` while it is open.
void list_of(const std::string& label, const std::string& chosen,
             const std::function<void()>& items, float width = -1);
/// Draws a list of a few names. Returns whether another one was chosen.
bool choice(const std::string& label, int* chosen, std::span<const char* const> names,
            float width = -1);
bool menu_item(const char* label, const char* keys = nullptr, bool on = false);
void menu(const char* label, const std::function<void()>& items, bool enabled = true);
/// A tab whose content scrolls by itself.
void tab(const char* name, const std::function<void()>& draw, bool to_front = false);
/// Begins a section that folds by itself, unless something in it is in use. Returns whether it is
/// open.
[[nodiscard]] bool begin_section(const char* heading, bool open_at_first, bool in_use = false);
/// A short text in a small frame, such as the key of a move.
void draw_key(ImDrawList& list, ImVec2 middle, const std::string& key, ImU32 colour, ImU32 frame);
/// Draws a pill with a few words in the colours of changed settings.
void draw_pill(const std::string& words);

/// Range of a slider. The format defines the text and the unit of the number.
struct SliderRange {
  ImGuiDataType type;
  const void *low, *high, *usual;  ///< of the type of the value
  const char* format;
  ImGuiSliderFlags flags = 0;
  bool at_release = false;  ///< the value counts only when the handle is let go
};
/// Draws a slider with its number next to it, so that the handle never covers the number. Nothing
/// changes when the handle is only grabbed; a double click sets the usual value. The slider is
/// noted under its label, the number under "LABEL number". `width` is that of both; 0: the
/// remaining width. Returns true while the value is being changed.
bool slider(const std::string& label, const SliderRange& range, void* value, float width = 0);
inline bool slider(const std::string& label, float* value, float low, float high, float usual,
                   const char* format, float width = 0, ImGuiSliderFlags flags = 0) {
  return slider(label, {ImGuiDataType_Float, &low, &high, &usual, format, flags}, value, width);
}
inline bool slider(const std::string& label, int* value, int low, int high, int usual,
                   const char* format, bool at_release = false) {
  return slider(
      label,
      {ImGuiDataType_S32, &low, &high, &usual, format, ImGuiSliderFlags_AlwaysClamp, at_release},
      value);
}

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
/// Returns whether Enter was pressed in the current window while no field of it has the keyboard.
[[nodiscard]] bool enter_pressed();
/// Keeps held arrow keys from moving between controls after a control was clicked.
void leave_arrow_keys();
/// Returns whether a control has the focus and receives this key instead of the run.
[[nodiscard]] bool panels_take_key(int glfw_key);

}  // namespace marblemaze

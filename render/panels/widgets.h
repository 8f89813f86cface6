#pragma once

#include <optional>
#include <span>
#include <string>

#include <imgui.h>

#include "render/panels/icons.h"
#include "render/panels/theme.h"

namespace marblemaze {

/// How much a button asks to be pressed.
enum class ButtonKind {
  primary,    ///< the decision at hand: one on a screen
  secondary,  ///< any other
  quiet,      ///< no ground
  play        ///< white: the present moment goes on
};

/// Look of a button and the text of its tooltip.
struct ButtonLook {
  ButtonKind kind = ButtonKind::secondary;
  std::optional<Icon> icon = {};
  std::string words = {};    ///< what it does, in the tooltip
  std::string key = {};      ///< that does the same, as a person reads it
  std::string why_not = {};  ///< why it cannot be pressed; empty: it can
  bool shows_key = false;    ///< on the button, too
  bool on = false;           ///< what it switches is on
  ImVec2 size{0, 0};         ///< pixels; 0: what it needs
};
/// A button, noted under its label, which is written on it up to ##. True when pressed.
bool push_button(const std::string& label, const ButtonLook& look = {});
/// Returns how wide a secondary button with that label is, in pixels.
[[nodiscard]] float button_width(const std::string& label);
/// A square button with an icon alone.
bool icon_button(const std::string& label, Icon icon, ButtonLook look = {});

/// Draws the ground of the last item, which is drawn by its caller, as a button's: lit up in the
/// colour of a primary button while `lit`. Returns the colour of what is written on it.
ImU32 draw_button_ground(ButtonKind kind, float rounding, bool lit = false);

/// A switch at the right of its label. True when it changed.
bool toggle(const std::string& label, bool* on);
/// One of a few, side by side. Each is noted under its name. True when another was chosen.
bool segments(const std::string& label, int* chosen, std::span<const std::string> names,
              float width = 0);
/// A number between a minus and a plus, `pending` where it is not in force yet. Noted under its
/// label, and under "LABEL less" and "LABEL more". True while it changes.
bool stepper(const std::string& label, int* value, int low, int high, float width,
             bool pending = false);
/// Headings of which one is open. True when another was chosen.
bool tab_row(const std::string& label, int* open, std::span<const std::string> names);
/// A number in a small frame, such as the key of a move.
void draw_key(ImDrawList& list, ImVec2 middle, const std::string& key, ImU32 colour, ImU32 frame);
/// A pill with a few words, in the colours of what was changed.
void draw_pill(const std::string& words);

/// A soft shadow around a box, drawn before it.
void draw_shadow(ImDrawList& list, ImVec2 at, ImVec2 end, float rounding);
/// A line of dashes through these points.
void draw_dashed(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float thick,
                 float dash);

/// Shows words beside the last item when the mouse has rested on it for a moment, even if it is
/// disabled: what it does and its key, or why it is disabled.
void tip(const std::string& words, const std::string& key = {});
/// Returns true if words will be shown soon although nothing else happens.
[[nodiscard]] bool tip_waits();

/// Words of several colours in one text, which is broken at spaces.
struct TextRun {
  std::string words;
  ImU32 colour;
  bool strong = false;
};
void draw_runs(std::span<const TextRun> runs, float width = 0);

}  // namespace marblemaze

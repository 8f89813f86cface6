#pragma once

#include <string>

#include <imgui.h>

#include "render/scene/view_options.h"

namespace marblemaze {

/// The kinds of text in design.json: Inter in one size and weight each.
enum class Text { body, label, strong, reading, panel_title, title, large_title, display };

/// Puts all kinds of text into ImGui's atlas, whose texture the caller makes: `scale` pixels of the
/// framebuffer in a point. Digits are of equal width. Body text is ImGui's usual font. Requires:
/// the atlas is empty.
void load_fonts(float scale);
/// Returns the font for that kind of text, in the current context of ImGui.
[[nodiscard]] ImFont* font_of(Text text);

/// Draws with that kind of text as long as this lives.
class WithText {
 public:
  explicit WithText(Text text) { ImGui::PushFont(font_of(text)); }
  ~WithText() { ImGui::PopFont(); }
  WithText(const WithText&) = delete;
  WithText& operator=(const WithText&) = delete;
};

/// Sets ImGui's colours and sizes for a palette and a scale.
void apply_theme(const Palette& palette, float ui_scale);
/// Returns the palette of the last call of apply_theme(); the first one before.
[[nodiscard]] const Palette& theme();
/// Returns the colours of panels in it.
[[nodiscard]] inline const PanelColours& tokens() { return theme().panels; }
/// Returns the pixels of the display in a point, from the last call of apply_theme().
[[nodiscard]] float ui_scale();

[[nodiscard]] ImU32 im_colour(glm::vec3 colour, float alpha = 1.0f);
/// The colour of text in a palette.
[[nodiscard]] ImU32 ink(const Palette& palette, float alpha = 1.0f);

}  // namespace marblemaze

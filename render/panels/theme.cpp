#include "render/panels/theme.h"

#include <algorithm>
#include <array>
#include <map>

#include "render/gl/viewer_files.h"

namespace marblemaze {
namespace {

// In the order of the enum Text.
constexpr std::array kTypes = {"body",        "label", "strong",      "reading",
                               "panel_title", "title", "large_title", "display"};
// Height of Inter's line, ascender to descender, in ems. ImGui measures fonts in such lines, the
// design in ems.
constexpr float kLineOfEm = 1.2102f;
constexpr float kOversampled = 18;  // points: larger text is smooth without

// Latin, dashes and quotation marks, the arrows of moves, the signs of buttons, and stars.
constexpr ImWchar kSigns[] = {0x20,   0xff,   0x2010, 0x2027, 0x2190, 0x21d9, 0x2212,
                              0x2212, 0x2264, 0x2265, 0x25b2, 0x25b8, 0x25c0, 0x25c2,
                              0x2605, 0x2606, 0x275a, 0x275a, 0};
constexpr ImWchar kLatin[] = {0x20, 0xff, 0x2010, 0x2027, 0};

struct Themed {
  const Palette* palette = nullptr;
  float scale = 1;
};

Themed& themed() {
  static Themed now;
  return now;
}

std::string file_of(const std::string& weight) {
  if (weight == "regular") return "Inter-Regular.otf";
  return weight == "medium" ? "Inter-Medium.otf" : "Inter-SemiBold.otf";
}

void add_font(const char* name, float pixels, ImFontConfig config) {
  config.FontDataOwnedByAtlas = false;
  const std::string_view bytes = viewer_file(name);
  // ImGui takes a pointer to mutable bytes but writes nothing when it does not own them.
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(bytes.data()),
                                             static_cast<int>(bytes.size()), pixels, &config);
}

void add_type(const TextType& type, float scale) {
  ImFontConfig config;
  const bool large = type.size > kOversampled;
  config.OversampleH = large ? 1 : 2;
  config.GlyphRanges = large ? kLatin : kSigns;
  const float pixels = type.size * kLineOfEm * scale;
  add_font(file_of(type.weight).c_str(), pixels, config);
  if (large) return;
  // Signs that Inter lacks.
  config.MergeMode = true;
  add_font("DejaVuSans.ttf", 0.95f * pixels, config);
}

// Digits of equal width, so that numbers do not jump while they change.
void level_digits(ImFont& font) {
  float widest = 0;
  for (ImWchar c = '0'; c <= '9'; ++c) widest = std::max(widest, font.FindGlyph(c)->AdvanceX);
  for (ImWchar c = '0'; c <= '9'; ++c) {
    auto& glyph = const_cast<ImFontGlyph&>(*font.FindGlyph(c));
    const float shift = (widest - glyph.AdvanceX) / 2;
    glyph.X0 += shift, glyph.X1 += shift;
    glyph.AdvanceX = widest;
  }
}

// ImGui's lines are as high as the letters; the design gives them room.
void set_line(ImFont& font, float pixels) {
  const float shift = (pixels - font.FontSize) / 2;
  for (ImFontGlyph& glyph : font.Glyphs) glyph.Y0 += shift, glyph.Y1 += shift;
  font.FontSize = pixels;
}

ImVec4 im_vec(glm::vec3 colour, float alpha = 1) { return {colour.x, colour.y, colour.z, alpha}; }

void set_colours(const PanelColours& c, ImGuiStyle& style) {
  const ImVec4 none(0, 0, 0, 0);
  const std::pair<ImGuiCol, ImVec4> colours[] = {
      {ImGuiCol_Text, im_vec(c.text_1)},
      {ImGuiCol_TextDisabled, im_vec(c.text_3)},
      {ImGuiCol_WindowBg, im_vec(c.panel)},
      {ImGuiCol_ChildBg, none},
      {ImGuiCol_PopupBg, im_vec(c.panel)},
      {ImGuiCol_Border, im_vec(c.border)},
      {ImGuiCol_BorderShadow, none},
      {ImGuiCol_FrameBg, im_vec(c.field)},
      {ImGuiCol_FrameBgHovered, im_vec(c.hover)},
      {ImGuiCol_FrameBgActive, im_vec(c.hover)},
      {ImGuiCol_TitleBg, im_vec(c.panel)},
      {ImGuiCol_TitleBgActive, im_vec(c.panel)},
      {ImGuiCol_MenuBarBg, im_vec(c.panel)},
      {ImGuiCol_ScrollbarBg, none},
      {ImGuiCol_ScrollbarGrab, im_vec(c.border)},
      {ImGuiCol_ScrollbarGrabHovered, im_vec(c.text_3)},
      {ImGuiCol_ScrollbarGrabActive, im_vec(c.text_2)},
      {ImGuiCol_CheckMark, im_vec(c.interaction)},
      {ImGuiCol_SliderGrab, im_vec(c.interaction)},
      {ImGuiCol_SliderGrabActive, im_vec(c.interaction)},
      {ImGuiCol_Button, im_vec(c.field)},
      {ImGuiCol_ButtonHovered, im_vec(c.hover)},
      {ImGuiCol_ButtonActive, im_vec(glm::mix(c.hover, c.ground, 0.3f))},
      {ImGuiCol_Header, im_vec(c.field)},
      {ImGuiCol_HeaderHovered, im_vec(c.hover)},
      {ImGuiCol_HeaderActive, im_vec(c.hover)},
      {ImGuiCol_Separator, im_vec(c.divider)},
      {ImGuiCol_SeparatorHovered, im_vec(c.interaction)},
      {ImGuiCol_SeparatorActive, im_vec(c.interaction)},
      {ImGuiCol_ResizeGrip, none},
      {ImGuiCol_Tab, im_vec(c.panel)},
      {ImGuiCol_TabHovered, im_vec(c.hover)},
      {ImGuiCol_TabActive, im_vec(c.field)},
      {ImGuiCol_TabUnfocused, im_vec(c.panel)},
      {ImGuiCol_TabUnfocusedActive, im_vec(c.field)},
      {ImGuiCol_PlotLines, im_vec(c.potential)},
      {ImGuiCol_PlotLinesHovered, im_vec(c.interaction)},
      {ImGuiCol_PlotHistogram, im_vec(c.surprise)},
      {ImGuiCol_PlotHistogramHovered, im_vec(c.surprise)},
      {ImGuiCol_TableHeaderBg, im_vec(c.panel)},
      {ImGuiCol_TableBorderStrong, im_vec(c.border)},
      {ImGuiCol_TableBorderLight, im_vec(c.divider)},
      {ImGuiCol_TableRowBg, none},
      {ImGuiCol_TableRowBgAlt, none},
      {ImGuiCol_TextSelectedBg, im_vec(c.interaction, 0.35f)},
      {ImGuiCol_DragDropTarget, im_vec(c.interaction)},
      {ImGuiCol_NavHighlight, im_vec(c.interaction)},
      {ImGuiCol_NavWindowingHighlight, im_vec(c.interaction)}};
  for (const auto& [which, colour] : colours) style.Colors[which] = colour;
}

}  // namespace

void load_fonts(float scale) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  for (const char* name : kTypes) add_type(text_type(name), scale);
  atlas.Build();
  for (int i = 0; i < atlas.Fonts.Size; ++i) {
    ImFont& font = *atlas.Fonts[i];
    level_digits(font);
    set_line(font, text_type(kTypes.at(static_cast<std::size_t>(i))).line * scale);
    font.BuildLookupTable();
  }
}

ImFont* font_of(Text text) { return ImGui::GetIO().Fonts->Fonts[static_cast<int>(text)]; }

void apply_theme(const Palette& palette, float ui_scale) {
  themed() = {&palette, ui_scale};
  ImGuiStyle style;
  (palette.dark ? ImGui::StyleColorsDark : ImGui::StyleColorsLight)(&style);
  set_colours(palette.panels, style);
  const float control = design_size("radius", "control"), padding = design_size("space", "panel");
  style.WindowRounding = design_size("radius", "card");
  style.ChildRounding = style.PopupRounding = control;
  style.FrameRounding = style.GrabRounding = style.TabRounding = control;
  style.ScrollbarRounding = design_size("radius", "bar");
  style.WindowBorderSize = style.FrameBorderSize = 1;
  style.WindowPadding = {padding, 0.75f * padding};
  style.FramePadding = {10, (design_size("height", "control") - text_type("body").line) / 2};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {8, 4};
  style.CellPadding = {6, 4};
  style.ScrollbarSize = 10;
  style.ScaleAllSizes(ui_scale);
  ImGui::GetStyle() = style;
}

const Palette& theme() { return themed().palette ? *themed().palette : palettes()[0]; }

float ui_scale() { return themed().scale; }

ImU32 im_colour(glm::vec3 colour, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, alpha});
}

ImU32 ink(const Palette& palette, float alpha) { return im_colour(palette.text, alpha); }

}  // namespace marblemaze

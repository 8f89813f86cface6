#include <algorithm>
#include <array>
#include <vector>

#include "render/gl/viewer_files.h"
#include "render/panels/widgets.h"

namespace marblemaze {
namespace {

// Names of text styles in design.json, indexed by Text.
constexpr std::array kTypes = {"body",        "label", "strong", "reading",
                               "panel_title", "title", "display"};
// Line height of Inter in ems, from ascender to descender. The design specifies font sizes in ems,
// but ImGui expects line heights.
constexpr float kLineOfEm = 1.2102f;
constexpr float kOversampled = 18;  // points; larger text is smooth without oversampling

constexpr ImWchar kSymbols[] = {0x20,   0xff,   0x2010, 0x2027, 0x2190, 0x21d9, 0x2212,
                                0x2212, 0x2264, 0x2265, 0x25b2, 0x25b8, 0x25c0, 0x25c2,
                                0x2605, 0x2606, 0x275a, 0x275a, 0};
constexpr ImWchar kLatin[] = {0x20, 0xff, 0x2010, 0x2027, 0};

const Palette* current_palette = nullptr;
float current_scale = 1;

std::string file_of(const std::string& weight) {
  if (weight == "regular") return "Inter-Regular.otf";
  return weight == "medium" ? "Inter-Medium.otf" : "Inter-SemiBold.otf";
}

void add_font(const char* name, float pixels, ImFontConfig config) {
  config.FontDataOwnedByAtlas = false;
  const std::string_view bytes = viewer_file(name);
  // ImGui takes a non-const pointer but does not write to memory that it does not own.
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(bytes.data()),
                                             static_cast<int>(bytes.size()), pixels, &config);
}

void add_type(const TextType& type, float scale) {
  ImFontConfig config;
  const bool large = type.size > kOversampled;
  config.OversampleH = large ? 1 : 2;
  config.GlyphRanges = large ? kLatin : kSymbols;
  const float pixels = type.size * kLineOfEm * scale;
  add_font(file_of(type.weight).c_str(), pixels, config);
  if (large) return;
  // DejaVu Sans provides characters that are missing in Inter.
  config.MergeMode = true;
  add_font("DejaVuSans.ttf", 0.95f * pixels, config);
}

// Gives all digits the same width, so that changing numbers do not jitter.
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

// Replaces ImGui's line height, which is the letter height, with the line height of the design.
void set_line(ImFont& font, float pixels) {
  const float shift = (pixels - font.FontSize) / 2;
  for (ImFontGlyph& glyph : font.Glyphs) glyph.Y0 += shift, glyph.Y1 += shift;
  font.FontSize = pixels;
}

void set_colours(const PanelColours& c, ImGuiStyle& style) {
  const std::pair<glm::vec3, std::vector<ImGuiCol>> uses[] = {
      {c.text_1, {ImGuiCol_Text}},
      {c.text_2, {ImGuiCol_ScrollbarGrabActive}},
      {c.text_3, {ImGuiCol_TextDisabled, ImGuiCol_ScrollbarGrabHovered}},
      {c.panel,
       {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_MenuBarBg, ImGuiCol_Tab,
        ImGuiCol_TabUnfocused, ImGuiCol_TableHeaderBg}},
      {c.field,
       {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header, ImGuiCol_TabActive,
        ImGuiCol_TabUnfocusedActive}},
      {c.hover,
       {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ButtonHovered,
        ImGuiCol_ButtonActive, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive, ImGuiCol_TabHovered}},
      {c.border, {ImGuiCol_Border, ImGuiCol_ScrollbarGrab, ImGuiCol_TableBorderStrong}},
      {c.divider, {ImGuiCol_Separator, ImGuiCol_TableBorderLight}},
      {c.interaction,
       {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive,
        ImGuiCol_PlotLinesHovered, ImGuiCol_NavHighlight}},
      {c.potential, {ImGuiCol_PlotLines}}};
  for (const auto& [colour, all] : uses)
    for (const ImGuiCol which : all) style.Colors[which] = {colour.x, colour.y, colour.z, 1};
  for (const ImGuiCol none : {ImGuiCol_ScrollbarBg, ImGuiCol_TableRowBgAlt})
    style.Colors[none] = {0, 0, 0, 0};
  style.Colors[ImGuiCol_TextSelectedBg] = {c.interaction.x, c.interaction.y, c.interaction.z,
                                           0.35f};
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
  current_palette = &palette;
  current_scale = ui_scale;
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

const Palette& theme() { return current_palette ? *current_palette : palettes()[0]; }

float ui_scale() { return current_scale; }

ImU32 im_colour(glm::vec3 colour, float alpha) {
  return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, alpha});
}

}  // namespace marblemaze

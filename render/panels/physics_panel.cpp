#include <algorithm>

#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr double kManyTimes = 50;  // a wider range is walked along by powers
const char* const kCollisions[] = {"grid", "compound"};

using Place = SettingField::Place;

std::string text_of(Collision collision) { return std::string(to_string(collision)); }
std::string text_of(auto number) { return fmt::format("{:.4g}", static_cast<double>(number)); }

std::string value_text(const SettingField& field, const PhysicsSettings& settings) {
  return std::visit([](auto value) { return text_of(value); }, field.value(settings));
}

// True when a person has chosen another value; while a slider is dragged it is not chosen yet.
bool change(const SettingField& field, double* value) {
  const bool wide = field.low > 0 && field.high > kManyTimes * field.low;
  const auto flags = ImGuiSliderFlags_AlwaysClamp | (wide ? ImGuiSliderFlags_Logarithmic : 0);
  ImGui::SliderScalar("##value", ImGuiDataType_Double, value, &field.low, &field.high, "%.4g",
                      flags);
  return ImGui::IsItemDeactivatedAfterEdit();
}
bool change(const SettingField& field, int* value) {
  ImGui::SliderInt("##value", value, static_cast<int>(field.low), static_cast<int>(field.high),
                   "%d", ImGuiSliderFlags_AlwaysClamp);
  return ImGui::IsItemDeactivatedAfterEdit();
}
bool change(const SettingField&, Collision* value) {
  int index = static_cast<int>(*value);
  if (!ImGui::Combo("##value", &index, kCollisions, 2)) return false;
  *value = static_cast<Collision>(index);
  return true;
}

bool draw_field(const SettingField& field, PhysicsSettings& settings, float s) {
  const std::string name(field.name);
  ImGui::PushID(name.c_str());
  ImGui::TextUnformatted(name.c_str());
  ImGui::SameLine(170 * s);
  ImGui::SetNextItemWidth(190 * s);
  const Place place = field.place(settings);
  bool changed = std::visit([&](auto* value) { return change(field, value); }, place);
  note_item(name);
  ImGui::SameLine();
  if (field.low < field.high) ImGui::TextUnformatted(std::string(field.unit).c_str());
  const PhysicsSettings usual;
  if (field.value(settings) != field.value(usual)) {
    ImGui::SameLine(446 * s);
    if (noted("reset " + name,
              ImGui::SmallButton(fmt::format("Reset to {}", value_text(field, usual)).c_str()))) {
      PhysicsSettings from;
      std::visit([&](auto* value) { *value = *std::get<decltype(value)>(field.place(from)); },
                 place);
      changed = true;
    }
  }
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextWrapped("%s", fmt::format("{}. Default {}. When changed: {}.", field.meaning,
                                       value_text(field, usual), field.breaks)
                               .c_str());
  ImGui::PopStyleColor();
  ImGui::Spacing();
  ImGui::PopID();
  return changed;
}

}  // namespace

void draw_physics(Workbench& bench, const PanelPlan& plan) {
  if (!bench.show_physics) return;
  const float s = bench.ui_scale;
  const PanelBox& scene = plan.scene;
  const float width = std::min(620 * s, scene.size.x), high = scene.size.y * 0.85f;
  ImGui::SetNextWindowPos({scene.at.x + (scene.size.x - width) / 2, scene.at.y + 8 * s});
  ImGui::SetNextWindowSize({width, high});
  ImGui::Begin("physics", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::TextUnformatted("Physics. Another value starts the same maze again.");
  ImGui::SameLine(width - 190 * s);
  bool changed = false;
  if (button("Reset all")) bench.physics = PhysicsSettings(), changed = true;
  ImGui::SameLine();
  if (button("Close physics")) bench.show_physics = false;
  ImGui::Separator();
  ImGui::BeginChild("fields");
  for (const SettingField& field : physics_setting_fields())
    changed = draw_field(field, bench.physics, s) || changed;
  ImGui::EndChild();
  ImGui::End();
  if (changed) bench.use_physics();
}

}  // namespace marblemaze

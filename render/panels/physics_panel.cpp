#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "render/panels/actions.h"
#include "render/panels/panels.h"
#include "render/session/timeline_marks.h"

namespace marblemaze {
namespace {

constexpr double kManyTimes = 50;  // a wider range has a logarithmic slider
const char* const kCollisions[] = {"grid", "compound"};

using Place = SettingField::Place;

std::string text_of(Collision collision) { return std::string(to_string(collision)); }
std::string text_of(auto number) { return fmt::format("{:.4g}", static_cast<double>(number)); }

std::string value_text(const SettingField& field, const PhysicsSettings& settings) {
  return std::visit([](auto value) { return text_of(value); }, field.value(settings));
}

// Returns true when a person has chosen another value; a slider that is still being dragged does
// not count.
bool change(const SettingField& field, double* value) {
  const bool wide = field.low > 0 && field.high > kManyTimes * field.low;
  const auto flags = ImGuiSliderFlags_AlwaysClamp | (wide ? ImGuiSliderFlags_Logarithmic : 0);
  slider(std::string(field.name), {ImGuiDataType_Double, &field.low, &field.high, "%.4g", flags},
         value);
  return ImGui::IsItemDeactivatedAfterEdit();
}
bool change(const SettingField& field, int* value) {
  slider(std::string(field.name), value, static_cast<int>(field.low), static_cast<int>(field.high),
         "%d");
  return ImGui::IsItemDeactivatedAfterEdit();
}
bool change(const SettingField& field, Collision* value) {
  int index = static_cast<int>(*value);
  ImGui::SetNextItemWidth(-1);
  if (!noted(std::string(field.name), ImGui::Combo("##value", &index, kCollisions, 2)))
    return false;
  *value = static_cast<Collision>(index);
  return true;
}

// Draws a button that restores the default. Returns true when it was pressed.
bool draw_reset(const SettingField& field, PhysicsSettings& settings) {
  PhysicsSettings usual;
  if (field.value(settings) == field.value(usual)) return false;
  ImGui::SameLine();
  if (!noted("reset " + std::string(field.name), ImGui::SmallButton("Reset"))) return false;
  const Place place = field.place(settings);
  std::visit([&](auto* value) { *value = *std::get<decltype(value)>(field.place(usual)); }, place);
  return true;
}

// "Marble radius" of "marble_radius".
std::string spoken(std::string name) {
  std::ranges::replace(name, '_', ' ');
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

// What a student reads; a number without a unit has "1" in files.
std::string unit_words(std::string_view unit) {
  if (unit == "1") return "";
  if (unit == "share/s") return "share lost per second";
  return std::string(unit == "share/step" ? "share per step" : unit);
}

bool draw_field(const SettingField& field, PhysicsSettings& settings) {
  const std::string name(field.name);
  ImGui::PushID(name.c_str());
  ImGui::TextUnformatted(spoken(name).c_str());
  if (field.low < field.high && !field.unit.empty()) {
    ImGui::SameLine();
    ImGui::TextDisabled("%s", unit_words(field.unit).c_str());
  }
  bool changed = draw_reset(field, settings);
  const Place place = field.place(settings);
  changed = std::visit([&](auto* value) { return change(field, value); }, place) || changed;
  draw_dim(fmt::format("{}. Default {}. When changed: {}.", field.meaning,
                       value_text(field, PhysicsSettings()), field.breaks));
  ImGui::Spacing();
  ImGui::PopID();
  return changed;
}

// Returns the box at the right, over the agent's panel, so that the maze stays visible.
PanelBox place_of(const PanelPlan& plan, float s) {
  const float width = std::min(336 * s, plan.menu.size.x - 16 * s), top = plan.menu.size.y + 8 * s;
  return {{plan.menu.size.x - width - 8 * s, top}, {width, plan.timeline.at.y - 8 * s - top}};
}

constexpr long kShownTicks = 720, kEach = 2;  // six seconds, every second tick

// What is plotted at the moment under the mouse; a click goes there.
void explain(Session& session, const MotionSeries& series, const std::vector<float>& values,
             long first, float left, float width) {
  if (!ImGui::IsItemHovered()) return;
  const float part = std::clamp((ImGui::GetIO().MousePos.x - left) / width, 0.0f, 1.0f);
  const auto i =
      static_cast<std::size_t>(std::lround(part * static_cast<float>(values.size() - 1)));
  const MarbleRun& run = session.run();
  const long tick = first + static_cast<long>(i) * kEach;
  const auto move = run.recording().move_at(tick);
  const std::string words =
      fmt::format("{:.2f} s{}\n{} {:.3f} {}", static_cast<double>(tick) * run.seconds_per_tick(),
                  move ? fmt::format(", move {}", run.recording().move(*move).number) : "",
                  series.name, values[i], series.unit);
  ImGui::SetTooltip("%s", words.c_str());
  if (ImGui::IsMouseClicked(0)) session.shown().go_to(static_cast<double>(tick + 1));
}

// From 0 to the highest value of the stretch, both written at the axis. A line stands at the
// beginning of each move.
void plot(Session& session, const MotionSeries& series, const std::vector<float>& values,
          long first, float height) {
  const float most = std::max(std::ranges::max(values), 1e-3f);
  ImGui::TextDisabled("%s", series.name);
  ImGui::SameLine();
  ImGui::TextUnformatted(fmt::format("{:.3f} {}", values.back(), series.unit).c_str());
  ImGui::PlotLines((std::string("##") + series.name).c_str(), values.data(),
                   static_cast<int>(values.size()), 0, nullptr, 0, most * 1.05f,
                   {ImGui::GetContentRegionAvail().x, height});
  const ImVec2 low = ImGui::GetItemRectMin(), inside = ImGui::GetStyle().FramePadding;
  const float bottom = ImGui::GetItemRectMax().y - ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  list.AddText({low.x + inside.x, low.y}, dim, fmt::format("{:.2g} {}", most, series.unit).c_str());
  list.AddText({low.x + inside.x, bottom}, dim, "0");
  const float left = low.x + inside.x, width = ImGui::GetItemRectMax().x - inside.x - left;
  const auto stretch = static_cast<float>((values.size() - 1) * kEach);
  for (const RecordedMove& move : session.run().recording().moves) {
    const float part = static_cast<float>(move.begin - first) / stretch;
    if (part < 0 || part > 1) continue;
    const float x = left + part * width;
    list.AddLine({x, low.y}, {x, ImGui::GetItemRectMax().y}, im_colour(tokens().border));
  }
  explain(session, series, values, first, left, width);
}

}  // namespace

void draw_physics(Session& session, const PanelPlan& plan) {
  if (!session.panels.show_physics || !session.panels.show_panels) return;
  const OpenWindow window = begin_over("physics", place_of(plan, session.view.ui_scale), 1);
  PhysicsSettings& form = session.panels.physics;
  bool changed = false;
  draw_title("Physics");
  draw_wrapped("Another value starts the same maze again.");
  if (button("Reset all")) form = PhysicsSettings(), changed = true;
  ImGui::SameLine();
  if (button("Close physics")) session.panels.show_physics = !session.panels.show_physics;
  ImGui::Separator();
  ImGui::BeginChild("fields");
  for (const SettingField& field : physics_setting_fields())
    changed = draw_field(field, form) || changed;
  ImGui::EndChild();
  if (changed) session.act(&Session::use_physics);
}

void draw_plots(Session& session) {
  const MarbleRun& run = session.run();
  if (run.ticks() == 0) return ImGui::TextDisabled("Nothing has moved yet.");
  const long tick = std::clamp(session.run().tick(), 0L, run.ticks() - 1);
  const long first = std::max(tick - kShownTicks, 0L);
  for (const MotionSeries& series : kMotion) {
    std::vector<float> values;
    for (long t = first; t <= tick; t += kEach)
      values.push_back(static_cast<float>(series.at(run, t)));
    plot(session, series, values, first, 52 * session.view.ui_scale);
  }
  const char* now = "now";
  ImGui::TextDisabled("%.1f s ago", static_cast<double>(tick - first) * run.seconds_per_tick());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(now).x);
  ImGui::TextDisabled("%s", now);
  action_button(session, "Save as CSV", "Save as CSV");
  ImGui::SameLine();
  ImGui::Text("contacts: %zu", session.run().scene().contacts.size());
}

}  // namespace marblemaze

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr long kMostTicks = 120;  // marks on the bar; with more they would touch

struct Track {
  long steps;
  const char* noun;  // of one step
};

Track track_of(const Workbench& bench) {
  if (bench.filling()) return {bench.filling()->iterations(), "iteration"};
  return {static_cast<long>(bench.game()->track().size()) - 1, "move"};
}

void play_button(Transport& time, const char* label, bool backward, ImVec2 size) {
  const bool on = time.playing() && time.backward() == backward;
  if (ImGui::Button(on ? fmt::format("Pause##{}", label).c_str() : label, size)) {
    time.set_backward(backward);
    on ? time.pause() : time.play();
  }
  ImGui::SameLine();
}

void step_button(Transport& time, const char* label, int steps) {
  if (ImGui::Button(label)) time.step(steps);
  ImGui::SameLine();
}

void controls(Workbench& bench, const Track& track) {
  Transport& time = *bench.transport();
  const float s = bench.ui_scale;
  const ImVec2 wide{62 * s, 0};
  if (ImGui::Button("|< start")) time.jump(0), time.pause();
  ImGui::SameLine();
  step_button(time, "< step", -1);
  play_button(time, "Back", true, wide);
  play_button(time, "Play", false, wide);
  step_button(time, "step >", 1);
  if (ImGui::Button("End >|")) bench.to_newest();
  ImGui::SameLine();
  ImGui::SetNextItemWidth(150 * s);
  auto pace = static_cast<float>(time.pace());
  if (ImGui::SliderFloat("##pace", &pace, 0.25f, 60.0f,
                         fmt::format("%.2g {}s a second", track.noun).c_str(),
                         ImGuiSliderFlags_Logarithmic))
    time.set_pace(pace);
  ImGui::SameLine();
  ImGui::Text("%s %ld of %ld", track.noun, time.done(), track.steps);
}

void bar(Workbench& bench, const Track& track) {
  Transport& time = *bench.transport();
  const float s = bench.ui_scale;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, 26 * s};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Palette& palette = bench.colours();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     3 * s);
  const long span = std::max(track.steps, 1L);
  const auto x_of = [&](double step) {
    return at.x + static_cast<float>(step / static_cast<double>(span)) * size.x;
  };
  list.AddRectFilled(at, {x_of(time.position()), at.y + size.y}, im_colour(palette.glass, 0.45f),
                     3 * s);
  if (span <= kMostTicks)
    for (long i = 1; i < span; ++i)
      list.AddLine({x_of(static_cast<double>(i)), at.y + 7 * s},
                   {x_of(static_cast<double>(i)), at.y + size.y - 7 * s}, ink(palette, 0.3f), s);
  ImGui::InvisibleButton("scrub", size);
  if (ImGui::IsItemActive()) {
    const float part = std::clamp((ImGui::GetIO().MousePos.x - at.x) / size.x, 0.0f, 1.0f);
    time.pause();
    time.jump(
        std::min(std::round(part * static_cast<double>(span)), static_cast<double>(track.steps)));
  }
  const float x = x_of(time.position());
  list.AddLine({x, at.y - 3 * s}, {x, at.y + size.y + 3 * s}, im_colour(palette.point_now),
               2.5f * s);
}

}  // namespace

void draw_transport(Workbench& bench, const PanelBox& box) {
  begin_fixed("transport", box, true);
  const Track track = track_of(bench);
  controls(bench, track);
  ImGui::Spacing();
  bar(bench, track);
  ImGui::End();
}

}  // namespace marblemaze

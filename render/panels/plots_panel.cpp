#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr long kShownTicks = 720;  // six seconds

void plot(const char* label, const std::vector<float>& values, const std::string& now,
          float height) {
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine();
  ImGui::TextUnformatted(now.c_str());
  const float most = values.empty() ? 1 : *std::max_element(values.begin(), values.end());
  ImGui::PlotLines((std::string("##") + label).c_str(), values.data(),
                   static_cast<int>(values.size()), 0, nullptr, 0, std::max(most, 1e-3f) * 1.05f,
                   {ImGui::GetContentRegionAvail().x, height});
}

}  // namespace

void draw_plots(const Workbench& bench) {
  const ShownRun& run = bench.run();
  const long tick = std::min(bench.marble().tick(), run.ticks() - 1);
  std::vector<float> speed, energy, turning;
  for (long t = std::max(tick - kShownTicks, 1L); t <= tick; t += 2) {
    const Scene scene = run.recording().scene(t);
    speed.push_back(static_cast<float>(glm::length(scene.marble_velocity)));
    energy.push_back(static_cast<float>(scene.kinetic_energy_j));
    turning.push_back(static_cast<float>(run.turning_speed_at(t)));
  }
  const auto last = [](const std::vector<float>& v) { return v.empty() ? 0.0f : v.back(); };
  const float height = 42 * bench.view.ui_scale;
  plot("marble's speed", speed, fmt::format("{:.2f} cells/s", last(speed)), height);
  plot("marble's kinetic energy", energy, fmt::format("{:.3f} J", last(energy)), height);
  plot("maze's angular speed", turning, fmt::format("{:.2f} rad/s", last(turning)), height);
  const Scene now = bench.marble().scene();
  ImGui::TextDisabled("contacts");
  ImGui::SameLine();
  ImGui::Text("%zu", now.contacts.size());
}

}  // namespace marblemaze

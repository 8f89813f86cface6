#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/session/motion.h"

namespace marblemaze {
namespace {

constexpr long kShownTicks = 720, kEach = 2;  // six seconds, every second tick

// From 0 to the highest value of the stretch, both written at the axis.
void plot(const MotionSeries& series, const std::vector<float>& values, float height) {
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
}

}  // namespace

void draw_plots(const Workbench& bench, const Ask& ask) {
  const ShownRun& run = bench.run();
  if (run.ticks() == 0) return ImGui::TextDisabled("Nothing has moved yet.");
  const long tick = std::clamp(bench.marble().tick(), 0L, run.ticks() - 1);
  const long first = std::max(tick - kShownTicks, 0L);
  for (const MotionSeries& series : kMotion) {
    std::vector<float> values;
    for (long t = first; t <= tick; t += kEach)
      values.push_back(static_cast<float>(series.at(run, t)));
    plot(series, values, 52 * bench.view.ui_scale);
  }
  const char* now = "now";
  ImGui::TextDisabled("%.1f s ago", static_cast<double>(tick - first) * run.seconds_per_tick());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(now).x);
  ImGui::TextDisabled("%s", now);
  offer(ask, {{"Save as CSV", {Act::export_csv}, "All ticks of the run so far"}});
  ImGui::SameLine();
  ImGui::Text("contacts: %zu", bench.marble().scene().contacts.size());
}

}  // namespace marblemaze

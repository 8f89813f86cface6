#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr long kMostMarks = 400;
constexpr double kShortestBar_s = 10;

void controls(Workbench& bench) {
  Playback& p = bench.playback;
  const float s = bench.ui_scale;
  const ImVec2 wide{62 * s, 0};
  if (ImGui::Button("|< move")) p.step_move(bench.runs(), -1);
  ImGui::SameLine();
  if (ImGui::Button("< tick")) p.step_ticks(bench.runs(), -1);
  ImGui::SameLine();
  if (ImGui::Button(p.playing() && p.backward() ? "Pause##b" : "Back", wide)) {
    if (p.playing() && p.backward())
      p.pause();
    else
      p.set_backward(true), p.play();
  }
  ImGui::SameLine();
  if (ImGui::Button(p.playing() && !p.backward() ? "Pause" : "Play", wide)) {
    if (p.playing() && !p.backward())
      p.pause();
    else
      p.set_backward(false), p.play();
  }
  ImGui::SameLine();
  if (ImGui::Button("tick >")) p.step_ticks(bench.runs(), 1);
  ImGui::SameLine();
  if (ImGui::Button("move >|")) p.step_move(bench.runs(), 1);
  ImGui::SameLine();
  if (ImGui::Button("End")) p.jump(static_cast<double>(bench.run().ticks()));
  ImGui::SameLine();
  ImGui::SetNextItemWidth(130 * s);
  auto speed = static_cast<float>(p.speed());
  if (ImGui::SliderFloat("##speed", &speed, 0.1f, 100.0f, "speed %.1fx",
                         ImGuiSliderFlags_Logarithmic))
    p.set_speed(speed);
}

std::string outcome_text(const ShownRun& run) {
  if (!run.live()) return fmt::format("recording, {}", to_string(run.outcome()));
  if (run.outcome() != Outcome::running) return std::string(to_string(run.outcome()));
  if (run.live() && run.episode().thinks()) return "thinking";
  return run.waits_for_person() ? "your move" : "under way";
}

std::string pace_text(const Playback& p) {
  if (!p.playing()) return "paused";
  return fmt::format("actual {:.1f}x{}", p.actual_speed(),
                     p.lagging() ? ", cannot keep up: slowed down" : "");
}

void facts(const Workbench& bench) {
  const Playback& p = bench.playback;
  const ShownRun& run = bench.run();
  const double step = run.seconds_per_tick();
  const std::string text =
      fmt::format("{:.2f} s of {:.2f} s   {}   {}", p.position() * step,
                  static_cast<double>(run.ticks()) * step, outcome_text(run), pace_text(p));
  ImGui::SameLine();
  ImGui::TextUnformatted(text.c_str());
}

void draw_moves(const Workbench& bench, ImVec2 at, ImVec2 size, double span) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ShownRun& run = bench.run();
  const Palette& palette = bench.colours();
  const auto& moves = run.recording().moves;
  const float s = bench.ui_scale;
  const std::size_t every = moves.size() / kMostMarks + 1;
  float labelled = -1e9f;
  for (std::size_t i = 0; i < moves.size(); i += every) {
    const float from =
        at.x + static_cast<float>(static_cast<double>(moves[i].begin) / span) * size.x;
    const double end = static_cast<double>(moves[i].end > 0 ? moves[i].end : run.ticks());
    const float to = at.x + static_cast<float>(end / span) * size.x;
    glm::vec3 colour = palette.glass;
    if (!moves[i].move.valid()) colour = glm::vec3(palette.hinge);
    if (moves[i].end > 0 && !moves[i].to.valid()) colour = palette.marble;
    list.AddRectFilled({from, at.y}, {std::max(to - s, from + 1), at.y + size.y},
                       im_colour(colour, i / every % 2 == 0 ? 0.55f : 0.38f));
    const std::string label = std::to_string(moves[i].number);
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    if (from < labelled + 4 * s || from + width + 3 * s > at.x + size.x) continue;
    list.AddText({from + 3 * s, at.y + 4 * s}, ink(palette), label.c_str());
    labelled = from + width;
  }
}

void scrub_bar(Workbench& bench) {
  const float s = bench.ui_scale;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, 26 * s};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                     3 * s);
  const double span = std::max(static_cast<double>(bench.run().ticks()),
                               kShortestBar_s / bench.run().seconds_per_tick());
  draw_moves(bench, at, size, span);
  ImGui::InvisibleButton("scrub", size);
  if (ImGui::IsItemActive()) {
    const float part = std::clamp((ImGui::GetIO().MousePos.x - at.x) / size.x, 0.0f, 1.0f);
    bench.playback.pause();
    bench.playback.jump(std::min(part * span, static_cast<double>(bench.run().ticks())));
  }
  const float x = at.x + static_cast<float>(bench.playback.position() / span) * size.x;
  list.AddLine({x, at.y - 3 * s}, {x, at.y + size.y + 3 * s}, im_colour(bench.colours().point_now),
               2.5f * s);
}

}  // namespace

void draw_timeline(Workbench& bench, const PanelBox& box) {
  begin_fixed("timeline", box, true);
  controls(bench);
  facts(bench);
  ImGui::Spacing();
  scrub_bar(bench);
  ImGui::End();
}

}  // namespace marblemaze

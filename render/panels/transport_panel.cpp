#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostMarks = 400;
constexpr long kMostSteps = 120;  // marked on the bar; with more they would touch

void buttons(const std::vector<TransportWords::Button>& all) {
  for (const auto& [label, press] : all) {
    if (button(label)) press();
    ImGui::SameLine();
  }
}

void play_button(Shown& shown, const char* label, bool backward, ImVec2 size) {
  const bool on = shown.plays() && shown.time.backward() == backward;
  if (button(on ? fmt::format("Pause##{}", label) : label, size))
    on ? shown.time.pause() : shown.play(backward);
  ImGui::SameLine();
}

void controls(Shown& shown, const TransportWords& words, float s) {
  Transport& time = shown.time;
  buttons(words.back);
  play_button(shown, "Back", true, {62 * s, 0});
  play_button(shown, "Play", false, {62 * s, 0});
  buttons(words.on);
  ImGui::SetNextItemWidth(130 * s);
  auto speed = static_cast<float>(time.speed() * words.speed_unit);
  const auto limit = [&](double most) { return static_cast<float>(most * words.speed_unit); };
  if (ImGui::SliderFloat("##speed", &speed, limit(time.speeds().slowest),
                         limit(time.speeds().fastest), words.speed_format.c_str(),
                         ImGuiSliderFlags_Logarithmic))
    time.set_speed(speed / words.speed_unit);
  ImGui::SameLine();
  ImGui::TextUnformatted(words.facts.c_str());
}

// The bar in the window.
struct Bar {
  ImDrawList& list;
  const Palette& palette;
  ImVec2 at, size;
  double span;  // steps
  float scale;

  [[nodiscard]] float x(double step) const {
    return at.x + static_cast<float>(step / span) * size.x;
  }
};

void draw_marks(const Bar& bar, const std::vector<TransportWords::Mark>& marks) {
  using Kind = TransportWords::Mark::Kind;
  const float s = bar.scale;
  const std::size_t every = marks.size() / kMostMarks + 1;
  float labelled = -1e9f;
  for (std::size_t i = 0; i < marks.size(); i += every) {
    const TransportWords::Mark& mark = marks[i];
    const float from = bar.x(static_cast<double>(mark.begin)),
                to = bar.x(static_cast<double>(mark.end));
    const glm::vec3 colour = mark.kind == Kind::move            ? bar.palette.glass
                             : mark.kind == Kind::scheme_switch ? glm::vec3(bar.palette.hinge)
                                                                : bar.palette.marble;
    bar.list.AddRectFilled({from, bar.at.y}, {std::max(to - s, from + 1), bar.at.y + bar.size.y},
                           im_colour(colour, i / every % 2 == 0 ? 0.55f : 0.38f));
    const float width = ImGui::CalcTextSize(mark.label.c_str()).x;
    if (from < labelled + 4 * s || from + width + 3 * s > bar.at.x + bar.size.x) continue;
    bar.list.AddText({from + 3 * s, bar.at.y + 4 * s}, ink(bar.palette), mark.label.c_str());
    labelled = from + width;
  }
}

void draw_steps(const Bar& bar, const Transport& time) {
  bar.list.AddRectFilled(bar.at, {bar.x(time.position()), bar.at.y + bar.size.y},
                         im_colour(bar.palette.glass, 0.45f), 3 * bar.scale);
  const auto steps = static_cast<long>(bar.span);
  const float top = bar.at.y + 7 * bar.scale, low = bar.at.y + bar.size.y - 7 * bar.scale;
  if (steps <= kMostSteps)
    for (long i = 1; i < steps; ++i) {
      const float x = bar.x(static_cast<double>(i));
      bar.list.AddLine({x, top}, {x, low}, ink(bar.palette, 0.3f), bar.scale);
    }
}

void scrub(const Bar& bar, Shown& shown, bool whole_steps) {
  ImGui::InvisibleButton("scrub", bar.size);
  note_item("scrub");
  if (!ImGui::IsItemActive()) return;
  const float part = std::clamp((ImGui::GetIO().MousePos.x - bar.at.x) / bar.size.x, 0.0f, 1.0f);
  const double wanted = part * bar.span;
  shown.time.pause();
  shown.time.jump(
      std::min(whole_steps ? std::round(wanted) : wanted, static_cast<double>(shown.length())));
}

void draw_bar(Workbench& bench, const TransportWords& words) {
  Shown& shown = bench.shown();
  const float s = bench.ui_scale;
  const Bar bar{*ImGui::GetWindowDrawList(),
                bench.colours(),
                ImGui::GetCursorScreenPos(),
                {ImGui::GetContentRegionAvail().x, 26 * s},
                std::max(static_cast<double>(shown.length()), words.shortest_span),
                s};
  bar.list.AddRectFilled(bar.at, {bar.at.x + bar.size.x, bar.at.y + bar.size.y},
                         ImGui::GetColorU32(ImGuiCol_FrameBg), 3 * s);
  words.whole_steps ? draw_steps(bar, shown.time) : draw_marks(bar, words.marks);
  scrub(bar, shown, words.whole_steps);
  const float x = bar.x(shown.time.position());
  bar.list.AddLine({x, bar.at.y - 3 * s}, {x, bar.at.y + bar.size.y + 3 * s},
                   im_colour(bar.palette.point_now), 2.5f * s);
}

}  // namespace

void draw_transport(Workbench& bench, const PanelBox& box) {
  begin_fixed("transport", box, true);
  const TransportWords words = bench.shown().transport_words();
  controls(bench.shown(), words, bench.ui_scale);
  ImGui::Spacing();
  draw_bar(bench, words);
  ImGui::End();
}

}  // namespace marblemaze

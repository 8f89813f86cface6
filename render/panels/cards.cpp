// The card under the scene: what became of the run, and what can be done next.
#include "render/panels/panels.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr float kNewsHeight = 92, kLevelHeight = 42;  // points

// Of how the run ended.
void end_buttons(const Workbench& bench, const Ask& ask) {
  const bool solved = bench.run().outcome() == Outcome::solved;
  if (!bench.guides().level().open() && bench.run().can_recover()) {
    if (button("Recover")) ask({Act::recover});
    tip("Go on from here: tip the marble off the edge that it balances on");
    ImGui::SameLine();
  }
  if (button("Restart")) ask({Act::restart});
  tip("The same maze from its start (R)");
  ImGui::SameLine();
  if (!solved) {
    if (button("Why?")) ask({Act::why});
    ImGui::SameLine();
  }
  if (button(bench.guides().level().open() ? "Next level" : "Next maze")) ask({Act::next_maze});
  ImGui::SameLine();
  if (solved) {
    if (button("Save or share ...")) ImGui::OpenPopup("share");
    if (ImGui::BeginPopup("share")) export_items(bench, ask), ImGui::EndPopup();
    ImGui::SameLine();
  }
  if (button("Close##card")) ask({Act::drop_end});
}

}  // namespace

float card_height(const Workbench& bench) {
  if (!bench.panels.show_panels) return 0;
  const bool level = bench.guides().level().open() && bench.shows_marble();
  if (bench.shows_end() || (level && bench.guides().level().result())) return kNewsHeight;
  return level ? kLevelHeight : 0;
}

void draw_end(const Workbench& bench, const Ask& ask, const PanelBox& box) {
  if (!bench.shows_end()) return;
  begin_fixed("card", box);
  const RunNews news = news_of(bench.run());
  const bool solved = bench.run().outcome() == Outcome::solved;
  const ImU32 bad = ImGui::GetColorU32(ImGuiCol_PlotHistogram);
  draw_coloured(solved ? im_colour(bench.view.colours().goal) : bad, news.headline);
  draw_dim(news.detail);
  end_buttons(bench, ask);
  ImGui::End();
}

}  // namespace marblemaze

// The card under the scene: what became of the run, and what can be done next.
#include "render/panels/panels.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr float kNewsHeight = 92, kLevelHeight = 42;  // points

/// Of how the run ended. What is asked for may leave the run that all are about.
void end_buttons(Workbench& bench) {
  const bool solved = bench.run().outcome() == Outcome::solved;
  std::optional<Act> wanted;
  if (!bench.level().open() && bench.run().can_recover()) {
    if (button("Recover")) wanted = Act::recover;
    tip("Go on from here: tip the marble off the edge that it balances on");
    ImGui::SameLine();
  }
  if (button("Restart")) wanted = Act::restart;
  tip("The same maze from its start (R)");
  ImGui::SameLine();
  if (!solved) {
    if (button("Why?")) wanted = Act::why;
    ImGui::SameLine();
  }
  if (button(bench.level().open() ? "Next level" : "Next maze")) wanted = Act::next_maze;
  ImGui::SameLine();
  if (solved) {
    if (button("Save or share ...")) ImGui::OpenPopup("share");
    if (ImGui::BeginPopup("share")) export_items(bench), ImGui::EndPopup();
    ImGui::SameLine();
  }
  if (button("Close##card")) wanted = Act::drop_end;
  if (wanted) bench.ask({*wanted});
}

}  // namespace

float card_height(Workbench& bench) {
  if (!bench.panels.show_panels) return 0;
  const bool level = bench.level().open() && bench.shows_marble();
  if (bench.shows_end() || (level && bench.level().result())) return kNewsHeight;
  return level ? kLevelHeight : 0;
}

void draw_end(Workbench& bench, const PanelBox& box) {
  if (!bench.shows_end()) return;
  begin_fixed("card", box);
  const RunNews news = news_of(bench.run());
  const bool solved = bench.run().outcome() == Outcome::solved;
  ImGui::PushStyleColor(ImGuiCol_Text, solved ? im_colour(bench.view.colours().goal)
                                              : ImGui::GetColorU32(ImGuiCol_PlotHistogram));
  ImGui::TextWrapped("%s", news.headline.c_str());
  ImGui::PopStyleColor();
  draw_dim(news.detail);
  end_buttons(bench);
  ImGui::End();
}

}  // namespace marblemaze

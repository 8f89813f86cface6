// The moves of a marble maze as buttons, for a person who plays.
#include <algorithm>
#include <cmath>

#include "render/panels/panels.h"
#include "render/session/hints.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr float kWidest = 150, kHigh = 28;  // points

// In rows of the same length, as few as there is room for.
int columns_for(int buttons, float room, float widest, float gap) {
  const int most = std::clamp(static_cast<int>((room + gap) / (widest + gap)), 1, buttons);
  const int rows = (buttons + most - 1) / most;
  return (buttons + rows - 1) / rows;
}

}  // namespace

void draw_move_buttons(const Workbench& bench, const Ask& ask) {
  const ShownRun& run = bench.run();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float room = ImGui::GetContentRegionAvail().x, gap = style.ItemSpacing.x;
  std::vector<std::pair<std::string, MoveId>> moves;
  float widest = 0;
  for (const MoveId move : run.scheme(run.orientations_at(run.ticks())).move_ids()) {
    moves.emplace_back(move_label(run, move), move);
    const float text = ImGui::CalcTextSize(moves.back().first.c_str()).x;
    widest = std::max(widest, text + 2 * style.FramePadding.x);
  }
  const int columns = columns_for(static_cast<int>(moves.size()), room, widest, gap);
  const auto part = static_cast<float>(columns);
  const float width = std::floor(
      std::min((room - gap * (part - 1)) / part, std::max(widest, kWidest * bench.view.ui_scale)));
  int column = 0;
  for (const auto& [label, move] : moves) {
    if (column > 0) ImGui::SameLine();
    if (button(label, {width, kHigh * bench.view.ui_scale})) ask({Act::choose_move, move.index});
    preview_when_hovered(bench, ask, move);
    column = (column + 1) % columns;
  }
}

void draw_moves(const Workbench& bench, const Ask& ask, const PanelBox& box) {
  begin_fixed("moves", box);
  ImGui::BeginGroup();
  draw_hint_button(bench, ask);
  if (button("Undo")) ask({Act::refuse_undo});
  ImGui::EndGroup();
  ImGui::SameLine();
  ImGui::BeginGroup();
  draw_move_buttons(bench, ask);
  if (ImGui::GetWindowContentRegionMax().y - ImGui::GetCursorPosY() >= ImGui::GetTextLineHeight())
    draw_dim(moves_in_words(bench.run(), bench.guides().counted_level()));
  ImGui::EndGroup();
  ImGui::End();
}

}  // namespace marblemaze

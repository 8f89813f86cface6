#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostRows = 60;

using MoveName = std::function<std::string(StateId, MoveId)>;

void candidate_row(const Candidate& candidate, const MoveName& move_name, bool chosen) {
  ImGui::TableNextRow();
  if (chosen)
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0,
                           ImGui::GetColorU32(ImGuiCol_HeaderActive, 0.5f));
  const std::string cells[] = {
      std::to_string(candidate.parent.index), move_name(candidate.parent, candidate.move),
      fmt::format("{:g}", candidate.value), std::to_string(candidate.moves_away),
      candidate.predicted ? std::to_string(candidate.predicted->index) : "?"};
  for (const std::string& cell : cells) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(cell.c_str());
  }
}

}  // namespace

void draw_why(const MoveNote* note, const MoveName& move_name) {
  if (!note) return ImGui::TextDisabled("No move has been made yet.");
  ImGui::TextWrapped("%s", note->rule.empty() ? "The recording does not hold the agent's reasons."
                                              : note->rule.c_str());
  if (note->why.empty()) return;
  ImGui::TextDisabled("%zu untried moves were weighed; smallest value wins", note->why.size());
  const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                                ImGuiTableFlags_BordersOuter | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable("why", 5, flags, {0, ImGui::GetContentRegionAvail().y})) return;
  for (const char* name : {"state", "move", "value", "away", "leads to"})
    ImGui::TableSetupColumn(name);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
  for (std::size_t row = 0; row < std::min(note->why.size(), kMostRows); ++row)
    candidate_row(note->why[row], move_name, row == 0);
  ImGui::EndTable();
}

}  // namespace marblemaze

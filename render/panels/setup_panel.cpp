#include <algorithm>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/run/world_registry.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

void new_maze(Workbench& bench) {
  MazeRequest& request = bench.request;
  const char* const kinds[] = {"cube, all layers", "cube, outer layer", "flat"};
  int kind = static_cast<int>(request.layers);
  ImGui::SetNextItemWidth(-98 * bench.ui_scale);
  if (ImGui::Combo("##kind", &kind, kinds, 3)) request.layers = static_cast<Layers>(kind);
  ImGui::SameLine();
  draw_world_choice(bench);
  const float half = ImGui::GetContentRegionAvail().x * 0.5f - 48 * bench.ui_scale;
  ImGui::SetNextItemWidth(half);
  ImGui::InputInt("size", &request.size, 1);
  request.size = std::clamp(request.size, kSmallestSide, 30);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(half + 8 * bench.ui_scale);
  ImGui::InputInt("seed", &request.seed, 1);
  request.seed = std::max(request.seed, 0);
  if (ImGui::Button("New maze")) bench.new_maze(request);
  ImGui::SameLine();
  if (ImGui::Button("Next seed")) bench.next_maze();
  ImGui::SameLine();
  if (ImGui::Button("Again")) bench.restart();
}

void agents(Workbench& bench) {
  ShownRun& run = bench.run();
  draw_agent_choice(bench, run.spec().agent);
  if (!run.maze().grid().in_box(glm::ivec3(0, 0, 1)))
    return ImGui::TextDisabled("4 orientations (flat maze)");
  const int now = run.orientations_at(run.ticks());
  for (const int orientations : {8, 24}) {
    if (orientations == 24) ImGui::SameLine();
    if (ImGui::RadioButton(fmt::format("{} orientations", orientations).c_str(),
                           now == orientations) &&
        now != orientations)
      bench.set_scheme(orientations);
  }
  bool recovery = run.spec().recovery;
  if (ImGui::Checkbox("Recover when frozen", &recovery)) bench.set_recovery(recovery);
}

void hand(Workbench& bench) {
  bool by_hand = bench.run().spec().by_hand;
  if (ImGui::Checkbox("Play by hand", &by_hand)) bench.set_by_hand(by_hand);
  ImGui::SameLine();
  bool filling = bench.filling() != nullptr;
  if (ImGui::Checkbox("Fill dead ends", &filling)) bench.show_filling(filling);
  if (!by_hand || filling) return;
  const ShownRun& run = bench.run();
  const OrientationScheme& scheme = run.scheme(run.orientations_at(run.ticks()));
  const OrientationId from = run.orientation_at(run.ticks());
  const float half = ImGui::GetContentRegionAvail().x * 0.49f;
  bool beside = false;  // short names go two in a row
  for (const MoveId move : scheme.move_ids()) {
    const std::string label = fmt::format("{}: {}", move.index + 1, scheme.move_name(from, move));
    const bool fits = ImGui::CalcTextSize(label.c_str()).x + 10 * bench.ui_scale < half;
    if (beside && fits) ImGui::SameLine();
    if (ImGui::Button(label.c_str(), {fits ? half : -1.0f, 0})) bench.choose_move(move.index);
    beside = fits && !beside;
  }
  if (ImGui::Button("Undo")) bench.refuse_undo();
  ImGui::SameLine();
  const int moves = run.notes().empty() ? 0 : run.notes().back().counters.moves;
  const auto best = run.predicted_best();
  ImGui::TextUnformatted(
      fmt::format("{} moves, best {}", moves, best ? fmt::format("about {}", *best) : "unknown")
          .c_str());
}

void side_by_side(Workbench& bench) {
  const bool two = bench.runs().size() > 1;
  ImGui::SetNextItemWidth(-1);
  const std::string shown = two ? bench.runs()[1]->spec().agent : "none";
  if (ImGui::BeginCombo("##second", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
    if (ImGui::Selectable("none", !two)) bench.compare_with("", 0);
    const int orientations = bench.runs()[0]->recording().orientations;
    for (const PlannerEntry& entry : planner_registry())
      if (ImGui::Selectable(std::string(entry.name).c_str()))
        bench.compare_with(std::string(entry.name), orientations);
    if (orientations == 8 && ImGui::Selectable("same agent, 24 orientations"))
      bench.compare_with(bench.runs()[0]->spec().agent, 24);
    ImGui::EndCombo();
  }
  if (!two) return;
  ImGui::TextUnformatted("Panels show:");
  for (std::size_t i = 0; i < 2; ++i) {
    ImGui::SameLine();
    if (ImGui::RadioButton(i == 0 ? "left" : "right", bench.selected() == i)) bench.select(i);
  }
}

}  // namespace

void draw_world_choice(Workbench& bench) {
  const std::string now = bench.game() ? bench.game()->spec().family : bench.run().spec().world;
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##world", now.c_str(), ImGuiComboFlags_HeightLargest)) return;
  ImGui::TextDisabled("this marble maze in");
  for (const std::string_view kind : marble_world_kinds())
    if (ImGui::Selectable(std::string(kind).c_str(), now == kind) && now != kind)
      bench.set_world(std::string(kind));
  ImGui::TextDisabled("another maze");
  for (const WorldEntry& entry : world_registry()) {
    if (is_marble_world_kind(entry.name)) continue;
    const std::string name(entry.name);
    if (ImGui::Selectable(name.c_str(), now == name)) bench.set_world(name);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", std::string(entry.summary).c_str());
  }
  ImGui::EndCombo();
}

void draw_agent_choice(Workbench& bench, const std::string& now) {
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##agent", now.c_str(), ImGuiComboFlags_HeightLarge)) return;
  for (const PlannerEntry& entry : planner_registry()) {
    const std::string name(entry.name);
    if (ImGui::Selectable(name.c_str(), name == now)) bench.set_agent(name);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s\nMay use: %s", std::string(entry.summary).c_str(),
                        std::string(entry.knowledge).c_str());
  }
  ImGui::EndCombo();
}

void draw_setup_panel(Workbench& bench, const PanelBox& box) {
  begin_fixed("setup", box);
  ImGui::TextDisabled("MAZE");
  new_maze(bench);
  ImGui::TextDisabled("AGENT AND CONTROL SCHEME");
  agents(bench);
  hand(bench);
  ImGui::TextDisabled("SIDE BY SIDE WITH");
  side_by_side(bench);
  ImGui::TextDisabled("PICTURE");
  draw_picture_options(bench);
  ImGui::End();
}

}  // namespace marblemaze

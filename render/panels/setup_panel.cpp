#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/run/families/world_registry.h"
#include "engine/sim/marble_worlds.h"
#include "render/panels/panels.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

void new_maze(const Workbench& bench, const Ask& ask, MazeRequest& request) {
  const char* const kinds[] = {"cube, all layers", "cube, outer layer", "flat"};
  int kind = static_cast<int>(request.layers);
  ImGui::SetNextItemWidth(-98 * bench.view.ui_scale);
  if (ImGui::Combo("##kind", &kind, kinds, 3)) request.layers = static_cast<Layers>(kind);
  ImGui::SameLine();
  draw_world_choice(bench, ask);
  const float s = bench.view.ui_scale;
  ImGui::SetNextItemWidth(84 * s);
  ImGui::InputInt("size", &request.size, 1);
  request.size = std::clamp(request.size, kSmallestSide, kLargestSide);
  ImGui::SameLine();
  draw_seed(request, ImGui::GetContentRegionAvail().x - 38 * s);
  offer_mazes(ask, Act::new_maze);
}

// Another way to play, not another agent: it stands first.
void mode(const Workbench& bench, const Ask& ask) {
  const bool free = bench.run().turns_freely();
  if (radio_button("In moves", !free) && free) ask({Act::turn_freely, 0});
  tip("The maze tips from one orientation to another, and waits for the marble to rest");
  ImGui::SameLine();
  if (radio_button("Turn freely", free) && !free) ask({Act::turn_freely, 1});
  tip("Turn the maze about any axis at any time: drag it with the mouse");
}

void agents(const Workbench& bench, const Ask& ask) {
  const ShownRun& run = bench.run();
  mode(bench, ask);
  draw_agent_choice(bench, ask);
  if (run.turns_freely()) {
    bool rest = run.recording().spec.tilt->rest;
    if (checkbox("Must rest in the target", &rest)) ask({Act::set_rest, rest});
    return tip("It is not enough that the marble rolls through the target");
  }
  if (!run.maze().grid().in_box(glm::ivec3(0, 0, 1)))
    return ImGui::TextDisabled("4 orientations (flat maze)");
  // A switch that is still to come is shown as chosen, and its words say when it comes.
  const auto pending = run.pending_scheme();
  const ControlScheme chosen = pending.value_or(run.control_at(run.ticks()));
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24}) {
    if (control == ControlScheme::cube_24) ImGui::SameLine();
    if (radio_button(fmt::format("{} orientations", control), chosen == control) &&
        chosen != control)
      ask({Act::set_scheme, orientations_of(control)});
  }
  if (pending) ImGui::TextDisabled("turns as soon as the marble rests");
  bool recovery = run.spec().player.recovery;
  if (checkbox("Recover when frozen", &recovery)) ask({Act::set_recovery, recovery});
  tip("A frozen marble does not end the run: the agent may tip it on");
}

void side_by_side(const Workbench& bench, const Ask& ask) {
  const bool two = bench.marble().count() > 1;
  ImGui::SetNextItemWidth(-1);
  const std::string shown = two ? bench.marble().run(1).spec().player.agent : "none";
  if (ImGui::BeginCombo("##second", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
    if (ImGui::Selectable("none", !two)) ask({Act::compare_with});
    const ControlScheme control = bench.marble().run(0).setup().control;
    for (const PlannerEntry* entry : planners().all())
      if (ImGui::Selectable(std::string(entry->name).c_str()))
        ask({Act::compare_with, orientations_of(control), std::string(entry->name)});
    if (control == ControlScheme::cube_8 && ImGui::Selectable("same agent, 24 orientations"))
      ask({Act::compare_with, 24, bench.marble().run(0).spec().player.agent});
    ImGui::EndCombo();
  }
  if (!two) return;
  ImGui::TextUnformatted("Panels show:");
  for (std::size_t i = 0; i < 2; ++i) {
    ImGui::SameLine();
    if (radio_button(i == 0 ? "left" : "right", bench.marble().selected() == i))
      ask({Act::select_run, static_cast<int>(i)});
  }
}

// Of an agent or a controller.
void tip_of(const auto& agent) {
  tip(fmt::format("It chooses: {}\nIt may know: {}", agent.summary, agent.knows));
}

}  // namespace

void offer_mazes(const Ask& ask, Act new_one) {
  offer(ask, {{"New maze", {new_one}, "Builds a maze with these settings"},
              {"Next seed", {Act::next_maze}, "The maze of the next seed (Ctrl+N)"},
              {"Again", {Act::restart}, "The same maze from its start (R)"}});
}

void draw_seed(MazeRequest& request, float width) {
  ImGui::SetNextItemWidth(width);
  ImGui::InputScalar("seed", ImGuiDataType_U64, &request.seed);
  note_item("seed");
}

void draw_hand(const Workbench& bench, const Ask& ask) {
  bool by_hand = bench.played().by_hand();
  if (checkbox("Play by hand", &by_hand)) ask({Act::play_by_hand, by_hand});
}

void draw_world_choice(const Workbench& bench, const Ask& ask) {
  const std::string now = bench.played().world();
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##world", now.c_str(), ImGuiComboFlags_HeightLargest);
  if (!open) {
    note_item("world");
    return tip("The physics that moves the marble, or a maze without physics");
  }
  ImGui::TextDisabled("this marble maze in");
  for (const MarbleWorldKind& kind : marble_world_kinds()) {
    const std::string name(kind.name);
    if (selectable(name, now == name) && now != name) ask({Act::set_world, 0, name});
    tip(std::string(kind.title));
  }
  ImGui::TextDisabled("another maze");
  for (const WorldEntry& entry : world_registry()) {
    if (is_marble_world_kind(entry.name)) continue;
    const std::string name(entry.name);
    if (selectable(name, now == name)) ask({Act::set_world, 0, name});
    tip(std::string(entry.summary));
  }
  ImGui::EndCombo();
}

void draw_agent_choice(const Workbench& bench, const Ask& ask) {
  const auto tilt = bench.shows_marble() ? bench.marble().spec().tilt : std::nullopt;
  const std::string now = tilt ? tilt->policy : bench.played().agent();
  const auto choice = [&](const auto& entry) {
    const std::string name(entry.name);
    if (selectable(name, name == now)) ask({Act::set_agent, 0, name});
    tip_of(entry);
  };
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##agent", now.c_str(), ImGuiComboFlags_HeightLarge)) {
    if (const PlannerEntry* entry = planners().find(now)) tip_of(*entry);
    if (const TiltPolicyEntry* entry = tilt_policies().find(now)) tip_of(*entry);
    return;
  }
  if (tilt)
    for (const TiltPolicyEntry* entry : tilt_policies().all()) choice(*entry);
  else
    for (const PlannerEntry* entry : planners().all()) choice(*entry);
  ImGui::EndCombo();
}

void draw_setup_panel(const Workbench& bench, const Ask& ask, View& view, PanelState& panels,
                      const PanelBox& box) {
  const OpenWindow window = begin_fixed("setup", box);
  draw_panel_head(bench, ask, "Maze and agent", Act::fold_setup);
  if (begin_section("Maze", true)) new_maze(bench, ask, panels.request);
  if (begin_section("Agent and control scheme", true)) agents(bench, ask), draw_hand(bench, ask);
  const bool two = bench.marble().count() > 1;
  if (begin_section("More", false, two)) {
    if (!bench.run().turns_freely() && begin_section("Side by side", false, two))
      side_by_side(bench, ask);
    draw_picture_options(bench, ask, view);
  }
}

}  // namespace marblemaze

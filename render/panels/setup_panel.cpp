#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/run/families/world_registry.h"
#include "engine/sim/marble_worlds.h"
#include "render/panels/actions.h"
#include "render/panels/panels.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

void new_maze(Session& session) {
  MazeRequest& request = session.panels.request;
  const char* const kinds[] = {"cube, all layers", "cube, outer layer", "flat"};
  int kind = static_cast<int>(request.layers);
  ImGui::SetNextItemWidth(-98 * session.view.ui_scale);
  if (ImGui::Combo("##kind", &kind, kinds, 3)) request.layers = static_cast<Layers>(kind);
  ImGui::SameLine();
  draw_world_choice(session);
  const float s = session.view.ui_scale;
  ImGui::SetNextItemWidth(84 * s);
  ImGui::InputInt("size", &request.size, 1);
  request.size = std::clamp(request.size, kSmallestSide, kLargestSide);
  ImGui::SameLine();
  draw_seed(request, ImGui::GetContentRegionAvail().x - 38 * s);
  offer_mazes(session, &Session::new_maze);
}

// Another way to play, not another agent: it stands first.
void mode(Session& session) {
  const bool free = session.run().turns_freely();
  if (radio_button("In moves", !free) && free) session.act(&Session::turn_freely, false);
  tip("The maze tips from one orientation to another, and waits for the marble to rest");
  ImGui::SameLine();
  if (radio_button("Turn freely", free) && !free) session.act(&Session::turn_freely, true);
  tip("Turn the maze about any axis at any time: drag it with the mouse");
}

void agents(Session& session) {
  const MarbleRun& run = session.run();
  mode(session);
  draw_agent_choice(session);
  if (run.turns_freely()) {
    bool rest = run.recording().spec.tilt->rest;
    if (checkbox("Must rest in the target", &rest)) session.act(&Session::set_rest, rest);
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
      session.act(&Session::set_scheme, control);
  }
  if (pending) ImGui::TextDisabled("turns as soon as the marble rests");
  bool recovery = run.spec().player.recovery;
  if (checkbox("Recover when frozen", &recovery)) session.act(&Session::set_recovery, recovery);
  tip("A frozen marble does not end the run: the agent may tip it on");
}

void side_by_side(Session& session) {
  const bool two = session.marble().beside != nullptr;
  ImGui::SetNextItemWidth(-1);
  const std::string shown = two ? session.marble().beside->spec().player.agent : "none";
  if (ImGui::BeginCombo("##second", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
    if (ImGui::Selectable("none", !two))
      session.act(&Session::compare_with, "", ControlScheme::none);
    const ControlScheme control = session.marble().setup().control;
    for (const PlannerEntry* entry : planners().all())
      if (ImGui::Selectable(std::string(entry->name).c_str()))
        session.act(&Session::compare_with, std::string(entry->name), control);
    if (control == ControlScheme::cube_8 && ImGui::Selectable("same agent, 24 orientations"))
      session.act(&Session::compare_with, session.spec().player.agent, ControlScheme::cube_24);
    ImGui::EndCombo();
  }
  if (!two) return;
  ImGui::TextUnformatted("Panels show:");
  for (const bool right : {false, true}) {
    ImGui::SameLine();
    if (radio_button(right ? "right" : "left", session.marble().about_beside == right))
      session.marble().about_beside = right;
  }
}

// Of an agent or a controller.
void tip_of(const auto& agent) {
  tip(fmt::format("It chooses: {}\nIt may know: {}", agent.summary, agent.knows));
}

}  // namespace

void offer_mazes(Session& session, void (Session::*make)()) {
  if (button("New maze")) session.act(make);
  tip("Builds a maze with these settings");
  ImGui::SameLine();
  action_button(session, "Next seed", "Next maze");
  ImGui::SameLine();
  action_button(session, "Again", "Again");
}

void draw_seed(MazeRequest& request, float width) {
  ImGui::SetNextItemWidth(width);
  ImGui::InputScalar("seed", ImGuiDataType_U64, &request.seed);
  note_item("seed");
}

void draw_hand(Session& session) {
  bool by_hand = session.by_hand();
  if (checkbox("Play by hand", &by_hand)) session.act(&Session::play_by_hand, by_hand);
}

void draw_world_choice(Session& session) {
  const std::string now = session.world();
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##world", now.c_str(), ImGuiComboFlags_HeightLargest);
  if (!open) {
    note_item("world");
    return tip("The physics that moves the marble, or a maze without physics");
  }
  ImGui::TextDisabled("this marble maze in");
  for (const MarbleWorldKind& kind : marble_world_kinds()) {
    const std::string name(kind.name);
    if (selectable(name, now == name) && now != name) session.act(&Session::set_world, name);
    tip(std::string(kind.title));
  }
  ImGui::TextDisabled("another maze");
  for (const WorldEntry& entry : world_registry()) {
    if (is_marble_world_kind(entry.name)) continue;
    const std::string name(entry.name);
    if (selectable(name, now == name)) session.act(&Session::set_world, name);
    tip(std::string(entry.summary));
  }
  ImGui::EndCombo();
}

void draw_agent_choice(Session& session) {
  const auto tilt = session.shows_marble() ? session.spec().tilt : std::nullopt;
  const std::string now = tilt ? tilt->policy : session.agent();
  const auto choice = [&](const auto& entry) {
    const std::string name(entry.name);
    if (selectable(name, name == now)) session.act(&Session::use_agent, name);
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

void draw_setup_panel(Session& session, const PanelBox& box) {
  const OpenWindow window = begin_fixed("setup", box);
  draw_panel_head(session, "Maze and agent", session.panels.setup_fold);
  if (begin_section("Maze", true)) new_maze(session);
  if (begin_section("Agent and control scheme", true)) agents(session), draw_hand(session);
  const bool two = session.marble().beside != nullptr;
  if (begin_section("More", false, two)) {
    if (!session.run().turns_freely() && begin_section("Side by side", false, two))
      side_by_side(session);
    draw_picture_options(session);
  }
}

}  // namespace marblemaze

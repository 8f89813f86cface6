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

void field_name(const char* name, bool changed = false) {
  const WithText set(Text::label);
  ImGui::PushStyleColor(ImGuiCol_Text, im_colour(changed ? tokens().interaction : tokens().text_2));
  ImGui::TextUnformatted(name);
  ImGui::PopStyleColor();
}

// What the form says differently from the maze that is shown.
struct Changes {
  bool layers, size, seed;
  [[nodiscard]] int count() const { return int{layers} + int{size} + int{seed}; }
};

Changes changes_of(const Session& session) {
  const MazeRequest& asked = session.panels.request;
  const Maze& maze = session.run().maze();
  return {asked.layers != maze.grid().layers(), asked.size != maze.grid().dims().x,
          asked.seed != maze.origin().seed};
}

void size_and_seed(Session& session, const Changes& changed) {
  MazeRequest& request = session.panels.request;
  const float s = ui_scale(), gap = 12 * s;
  const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
  ImGui::BeginGroup();
  const int now = session.run().maze().grid().dims().x;
  field_name(changed.size ? fmt::format("Size, now {}", now).c_str() : "Size", changed.size);
  stepper("size", &request.size, kSmallestSide, kLargestSide, half, changed.size);
  ImGui::EndGroup();
  ImGui::SameLine(0, gap);
  ImGui::BeginGroup();
  field_name("Seed", changed.seed);
  draw_seed(request, half, changed.seed);
  ImGui::EndGroup();
}

void new_maze(Session& session) {
  MazeRequest& request = session.panels.request;
  const Changes changed = changes_of(session);
  field_name("Shape", changed.layers);
  const char* const kinds[] = {"Cube, all layers", "Cube, outer layer", "Flat"};
  int kind = static_cast<int>(request.layers);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::Combo("##kind", &kind, kinds, 3)) request.layers = static_cast<Layers>(kind);
  note_item("shape");
  size_and_seed(session, changed);
  const bool enter = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
                     ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
  if (changed.count() > 0 && enter && ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) &&
      !ImGui::IsAnyItemActive())
    session.act(&Session::new_maze);
  if (changed.count() > 0) {
    if (push_button("Build new maze",
                    {.kind = ButtonKind::primary, .key = "Enter", .shows_key = true}))
      session.act(&Session::new_maze);
    ImGui::SameLine();
    if (push_button("Undo##form",
                    {.kind = ButtonKind::quiet, .words = "Back to the maze that is shown"}))
      request = {session.run().maze().grid().dims().x, session.run().maze().grid().layers(),
                 session.run().maze().origin().seed};
  } else {
    offer_mazes(session, &Session::new_maze);
  }
}

void agents(Session& session) {
  const MarbleRun& run = session.run();
  draw_agent_choice(session);
  const bool free = run.turns_freely();
  if (!free && run.maze().grid().in_box(glm::ivec3(0, 0, 1))) {
    // A switch that is still to come is shown as chosen, and its words say when it comes.
    const auto pending = run.pending_scheme();
    const ControlScheme before = pending.value_or(run.control_at(run.ticks()));
    const std::string names[] = {"8 orientations", "24 orientations"};
    int chosen = before == ControlScheme::cube_24 ? 1 : 0;
    if (segments("orientations", &chosen, names))
      session.act(&Session::set_scheme,
                  chosen == 1 ? ControlScheme::cube_24 : ControlScheme::cube_8);
    if (pending) draw_dim("turns as soon as the marble rests");
  } else if (!free) {
    draw_dim("4 orientations (flat maze)");
  }
  field_name("Turning");
  const std::string ways[] = {"Move by move", "Freely"};
  int way = free ? 1 : 0;
  if (segments("turning", &way, ways)) session.act(&Session::turn_freely, way == 1);
  tip("Freely: turn the maze about any axis at any time, by dragging it");
  if (free) {
    bool rest = run.recording().spec.tilt->rest;
    if (checkbox("Must rest in the target", &rest)) session.act(&Session::set_rest, rest);
    return tip("It is not enough that the marble rolls through the target");
  }
  bool recovery = run.spec().player.recovery;
  if (checkbox("Go on when stuck", &recovery)) session.act(&Session::set_recovery, recovery);
  tip("A frozen marble does not end the run: the agent may tip it on");
}

// One of a list, noted under its technical name, which stands in grey behind the readable one.
bool named_choice(const std::string& title, const std::string& name, bool selected,
                  const std::string& words) {
  const bool pressed = noted(name, ImGui::Selectable((title + "##" + name).c_str(), selected));
  tip(words);
  ImGui::SameLine(
      std::max(200 * ui_scale(), ImGui::CalcTextSize(title.c_str()).x + 24 * ui_scale()));
  ImGui::TextDisabled("%s", name.c_str());
  return pressed;
}

// Of an agent or a controller.
std::string words_of(const auto& agent) {
  return fmt::format("It chooses: {}\nIt may know: {}", agent.summary, agent.knows);
}

const char* group_of(const PlannerEntry& agent) {
  return agent.simulates ? "Simulate moves first" : agent.predicts ? "Predict moves" : "Search";
}

// All agents in their groups; `choose` is called with the one that is chosen.
void list_agents(const std::string& now, const auto& choose) {
  for (const char* group : {"Search", "Predict moves", "Simulate moves first"}) {
    ImGui::TextDisabled("%s", group);
    for (const PlannerEntry* agent : planners().all())
      if (std::string_view(group_of(*agent)) == group &&
          named_choice(agent->title, agent->name, agent->name == now, words_of(*agent)))
        choose(agent->name);
  }
}

std::string title_of(const std::string& agent) {
  const PlannerEntry* entry = planners().find(agent);
  const TiltPolicyEntry* policy = tilt_policies().find(agent);
  return entry ? entry->title : policy ? std::string(policy->title) : agent;
}

// "Real physics (Bullet)" and the like.
std::string physics_title(std::string_view kind) {
  if (kind == real_physics().name) return "Real physics";
  return kind == fast_physics().name ? "Fast physics" : "Path predictor alone";
}

void side_by_side(Session& session) {
  const bool two = session.marble().beside != nullptr;
  ImGui::SetNextItemWidth(-1);
  const std::string now = two ? session.marble().beside->spec().player.agent : "";
  const std::string shown = two ? title_of(now) : "none";
  if (ImGui::BeginCombo("##second", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
    if (ImGui::Selectable("none", !two))
      session.act(&Session::compare_with, "", ControlScheme::none);
    const ControlScheme control = session.marble().setup().control;
    list_agents(now, [&](const std::string& agent) {
      session.act(&Session::compare_with, agent, control);
    });
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

}  // namespace

void offer_mazes(Session& session, void (Session::*make)()) {
  if (button("Build new maze")) session.act(make);
  tip("Builds a maze with these settings");
  ImGui::SameLine();
  if (icon_button("Next seed", Icon::dice, {.words = "The maze of the next seed", .key = "Ctrl+N"}))
    perform(session, action_named("Next maze"));
  ImGui::SameLine();
  if (icon_button("Again", Icon::restart, {.words = "The same maze from its start", .key = "R"}))
    perform(session, action_named("Again"));
}

void draw_seed(MazeRequest& request, float width, bool pending) {
  ImGui::SetNextItemWidth(width);
  const PanelColours& c = tokens();
  ImGui::PushStyleColor(ImGuiCol_FrameBg, im_colour(pending ? c.interaction_tint : c.field));
  ImGui::PushStyleColor(ImGuiCol_Border, im_colour(pending ? c.interaction : c.border));
  ImGui::InputScalar("##seed", ImGuiDataType_U64, &request.seed);
  ImGui::PopStyleColor(2);
  note_item("seed");
}

void draw_hand(Session& session) {
  bool by_hand = session.by_hand();
  if (checkbox("Play by hand", &by_hand)) session.act(&Session::play_by_hand, by_hand);
}

void draw_world_choice(Session& session) {
  const std::string now = session.world();
  const std::string shown = is_marble_world_kind(now) ? physics_title(now) : now;
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##world", shown.c_str(), ImGuiComboFlags_HeightLargest);
  if (!open) {
    note_item("world");
    return tip("The physics that moves the marble, or a maze without physics");
  }
  ImGui::TextDisabled("this marble maze in");
  for (const MarbleWorldKind& kind : marble_world_kinds()) {
    const std::string name(kind.name);
    if (named_choice(physics_title(name), name, now == name, std::string(kind.title)) &&
        now != name)
      session.act(&Session::set_world, name);
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
  const auto choose = [&](const std::string& name) { session.act(&Session::use_agent, name); };
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##agent", title_of(now).c_str(), ImGuiComboFlags_HeightLargest)) {
    if (const PlannerEntry* entry = planners().find(now)) tip(words_of(*entry));
    if (const TiltPolicyEntry* entry = tilt_policies().find(now)) tip(words_of(*entry));
    return;
  }
  if (!tilt) list_agents(now, choose);
  if (tilt)
    for (const TiltPolicyEntry* entry : tilt_policies().all())
      if (named_choice(std::string(entry->title), std::string(entry->name), entry->name == now,
                       words_of(*entry)))
        choose(std::string(entry->name));
  ImGui::EndCombo();
}

void draw_setup_panel(Session& session, const PanelBox& box) {
  const OpenWindow window = begin_fixed("setup", box);
  draw_panel_head(session, "Maze", session.panels.setup_fold);
  if (const int count = changes_of(session).count(); count > 0) draw_pill(counted(count, "change"));
  new_maze(session);
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::Spacing();
  {
    const WithText set(Text::strong);
    ImGui::TextUnformatted("Agent");
  }
  agents(session);
  draw_hand(session);
  ImGui::Spacing();
  ImGui::Separator();
  const bool two = session.marble().beside != nullptr;
  if (!session.run().turns_freely() && begin_section("Compare with ...", false, two))
    side_by_side(session);
  if (begin_section("More settings", false)) {
    field_name("Physics, or a maze without");
    draw_world_choice(session);
    draw_picture_options(session);
  }
}

}  // namespace marblemaze

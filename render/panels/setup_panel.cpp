#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/run/families/world_families.h"
#include "engine/sim/marble_world_kinds.h"
#include "render/panels/panels.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

void field_name(const std::string& name, bool changed = false) {
  write(name, Text::label, changed ? panel_colours().interaction : panel_colours().text_2);
}

void draw_maze_form(Session& session) {
  MazeRequest& asked = session.panels.request;
  const Maze& maze = session.run().maze();
  const MazeRequest now{maze.grid().dims().x, maze.grid().layers(), maze.generator().seed};
  const bool layers = asked.layers != now.layers, size = asked.size != now.size,
             seed = asked.seed != now.seed;
  field_name("Shape", layers);
  const char* const kinds[] = {"Cube, all layers", "Cube, outer layer", "Flat"};
  int kind = static_cast<int>(asked.layers);
  if (combo("shape", &kind, kinds)) asked.layers = static_cast<Layers>(kind);
  const float gap = 12 * ui_scale();
  const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
  ImGui::BeginGroup();
  field_name(size ? fmt::format("Size, now {}", now.size) : "Size", size);
  stepper("size", &asked.size, kSmallestSide, kLargestSide, half, size);
  ImGui::EndGroup();
  ImGui::SameLine(0, gap);
  ImGui::BeginGroup();
  field_name("Seed", seed);
  draw_seed(asked, half, seed);
  ImGui::EndGroup();
  // Count the changes after drawing the fields, because a digit and Enter can arrive in the same
  // frame.
  const int changes =
      int{asked.layers != now.layers} + int{asked.size != now.size} + int{asked.seed != now.seed};
  if (changes == 0) {
    action_button(session, "Build new maze", "Next maze");
    ImGui::SameLine();
    return action_button(session, "Again", "Again", {.icon = Icon::restart, .icon_only = true});
  }
  const ButtonLook look{.kind = ButtonKind::primary, .key = "Enter", .shows_key = true};
  if (button("Build new maze", look) || enter_pressed()) session.act(&Session::new_maze);
  ImGui::SameLine();
  if (button("undo changes",
             {.kind = ButtonKind::quiet, .text = "Undo", .tooltip = "Back to the current maze"}))
    asked = now;
}

void draw_agent_form(Session& session) {
  const MarbleRun& run = session.run();
  draw_agent_choice(session);
  const bool free = run.is_tilt();
  if (!free && run.maze().grid().in_box(glm::ivec3(0, 0, 1))) {
    // A pending scheme is shown as selected, with an explanation.
    const auto pending = run.pending_scheme();
    const ControlScheme before = pending.value_or(run.control_at(run.ticks()));
    const std::string names[] = {"8 orientations", "24 orientations"};
    int chosen = before == ControlScheme::cube_24 ? 1 : 0;
    if (segmented_control("orientations", &chosen, names))
      session.act(&set_scheme, chosen == 1 ? ControlScheme::cube_24 : ControlScheme::cube_8);
    if (pending) draw_dim("The maze changes as soon as the marble rests.");
  } else if (!free) {
    draw_dim("4 orientations (flat maze)");
  }
  field_name("Turning");
  const std::string ways[] = {"Move by move", "Freely"};
  int way = free ? 1 : 0;
  if (segmented_control("turning", &way, ways)) session.act(&Session::set_tilt, way == 1);
  tooltip("Freely: you turn the maze about any axis at any time, by dragging it.");
  if (free) {
    bool rest = run.recording().spec.tilt->rest;
    if (checkbox("Must rest in the target", &rest)) session.act(&set_rest, rest);
    return tooltip("Otherwise it is enough that the marble rolls through the target.");
  }
  bool recovery = run.spec().player.recovery;
  if (checkbox("Continue when stuck", &recovery)) session.act(&set_recovery, recovery);
  tooltip("The run continues when the marble freezes: the agent may tip the maze again.");
}

bool named_choice(const std::string& title, const std::string& name, bool selected,
                  const std::string& words) {
  const bool pressed = registered(name, ImGui::Selectable((title + "##" + name).c_str(), selected));
  tooltip(words);
  ImGui::SameLine(std::max(200 * ui_scale(), size_of(Text::body, title).x + 24 * ui_scale()));
  write_dim(name);
  return pressed;
}

std::string agent_tooltip(const auto& agent) {
  return fmt::format("It chooses: {}\nIt knows: {}", agent.summary, agent.knows);
}

const char* group_of(const PlannerEntry& agent) {
  return agent.simulates ? "Simulate moves first" : agent.predicts ? "Predict moves" : "Search";
}

void list_agents(const std::string& now, const auto& choose) {
  for (const char* group : {"Search", "Predict moves", "Simulate moves first"}) {
    write_dim(group);
    for (const PlannerEntry* agent : planners().all())
      if (std::string_view(group_of(*agent)) == group &&
          named_choice(agent->title, agent->name, agent->name == now, agent_tooltip(*agent)))
        choose(agent->name);
  }
}

std::string agent_title(const std::string& agent) {
  const PlannerEntry* entry = planners().find(agent);
  const TiltPolicyEntry* policy = tilt_policies().find(agent);
  return entry ? entry->title : policy ? std::string(policy->title) : agent;
}

std::string physics_title(std::string_view kind) {
  if (kind == bullet_physics().name) return "Real physics";
  return kind == fast_physics().name ? "Fast physics" : "Path predictor only";
}

void draw_comparison(Session& session) {
  const MarbleRun* const second = session.marble().second.get();
  const std::string now = second ? second->spec().player.agent : "";
  combo("second agent", second ? agent_title(now) : "None", [&] {
    if (selectable("None", !second)) session.act(&Session::compare_with, "", ControlScheme::none);
    const ControlScheme control = session.marble().setup().control;
    list_agents(now, [&](const std::string& agent) {
      session.act(&Session::compare_with, agent, control);
    });
    if (control == ControlScheme::cube_8 && selectable("Same agent, 24 orientations"))
      session.act(&Session::compare_with, session.marble().spec().player.agent,
                  ControlScheme::cube_24);
  });
  if (!second) return;
  field_name("Panels show");
  const std::string sides[] = {"left", "right"};
  int side = session.marble().second_selected ? 1 : 0;
  if (segmented_control("side", &side, sides)) session.marble().second_selected = side == 1;
}

template <class Choice, std::size_t N>
void labelled_combo(const char* label, Choice& value, const char* const (&names)[N]) {
  int index = static_cast<int>(value);
  if (combo(label, &index, names, ImGui::GetContentRegionAvail().x - 76 * ui_scale()))
    value = static_cast<Choice>(index);
  ImGui::SameLine();
  write(label);
}

void draw_view_options(Session& session) {
  ViewOptions& look = session.view.look;
  labelled_combo("style", look.style, {"glass", "thesis", "collision mesh"});
  labelled_combo("edges", look.edges, {"selective", "all", "none"});
  labelled_combo("walls", look.wall_colour, {"plain", "visited", "by axis"});
  labelled_combo("fixed", look.frame, {"the world", "the maze"});
  for (const ViewSwitch& s : kViewSwitches) {
    const bool path = s.on == &ViewOptions::theoretical_path;
    if (*s.label != '\0') checkbox(s.label, &(look.*(path ? session.path_option() : s.on)));
  }
  checkbox("Path predictor's guess", &look.guessed_path);
  tooltip("Where the path predictor expects this move to end, even if the agent does not use it.");
}

void draw_slices(Session& session) {
  const glm::ivec3 dims = session.run().maze().grid().dims();
  ViewOptions& look = session.view.look;
  const ViewOptions defaults;
  if (slider("explode", &look.explode, {0, 2, defaults.explode, "explode %.1f"}))
    session.view.reset_camera();
  slider("glass", &look.opacity, {0, 3, defaults.opacity, "glass %.1f"});
  const char* const names[] = {"x layers", "y layers", "z layers"};
  for (int axis = 0; axis < 3; ++axis) {
    if (dims[axis] == 1) continue;
    int first = look.slice_from[axis] + 1, last = std::min(look.slice_to[axis], dims[axis]);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - 76 * ui_scale());
    if (!ImGui::DragIntRange2(names[axis], &first, &last, 0.05f, 1, dims[axis], "%d", "to %d",
                              ImGuiSliderFlags_AlwaysClamp))
      continue;
    look.slice_from[axis] = first - 1;
    look.slice_to[axis] = last;
  }
  if (look.style == Style::collision_mesh)
    slider("thickness", &look.mesh_thickness,
           {0.02f, 0.4f, defaults.mesh_thickness, "thickness %.2f"});
}

void draw_camera(Session& session) {
  const std::pair<const char*, const char*> actions[] = {{"Reset", "Reset camera"},
                                                         {"Fit", "Fit the whole maze"},
                                                         {"X", "Along x"},
                                                         {"Y", "Along y"},
                                                         {"Z", "Along z"}};
  for (const auto& [label, name] : actions) action_button(session, label, name), ImGui::SameLine();
  ImGui::NewLine();
  checkbox("follow the marble", &session.view.follow_marble);
  checkbox("reduced motion", &session.view.reduced_motion);
}

}  // namespace

void draw_seed(MazeRequest& request, float width, bool pending) {
  ImGui::SetNextItemWidth(width);
  const PanelColours& c = panel_colours();
  ImGui::PushStyleColor(ImGuiCol_FrameBg, im_colour(pending ? c.interaction_tint : c.field));
  ImGui::PushStyleColor(ImGuiCol_Border, im_colour(pending ? c.interaction : c.border));
  ImGui::InputScalar("##seed", ImGuiDataType_U64, &request.seed);
  ImGui::PopStyleColor(2);
  register_item("seed");
}

void draw_hand(Session& session) {
  bool by_hand = session.played().by_hand();
  if (checkbox("Play by hand", &by_hand)) session.act(&Session::play_by_hand, by_hand);
}

void draw_world_choice(Session& session) {
  const std::string now = session.played().world();
  combo("world", is_marble_world_kind(now) ? physics_title(now) : now, [&] {
    write_dim("this marble maze, simulated by");
    for (const MarbleWorldKind& kind : marble_world_kinds()) {
      const std::string name(kind.name);
      if (named_choice(physics_title(name), name, now == name, std::string(kind.title)) &&
          now != name)
        session.act(&Session::set_world, name);
    }
    write_dim("another maze");
    for (const WorldFamily& entry : world_families()) {
      if (is_marble_world_kind(entry.name)) continue;
      const std::string name(entry.name);
      if (selectable(name, now == name)) session.act(&Session::set_world, name);
      tooltip(std::string(entry.summary));
    }
  });
}

void draw_agent_choice(Session& session) {
  const auto tilt = session.shows_marble() ? session.marble().spec().tilt : std::nullopt;
  const std::string now = tilt ? tilt->policy : session.played().agent();
  const auto choose = [&](const std::string& name) { session.act(&Session::use_agent, name); };
  combo("agent", agent_title(now), [&] {
    if (!tilt) return list_agents(now, choose);
    for (const TiltPolicyEntry* entry : tilt_policies().all())
      if (named_choice(std::string(entry->title), std::string(entry->name), entry->name == now,
                       agent_tooltip(*entry)))
        choose(std::string(entry->name));
  });
}

void draw_setup_panel(Session& session, const PanelBox& box) {
  const WindowScope window = begin_panel("setup", box);
  draw_panel_head("Maze", session.panels.setup_fold);
  draw_maze_form(session);
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::Spacing();
  // If there are two runs, the panel shows the selected run.
  const MarbleRun& marble = session.marble();
  write(!marble.second           ? "Agent"
        : marble.second_selected ? "Agent on the right"
                                 : "Agent on the left",
        Text::strong);
  draw_agent_form(session);
  draw_hand(session);
  ImGui::Spacing();
  ImGui::Separator();
  if (!session.run().is_tilt() &&
      begin_section("Compare with…", false, session.marble().second != nullptr))
    draw_comparison(session);
  if (!begin_section("More settings", false)) return;
  field_name("Physics or logic maze");
  draw_world_choice(session);
  if (begin_section("Show", true)) draw_view_options(session);
  if (begin_section("Camera", false)) draw_camera(session);
  if (begin_section("Slices", false)) draw_slices(session);
}

}  // namespace marblemaze

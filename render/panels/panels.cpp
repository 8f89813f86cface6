#include "render/panels/panels.h"

#include <cstdint>
#include <utility>

#include "render/scene/thumbnails.h"

namespace marblemaze {
namespace {

// Points.
constexpr float kLessonHeight = 138;
constexpr float kWelcomeWidth = 660, kWelcomeHeight = 174, kTallWelcome = 484;
constexpr glm::vec2 kTallWelcomeFrom{1040, 640};
constexpr float kGap = 12, kMenu = 44, kSetup = 272, kMind = 356, kTimeline = 112;
constexpr float kTimelinePictures = 54, kRoomForPictures = 640;  // more, in windows of that height
constexpr float kLeastWidth = 380;  // beside the panels that stand open by themselves
constexpr float kSecondRow = 26;    // of the timeline, in narrow windows
constexpr float kMoves = 116, kMovesRow = 620;
constexpr float kLowMoves = 66, kLowWindow = 560;  // in low windows
constexpr float kLeastHigh = 180;                  // of a scene that gives some of its place away

constexpr ImGuiWindowFlags kPlain =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
// Panels that appear by themselves must not take the keyboard focus from a text field.
constexpr ImGuiWindowFlags kStaysBehind = ImGuiWindowFlags_NoFocusOnAppearing;
constexpr ImGuiWindowFlags kScrolls = kPlain & ~ImGuiWindowFlags_NoScrollbar;

PanelPlan with_lesson(PanelPlan plan, float s) {
  const float gap = kGap * s, high = std::min(kLessonHeight * s, plan.scene.size.y * 0.4f);
  plan.lesson = {plan.scene.at + ImVec2{gap, gap}, {plan.scene.size.x - 2 * gap, high}};
  plan.scene.at.y += high + gap;
  plan.scene.size.y -= high + gap;
  return plan;
}

// At the left of the maze or, in a small window, below it.
PanelPlan with_welcome(PanelPlan plan, float s) {
  PanelBox& scene = plan.scene;
  if (scene.size.x >= kTallWelcomeFrom.x * s && scene.size.y >= kTallWelcomeFrom.y * s) {
    const float left = std::floor(0.06f * scene.size.x), wide = kTallWelcome * s;
    plan.welcome = {{scene.at.x + left, scene.at.y}, {wide, scene.size.y}};
    const float taken = left + wide + 2 * kGap * s;
    scene.at.x += taken, scene.size.x -= taken;
    return plan;
  }
  const float wide = std::min(kWelcomeWidth * s, scene.size.x);
  const float high = std::min(kWelcomeHeight * s, scene.size.y / 2);
  scene.size.y -= high;
  plan.welcome = {{scene.at.x + (scene.size.x - wide) / 2, scene.at.y + scene.size.y},
                  {wide, high - kGap * s}};
  return plan;
}

// Removes a strip from the bottom of the scene for a panel.
PanelBox strip_below(PanelBox& scene, float high, float gap) {
  scene.size.y -= high + gap;
  return {{scene.at.x + gap, scene.at.y + scene.size.y}, {scene.size.x - 2 * gap, high}};
}

// Gives the graph two thirds of the scene, so that the maze stays visible in the rest.
PanelPlan with_graph(PanelPlan plan, float gap) {
  const PanelBox all = plan.scene;
  const float part = all.size.x * 2 / 3;
  plan.graph = {{all.at.x + gap, all.at.y + gap}, {part - 2 * gap, all.size.y - 2 * gap}};
  plan.scene = {{all.at.x + part, all.at.y}, {all.size.x - part, all.size.y}};
  return plan;
}

bool stands(Fold wish, bool room) { return wish == Fold::open || (wish == Fold::as_room && room); }

}  // namespace

PanelWishes wishes_of(const Session& session) {
  return {session.panels.show_panels,
          session.lesson().open(),
          session.panels.large_graph && session.shown().graph().has_value(),
          session.shown().has_pictures(),
          session.shows_welcome(),
          session.shows_marble() && session.by_hand() && !session.run().turns_freely(),
          session.panels.setup_fold,
          session.panels.mind_fold,
          card_height(session)};
}

PanelPlan plan_panels(glm::vec2 window, float s, const PanelWishes& wishes) {
  PanelPlan plan;
  if (!wishes.panels) {
    plan.scene = {{0, 0}, {window.x, window.y}};
    return wishes.lesson ? with_lesson(plan, s) : plan;
  }
  const bool pictures = wishes.pictures && window.y >= kRoomForPictures * s;
  const float gap = kGap * s, menu = kMenu * s;
  const bool narrow = window.x - 2 * gap < kTransportRow * s;
  const float low =
      wishes.welcome
          ? 0
          : (kTimeline + (pictures ? kTimelinePictures : 0) + (narrow ? kSecondRow : 0)) * s;
  const float left = kSetup * s + gap, right = kMind * s + gap, least = kLeastWidth * s;
  const float top = menu + gap, high = std::max(window.y - top - low - 2 * gap, 1.0f);
  const bool room_for_mind = window.x >= right + least;
  const bool room_for_both = window.x >= left + right + least;
  const bool setup = !wishes.welcome && stands(wishes.setup, room_for_both);
  const bool mind = !wishes.welcome && stands(wishes.mind, room_for_mind);
  plan.menu = {{0, 0}, {window.x, menu}};
  if (setup) plan.setup = {{gap, top}, {kSetup * s, high}};
  if (mind) plan.mind = {{window.x - right, top}, {kMind * s, high}};
  if (low > 0) plan.timeline = {{gap, window.y - low - gap}, {window.x - 2 * gap, low}};
  // A panel that was opened in a window without room for it covers the scene.
  const float from = setup && window.x >= left + least ? left : 0;
  const float to = mind && window.x >= from + right + least ? window.x - right : window.x;
  plan.scene = {{from, menu}, {std::max(to - from, 1.0f), high + 2 * gap}};
  const bool low_moves = window.y < kLowWindow * s && plan.scene.size.x >= kMovesRow * s;
  const float moves = low_moves ? kLowMoves : kMoves;
  if (wishes.moves && plan.scene.size.y >= kLeastHigh * s)
    plan.moves = strip_below(plan.scene, moves * s, gap);
  const float card = std::min(wishes.card * s, plan.scene.size.y * 0.4f);
  if (wishes.card > 0) plan.card = strip_below(plan.scene, card, gap);
  if (wishes.large_graph) plan = with_graph(plan, gap);
  if (wishes.welcome) plan = with_welcome(plan, s);
  return wishes.lesson ? with_lesson(plan, s) : plan;
}

OpenWindow begin_fixed(const char* name, const PanelBox& box, bool bare) {
  ImGui::SetNextWindowPos(box.at);
  ImGui::SetNextWindowSize(box.size);
  const ImGuiWindowFlags flags = bare ? kPlain | ImGuiWindowFlags_NoScrollWithMouse : kScrolls;
  ImGui::Begin(name, nullptr, flags | kStaysBehind | ImGuiWindowFlags_NoBringToFrontOnFocus);
  return {};
}

OpenWindow begin_stage(const char* name, const PanelBox& box) {
  ImGui::SetNextWindowBgAlpha(0);
  return begin_fixed(name, box, true);
}

OpenWindow begin_over(const char* name, const PanelBox& box) {
  ImGui::SetNextWindowPos(box.at);
  ImGui::SetNextWindowSize(box.size);
  ImGui::Begin(name, nullptr, kPlain);
  return {};
}

OpenWindow begin_plate(const char* name, ImVec2 at, ImVec2 pivot, ImGuiWindowFlags more) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::Begin(name, nullptr, kPlain | kStaysBehind | ImGuiWindowFlags_AlwaysAutoResize | more);
  return {};
}

bool draw_head(const std::string& heading, const std::string& cross, const char* words) {
  ImGui::AlignTextToFramePadding();
  write(heading, Text::panel_title);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - points("height", "control"));
  return icon_button(cross, Icon::cross, {.kind = ButtonKind::quiet, .words = words});
}

void draw_panel_head(const char* heading, Fold& fold) {
  if (draw_head(heading, std::string("fold ") + heading, "Fold this panel away"))
    fold = Fold::folded;
}

namespace {

/// A window that a person opens and closes, and that receives all keys meanwhile.
struct Dialog {
  const char *name, *heading;
  bool PanelState::*shown;
  void (*draw)(Session&);
};
constexpr Dialog kDialogs[] = {{"lessons", "Learn", &PanelState::show_lessons, draw_lessons},
                               {"levels", "Levels", &PanelState::show_levels, draw_levels},
                               {"physics", "Physics", &PanelState::show_physics, draw_physics},
                               {"help", "Keys and mouse", &PanelState::show_help, draw_help},
                               {"glossary", "Glossary", &PanelState::show_glossary, draw_glossary},
                               {"about", "About marblemaze", &PanelState::show_about, draw_about},
                               {"quit", "Quit?", &PanelState::asks_to_quit, draw_quit}};

// Begins a window in the middle of the display, as large as its contents, beyond which it scrolls;
// or at the right over the agent's panel, so that the maze stays visible.
OpenWindow begin_dialog(const Dialog& dialog, const PanelPlan& plan) {
  const float s = ui_scale();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  if (dialog.draw == draw_physics) {
    const float width = std::min(336 * s, display.x - 16 * s), top = plan.menu.size.y + 8 * s;
    return begin_over(dialog.name, {{display.x - width - 8 * s, top},
                                    {width, display.y - plan.timeline.size.y - 20 * s - top}});
  }
  ImGui::SetNextWindowPos(display * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({0, 0}, display * 0.96f);
  ImGui::Begin(dialog.name, nullptr,
               kScrolls | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_HorizontalScrollbar);
  return {};
}

void draw_dialogs(Session& session, const PanelPlan& plan) {
  PanelState& panels = session.panels;
  if (session.lost_at_quit().empty()) panels.asks_to_quit = false;  // all has been saved by now
  for (const Dialog& dialog : kDialogs) {
    if (!(panels.*dialog.shown)) continue;
    const OpenWindow window = begin_dialog(dialog, plan);
    if (draw_head(dialog.heading, std::string("close ") + dialog.name, "Close (Esc)"))
      panels.*dialog.shown = false;
    dialog.draw(session);
  }
}

// Draws the panels at the sides and in place of the maze.
void draw_shown(Session& session, const PanelPlan& plan, Thumbnails& pictures) {
  const bool setup = plan.setup.size.x > 0, mind = plan.mind.size.x > 0;
  if (const LogicGame* game = session.game()) {
    draw_puzzle(session, *game, plan.scene);
    if (mind) draw_mind_panel(session, plan.mind, pictures);
    if (setup) draw_logic_setup(session, *game, plan.setup);
  } else if (const ClassicAutomaton* automaton = session.classic()) {
    draw_cells(*automaton, plan.scene);
    if (mind) draw_classic_facts(*automaton, plan.mind);
    if (setup) draw_classic_setup(session, plan.setup);
  } else {
    if (setup) draw_setup_panel(session, plan.setup);
    if (mind && session.filling())
      draw_filling(session, *session.filling(), plan.mind);
    else if (mind && session.run().turns_freely())
      draw_free_panel(session, plan.mind);
    else if (mind)
      draw_mind_panel(session, plan.mind, pictures);
    if (plan.moves.size.x > 0) draw_moves(session, plan.moves);
    if (session.panels.show_panels) draw_corner_arrows(session, plan.scene);
  }
}

// Draws buttons that open a folded panel.
void draw_fold_buttons(Session& session, const PanelPlan& plan) {
  // A lesson must not be covered.
  const float top = std::max(plan.menu.size.y, plan.lesson.end().y) + 8 * ui_scale();
  const auto unfold = [&](const char* name, const PanelBox& box, Fold& fold, float x, float pivot) {
    if (box.size.x > 0) return;
    const OpenWindow window = begin_plate(name, {x, top}, {pivot, 0});
    if (button(name)) fold = Fold::open;
  };
  unfold("Maze and agent", plan.setup, session.panels.setup_fold, plan.timeline.at.x, 0);
  unfold("Mind", plan.mind, session.panels.mind_fold, plan.timeline.end().x, 1);
}

void draw_all(Session& session, const PanelPlan& plan, Thumbnails& pictures) {
  const bool panels = session.panels.show_panels;
  if (panels) draw_menu_bar(session);
  draw_shown(session, plan, pictures);
  if (panels && !session.shows_welcome()) {
    draw_transport(session, plan.timeline, pictures);
    draw_fold_buttons(session, plan);
  }
  if (plan.graph.size.x > 0) {
    const OpenWindow window = begin_fixed("graph", plan.graph, true);
    draw_graph(session, plan.graph, pictures);
  }
  if (plan.card.size.x > 0) draw_card(session, plan);
  if (panels) draw_welcome(session, plan);
  draw_lesson(session, plan);
  draw_overlays(session, plan);
  draw_dialogs(session, plan);
  draw_files(session, plan);
}

}  // namespace

bool dialog_open(const Session& session) {
  const auto open = [&](const Dialog& dialog) { return session.panels.*dialog.shown; };
  return session.files.asks || menu_open() || std::ranges::any_of(kDialogs, open);
}

void draw_thumbnail(Thumbnails& pictures, ImDrawList& list, const PanelBox& box,
                    const std::string& name, const std::function<Frame()>& frame, float radius,
                    std::optional<ImVec2> made) {
  const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;  // pixels per unit of the display
  const ImVec2 size = made.value_or(box.size);
  const auto texture = pictures.texture(name, {size.x * pixels.x, size.y * pixels.y}, frame);
  if (texture == 0) return list.AddRectFilled(box.at, box.end(), im_colour(tokens().field), radius);
  const float part = (box.size.x / box.size.y) / (size.x / size.y);
  const ImVec2 half = ImVec2{std::min(part, 1.0f), std::min(1 / part, 1.0f)} * 0.5f;
  // OpenGL counts rows from below.
  list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)), box.at,
                       box.end(), {0.5f - half.x, 0.5f + half.y}, {0.5f + half.x, 0.5f - half.y},
                       IM_COL32_WHITE, radius);
}

void add_thumbnail(Thumbnails& pictures, const std::string& name,
                   const std::function<Frame()>& frame) {
  const PanelBox box{ImGui::GetCursorScreenPos(), ImVec2{208, 156} * ui_scale()};
  ImGui::Dummy(box.size);
  note_place("picture of " + name, box);
  draw_thumbnail(pictures, *ImGui::GetWindowDrawList(), box, name, frame, 16 * ui_scale());
}

void draw_panels(Session& session, const PanelPlan& plan, Thumbnails& thumbnails) {
  forget_items();
  if (std::exchange(session.panels.focus_next, false)) focus_next_panel();
  session.hold();
  draw_all(session, plan, thumbnails);
  session.do_held();
  draw_scene_legend(session, plan);
}

}  // namespace marblemaze

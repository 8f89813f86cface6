#include "render/panels/panels.h"

#include <cstdint>
#include <utility>

#include "render/scene/thumbnails.h"

namespace marblemaze {
namespace {

// Lengths in points.
constexpr float kLessonHeight = 138;
constexpr float kWelcomeWidth = 660, kWelcomeHeight = 174, kTallWelcome = 484;
constexpr glm::vec2 kTallWelcomeFrom{1040, 640};
constexpr float kGap = 12, kMenuHeight = 44, kSetupWidth = 272, kMindWidth = 356,
                kTimelineHeight = 112;
constexpr float kPicturesHeight = 54,
                kMinHeightForPictures = 640;  // extra height for pictures, and minimum window
                                              // height
constexpr float kMinSceneWidth =
    380;  // minimum scene width next to panels that are open by default
constexpr float kMinSceneWidthOpened =
    240;                                 // minimum scene width next to a panel that the user opened
constexpr float kWideFactor = 1.5f;      // factor for two mazes or the large graph
constexpr float kFoldButtonHeight = 70;  // including the distance from the menu bar
constexpr float kLegendHeight = 40;
constexpr float kNamesHeight = 52;
constexpr float kSecondRowHeight = 26;
constexpr float kMovesHeight = 116, kMovesRow = 620;
constexpr float kLowMovesHeight = 66, kLowWindow = 560;  // for low windows
constexpr float kMinSceneHeight = 180;  // minimum scene height with the move buttons

constexpr ImGuiWindowFlags kPlain =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
// Windows that open automatically must not take the keyboard focus from a text field.
constexpr ImGuiWindowFlags kQuiet = ImGuiWindowFlags_NoFocusOnAppearing;
constexpr ImGuiWindowFlags kStaysBehind = kQuiet | ImGuiWindowFlags_NoBringToFrontOnFocus;
constexpr ImGuiWindowFlags kScrolls = kPlain & ~ImGuiWindowFlags_NoScrollbar;

enum class Side { left, right, top, bottom };

PanelBox take_strip(PanelBox& box, Side side, float size) {
  const bool across = side == Side::left || side == Side::right;
  PanelBox strip = box;
  (across ? strip.size.x : strip.size.y) = size;
  float& rest = across ? box.size.x : box.size.y;
  rest = std::max(rest - size, 1.0f);
  if (side == Side::left) box.at.x += size;
  if (side == Side::top) box.at.y += size;
  if (side == Side::right) strip.at.x = box.end().x;
  if (side == Side::bottom) strip.at.y = box.end().y;
  return strip;
}

PanelBox with_margins(const PanelBox& box, float left, float top, float right, float bottom) {
  return {box.at + ImVec2{left, top}, box.size - ImVec2{left + right, top + bottom}};
}

bool is_visible(Fold fold, bool room) {
  return fold == Fold::open || (fold == Fold::automatic && room);
}

bool shows_two_runs(const Session& session) {
  return session.shows_marble() && session.marble().second;
}

void plan_sides(const Session& session, PanelPlan& plan, float s) {
  const PanelState& panels = session.panels;
  PanelBox& scene = plan.scene;
  const float gap = kGap * s, wide = scene.size.x, high = scene.size.y;
  const bool welcome = session.shows_welcome();
  const bool pictures = session.shown().has_thumbnails() && high >= kMinHeightForPictures * s;
  const bool narrow = wide - 2 * gap < kTransportRow * s;
  const float low =
      welcome
          ? 0
          : (kTimelineHeight + (pictures ? kPicturesHeight : 0) + (narrow ? kSecondRowHeight : 0)) *
                s;
  plan.menu = take_strip(scene, Side::top, kMenuHeight * s);
  const PanelBox timeline = take_strip(scene, Side::bottom, low + gap);
  if (welcome) return;
  plan.timeline = with_margins(timeline, gap, 0, gap, gap);
  const float wider =
      (shows_two_runs(session) ? kWideFactor : 1) * (panels.large_graph ? kWideFactor : 1);
  const float left = kSetupWidth * s + gap, right = kMindWidth * s + gap,
              least = kMinSceneWidth * s * wider;
  // If there is no room for both panels, show the panel that the user opened.
  const bool both = wide >= left + right + least;
  const bool setup_first = panels.setup_fold == Fold::open && panels.agent_fold != Fold::open;
  const bool mind = is_visible(panels.agent_fold, wide >= right + least) && (both || !setup_first);
  const bool setup = is_visible(panels.setup_fold, both) && (both || !mind);
  // A panel that does not fit next to the scene covers it.
  PanelBox covered = scene;
  PanelBox& at_left = wide >= left + kMinSceneWidthOpened * s ? scene : covered;
  if (setup) plan.setup = with_margins(take_strip(at_left, Side::left, left), gap, gap, 0, gap);
  PanelBox& at_right = wide >= right + kMinSceneWidthOpened * s ? scene : covered;
  if (mind) plan.agent = with_margins(take_strip(at_right, Side::right, right), 0, gap, gap, gap);
}

}  // namespace

PanelPlan plan_panels(const Session& session, glm::vec2 window) {
  const float s = session.view.ui_scale, gap = kGap * s;
  PanelPlan plan;
  PanelBox& scene = plan.scene = {{0, 0}, {window.x, window.y}};
  if (session.panels.show_panels) {
    plan_sides(session, plan, s);
    const bool low = window.y < kLowWindow * s && scene.size.x >= kMovesRow * s;
    const bool by_hand = session.shows_marble() && session.played().by_hand() &&
                         !session.run().is_tilt() && !session.run().ended();
    const auto below = [&](float size) {
      return with_margins(take_strip(scene, Side::bottom, size + gap), gap, 0, gap, gap);
    };
    if (by_hand && scene.size.y >= kMinSceneHeight * s)
      plan.moves = below((low ? kLowMovesHeight : kMovesHeight) * s);
    if (const float card = card_height(session); card > 0)
      plan.card = below(std::min(card * s, scene.size.y * 0.4f));
    // The maze stays visible next to the graph. The button of a folded panel is above the graph.
    if (session.panels.large_graph && session.shown().graph()) {
      const float share = shows_two_runs(session) ? 0.5f : 2 / 3.0f;
      plan.graph = with_margins(take_strip(scene, Side::left, scene.size.x * share), gap,
                                plan.setup.size.x > 0 ? gap : kFoldButtonHeight * s, gap, gap);
    }
    if (session.shows_welcome()) {
      const bool tall =
          scene.size.x >= kTallWelcomeFrom.x * s && scene.size.y >= kTallWelcomeFrom.y * s;
      const float left = std::floor(0.06f * scene.size.x);
      const float high = std::min(kWelcomeHeight * s, scene.size.y / 2);
      const float side = std::max((scene.size.x - kWelcomeWidth * s) / 2, 0.0f);
      plan.welcome =
          tall ? with_margins(take_strip(scene, Side::left, left + kTallWelcome * s + 2 * gap),
                              left, 0, 2 * gap, 0)
               : with_margins(take_strip(scene, Side::bottom, high), side, 0, side, gap);
    }
  }
  if (session.lesson.is_open()) {
    const float high = std::min(kLessonHeight * s, scene.size.y * 0.4f);
    plan.lesson = with_margins(take_strip(scene, Side::top, high + gap), gap, gap, gap, 0);
  }
  // Names and legend are outside the scene, so that they never cover the marble or the target.
  if (shows_two_runs(session))
    plan.names = with_margins(take_strip(scene, Side::top, kNamesHeight * s), gap, gap, gap, 0);
  if (plan.timeline.size.x > 0 || session.message_shown()) {
    const float high = std::max(kLegendHeight * s, message_height(session, scene.size.x - 2 * gap));
    plan.legend = with_margins(take_strip(scene, Side::bottom, high), gap, 0, gap, 0);
  }
  return plan;
}

namespace {

void begin_window(const char* name, const PanelBox& box, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos(box.at);
  ImGui::SetNextWindowSize(box.size);
  ImGui::Begin(name, nullptr, flags);
}

}  // namespace

WindowScope begin_panel(const char* name, const PanelBox& box, bool bare) {
  const ImGuiWindowFlags flags = bare ? kPlain | ImGuiWindowFlags_NoScrollWithMouse : kScrolls;
  begin_window(name, box, flags | kStaysBehind);
  return {};
}

WindowScope begin_overlay(const char* name, const PanelBox& box) {
  ImGui::SetNextWindowBgAlpha(0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  begin_window(name, box, kPlain | ImGuiWindowFlags_NoScrollWithMouse | kStaysBehind);
  ImGui::PopStyleVar();
  return {};
}

WindowScope begin_label(const char* name, ImVec2 at, ImVec2 pivot, ImGuiWindowFlags more) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::Begin(name, nullptr, kPlain | kQuiet | ImGuiWindowFlags_AlwaysAutoResize | more);
  return {};
}

bool draw_head(const std::string& heading, const std::string& cross, const char* words) {
  ImGui::AlignTextToFramePadding();
  write(heading, Text::panel_title);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - points("height", "control"));
  return button(
      cross, {.kind = ButtonKind::quiet, .icon = Icon::cross, .icon_only = true, .tooltip = words});
}

void draw_panel_head(const char* heading, Fold& fold) {
  if (draw_head(heading, std::string("fold ") + heading, "Collapse this panel"))
    fold = Fold::folded;
}

namespace {

struct DialogWindow {
  Dialog dialog;  // none for the physics settings, which have their own flag
  const char *name, *heading;
  void (*draw)(Session&);
};
constexpr DialogWindow kDialogs[] = {{Dialog::files, "files", "Open or save", draw_files},
                                     {Dialog::lessons, "lessons", "Learn", draw_lessons},
                                     {Dialog::levels, "levels", "Levels", draw_levels},
                                     {Dialog::help, "help", "Keys and mouse", draw_help},
                                     {Dialog::glossary, "glossary", "Glossary", draw_glossary},
                                     {Dialog::about, "about", "About marblemaze", draw_about},
                                     {Dialog::quit, "quit", "Quit?", draw_quit}};
constexpr DialogWindow kPhysics{Dialog::none, "physics", "Physics", draw_physics};

// The dialog fits its contents, or has scroll bars if there is not enough room. The physics dialog
// is on the right, so that the maze stays visible.
WindowScope begin_dialog(const DialogWindow& dialog, const PanelPlan& plan) {
  const float s = ui_scale(), margin = 8 * s;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const bool files = dialog.dialog == Dialog::files;
  if (files || &dialog == &kPhysics) {
    const PanelBox& scene = plan.scene;
    const float width = std::min((files ? 520 : 336) * s, display.x - 2 * margin);
    const float right = display.x - width - margin, top = plan.menu.size.y + margin;
    const float left = std::clamp(scene.middle().x - width / 2, margin, right);
    const float low = std::min(480 * s, scene.size.y - 2 * margin);
    const float high = display.y - plan.timeline.size.y - 20 * s - top;
    begin_window(dialog.name,
                 files ? PanelBox{{left, scene.at.y + margin}, {width, low}}
                       : PanelBox{{right, top}, {width, high}},
                 kPlain);
    return {};
  }
  ImGui::SetNextWindowPos(display * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({0, 0}, display * 0.96f);
  ImGui::Begin(dialog.name, nullptr,
               kScrolls | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_HorizontalScrollbar);
  return {};
}

// Returns true if the user closes the dialog.
bool draw_dialog(Session& session, const DialogWindow& dialog, const PanelPlan& plan) {
  const WindowScope window = begin_dialog(dialog, plan);
  const bool closed = draw_head(dialog.heading, std::string("close ") + dialog.name, "Close (Esc)");
  dialog.draw(session);
  return closed;
}

void draw_dialogs(Session& session, const PanelPlan& plan) {
  PanelState& panels = session.panels;
  if (panels.show_physics && draw_dialog(session, kPhysics, plan)) panels.show_physics = false;
  if (session.quit_warnings().empty()) panels.close(Dialog::quit);  // the user has saved the run
  const auto* const open = std::ranges::find(kDialogs, panels.dialog, &DialogWindow::dialog);
  if (open != std::end(kDialogs) && draw_dialog(session, *open, plan)) panels.close(open->dialog);
}

void draw_shown(Session& session, const PanelPlan& plan, Thumbnails& pictures) {
  const bool setup = plan.setup.size.x > 0, mind = plan.agent.size.x > 0;
  if (LogicGame* game = session.game()) {
    draw_puzzle(session, *game, plan.scene);
    if (mind) draw_agent_panel(session, plan.agent, pictures);
    if (setup) draw_logic_setup(session, *game, plan.setup);
  } else if (const ClassicAutomaton* automaton = session.classic()) {
    draw_cells(*automaton, plan.scene);
    if (mind) draw_classic_facts(*automaton, plan.agent);
    if (setup) draw_classic_setup(session, plan.setup);
  } else {
    if (setup) draw_setup_panel(session, plan.setup);
    if (mind && session.filling())
      draw_filling(session, *session.filling(), plan.agent);
    else if (mind)
      draw_agent_panel(session, plan.agent, pictures);
    if (plan.moves.size.x > 0) draw_moves(session, plan.moves);
    if (session.panels.show_panels) draw_corner_arrows(session, plan.scene);
  }
}

void draw_fold_buttons(Session& session, const PanelPlan& plan) {
  const float top = std::max(plan.menu.size.y, plan.lesson.end().y) + 8 * ui_scale();
  const auto open_panel = [&](const char* name, const PanelBox& box, Fold& fold, float x,
                              float pivot) {
    if (box.size.x > 0) return;
    const WindowScope window = begin_label(name, {x, top}, {pivot, 0});
    if (button(name)) session.panels.open_panel(fold);
  };
  open_panel("Maze and agent", plan.setup, session.panels.setup_fold, plan.timeline.at.x, 0);
  open_panel("Mind", plan.agent, session.panels.agent_fold, plan.timeline.end().x, 1);
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
    const WindowScope window = begin_panel("graph", plan.graph, true);
    draw_graph(session, {ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail()}, pictures);
  }
  if (plan.card.size.x > 0) draw_card(session, plan);
  if (panels) draw_welcome(session, plan);
  draw_lesson(session, plan);
  draw_overlays(session, plan);
  draw_dialogs(session, plan);
}

}  // namespace

bool dialog_open(const Session& session) {
  return session.panels.dialog != Dialog::none || session.panels.show_physics || menu_open();
}

void draw_thumbnail(Thumbnails& pictures, ImDrawList& list, const PanelBox& box,
                    const std::string& name, const std::function<Frame()>& frame, float radius,
                    std::optional<ImVec2> made) {
  const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;  // pixels per display unit
  const ImVec2 size = made.value_or(box.size);
  const auto texture = pictures.texture(name, {size.x * pixels.x, size.y * pixels.y}, frame);
  if (texture == 0)
    return list.AddRectFilled(box.at, box.end(), im_colour(panel_colours().field), radius);
  const float part = (box.size.x / box.size.y) / (size.x / size.y);
  const ImVec2 half = ImVec2{std::min(part, 1.0f), std::min(1 / part, 1.0f)} * 0.5f;
  // OpenGL stores the bottom row of an image first.
  list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)), box.at,
                       box.end(), {0.5f - half.x, 0.5f + half.y}, {0.5f + half.x, 0.5f - half.y},
                       IM_COL32_WHITE, radius);
}

void add_thumbnail(Thumbnails& pictures, const std::string& name,
                   const std::function<Frame()>& frame) {
  const PanelBox box{ImGui::GetCursorScreenPos(), ImVec2{208, 156} * ui_scale()};
  ImGui::Dummy(box.size);
  register_box("picture of " + name, box);
  draw_thumbnail(pictures, *ImGui::GetWindowDrawList(), box, name, frame, 16 * ui_scale());
}

void draw_panels(Session& session, const PanelPlan& plan, Thumbnails& thumbnails) {
  forget_items();
  if (std::exchange(session.panels.focus_next, false)) focus_next_panel();
  session.hold();
  draw_all(session, plan, thumbnails);
  session.run_deferred();
  draw_scene_legend(session, plan);
}

}  // namespace marblemaze

#include "render/panels/panels.h"

#include <cstdint>
#include <map>
#include <utility>

#include <imgui_internal.h>

#include "render/scene/thumbnails.h"

namespace marblemaze {
namespace {

// Points.
constexpr float kLessonHeight = 128;
constexpr float kWelcomeWidth = 660, kWelcomeHeight = 174, kTallWelcome = 484;
constexpr glm::vec2 kTallWelcomeFrom{1040, 640};
constexpr float kGap = 12, kMenu = 44, kSetup = 272, kMind = 356, kTimeline = 112;
constexpr float kTimelinePictures = 54, kRoomForPictures = 640;  // more, in windows of that height
constexpr float kLeastWidth = 380;  // beside the panels that stand open by themselves
constexpr float kSecondRow = 26;    // of the timeline, in narrow windows
constexpr float kMoves = 98, kMovesRow = 620, kMovesInTwoRows = 100;
constexpr float kLowMoves = 62, kLowWindow = 560;  // in low windows
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
  const float moves = plan.scene.size.x < kMovesRow * s ? kMovesInTwoRows
                      : window.y < kLowWindow * s       ? kLowMoves
                                                        : kMoves;
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

OpenWindow begin_over(const char* name, const PanelBox& box, float alpha) {
  ImGui::SetNextWindowPos(box.at);
  ImGui::SetNextWindowSize(box.size);
  ImGui::SetNextWindowBgAlpha(alpha);
  ImGui::Begin(name, nullptr, kPlain);
  return {};
}

OpenWindow begin_centred(const char* name, float most, float alpha) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {display.x * most, display.y * most});
  ImGui::SetNextWindowBgAlpha(alpha);
  ImGui::Begin(name, nullptr,
               kScrolls | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_HorizontalScrollbar);
  return {};
}

OpenWindow begin_plate(const char* name, ImVec2 at, ImVec2 pivot, ImGuiWindowFlags more) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::Begin(name, nullptr, kPlain | kStaysBehind | ImGuiWindowFlags_AlwaysAutoResize | more);
  return {};
}

void draw_panel_head(Session&, const char* heading, Fold& fold) {
  const float side = design_size("height", "control") * ui_scale();
  ImGui::AlignTextToFramePadding();
  draw_title(heading);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - side);
  if (icon_button(std::string("fold ") + heading, Icon::cross,
                  {.kind = ButtonKind::quiet, .words = "Fold this panel away"}))
    fold = Fold::folded;
}

bool begin_section(const char* heading, bool open_at_first, bool in_use) {
  ImGui::SetNextItemOpen(open_at_first || in_use,
                         in_use ? ImGuiCond_Always : ImGuiCond_FirstUseEver);
  ImGui::PushStyleColor(ImGuiCol_Header, 0);
  ImGui::PushStyleColor(ImGuiCol_Border, 0);
  ImGui::PushFont(font_of(Text::strong));
  const bool open = ImGui::CollapsingHeader(heading);
  ImGui::PopFont();
  ImGui::PopStyleColor(2);
  note_item(heading);
  return open;
}

void draw_title(const char* text) {
  const WithText set(Text::panel_title);
  ImGui::TextUnformatted(text);
}

void draw_coloured(ImU32 colour, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  draw_wrapped(text);
  ImGui::PopStyleColor();
}

void draw_dim(const std::string& text) { draw_coloured(im_colour(tokens().text_2), text); }

void draw_row(const char* name, const std::string& value) {
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", name);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(value.c_str());
}

void draw_centred(ImDrawList& list, ImVec2 middle, float height, ImU32 colour,
                  const std::string& text) {
  const ImFont* font = font_of(height > 1.4f * ImGui::GetFontSize() ? Text::display : Text::body);
  const ImVec2 size = font->CalcTextSizeA(height, 1e9f, 0, text.c_str());
  list.AddText(font, height, middle - size * 0.5f, colour, text.c_str());
}

void draw_arrow_head(ImDrawList& list, ImVec2 tip, ImVec2 direction, float length, ImU32 colour) {
  const ImVec2 neck = tip - direction * length, half = turned_right(direction) * (length * 0.6f);
  list.AddTriangleFilled(tip, neck + half, neck - half, colour);
}

void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float thick) {
  const ImVec2 direction = direction_of(to - from);
  list.AddLine(from, to - direction * head, colour, thick);
  draw_arrow_head(list, to, direction, head, colour);
}

namespace {

// Position of an item that was drawn in the last frame, or of another place.
struct Noted {
  PanelBox box;
  bool control;
};
std::map<std::string, Noted>& items() {
  static std::map<std::string, Noted> noted;
  return noted;
}

// Draws the panels at the sides and in place of the maze.
void draw_shown(Session& session, const PanelPlan& plan, Thumbnails& pictures) {
  const PanelState& panels = session.panels;
  const bool setup = panels.show_panels && plan.setup.size.x > 0;
  const bool mind = panels.show_panels && plan.mind.size.x > 0;
  if (const LogicGame* game = session.game()) {
    draw_puzzle(session, *game, plan.scene);
    if (mind) draw_mind_panel(session, plan.mind, pictures);
    if (setup) draw_logic_setup(session, *game, plan.setup);
  } else if (const ClassicAutomaton* automaton = session.classic()) {
    draw_cells(session, *automaton, plan.scene);
    if (mind) draw_classic_facts(session, *automaton, plan.mind);
    if (setup) draw_classic_setup(session, plan.setup);
  } else {
    if (setup) draw_setup_panel(session, plan.setup);
    const DeadEndFilling* filling = session.filling();
    if (mind && filling) draw_filling(session, *filling, plan.mind);
    const bool free = session.run().turns_freely();
    if (mind && !filling && free) draw_free_panel(session, plan.mind);
    if (mind && !filling && !free) draw_mind_panel(session, plan.mind, pictures);
    if (plan.moves.size.x > 0) draw_moves(session, plan.moves);
    if (panels.show_panels) draw_corner_arrows(session, plan.scene);
    if (panels.show_panels && !filling && !dialog_open(session)) draw_inset(session, plan);
  }
}

void draw_all(Session& session, const PanelPlan& plan, Thumbnails& pictures) {
  const PanelState& panels = session.panels;
  if (panels.show_panels) draw_menu_bar(session);
  draw_shown(session, plan, pictures);
  if (panels.show_panels) {
    if (!session.shows_welcome()) {
      draw_transport(session, plan.timeline, pictures);
      draw_fold_buttons(session, plan);
    }
    if (plan.graph.size.x > 0) draw_large_graph(session, plan.graph, pictures);
    draw_end(session, plan.card);
    draw_welcome(session, plan);
  }
  draw_overlays(session, plan);
  draw_physics(session, plan);
  if (panels.show_help) draw_help();
  if (panels.show_about) draw_about(session);
  if (panels.show_glossary) draw_glossary(session);
  if (panels.asks_to_quit) draw_quit(session);
}

}  // namespace

void note_place(const std::string& label, const PanelBox& box) {
  items().insert_or_assign(label, Noted{box, false});
}

void note_item(const std::string& label) {
  items().insert_or_assign(
      label.substr(0, label.find("##")),
      Noted{{ImGui::GetItemRectMin(), ImGui::GetItemRectSize()}, ImGui::GetItemID() != 0});
}

std::optional<PanelBox> item_box(const std::string& label) {
  const auto found = items().find(label);
  return found == items().end() ? std::nullopt : std::optional(found->second.box);
}

std::vector<std::string> controls() {
  std::vector<std::string> labels;
  for (const auto& [label, noted] : items())
    if (noted.control) labels.push_back(label);
  return labels;
}

void draw_thumbnail(Thumbnails& pictures, ImDrawList& list, ImVec2 at, ImVec2 size,
                    const std::string& name, const std::function<Frame()>& frame) {
  const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;  // pixels per unit of the display
  const auto texture = pictures.texture(name, {size.x * pixels.x, size.y * pixels.y}, frame);
  // OpenGL counts rows from below.
  if (texture != 0)
    list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)), at,
                         at + size, {0, 1}, {1, 0}, IM_COL32_WHITE, 0.1f * size.y);
}

void add_thumbnail(Thumbnails& pictures, float ui_scale, const std::string& name,
                   const std::function<Frame()>& frame) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{208 * ui_scale, 156 * ui_scale};
  ImGui::Dummy(size);
  note_place("picture of " + name, {at, size});
  draw_thumbnail(pictures, *ImGui::GetWindowDrawList(), at, size, name, frame);
}

void draw_panels(Session& session, const PanelPlan& plan, Thumbnails& thumbnails) {
  items().clear();
  if (std::exchange(session.panels.focus_next, false)) focus_next_panel();
  session.hold();
  draw_all(session, plan, thumbnails);
  session.do_held();
  draw_scene_legend(session, plan);
}

}  // namespace marblemaze

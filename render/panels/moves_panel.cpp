#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

constexpr float kButtonWidth = 150, kCornerRadius = 20, kObjectRadius = 28;  // points
constexpr const char* kUndo =
    "Undo";  // shown only in the lesson that explains why no move can be undone

// Returns the number of columns for the smallest number of rows of nearly equal length.
int columns_for(int buttons, float room, float widest, float gap) {
  const int most = std::clamp(static_cast<int>((room + gap) / (widest + gap)), 1, buttons);
  const int rows = (buttons + most - 1) / most;
  return (buttons + rows - 1) / rows;
}

// Returns the arrow and name of a move, for example "\u2196 tip left".
std::string move_name(const Session& session, MoveId move) {
  const MarbleRun& run = session.run();
  return tilt_label(tilt_direction(run, run.ticks() - 1, move, session.view.camera));
}

void draw_tip_arrow(ImDrawList& list, ImVec2 middle, ImU32 colour, const std::string& words) {
  draw_centred(list, middle, 1.5f * ImGui::GetFontSize(), colour, words.substr(0, words.find(' ')),
               Text::reading);
}

void tip_button(Session& session, MoveId move, ImVec2 size) {
  const float s = ui_scale(), radius = points("radius", "card");
  const Area of = area(move_button(move), size, radius);
  if (of.pressed) session.act(&Session::choose, move);
  preview_when_hovered(session, move);
  const bool lit = of.hovered || of.held;
  const ImU32 colour = draw_button_ground(of, ButtonKind::secondary, radius, lit);
  // The arrow is drawn separately, because it is larger than the text.
  const std::string words = move_name(session, move);
  const std::string name = capitalized(words.substr(words.find(' ') + 1));
  const float room = size.x - 70 * s;
  Text set = Text::strong;
  std::string lines = wrap_text(name, room, set);
  if (size_of(set, lines).x > room || size_of(set, lines).y > size.y)
    set = Text::label, lines = wrap_text(name, room, set);
  const ImVec2 letters = size_of(set, lines), at = of.box.at;
  const PanelBox written{{at.x + 36 * s, of.box.middle().y - letters.y / 2}, letters};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, of.box.end(), true);
  draw_text(list, set, written.at, colour, lines);
  draw_tip_arrow(list, {at.x + 21 * s, of.box.middle().y}, colour, words);
  list.PopClipRect();
  register_box("name of " + move_button(move), written);
  draw_key(list, {of.box.end().x - 18 * s, of.box.middle().y}, std::to_string(move.index + 1),
           colour, lit ? colour : im_colour(panel_colours().border));
}

void draw_move_buttons(Session& session) {
  const MarbleRun& run = session.run();
  const float s = ui_scale(), gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const std::span<const MoveId> moves = run.scheme(run.control_at(run.ticks())).move_ids();
  const int count = static_cast<int>(moves.size());
  const int columns = columns_for(count, room.x, kButtonWidth * s, gap);
  const int rows = (count + columns - 1) / columns;
  const auto part = static_cast<float>(columns), lines = static_cast<float>(rows);
  const float line = ImGui::GetTextLineHeight() + gap;  // height of the text below the buttons
  const bool counts = rows == 1 && room.y - line >= 40 * s && !session.level.is_open();
  const float width = std::floor(std::min((room.x - gap * (part - 1)) / part, 250 * s));
  const float high = std::floor(std::clamp(
      (room.y - gap * (lines - 1) - (counts ? line : 0)) / lines, 28 * s, points("height", "tip")));
  for (int i = 0; i < count; ++i) {
    if (i % columns > 0) ImGui::SameLine();
    tip_button(session, moves[i], {width, high});
  }
  if (counts) draw_dim(moves_in_words(session.run(), session.scored_level()));
}

// Moves circles of this radius away from each other and from objects, but keeps them inside the
// scene.
void separate(std::vector<ImVec2>& circles, float radius, std::span<const ImVec2> objects,
              const PanelBox& scene) {
  const auto push = [](ImVec2& circle, ImVec2 other, float least, float share) {
    const ImVec2 off = circle - other;
    if (length(off) < least) circle = circle + normalized(off) * (share * (least - length(off)));
  };
  for (int round = 0; round < 40; ++round)
    for (ImVec2& circle : circles) {
      for (ImVec2& other : circles)
        if (&other != &circle) push(circle, other, 2 * radius + 4 * ui_scale(), 0.5f);
      for (const ImVec2 object : objects)
        push(circle, object, radius + kObjectRadius * ui_scale(), 1);
      // std::clamp() is undefined if the scene is smaller than an arrow.
      circle = {std::max(scene.at.x + radius, std::min(circle.x, scene.end().x - radius)),
                std::max(scene.at.y + radius, std::min(circle.y, scene.end().y - radius))};
    }
}

void corner_arrow(Session& session, MoveId move, ImVec2 at, ImVec2 corner) {
  const float s = ui_scale(), radius = kCornerRadius * s;
  if (length(corner - at) > radius)
    ImGui::GetBackgroundDrawList()->AddLine(at, corner, im_colour(panel_colours().text_2), s);
  const std::string name = "arrow " + std::to_string(move.index + 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const WindowScope window =
      begin_label(name.c_str(), at, {0.5f, 0.5f}, ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  const Area of = area(name, {2 * radius, 2 * radius}, radius);
  preview_when_hovered(session, move);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const PanelColours& c = panel_colours();
  list.AddCircleFilled(at, radius - 1, im_colour(of.hovered ? c.primary_top : c.panel), 40);
  list.AddCircle(at, radius - 1, im_colour(of.hovered ? c.interaction : c.border), 40, s);
  draw_tip_arrow(list, at, im_colour(of.hovered ? c.on_primary : c.text_1),
                 move_name(session, move));
  if (of.pressed) session.act(&Session::choose, move);
}

}  // namespace

std::string move_button(MoveId move) { return "move " + std::to_string(move.index + 1); }

void preview_when_hovered(Session& session, MoveId move) {
  const auto state = session.run().decision_state();
  if (!ImGui::IsItemHovered() || !state) return;
  session.run().preview = move;
  const MarbleRun& run = session.run();
  const long tick = std::max(run.tick() - 1, 0L);
  const std::string side = tilt_label(tilt_direction(run, tick, move, session.view.camera));
  const Prediction believed = prediction_of(run, tick, *state, move);
  if (believed.guesses.empty()) return tooltip(side + "; no prediction for this move");
  const Guess& likeliest = believed.guesses.front();
  const OrientationScheme& scheme = run.scheme(run.control_at(run.tick()));
  const std::string end =
      likeliest.to ? "in cell " + cell_name(scheme, *likeliest.to) : std::string("on an edge");
  tooltip(fmt::format("{}; the path predictor expects the marble {} ({:.0f} %)", side, end,
                      100 * likeliest.probability));
}

void draw_corner_arrows(Session& session, const PanelBox& all) {
  const MarbleRun& run = session.run();
  if (!run.waits_for_user() || run.is_tilt() || !session.marble().over()) return;
  if (dialog_open(session)) return;
  PanelBox scene = all;
  if (session.marble().second) {
    scene.size.x /= 2;
    if (session.marble().second_selected) scene.at.x += scene.size.x;
  }
  const Scene now = run.scene();
  const MazeProjection seen(session, now, scene);
  const OrientationScheme& scheme = run.scheme(run.control_at(run.ticks()));
  const OrientationId orientation = run.orientation_at(run.ticks());
  std::vector<ImVec2> objects, corners;
  for (const auto& at : {seen.marble(), seen.target()})
    if (at) objects.push_back(*at);
  std::vector<MoveId> moves;
  for (const MoveId move : scheme.move_ids())
    if (const auto at = seen.top(scheme, scheme.turn(orientation, move).to))
      corners.push_back(*at), moves.push_back(move);
  std::vector<ImVec2> places = corners;
  separate(places, kCornerRadius * ui_scale(), objects, scene);
  for (std::size_t i = 0; i < moves.size(); ++i)
    corner_arrow(session, moves[i], places[i], corners[i]);
}

void draw_hint_button(Session& session) {
  if (!session.played().by_hand() || session.played().outcome() != Outcome::running) return;
  const bool costs = session.scored_level() && session.level.hints() == 0;
  action_button(session, "Hint", "Hint",
                {.icon = Icon::hint,
                 .tooltip = costs ? "The best known move" : "",
                 .key = costs ? "costs 1 star" : "",
                 .shows_key = costs});
}

void draw_moves(Session& session, const PanelBox& box) {
  const WindowScope window = begin_panel("moves", box);
  ImGui::BeginGroup();
  draw_hint_button(session);
  const LessonTour& lesson = session.lesson;
  if (lesson.is_open() && lesson.step().light == kUndo) action_button(session, kUndo, kUndo);
  ImGui::EndGroup();
  ImGui::SameLine();
  ImGui::BeginGroup();
  draw_move_buttons(session);
  ImGui::EndGroup();
}

}  // namespace marblemaze

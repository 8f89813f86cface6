#include <cctype>
#include <span>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "render/panels/panels.h"
#include "render/scene/draw_lists.h"
#include "render/session/run_words.h"
#include "render/session/timeline_marks.h"

namespace marblemaze {
namespace {

constexpr float kWidest = 150, kCornerRadius = 20;  // points
constexpr const char* kUndo = "Undo";  // which nothing can be: for the lesson that says so

// Returns the number of columns for rows of equal length, as few rows as the room allows.
int columns_for(int buttons, float room, float widest, float gap) {
  const int most = std::clamp(static_cast<int>((room + gap) / (widest + gap)), 1, buttons);
  const int rows = (buttons + most - 1) / most;
  return (buttons + rows - 1) / rows;
}

// Draws a round button with an arrow towards the new place of the corner.
void corner_arrow(Session& session, MoveId move, ImVec2 at, ImVec2 top) {
  const float radius = kCornerRadius * session.view.ui_scale;
  const std::string name = "arrow " + std::to_string(move.index + 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const OpenWindow window =
      begin_plate(name.c_str(), at, {0.5f, 0.5f}, ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  const bool pressed = noted(name, ImGui::InvisibleButton("##arrow", {2 * radius, 2 * radius}));
  const bool lit = ImGui::IsItemHovered();
  preview_when_hovered(session, move);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float s = ui_scale();
  const PanelColours& c = tokens();
  list.AddCircleFilled(at, radius - 1, im_colour(lit ? c.primary_top : c.panel), 40);
  list.AddCircle(at, radius - 1, im_colour(lit ? c.interaction : c.border), 40, s);
  const ImVec2 ahead = direction_of(top - at) * (radius * 0.42f);
  draw_arrow(list, at - ahead, at + ahead, radius * 0.4f, im_colour(lit ? c.on_primary : c.text_1),
             2 * s);
  if (pressed) session.act(&Session::choose, move);
}

constexpr int kMostChoices = 12;  // listed choices

void draw_now(const Session& session, long tick) {
  const MarbleRun& run = session.run();
  const Recording& made = run.recording();
  const bool over = run.outcome() != Outcome::running && tick + 1 >= run.ticks();
  draw_wrapped(made.spec.tilt->rest ? "Goal: the marble rests in the target."
                                    : "Goal: the marble reaches the target.");
  draw_wrapped(fmt::format("{:.1f} s", static_cast<double>(tick + 1) * run.seconds_per_tick()) +
               (over ? ", " + outcome_name(run.outcome()) : ""));
  const long choice = std::max(tick, 0L) / kCommandTicks;
  if (std::cmp_greater_equal(choice, made.commands.size())) return;
  const RecordedCommand& command = checked(made.commands, choice, "wish");
  ImGui::Spacing();
  draw_wrapped("Now: " + turn_words(session.run().turn_of(command), session.view.camera));
  draw_wrapped("Why: " + command.reason);
}

// Draws the choices, the latest first.
void draw_choices(const MarbleRun& run, long tick) {
  const auto marks = move_marks(run);
  int left = kMostChoices;
  for (auto mark = marks.rbegin(); mark != marks.rend() && left > 0; ++mark) {
    if (mark->begin > tick) continue;
    draw_wrapped(fmt::format(
        "{:.1f} s  {}", static_cast<double>(mark->begin) * run.seconds_per_tick(), mark->words));
    --left;
  }
  if (left == kMostChoices) ImGui::TextDisabled("Nothing was chosen yet.");
}

}  // namespace

std::string move_button(MoveId move) { return "move " + std::to_string(move.index + 1); }

void draw_corner_arrows(Session& session, const PanelBox& all) {
  const MarbleRun& run = session.run();
  if (!run.waits_for_person() || run.turns_freely() || !session.marble().over()) return;
  if (dialog_open(session)) return;
  PanelBox scene = all;
  if (session.marble().beside) {
    scene.size.x /= 2;
    if (session.marble().about_beside) scene.at.x += scene.size.x;
  }
  const Scene now = session.run().scene();
  const MazePlacement placement(now, session.view.look);
  const OrientationScheme& scheme = run.scheme(run.control_at(run.ticks()));
  const OrientationId stands = run.orientation_at(run.ticks());
  const auto seen = [&](OrientationId top) {
    const glm::vec3 point = orientation_point(scheme.up(top), now.maze->grid().dims());
    return seen_at(session.view.camera, scene, placement.rotation() * point,
                   placement.reach() * 1.6f);
  };
  const auto top = seen(stands);
  const float margin = kCornerRadius * session.view.ui_scale;
  for (const MoveId move : scheme.move_ids()) {
    const auto at = seen(scheme.turn(stands, move).to);
    if (!at || !top) continue;
    // std::clamp does not work here: a scene may be lower than an arrow.
    const ImVec2 inside{std::max(scene.at.x + margin, std::min(at->x, scene.end().x - margin)),
                        std::max(scene.at.y + margin, std::min(at->y, scene.end().y - margin))};
    corner_arrow(session, move, inside, *top);
  }
}

// The arrow of a move, its name, and the key that makes it.
bool tip_button(const std::string& name, const std::string& words, const std::string& key,
                ImVec2 size) {
  const float s = ui_scale();
  const bool pressed = noted(name, ImGui::InvisibleButton(name.c_str(), size));
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const ImVec2 at = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  const ImU32 text =
      draw_button_ground(ButtonKind::secondary, design_size("radius", "card") * s, lit);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // "<arrow> tip left": the arrow is drawn larger.
  const std::size_t space = words.find(' ');
  const std::string arrow = words.substr(0, space);
  std::string rest = space == std::string::npos ? words : words.substr(space + 1);
  if (!rest.empty()) rest[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(rest[0])));
  const float room = size.x - 84 * s;
  ImGui::PushFont(font_of(Text::strong));
  rest = in_lines(rest, room);
  const ImVec2 letters = ImGui::CalcTextSize(rest.c_str());
  list.PushClipRect(at, end, true);
  list.AddText({at.x + 46 * s, at.y + (size.y - letters.y) / 2}, text, rest.c_str());
  list.PopClipRect();
  ImGui::PopFont();
  const float large = 1.5f * ImGui::GetFontSize();
  list.AddText(font_of(Text::reading), large, {at.x + 15 * s, at.y + (size.y - large) / 2}, text,
               arrow.c_str());
  draw_key(list, {end.x - 22 * s, at.y + size.y / 2}, key, text,
           lit ? text : im_colour(tokens().border));
  return pressed;
}

void draw_move_buttons(Session& session) {
  const MarbleRun& run = session.run();
  const float s = ui_scale(), gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const std::span<const MoveId> moves = run.scheme(run.control_at(run.ticks())).move_ids();
  const int count = static_cast<int>(moves.size());
  const int columns = columns_for(count, room.x, kWidest * s, gap),
            rows = (count + columns - 1) / columns;
  const auto part = static_cast<float>(columns), lines = static_cast<float>(rows);
  const float width = std::floor(std::min((room.x - gap * (part - 1)) / part, 250 * s));
  const float high = std::floor(
      std::clamp((room.y - gap * (lines - 1)) / lines, 28 * s, design_size("height", "tip") * s));
  int column = 0;
  for (const MoveId move : moves) {
    if (column > 0) ImGui::SameLine();
    const std::string words = tip_words(tips(run, run.ticks() - 1, move, session.view.camera));
    if (tip_button(move_button(move), words, std::to_string(move.index + 1), {width, high}))
      session.act(&Session::choose, move);
    preview_when_hovered(session, move);
    column = (column + 1) % columns;
  }
}

void draw_moves(Session& session, const PanelBox& box) {
  const OpenWindow window = begin_fixed("moves", box);
  ImGui::BeginGroup();
  draw_hint_button(session);
  const LessonTour& lesson = session.lesson();
  if (lesson.open() && lesson.step().light == kUndo && button(kUndo))
    session.act(&Session::refuse_undo);
  ImGui::EndGroup();
  ImGui::SameLine();
  ImGui::BeginGroup();
  draw_move_buttons(session);
  if (ImGui::GetWindowContentRegionMax().y - ImGui::GetCursorPosY() >= ImGui::GetTextLineHeight())
    draw_dim(moves_in_words(session.run(), session.counted_level()));
  ImGui::EndGroup();
}

void draw_free_panel(Session& session, const PanelBox& box) {
  const MarbleRun& run = session.run();
  const long tick = session.run().tick();
  const OpenWindow window = begin_fixed("mind", box);
  draw_panel_head(session, "Who turns the maze", session.panels.mind_fold);
  const TiltPolicyEntry* entry = tilt_policies().find(run.player());
  draw_wrapped(entry ? fmt::format("{}: {}", entry->name, entry->title) : run.player());
  if (entry) draw_dim(fmt::format("It chooses: {}.\nIt knows: {}.", entry->summary, entry->knows));
  ImGui::Separator();
  draw_now(session, tick);
  ImGui::Spacing();
  if (ImGui::BeginTabBar("tabs")) {
    tab(
        "Why", [&] { draw_choices(run, tick); }, std::exchange(session.panels.tab, "") == "Why");
    tab("Plots", [&] { draw_plots(session); });
    ImGui::EndTabBar();
  }
}

}  // namespace marblemaze

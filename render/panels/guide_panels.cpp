#include <fmt/format.h>

#include "maze/base/text.h"
#include "render/panels/actions.h"
#include "render/panels/panels.h"
#include "render/session/run.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

void draw_head(Session& session, float width) {
  const LessonTour& lesson = session.lesson();
  const float s = session.view.ui_scale, button_width = 68 * s,
              gap = ImGui::GetStyle().ItemSpacing.x;
  const float buttons = 2 * button_width + 32 * s + 2 * gap;
  ImGui::AlignTextToFramePadding();
  draw_title(lesson.lesson().title.c_str());
  const std::string count = fmt::format("{} of {}", lesson.number() + 1, lesson.count());
  ImGui::SameLine(std::max(width - buttons - ImGui::CalcTextSize(count.c_str()).x - gap, 0.0f));
  ImGui::TextDisabled("%s", count.c_str());
  ImGui::SameLine(width - buttons);
  const bool last = lesson.number() + 1 == lesson.count();
  ImGui::BeginDisabled(lesson.number() == 0);
  // The transport has a button of that name, too.
  if (push_button("Back##lesson", {.kind = ButtonKind::quiet, .size = {button_width, 0}}))
    session.act(&Session::step_lesson, -1);
  note_item("lesson back");
  ImGui::EndDisabled();
  tip(lesson.number() == 0 ? "this is the first step" : "the step before (Page Up)");
  ImGui::SameLine();
  if (push_button(last ? "Done##lesson" : "Next##lesson",
                  {.kind = ButtonKind::primary, .size = {button_width, 0}}))
    session.act(&Session::step_lesson, 1);
  note_item("lesson next");
  ImGui::SameLine();
  if (icon_button("close lesson", Icon::cross,
                  {.kind = ButtonKind::quiet, .words = "Close the lesson", .key = "Esc"}))
    session.act(&Session::close_lesson);
}

constexpr int kColumns = 4;
constexpr float kTileWidth = 132, kTileHeight = 92, kFreeTileHeight = 44;  // points
constexpr float kWidestState = 480;                                        // points

void stars_at(ImDrawList& list, ImVec2 middle, float radius, int count) {
  const PanelColours& c = tokens();
  for (int i = 0; i < kMostStars; ++i)
    draw_icon(list, Icon::star, {middle.x + static_cast<float>(i - 1) * radius * 2.5f, middle.y},
              2.2f * radius, im_colour(i < count ? c.path : c.border));
}

/// Stars as an item of the present line.
void draw_stars(int count, float radius) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = std::max(ImGui::GetFrameHeight(), 2 * radius), width = radius * 7.2f;
  stars_at(*ImGui::GetWindowDrawList(), at + ImVec2{width, height} * 0.5f, radius, count);
  ImGui::Dummy({width, height});
}

std::string size_words(const Level& level) {
  const glm::ivec3 d = level.maze->grid().dims();
  if (level.maze->grid().layers() == Layers::flat) return fmt::format("flat, {} x {}", d.x, d.y);
  const char* kind = level.maze->grid().layers() == Layers::outer ? "hollow" : "cube";
  return fmt::format("{} {} x {} x {}{}", kind, d.x, d.y, d.z,
                     level.control == ControlScheme::cube_24 ? ", 24 points" : "");
}

void tile(Session& session, std::size_t number) {
  const Level& level = levels()[number];
  const float s = session.view.ui_scale;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{kTileWidth * s, kTileHeight * s};
  const bool now = session.level().open() && session.level().number() == number;
  const Progress::Best best = session.progress().best(level);
  const std::string label = fmt::format("level {}", number + 1);
  const std::string words =
      fmt::format("{}. {}\n{}\n\n", number + 1, level.name, size_words(level));
  const float room = size.x - 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImGui::GetStyleColorVec4(ImGuiCol_FrameBgHovered));
  if (noted(label, ImGui::Button((in_lines(words, room) + "##" + label).c_str(), size)))
    session.act(&Session::start_level, number);
  ImGui::PopStyleColor(2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (now) list.AddRect(at, at + size, im_colour(tokens().interaction), 8 * s, 0, 2 * s);
  stars_at(list, {at.x + size.x / 2, at.y + 74 * s}, 8 * s, best.stars);
  tip("best possible: " + counted(level.best(), "move") +
      (best.stars > 0 ? "; yours: " + counted(best.moves, "move") : ""));
}

// Draws the tile of a maze for continuous control.
void free_tile(Session& session, std::size_t number) {
  const FreeLevel& level = free_levels()[number];
  const auto best = session.progress().time(time_key(*level.maze, false));
  const std::string words =
      fmt::format("{}\n{}", level.name, best ? fmt::format("{:.1f} s", *best) : "no time yet");
  const float s = session.view.ui_scale;
  if (button(words, {kTileWidth * s, kFreeTileHeight * s}))
    session.act(&Session::start_free_level, number);
  tip(describe(*level.maze));
}

// Draws the menu of levels in the middle of the window, where it has room for several rows.
void draw_card(Session& session) {
  const float s = session.view.ui_scale;
  const float room = ImGui::GetIO().DisplaySize.x / s;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {18 * s, 14 * s});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * s);
  const OpenWindow window = begin_centred("levels", 1, 0.97f);
  ImGui::PopStyleVar(2);
  draw_title("Levels");
  ImGui::SameLine(0, 14 * s);
  ImGui::TextDisabled("%d of %d stars", session.progress().stars(),
                      kMostStars * static_cast<int>(levels().size()));
  // The width of a row excludes margins and a scroll bar.
  const int row = std::clamp(static_cast<int>((room - 54) / (kTileWidth + 8)), 1, kColumns);
  const float width = static_cast<float>(row) * (kTileWidth + 8) * s;
  // Stays within the tiles, because the card is as wide as its contents.
  ImGui::SameLine(width - 14 * s);
  if (noted("close levels", ImGui::SmallButton("x")))
    session.panels.show_levels = !session.panels.show_levels;
  ImGui::Spacing();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * s, 8 * s});
  for (std::size_t i = 0; i < levels().size(); ++i) {
    if (i % static_cast<std::size_t>(row) != 0) ImGui::SameLine();
    tile(session, i);
  }
  ImGui::Spacing();
  draw_title("Turn freely");
  ImGui::SameLine(0, 14 * s);
  ImGui::TextDisabled("drag the cube: the marble need not rest; your best time counts");
  for (std::size_t i = 0; i < free_levels().size(); ++i) {
    if (i % static_cast<std::size_t>(row) != 0) ImGui::SameLine();
    free_tile(session, i);
  }
  ImGui::PopStyleVar();
  ImGui::Spacing();
  if (session.gives_back() && !session.lesson().open())
    action_button(session, "Leave the levels", "Leave the levels");
  ImGui::PushTextWrapPos(width);
  ImGui::TextDisabled(
      "Three stars: the fewest moves there can be. Two: at most half more. With a hint: two at "
      "most.");
  ImGui::PopTextWrapPos();
}

// How the level stands: with less room less is said.
void draw_state(Session& session, const PanelPlan& plan) {
  const PanelBox& box = plan.card;
  const LevelGame& game = session.level();
  const float s = session.view.ui_scale;
  const bool wide = box.size.x >= kWidestState * s;
  const int made = moves_made(session.run());
  const OpenWindow window = begin_fixed("level", box);
  if (wide) {
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%d  %s", static_cast<int>(game.number()) + 1, game.level().name.c_str());
    ImGui::SameLine(0, 18 * s);
  }
  ImGui::AlignTextToFramePadding();
  const Level* level = session.counted_level();
  ImGui::TextDisabled(
      "%s", (level || wide ? moves_in_words(session.run(), level) : counted(made, "move")).c_str());
  ImGui::SameLine(0, 14 * s);
  level ? draw_stars(game.stars_in_reach(made), 7 * s)
        : ImGui::TextDisabled("another run: no stars");
  if (wide) {
    ImGui::SameLine(0, 14 * s);
    if (plan.moves.size.x <= 0) draw_hint_button(session), ImGui::SameLine();
    action_button(session, "Levels", "Levels ...");
  }
}

std::string result_words(const Session& session) {
  const LevelGame& game = session.level();
  const LevelResult result = *game.result();
  const std::string words =
      result.stars == kMostStars ? "Nobody can do it in fewer."
      : game.hints() > 0 ? fmt::format("With {}: two stars at most.", counted(game.hints(), "hint"))
      : result.stars == 2
          ? "Three stars for the best."
          : fmt::format("Two stars for at most {}.", counted(game.level().good(), "move"));
  return result.record ? words
                       : words + " Your best: " +
                             counted(session.progress().best(game.level()).moves, "move") + ".";
}

void draw_result(Session& session, const PanelPlan& plan) {
  const LevelGame& game = session.level();
  const LevelResult result = *game.result();
  const OpenWindow window = begin_fixed("level result", plan.card);
  draw_stars(result.stars, 9 * session.view.ui_scale);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  draw_wrapped(fmt::format("Solved in {}, fewest possible {}", counted(result.moves, "move"),
                           game.level().best()));
  draw_dim(result_words(session));
  action_button(session, "Play again", "Again");
  for (const auto& [label, name] : {std::pair{"All levels", "Levels ..."},
                                    {"Next level", "Next maze"},
                                    {"Leave", "Leave the levels"}}) {
    ImGui::SameLine();
    action_button(session, label, name);
  }
}

// Highlights the move of a hint on the control that makes it.
void light_hint(const Session& session) {
  if (!session.hint()) return;
  const MoveId move = *session.hint();
  if (!session.game()) return draw_light(session, move_button(move));
  const LogicGame& game = *session.game();
  if (const JumpWorld* board = game.maze().board())
    return draw_light(session,
                      "square " + game.maze().short_name(board->result(game.state(), move)));
  draw_light(session, std::to_string(move.index + 1));
}

}  // namespace

void draw_light(const Session& session, const std::string& label) {
  const auto box = item_box(label);
  if (!box) return;
  const float s = session.view.ui_scale;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const glm::vec3 colour = tokens().interaction;
  for (int ring = 0; ring < 4; ++ring) {
    const float out = (2.5f + 2.5f * static_cast<float>(ring)) * s;
    const float alpha = ring == 0 ? 1.0f : 0.34f / static_cast<float>(ring);
    list.AddRect(box->at - ImVec2{out, out}, box->end() + ImVec2{out, out},
                 im_colour(colour, alpha), 4 * s + out, 0, 2.5f * s);
  }
}

void draw_lessons(Session& session) {
  const OpenWindow window = begin_centred("lessons", 0.96f, 0.98f);
  draw_title("Learn");
  draw_dim("Each lesson is a run that is explained in steps.");
  ImGui::Spacing();
  int number = 0;
  for (const Lesson& lesson : lessons()) {
    const bool done = session.progress().learned(lesson.name);
    if (button(fmt::format("{}. {}", ++number, lesson.title)))
      session.act(&Session::start_lesson, lesson.name);
    ImGui::SameLine();
    ImGui::TextDisabled(done ? "done" : "%zu steps", lesson.steps.size());
  }
  ImGui::Spacing();
  if (button("Close lessons")) session.panels.show_lessons = !session.panels.show_lessons;
}

void draw_lesson(Session& session, const PanelPlan& plan) {
  if (!session.lesson().open()) return;
  const OpenWindow window = begin_fixed("lesson", plan.lesson, true);
  draw_light(session, session.lesson().step().light);
  draw_head(session, plan.lesson.size.x - ImGui::GetStyle().WindowPadding.x);
  ImGui::Separator();
  ImGui::BeginChild("lesson text");
  draw_wrapped(session.lesson().step().text);
  ImGui::EndChild();
}

void draw_hint_button(Session& session) {
  if (!session.by_hand()) return;
  const Action& hint = action_named("Hint");
  const bool costs = session.counted_level() != nullptr;
  if (push_button("Hint", {.icon = Icon::hint,
                           .words = costs ? "The best move that is known" : hint.meaning,
                           .key = costs ? "costs 1 star" : hint.keys,
                           .shows_key = costs}))
    perform(session, hint);
}

void preview_when_hovered(Session& session, MoveId move) {
  const auto state = session.run().chooses_in();
  if (!ImGui::IsItemHovered() || !state) return;
  session.run().preview = move;
  const MarbleRun& run = session.run();
  const long tick = std::max(run.tick() - 1, 0L);
  const std::string side = tip_words(tips(run, tick, move, session.view.camera));
  const Prediction believed = prediction_of(run, tick, *state, move);
  if (believed.guesses.empty())
    return ImGui::SetTooltip("%s; no prediction for this move", side.c_str());
  const Guess& likeliest = believed.guesses.front();
  const OrientationScheme& scheme = run.scheme(run.control_at(run.tick()));
  const std::string end =
      likeliest.to ? "cell " + cell_name(scheme, *likeliest.to) : std::string("on an edge");
  ImGui::SetTooltip("%s; the path predictor gives %s %.0f %%", side.c_str(), end.c_str(),
                    100 * likeliest.probability);
}

void draw_levels(Session& session, const PanelPlan& plan) {
  light_hint(session);
  const bool playing = session.level().open() && session.shows_marble();
  if (playing && plan.card.size.x > 0 && !session.shows_end())
    (session.level().result() ? draw_result : draw_state)(session, plan);
  if (session.panels.show_levels) draw_card(session);
}

}  // namespace marblemaze

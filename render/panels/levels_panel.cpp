#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "maze/base/words.h"
#include "render/panels/panels.h"
#include "render/session/move_preview.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr int kColumns = 4;
constexpr float kTileWidth = 132, kTileHeight = 92, kFreeTileHeight = 44;  // points
constexpr float kWidestState = 480;                                        // points
constexpr glm::vec3 kGold{0.98f, 0.76f, 0.24f};

void star(ImDrawList& list, ImVec2 middle, float radius, bool filled, const Palette& palette) {
  constexpr int kStarCorners = 10;
  ImVec2 corners[kStarCorners];
  for (int i = 0; i < kStarCorners; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / kStarCorners - 1.5707963f;
    const float reach = radius * (i % 2 == 0 ? 1.0f : 0.44f);
    corners[i] = middle + direction_at(angle) * reach;
  }
  const ImU32 colour = filled ? im_colour(kGold) : ink(palette, 0.5f);
  if (filled) {
    // Triangles that touch would show their seams if each had soft edges.
    const ImDrawListFlags flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for (int i = 0; i < kStarCorners; ++i)
      list.AddTriangleFilled(middle, corners[i], corners[(i + 1) % kStarCorners], colour);
    list.Flags = flags;
  }
  list.AddPolyline(corners, kStarCorners, colour, ImDrawFlags_Closed,
                   std::max(radius * 0.12f, 1.0f));
}

void stars_at(ImDrawList& list, ImVec2 middle, float radius, int count, const Palette& palette) {
  for (int i = 0; i < kMostStars; ++i)
    star(list, {middle.x + static_cast<float>(i - 1) * radius * 2.4f, middle.y}, radius, i < count,
         palette);
}

/// Stars as an item of the present line.
void draw_stars(const Workbench& bench, int count, float radius) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = std::max(ImGui::GetFrameHeight(), 2 * radius), width = radius * 7.2f;
  stars_at(*ImGui::GetWindowDrawList(), at + ImVec2{width, height} * 0.5f, radius, count,
           bench.view.colours());
  ImGui::Dummy({width, height});
}

std::string size_words(const Level& level) {
  const glm::ivec3 d = level.maze->grid().dims();
  if (level.maze->grid().layers() == Layers::flat) return fmt::format("flat, {} x {}", d.x, d.y);
  const char* kind = level.maze->grid().layers() == Layers::outer ? "hollow" : "cube";
  return fmt::format("{} {} x {} x {}{}", kind, d.x, d.y, d.z,
                     level.orientations == 24 ? ", 24 points" : "");
}

void centred(ImDrawList& list, float x, float y, ImU32 colour, const std::string& text) {
  list.AddText({x - ImGui::CalcTextSize(text.c_str()).x / 2, y}, colour, text.c_str());
}

void tile(const Workbench& bench, const Ask& ask, std::size_t number) {
  const Level& level = levels()[number];
  const Palette& palette = bench.view.colours();
  const float s = bench.view.ui_scale;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{kTileWidth * s, kTileHeight * s};
  const bool now = bench.guides().level().open() && bench.guides().level().number() == number;
  const Progress::Best best = bench.guides().progress().best(level);
  const std::string label = fmt::format("level {}", number + 1);
  ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImGui::GetStyleColorVec4(ImGuiCol_FrameBgHovered));
  if (noted(label, ImGui::Button(("##" + label).c_str(), size)))
    ask({Act::start_level, static_cast<int>(number)});
  ImGui::PopStyleColor(2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = at.x + size.x / 2;
  if (now) list.AddRect(at, at + size, im_colour(palette.point_now), 4 * s, 0, 2 * s);
  ImFont* const font = ImGui::GetFont();
  const std::string digits = std::to_string(number + 1);
  const float height = ImGui::GetFontSize();
  list.AddText(font, height * 0.85f, {at.x + 7 * s, at.y + 5 * s}, ink(palette, 0.7f),
               digits.c_str());
  // A long name takes two lines.
  const float room = size.x - 52 * s;
  const bool wide = ImGui::CalcTextSize(level.name.c_str()).x > room;
  const std::size_t cut =
      wide ? level.name.rfind(' ', level.name.size() * 2 / 3) : std::string::npos;
  centred(list, x, at.y + 6 * s, ink(palette), level.name.substr(0, cut));
  if (cut != std::string::npos)
    centred(list, x, at.y + 6 * s + height, ink(palette), level.name.substr(cut + 1));
  const std::string size_text = size_words(level);
  const float small = height * 0.82f;
  draw_centred(list, {x, at.y + 41 * s + small / 2}, small, ink(palette, 0.75f), size_text);
  stars_at(list, {x, at.y + 69 * s}, 9 * s, best.stars, palette);
  tip("best possible: " + counted(level.best(), "move") +
      (best.stars > 0 ? "; yours: " + counted(best.moves, "move") : ""));
}

// A maze to be turned freely.
void free_tile(const Workbench& bench, const Ask& ask, std::size_t number) {
  const FreeLevel& level = free_levels()[number];
  const auto best = bench.guides().progress().time(time_key(*level.maze, false));
  const std::string words =
      fmt::format("{}\n{}", level.name, best ? fmt::format("{:.1f} s", *best) : "no time yet");
  const float s = bench.view.ui_scale;
  if (button(words, {kTileWidth * s, kFreeTileHeight * s}))
    ask({Act::start_free_level, static_cast<int>(number)});
  tip(describe(*level.maze));
}

// In the middle of the window, over everything: there it has room for more than one row.
void draw_card(const Workbench& bench, const Ask& ask) {
  const float s = bench.view.ui_scale;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {18 * s, 14 * s});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * s);
  begin_centred("levels", 1, 0.97f);
  ImGui::PopStyleVar(2);
  ImGui::TextUnformatted("LEVELS");
  ImGui::SameLine(0, 14 * s);
  ImGui::TextDisabled("%d of %d stars", bench.guides().progress().stars(),
                      kMostStars * static_cast<int>(levels().size()));
  // Tiles in a row, beside margins and a bar to scroll.
  const int row = std::clamp(static_cast<int>((window.x / s - 54) / (kTileWidth + 8)), 1, kColumns);
  const float width = static_cast<float>(row) * (kTileWidth + 8) * s;
  // Not beyond the tiles: the card is as wide as what stands in it.
  ImGui::SameLine(width - 14 * s);
  if (noted("close levels", ImGui::SmallButton("x"))) ask({Act::levels});
  ImGui::Spacing();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * s, 8 * s});
  for (std::size_t i = 0; i < levels().size(); ++i) {
    if (i % static_cast<std::size_t>(row) != 0) ImGui::SameLine();
    tile(bench, ask, i);
  }
  ImGui::Spacing();
  ImGui::TextUnformatted("TURN FREELY");
  ImGui::SameLine(0, 14 * s);
  ImGui::TextDisabled("drag the cube: the marble need not rest; your best time counts");
  for (std::size_t i = 0; i < free_levels().size(); ++i) {
    if (i % static_cast<std::size_t>(row) != 0) ImGui::SameLine();
    free_tile(bench, ask, i);
  }
  ImGui::PopStyleVar();
  ImGui::Spacing();
  ImGui::PushTextWrapPos(width);
  ImGui::TextDisabled(
      "Three stars: the fewest moves there can be. Two: at most half more. With a hint: two at "
      "most.");
  ImGui::PopTextWrapPos();
  ImGui::End();
}

// How the level stands: with less room less is said.
void draw_state(const Workbench& bench, const Ask& ask, const PanelBox& box) {
  const LevelGame& game = bench.guides().level();
  const float s = bench.view.ui_scale;
  const bool wide = box.size.x >= kWidestState * s;
  const int made = moves_made(bench.run());
  begin_fixed("level", box);
  if (wide) {
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%d  %s", static_cast<int>(game.number()) + 1, game.level().name.c_str());
    ImGui::SameLine(0, 18 * s);
  }
  ImGui::AlignTextToFramePadding();
  const Level* level = bench.guides().counted_level();
  ImGui::TextDisabled(
      "%s", (level || wide ? moves_in_words(bench.run(), level) : counted(made, "move")).c_str());
  ImGui::SameLine(0, 14 * s);
  level ? draw_stars(bench, game.stars_in_reach(made), 7 * s)
        : ImGui::TextDisabled("another run: no stars");
  if (wide) {
    ImGui::SameLine(0, 14 * s);
    draw_hint_button(bench, ask);
    ImGui::SameLine();
    if (button("Levels")) ask({Act::levels, 1});
  }
  ImGui::End();
}

std::string result_words(const Workbench& bench) {
  const LevelGame& game = bench.guides().level();
  const LevelResult result = *game.result();
  const std::string words =
      result.stars == kMostStars ? "No solution is shorter."
      : game.hints() > 0 ? fmt::format("With {}: two stars at most.", counted(game.hints(), "hint"))
      : result.stars == 2
          ? "Three stars for the best."
          : fmt::format("Two stars for at most {}.", counted(game.level().good(), "move"));
  return result.record
             ? words
             : words + " Your best: " +
                   counted(bench.guides().progress().best(game.level()).moves, "move") + ".";
}

void draw_result(const Workbench& bench, const Ask& ask, const PanelBox& box) {
  const LevelGame& game = bench.guides().level();
  const LevelResult result = *game.result();
  begin_fixed("level result", box);
  draw_stars(bench, result.stars, 9 * bench.view.ui_scale);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextWrapped("Solved in %s; the best is %d", counted(result.moves, "move").c_str(),
                     game.level().best());
  draw_dim(result_words(bench));
  if (button("Play again")) ask({Act::restart});
  ImGui::SameLine();
  if (button("All levels")) ask({Act::levels, 1});
  ImGui::SameLine();
  if (button("Next level")) ask({Act::next_maze});
  ImGui::End();
}

// A move that a hint names, on whatever it is made with.
void light_hint(const Workbench& bench) {
  if (!bench.hint()) return;
  const MoveId move = *bench.hint();
  if (!bench.game()) return draw_light(bench, move_button(move));
  const LogicGame& game = *bench.game();
  if (const JumpWorld* board = game.maze().board())
    return draw_light(bench, "square " + game.maze().short_name(board->result(game.state(), move)));
  draw_light(bench, std::to_string(move.index + 1));
}

}  // namespace

void draw_hint_button(const Workbench& bench, const Ask& ask) {
  if (!bench.played().by_hand()) return;
  if (button("Hint")) ask({Act::hint});
  tip("the best move that is known (I)");
}

void preview_when_hovered(const Workbench& bench, const Ask& ask, MoveId move) {
  if (!ImGui::IsItemHovered() || !bench.run().waits_for_person()) return;
  ask({Act::preview_move, move.index});
  const auto end = predicted_end(bench.run(), move);
  const ShownRun& run = bench.run();
  const std::string tipped = tip_words(run, run.ticks() - 1, move, bench.view.camera);
  const std::string ending =
      end ? fmt::format("predicted to end in cell {}",
                        cell_number(run.scheme(run.orientations_at(run.ticks())).cell(*end)))
          : "no prediction for this move";
  ImGui::SetTooltip("%s; %s", tipped.c_str(), ending.c_str());
}

void draw_levels(const Workbench& bench, const Ask& ask, const PanelPlan& plan) {
  light_hint(bench);
  const bool playing = bench.guides().level().open() && bench.shows_marble();
  if (playing && plan.card.size.x > 0 && !bench.shows_end())
    (bench.guides().level().result() ? draw_result : draw_state)(bench, ask, plan.card);
  if (bench.panels.show_levels) draw_card(bench, ask);
}

}  // namespace marblemaze

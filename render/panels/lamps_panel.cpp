#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr glm::vec3 kLight{1.0f, 0.80f, 0.32f};
constexpr std::size_t kMostShown = 13;  // states of the way so far

void bulb(ImDrawList& list, const Palette& palette, ImVec2 at, float radius, float light) {
  const glm::vec3 dark = palette.dark ? glm::vec3(0.13f, 0.15f, 0.20f) : glm::vec3(0.78f);
  for (int ring = 6; ring > 0 && light > 0; --ring)
    list.AddCircleFilled(at, radius * (1 + 0.09f * static_cast<float>(ring)),
                         im_colour(kLight, 0.07f * light), 48);
  list.AddCircleFilled(at, radius, im_colour(glm::mix(dark, kLight, light)), 48);
  list.AddCircleFilled({at.x, at.y - radius * 0.1f}, radius * 0.6f,
                       im_colour(glm::vec3(1.0f, 0.96f, 0.82f), 0.65f * light), 48);
  list.AddCircle(at, radius, ink(palette, 0.55f), 48, std::max(radius * 0.03f, 1.0f));
}

float light_of(const LogicGame& game, int lamp) {
  const auto on = [&](StateId state) { return static_cast<float>(state.index >> lamp & 1); };
  return glm::mix(on(game.shown()), on(game.next_shown()), game.part());
}

// The button below a lamp; its number is the key.
void lamp_button(const Ask& ask, int lamp, ImVec2 middle, float side, bool works) {
  ImGui::SetCursorScreenPos(around(middle, side / 2).at);
  if (!works) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.45f);
  if (button(std::to_string(lamp + 1), {side, side})) ask({Act::choose_move, lamp});
  if (!works) ImGui::PopStyleVar();
}

// The states passed, each as four small lamps with its number, and the buttons between them.
void way(ImDrawList& list, const Workbench& bench, const LogicGame& game, ImVec2 at, float width) {
  const float s = bench.view.ui_scale;
  const auto track = game.track();
  const auto done = static_cast<std::size_t>(game.time.done());
  const std::size_t first = done + 1 > kMostShown ? done + 1 - kMostShown : 0;
  const float each = width / static_cast<float>(kMostShown), dot = std::min(each * 0.1f, 5 * s);
  for (std::size_t i = first; i <= done; ++i) {
    const float x = at.x + each * (static_cast<float>(i - first) + 0.5f);
    for (int lamp = 0; lamp < FourBitMaze::kButtons; ++lamp)
      bulb(list, bench.view.colours(), {x + (1.5f - static_cast<float>(lamp)) * 2.2f * dot, at.y},
           dot, static_cast<float>(checked(track, i, "state").index >> lamp & 1));
    draw_centred(list, {x, at.y + 18 * s}, ImGui::GetFontSize(),
                 ink(bench.view.colours(), i == done ? 1.0f : 0.6f),
                 std::to_string(track[i].index));
    if (i == first) continue;
    const MoveId pressed = game.move_to(i);
    draw_centred(list, {x - each / 2, at.y + 18 * s}, ImGui::GetFontSize() * 0.85f,
                 im_colour(bench.view.colours().point_now), fmt::format("({})", pressed.index + 1));
  }
}

}  // namespace

void draw_lamps(const Workbench& bench, const Ask& ask, const LogicGame& game,
                const PanelBox& box) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float s = bench.view.ui_scale;
  const float each = std::min(box.size.x / 4.3f, box.size.y / 2.3f), radius = each * 0.35f;
  const ImVec2 middle{box.at.x + box.size.x / 2, box.at.y + box.size.y * 0.42f};
  for (int lamp = 0; lamp < FourBitMaze::kButtons; ++lamp) {
    const float x = middle.x + (1.5f - static_cast<float>(lamp)) * each;
    bulb(list, bench.view.colours(), {x, middle.y}, radius, light_of(game, lamp));
    lamp_button(ask, lamp, {x, middle.y + radius * 1.75f}, std::max(radius * 0.6f, 26 * s),
                (game.shown().index >> lamp & 1) != 0);
  }
  draw_centred(list, {middle.x, box.at.y + box.size.y - 76 * s}, ImGui::GetFontSize(),
               ink(bench.view.colours(), 0.5f),
               "the way so far: lamps, the same as a number, buttons pressed in brackets");
  way(list, bench, game, {box.at.x, box.at.y + box.size.y - 46 * s}, box.size.x);
}

}  // namespace marblemaze

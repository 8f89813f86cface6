#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostMoves = 8;  // moves of the way so far

void offer_moves(const Workbench& bench, const Ask& ask, const LogicGame& game, ImVec2 at,
                 float width) {
  const float s = bench.view.ui_scale;
  const StateId here = game.state();  // a click changes it
  for (const MoveId move : game.rules().moves(here)) {
    ImGui::SetCursorScreenPos(at);
    const std::string name = game.maze().move_name(game.rules(), here, move);
    if (button(fmt::format("{}: {}", move.index + 1, name), {width, 0}))
      ask({Act::choose_move, move.index});
    at.y += 28 * s;
  }
}

// The last moves and the state in words.
std::string way_so_far(const LogicGame& game) {
  const auto track = game.track();
  const auto done = static_cast<std::size_t>(game.time.done());
  std::string text;
  for (std::size_t i = done - std::min(done, kMostMoves); i < done; ++i)
    text += fmt::format("{}: {}\n", game.rules().describe(checked(track, i, "state")),
                        game.maze().move_name(game.rules(), track[i], game.move_to(i + 1)));
  return text + game.rules().describe(game.shown()) +
         (game.rules().is_goal(game.shown()) ? " (goal)" : "");
}

}  // namespace

void draw_plain(const Workbench& bench, const Ask& ask, const LogicGame& game,
                const PanelBox& box) {
  ImGui::SetCursorScreenPos(box.at);
  draw_wrapped(way_so_far(game), box.size.x);
  const float half = box.size.y / 2;
  if (game.shows_present())
    offer_moves(bench, ask, game, {box.at.x, box.at.y + half},
                std::min(box.size.x, 420 * bench.view.ui_scale));
}

}  // namespace marblemaze

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

// The board in the window.
struct BoardView {
  ImDrawList& list;
  const Palette& palette;
  const LogicGame& game;
  const JumpWorld& world;  // for its rules
  ImVec2 at{};
  float side = 0;  // of a square

  [[nodiscard]] int square(StateId state) const { return world.states().square(state.index); }
  [[nodiscard]] ImVec2 corner(int square) const {
    const int cols = world.maze().cols;
    return at + ImVec2(static_cast<float>(square % cols), static_cast<float>(square / cols)) * side;
  }
  /// Where the piece is on its way.
  [[nodiscard]] ImVec2 between(StateId from, StateId to) const {
    const ImVec2 a = middle(square(from));
    return a + (middle(square(to)) - a) * game.part();
  }
  [[nodiscard]] ImVec2 middle(int square) const {
    return corner(square) + ImVec2{side / 2, side / 2};
  }
  /// What is drawn of it: a gap lies between squares.
  [[nodiscard]] PanelBox inside(int square) const { return around(middle(square), side * 0.465f); }
};

void draw_square(const BoardView& v, int square, bool passed) {
  const JumpMaze& maze = v.world.maze();
  const PanelBox box = v.inside(square);
  glm::vec3 fill = v.palette.dark ? glm::vec3(0.12f, 0.15f, 0.22f) : glm::vec3(0.90f, 0.92f, 0.96f);
  if (passed) fill = glm::mix(fill, v.palette.glass_visited, 0.35f);
  if (square == maze.goal) fill = glm::mix(fill, v.palette.goal, 0.75f);
  v.list.AddRectFilled(box.at, box.end(), im_colour(fill), v.side * 0.1f);
  v.list.AddRect(box.at, box.end(), ink(v.palette, 0.25f), v.side * 0.1f);
}

void draw_number(const BoardView& v, int square) {
  const JumpMaze& maze = v.world.maze();
  const ImVec2 middle = v.middle(square);
  const std::string label =
      square == maze.goal ? "G" : std::to_string(maze.jumps[static_cast<std::size_t>(square)]);
  draw_centred(v.list, middle, v.side * 0.46f, ink(v.palette, 0.92f), label);
  if (square == maze.start)
    draw_centred(v.list, {middle.x, middle.y - v.side * 0.37f}, v.side * 0.15f,
                 ink(v.palette, 0.75f), "start");
}

void draw_distance(const BoardView& v, int square) {
  if (square == v.world.maze().goal) return;
  const auto moves = v.game.fewest_moves(v.world.states().in_square(square));
  draw_centred(v.list, v.corner(square) + ImVec2{0.82f, 0.84f} * v.side, v.side * 0.17f,
               im_colour(moves ? v.palette.goal : v.palette.marble),
               moves ? std::to_string(*moves) : "-");
}

// From the edge of the piece to just before the number that it leads to; `aside`, to the right.
void draw_move(const BoardView& v, int from, int to, ImU32 colour, float thick, float aside = 0) {
  const ImVec2 ahead = direction_of(v.middle(to) - v.middle(from)), off = ahead * (v.side * 0.33f);
  const ImVec2 beside = turned_right(ahead) * aside;
  draw_arrow(v.list, v.middle(from) + beside + off, v.middle(to) + beside - off, v.side * 0.13f,
             colour, thick);
}

// As far as the moment shown; `thick` as a part of a square.
void draw_trail(const BoardView& v, std::span<const StateId> track, ImU32 colour, float thick,
                float aside = 0) {
  for (long i = 0; i < v.game.time.done(); ++i)
    draw_move(v, v.square(checked(track, i, "state")), v.square(checked(track, i + 1, "state")),
              colour, v.side * thick, aside);
}

// One of several solutions shown at once: its way so far, beside those of the others, and its
// piece.
void draw_one_of(const BoardView& v, std::size_t index) {
  const auto all = v.game.together();
  const auto count = static_cast<float>(all.size()), i = static_cast<float>(index);
  const LogicSolution& solution = all[index];
  ImVec4 colour{0, 0, 0, 1};
  ImGui::ColorConvertHSVtoRGB(i / count, 0.75f, v.palette.dark ? 1.0f : 0.75f, colour.x, colour.y,
                              colour.z);
  const ImU32 ink_of_it = ImGui::ColorConvertFloat4ToU32(colour);
  const auto done = static_cast<std::size_t>(v.game.time.done());
  const float aside = (i - (count - 1) / 2) * std::min(0.09f, 0.6f / count) * v.side;
  draw_trail(v, solution.states, ink_of_it, 0.03f, aside);
  const std::size_t next = std::min(done + 1, solution.states.size() - 1);
  const ImVec2 at = v.between(checked(solution.states, done, "state"), solution.states[next]) +
                    direction_at(6.2831853f * i / count) * (v.side * 0.33f);
  v.list.AddCircleFilled(at, v.side * 0.09f, ink_of_it, 24);
  v.list.AddCircle(at, v.side * 0.09f, ink(v.palette, 0.9f), 24, v.side * 0.015f);
}

void offer_moves(const Ask& ask, const BoardView& v) {
  const StateId here = v.game.state();
  for (const MoveId move : v.world.moves(here)) {
    const int to = v.square(v.world.result(here, move));
    const PanelBox box = v.inside(to);
    const ImU32 colour = im_colour(v.palette.point_now);
    v.list.AddRect(box.at, box.end(), colour, v.side * 0.1f, 0, v.side * 0.05f);
    draw_move(v, v.square(here), to, colour, v.side * 0.045f);
    ImGui::SetCursorScreenPos(v.corner(to));
    ImGui::PushID(to);
    if (ImGui::InvisibleButton("square", {v.side, v.side})) ask({Act::choose_move, move.index});
    note_item("square " + v.game.maze().short_name(v.world.result(here, move)));
    ImGui::PopID();
  }
}

void draw_piece(const BoardView& v) {
  const ImVec2 at = v.between(v.game.shown(), v.game.next_shown());
  v.list.AddCircleFilled(at, v.side * 0.31f, im_colour(v.palette.marble), 40);
  v.list.AddCircle(at, v.side * 0.31f, ink(v.palette, 0.9f), 40, v.side * 0.02f);
  if (v.game.part() > 0) return;
  const auto square = static_cast<std::size_t>(v.square(v.game.shown()));
  const int number = v.world.maze().jumps[square];
  draw_centred(v.list, at, v.side * 0.42f, IM_COL32(255, 255, 255, 255),
               number == 0 ? "G" : std::to_string(number));
}

}  // namespace

void draw_board(const Workbench& bench, const Ask& ask, const LogicGame& game,
                const JumpWorld& board, const PanelBox& box) {
  BoardView v{*ImGui::GetWindowDrawList(), bench.view.colours(), game, board};
  const auto rows = static_cast<float>(v.world.maze().rows),
             cols = static_cast<float>(v.world.maze().cols);
  v.side = std::min(box.size.x / cols, box.size.y / rows);
  v.at = box.middle() - ImVec2{cols, rows} * (v.side / 2);
  const auto done = static_cast<std::size_t>(game.time.done());
  const std::size_t together = game.together().size();
  const int squares = v.world.maze().squares();
  std::vector<bool> passed(static_cast<std::size_t>(squares), false);
  const auto pass = [&](std::span<const StateId> track) {
    for (const StateId state : track.first(std::min(done + 1, track.size())))
      passed[static_cast<std::size_t>(v.square(state))] = true;
  };
  pass(game.track());
  for (const LogicSolution& solution : game.together()) pass(solution.states);
  for (int square = 0; square < squares; ++square)
    draw_square(v, square, passed[static_cast<std::size_t>(square)]);
  const ImU32 trail = im_colour(glm::vec3(v.palette.trail), 0.6f);
  if (together == 0) draw_trail(v, game.track(), trail, 0.035f);
  if (game.shows_present() && game.part() == 0) offer_moves(ask, v);
  // Over the arrows, so that every number can be read.
  for (int square = 0; square < squares; ++square) {
    draw_number(v, square);
    if (bench.panels.show_distances) draw_distance(v, square);
  }
  for (std::size_t i = 0; i < together; ++i) draw_one_of(v, i);
  if (together == 0) draw_piece(v);
}

}  // namespace marblemaze

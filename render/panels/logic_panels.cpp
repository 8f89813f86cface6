#include <fmt/format.h>

#include "maze/base/text.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

void draw_solution_list(LogicGame& game) {
  const auto all = game.solutions();
  if (all.empty()) return draw_wrapped("This maze has no solution.");
  const auto shown = game.solution_shown();
  if (radio_button("the game", !shown)) game.show_solution(std::nullopt);
  const auto length = [&](std::size_t i) { return checked(all, i, "solution").moves.size(); };
  if (radio_button(fmt::format("shortest: {}", pluralize(length(0), "move")),
                   shown == 0u && game.together().empty()))
    game.show_solution(0);
  const std::size_t ways = game.insight().shortest.size();
  if (ways > 1 && radio_button(fmt::format("all {} shortest solutions at once", ways),
                               !game.together().empty()))
    game.show_all_shortest();
  if (all.size() < 2) return;
  const bool other = radio_button(
      fmt::format("{} {}", all.size() - 1,
                  game.insight().all_solutions ? "solutions without loops" : "of many solutions"),
      shown && *shown > 0);
  tooltip("Solutions without loops, shortest first");
  if (other) game.show_solution(1);
  if (!shown || *shown == 0) return;
  int number = static_cast<int>(*shown);
  const std::string format = fmt::format("number %d: {}", pluralize(length(*shown), "move"));
  if (slider("solution", &number, {1, static_cast<int>(all.size()) - 1, 1, format.c_str()}))
    game.show_solution(number);
}

std::string minimum_text(const LogicGame& game) {
  const auto first = game.fewest_moves(game.first_state());
  return first ? fmt::format("; minimum: {}", *first) : "; no solution exists";
}

std::string status_text(const LogicGame& game) {
  if (!game.together().empty())
    return fmt::format("{} shortest solutions at once: move {} of {}", game.together().size(),
                       game.done(), game.length());
  if (game.solution_shown())
    return fmt::format("{}: move {} of {}",
                       checked(game.solutions(), *game.solution_shown(), "solution").name,
                       game.done(), game.length());
  std::string played = pluralize(game.done(), "move") + minimum_text(game);
  if (game.rules().is_goal(game.shown())) return "Solved: " + played;
  if (!game.shows_latest_state()) return played;
  if (game.outcome() == Outcome::unsolvable)
    return played + ". The agent gave up in a dead-end region. Press R to start again.";
  if (!game.fewest_moves(game.state()))
    return played +
           ". The goal can no longer be reached: this is a dead-end region. Press R to start "
           "again.";
  return played;
}

constexpr glm::vec3 kLight{1.0f, 0.80f, 0.32f};
constexpr std::size_t kMaxStatesShown = 13;

void draw_bulb(ImDrawList& list, ImVec2 at, float radius, float light) {
  const glm::vec3 dark = theme().dark ? glm::vec3(0.13f, 0.15f, 0.20f) : glm::vec3(0.78f);
  for (int ring = 6; ring > 0 && light > 0; --ring)
    list.AddCircleFilled(at, radius * (1 + 0.09f * static_cast<float>(ring)),
                         im_colour(kLight, 0.07f * light), 48);
  list.AddCircleFilled(at, radius, im_colour(glm::mix(dark, kLight, light)), 48);
  list.AddCircleFilled({at.x, at.y - radius * 0.1f}, radius * 0.6f,
                       im_colour(glm::vec3(1.0f, 0.96f, 0.82f), 0.65f * light), 48);
  list.AddCircle(at, radius, text_colour(0.55f), 48, std::max(radius * 0.03f, 1.0f));
}

float brightness(const LogicGame& game, int lamp) {
  const auto on = [&](StateId state) { return static_cast<float>(state.index >> lamp & 1); };
  return glm::mix(on(game.shown()), on(game.next_shown()), game.part());
}

// Draws each visited state as four small lamps, with the pressed buttons between the states.
void draw_path(ImDrawList& list, const LogicGame& game, ImVec2 at, float width) {
  const float s = ui_scale();
  const auto track = game.track();
  const auto done = static_cast<std::size_t>(game.done());
  const std::size_t first = done + 1 > kMaxStatesShown ? done + 1 - kMaxStatesShown : 0;
  const float each = width / static_cast<float>(kMaxStatesShown),
              dot = std::min(each * 0.1f, 5 * s);
  for (std::size_t i = first; i <= done; ++i) {
    const float x = at.x + each * (static_cast<float>(i - first) + 0.5f);
    for (int lamp = 0; lamp < FourBitMaze::kButtons; ++lamp)
      draw_bulb(list, {x + (1.5f - static_cast<float>(lamp)) * 2.2f * dot, at.y}, dot,
                static_cast<float>(checked(track, i, "state").index >> lamp & 1));
    draw_centred(list, {x, at.y + 18 * s}, ImGui::GetFontSize(),
                 text_colour(i == done ? 1.0f : 0.6f), std::to_string(track[i].index));
    if (i == first) continue;
    const MoveId pressed = game.move_to(i);
    draw_centred(list, {x - each / 2, at.y + 18 * s}, ImGui::GetFontSize() * 0.85f,
                 im_colour(panel_colours().now), fmt::format("({})", pressed.index + 1));
  }
}

struct BoardView {
  ImDrawList& list;
  const LogicGame& game;
  const JumpRules& rules;
  ImVec2 at{};
  float side = 0;  // side length of a square (pixels)

  [[nodiscard]] int square(StateId state) const { return rules.states().square(state.index); }
  [[nodiscard]] ImVec2 corner(int square) const {
    const int cols = rules.maze().cols, row = square / cols;
    return at + ImVec2(static_cast<float>(square % cols), static_cast<float>(row)) * side;
  }
  [[nodiscard]] ImVec2 between(StateId from, StateId to) const {
    const ImVec2 a = middle(square(from));
    return a + (middle(square(to)) - a) * game.part();
  }
  [[nodiscard]] ImVec2 middle(int square) const {
    return corner(square) + ImVec2{side / 2, side / 2};
  }
  [[nodiscard]] PanelBox inside(int square) const {
    return square_around(middle(square), side * 0.465f);
  }
};

void draw_square(const BoardView& v, int square, bool passed) {
  const JumpMaze& maze = v.rules.maze();
  const PanelBox box = v.inside(square);
  glm::vec3 fill = theme().dark ? glm::vec3(0.12f, 0.15f, 0.22f) : glm::vec3(0.90f, 0.92f, 0.96f);
  if (passed) fill = glm::mix(fill, theme().glass_visited, 0.35f);
  if (square == maze.goal) fill = glm::mix(fill, panel_colours().target, 0.75f);
  v.list.AddRectFilled(box.at, box.end(), im_colour(fill), v.side * 0.1f);
  v.list.AddRect(box.at, box.end(), text_colour(0.25f), v.side * 0.1f);
}

void draw_number(const BoardView& v, int square) {
  const JumpMaze& maze = v.rules.maze();
  const ImVec2 middle = v.middle(square);
  const std::string label = maze.label(square);
  draw_centred(v.list, middle, v.side * 0.46f, text_colour(0.92f), label);
  if (square == maze.start)
    draw_centred(v.list, {middle.x, middle.y - v.side * 0.37f}, v.side * 0.15f, text_colour(0.75f),
                 "start");
}

void draw_distance(const BoardView& v, int square) {
  if (square == v.rules.maze().goal) return;
  const auto moves = v.game.fewest_moves(v.rules.states().in_square(square));
  draw_centred(v.list, v.corner(square) + ImVec2{0.82f, 0.84f} * v.side, v.side * 0.17f,
               im_colour(moves ? panel_colours().target : panel_colours().marble),
               moves ? std::to_string(*moves) : "-");
}

// `aside` shifts the arrow to the right.
void draw_move(const BoardView& v, int from, int to, ImU32 colour, float thick, float aside = 0) {
  const ImVec2 ahead = normalized(v.middle(to) - v.middle(from)), off = ahead * (v.side * 0.33f);
  const ImVec2 beside = perpendicular(ahead) * aside;
  draw_arrow(v.list, v.middle(from) + beside + off, v.middle(to) + beside - off, v.side * 0.13f,
             colour, thick);
}

// `thick` is the line width as a fraction of a square.
void draw_trail(const BoardView& v, std::span<const StateId> track, ImU32 colour, float thick,
                float aside = 0) {
  for (long i = 0; i < v.game.done(); ++i)
    draw_move(v, v.square(checked(track, i, "state")), v.square(checked(track, i + 1, "state")),
              colour, v.side * thick, aside);
}

void draw_solution(const BoardView& v, std::size_t index) {
  const auto all = v.game.together();
  const auto count = static_cast<float>(all.size()), i = static_cast<float>(index);
  const LogicSolution& solution = all[index];
  ImVec4 colour{0, 0, 0, 1};
  ImGui::ColorConvertHSVtoRGB(i / count, 0.75f, theme().dark ? 1.0f : 0.75f, colour.x, colour.y,
                              colour.z);
  const ImU32 ink_of_it = ImGui::ColorConvertFloat4ToU32(colour);
  const auto done = static_cast<std::size_t>(v.game.done());
  const float aside = (i - (count - 1) / 2) * std::min(0.09f, 0.6f / count) * v.side;
  draw_trail(v, solution.states, ink_of_it, 0.03f, aside);
  const std::size_t next = std::min(done + 1, solution.states.size() - 1);
  const ImVec2 at = v.between(checked(solution.states, done, "state"), solution.states[next]) +
                    unit_vector(6.2831853f * i / count) * (v.side * 0.33f);
  v.list.AddCircleFilled(at, v.side * 0.09f, ink_of_it, 24);
  v.list.AddCircle(at, v.side * 0.09f, text_colour(0.9f), 24, v.side * 0.015f);
}

void draw_possible_moves(Session& session, const BoardView& v) {
  const StateId here = v.game.state();
  for (const MoveId move : v.rules.moves(here)) {
    const int to = v.square(v.rules.result(here, move));
    const PanelBox box = v.inside(to);
    const ImU32 colour = im_colour(panel_colours().now);
    v.list.AddRect(box.at, box.end(), colour, v.side * 0.1f, 0, v.side * 0.05f);
    draw_move(v, v.square(here), to, colour, v.side * 0.045f);
    ImGui::SetCursorScreenPos(v.corner(to));
    ImGui::PushID(to);
    if (ImGui::InvisibleButton("square", {v.side, v.side})) session.act(&Session::choose, move);
    register_item("square " + v.game.maze().short_name(v.rules.result(here, move)));
    ImGui::PopID();
  }
}

void draw_piece(const BoardView& v) {
  const ImVec2 at = v.between(v.game.shown(), v.game.next_shown());
  v.list.AddCircleFilled(at, v.side * 0.31f, im_colour(panel_colours().marble), 40);
  v.list.AddCircle(at, v.side * 0.31f, text_colour(0.9f), 40, v.side * 0.02f);
  if (v.game.part() > 0) return;
  const auto square = static_cast<std::size_t>(v.square(v.game.shown()));
  const int number = v.rules.maze().jumps[square];
  draw_centred(v.list, at, v.side * 0.42f, IM_COL32(255, 255, 255, 255),
               number == 0 ? "G" : std::to_string(number));
}

void draw_lamps(Session& session, const LogicGame& game, const PanelBox& box) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float s = ui_scale();
  const float each = std::min(box.size.x / 4.3f, box.size.y / 2.3f), radius = each * 0.35f;
  const ImVec2 middle{box.at.x + box.size.x / 2, box.at.y + box.size.y * 0.42f};
  for (int lamp = 0; lamp < FourBitMaze::kButtons; ++lamp) {
    const float x = middle.x + (1.5f - static_cast<float>(lamp)) * each;
    draw_bulb(list, {x, middle.y}, radius, brightness(game, lamp));
    const PanelBox below =
        square_around({x, middle.y + radius * 1.75f}, std::max(radius * 0.3f, 13 * s));
    ImGui::SetCursorScreenPos(below.at);
    const bool works = (game.shown().index >> lamp & 1) != 0;
    if (button(std::to_string(lamp + 1),
               {.kind = works ? ButtonKind::secondary : ButtonKind::quiet, .size = below.size}))
      session.act(&Session::choose, MoveId(lamp));
  }
  draw_centred(list, {middle.x, box.at.y + box.size.y - 76 * s}, ImGui::GetFontSize(),
               text_colour(0.5f),
               "Your path so far: the lamps, their number, and in brackets the button pressed");
  draw_path(list, game, {box.at.x, box.at.y + box.size.y - 46 * s}, box.size.x);
}

void draw_board(Session& session, const LogicGame& game, const JumpRules& board,
                const PanelBox& box) {
  BoardView v{*ImGui::GetWindowDrawList(), game, board};
  const auto rows = static_cast<float>(v.rules.maze().rows),
             cols = static_cast<float>(v.rules.maze().cols);
  v.side = std::min(box.size.x / cols, box.size.y / rows);
  v.at = box.middle() - ImVec2{cols, rows} * (v.side / 2);
  const auto done = static_cast<std::size_t>(game.done());
  const std::size_t together = game.together().size();
  const int squares = v.rules.maze().squares();
  std::vector<bool> passed(static_cast<std::size_t>(squares), false);
  const auto pass = [&](std::span<const StateId> track) {
    for (const StateId state : track.first(std::min(done + 1, track.size())))
      passed[v.square(state)] = true;
  };
  pass(game.track());
  for (const LogicSolution& solution : game.together()) pass(solution.states);
  for (int square = 0; square < squares; ++square) draw_square(v, square, passed[square]);
  const ImU32 trail = im_colour(glm::vec3(theme().trail), 0.6f);
  if (together == 0) draw_trail(v, game.track(), trail, 0.035f);
  if (game.shows_latest_state() && game.part() == 0) draw_possible_moves(session, v);
  // Numbers are drawn over the arrows, so that they remain readable.
  for (int square = 0; square < squares; ++square) {
    draw_number(v, square);
    if (session.panels.show_distances) draw_distance(v, square);
  }
  for (std::size_t i = 0; i < together; ++i) draw_solution(v, i);
  if (together == 0) draw_piece(v);
}

}  // namespace

void draw_logic_setup(Session& session, LogicGame& game, const PanelBox& box) {
  const WindowScope window = begin_panel("logic setup", box);
  PanelState& panels = session.panels;
  draw_panel_head("Maze and agent", panels.setup_fold);
  draw_world_choice(session);
  draw_seed(panels.request, -1);
  if (button("Build new maze")) session.act(&Session::new_maze);
  tooltip("Builds a maze with these settings");
  ImGui::SameLine();
  action_button(session, "Next seed", "Next maze", {.icon = Icon::dice, .icon_only = true});
  ImGui::SameLine();
  action_button(session, "Again", "Again", {.icon = Icon::restart, .icon_only = true});
  if (const JumpRules* board = game.maze().board()) {
    bool forbidden = board->maze().u_turns == UTurns::forbidden;
    if (checkbox("No U-turns", &forbidden)) {
      LogicSpec other = game.spec();
      other.maze = game.maze().under(forbidden ? UTurns::forbidden : UTurns::allowed);
      session.act(&Session::start_logic, other);
    }
    checkbox("Distances to G", &panels.show_distances);
  }
  draw_wrapped(game.maze().instructions());
  ImGui::Spacing();
  write_dim("Who plays");
  draw_agent_choice(session);
  draw_hand(session);
  draw_hint_button(session);
  ImGui::Spacing();
  write_dim("Show");
  draw_solution_list(game);
  ImGui::Spacing();
  action_button(session, "Back to the marble", "Back to the marble");
}

void draw_puzzle(Session& session, const LogicGame& game, const PanelBox& box) {
  const float s = ui_scale(), margin = 18 * s, head = 40 * s;
  const WindowScope window = begin_overlay("puzzle", box);
  ImGui::SetCursorScreenPos({box.at.x + margin, box.at.y + 14 * s});
  draw_wrapped(status_text(game), box.size.x - 2 * margin);
  const PanelBox inside{{box.at.x + margin, box.at.y + head},
                        {box.size.x - 2 * margin, box.size.y - head - margin}};
  if (const JumpRules* board = game.maze().board())
    draw_board(session, game, *board, inside);
  else
    draw_lamps(session, game, inside);
}

}  // namespace marblemaze

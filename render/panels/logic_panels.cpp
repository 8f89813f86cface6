#include <fmt/format.h>

#include "maze/base/words.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

void maze(const Workbench& bench, const Ask& ask, PanelState& panels, const LogicGame& game) {
  draw_seed(panels.request, -48 * bench.view.ui_scale);
  offer_mazes(ask, Act::new_seed);
  const JumpWorld* board = game.maze().board();
  if (!board) return;
  bool forbidden = board->u_turns() == UTurns::forbidden;
  if (checkbox("No U-turns", &forbidden)) ask({Act::set_u_turns, forbidden});
  ImGui::SameLine();
  checkbox("Distances to G", &panels.show_distances);
}

void solutions(const Ask& ask, const LogicGame& game) {
  if (!game.insight()) return draw_wrapped("No search for solutions was made.");
  const auto all = game.solutions();
  if (all.empty()) return draw_wrapped("This maze has no solution.");
  const auto show = [&](int i) { ask({Act::show_solution, i}); };
  const auto shown = game.solution_shown();
  if (radio_button("the game", !shown)) ask({Act::show_game});
  const auto length = [&](std::size_t i) { return checked(all, i, "solution").moves.size(); };
  if (radio_button(fmt::format("shortest: {} (breadth-first)", counted(length(0), "move")),
                   shown == 0u && game.together().empty()))
    show(0);
  const std::size_t ways = game.insight()->shortest.size();
  if (ways > 1 &&
      radio_button(fmt::format("all {} shortest at once", ways), !game.together().empty()))
    ask({Act::show_together});
  if (all.size() < 2) return;
  if (radio_button(fmt::format("{}{} found depth-first", all.size() - 1,
                               game.insight()->all_solutions ? " without loops," : " of many,"),
                   shown && *shown > 0))
    show(1);
  if (!shown || *shown == 0) return;
  int number = static_cast<int>(*shown);
  if (slider("solution", &number, 1, static_cast<int>(all.size()) - 1,
             fmt::format("number %d: {}", counted(length(*shown), "move")).c_str()))
    show(number);
}

std::string best_words(const LogicGame& game) {
  if (!game.insight()) return "";
  const auto first = game.fewest_moves(game.first_state());
  return first ? fmt::format("; fewest possible: {}", *first) : "; no solution exists";
}

std::string status(const LogicGame& game) {
  if (!game.together().empty())
    return fmt::format("{} shortest solutions at once: move {} of {}", game.together().size(),
                       game.time.done(), game.length());
  if (game.solution_shown())
    return fmt::format("{}: move {} of {}",
                       checked(game.solutions(), *game.solution_shown(), "solution").name,
                       game.time.done(), game.length());
  const std::string played = counted(game.time.done(), "move") + best_words(game);
  if (game.rules().is_goal(game.shown())) return "Solved: " + played;
  if (!game.shows_present()) return played;
  if (game.outcome() == Outcome::unsolvable)
    return played + ". The agent gave up in a dead-end region. R starts again.";
  if (game.insight() && !game.fewest_moves(game.state()))
    return played + ". The goal is out of reach: a dead-end region. R starts again.";
  return played;
}

const MoveNote* note_shown(const LogicGame& game) {
  const long done = game.time.done();
  return game.solution_shown() || done == 0 ? nullptr : &checked(game.notes(), done - 1, "note");
}

}  // namespace

MindMoment mind_of(const LogicGame& game) {
  MindMoment now;
  now.words = {[&game](StateId state) { return game.maze().short_name(state); },
               [&game](StateId state, MoveId move) {
                 return game.maze().move_name(game.rules(), state, move);
               }};
  now.move =
      game.solution_shown() ? "A solution is shown, not the game." : "No move has been made yet.";
  now.note = note_shown(game);
  if (!now.note) return now;
  const RecordedMove& move = checked(game.moves(), game.time.done() - 1, "move");
  now.move = fmt::format("Move {}: {}", move.number, now.words.move(move.from, move.move));
  now.counters = now.note->counters;
  now.states_known = now.note->states_known;
  if (now.note->expected) now.expected = game.rules().describe(*now.note->expected);
  now.ended = game.rules().describe(move.to);
  now.learned = now.note->learned;
  return now;
}

void draw_logic_setup(const Workbench& bench, const Ask& ask, PanelState& panels,
                      const LogicGame& game, const PanelBox& box) {
  const OpenWindow window = begin_fixed("logic setup", box);
  draw_panel_head(bench, ask, "Maze and agent", Act::fold_setup);
  draw_world_choice(bench, ask);
  maze(bench, ask, panels, game);
  draw_wrapped(game.maze().how_to_play());
  ImGui::Spacing();
  ImGui::TextDisabled("Who plays");
  draw_agent_choice(bench, ask);
  draw_hand(bench, ask);
  draw_hint_button(bench, ask);
  ImGui::Spacing();
  ImGui::TextDisabled("Show");
  solutions(ask, game);
  ImGui::Spacing();
  if (button("Back to the marble")) ask({Act::show_marble});
}

void draw_puzzle(const Workbench& bench, const Ask& ask, const LogicGame& game,
                 const PanelBox& box) {
  const float s = bench.view.ui_scale, margin = 18 * s, head = 40 * s;
  const OpenWindow window = begin_stage("puzzle", box);
  ImGui::SetCursorScreenPos({box.at.x + margin, box.at.y + 14 * s});
  draw_wrapped(status(game), box.size.x - 2 * margin);
  const PanelBox inside{{box.at.x + margin, box.at.y + head},
                        {box.size.x - 2 * margin, box.size.y - head - margin}};
  if (const JumpWorld* board = game.maze().board())
    draw_board(bench, ask, game, *board, inside);
  else
    (game.maze().lamps() ? draw_lamps : draw_plain)(bench, ask, game, inside);
}

}  // namespace marblemaze

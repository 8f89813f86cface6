#include <algorithm>

#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

const char* rule_of(const LogicGame& game) {
  if (game.four_bit())
    return "Turn all four lamps off. Only a burning lamp's button does something: that lamp goes "
           "out, and others may change, by a table that is hidden from you. Keys 1 to 4.";
  return "Reach G. Each jump goes exactly as many squares as the number under you says: up, right, "
         "down or left. Arrow keys, or click a marked square.";
}

/// False when a marble's world was chosen, and there is no game any more.
bool choose_world(Workbench& bench) {
  draw_world_choice(bench);
  return bench.game() != nullptr;
}

void maze(Workbench& bench) {
  ImGui::SetNextItemWidth(-48 * bench.ui_scale);
  ImGui::InputInt("seed", &bench.request.seed, 1);
  bench.request.seed = std::max(bench.request.seed, 0);
  if (ImGui::Button("New maze")) bench.same_kind_of_seed();
  ImGui::SameLine();
  if (ImGui::Button("Next seed")) bench.next_maze();
  ImGui::SameLine();
  if (ImGui::Button("Reset")) bench.restart();
  if (!bench.game()->jump()) return;
  bool forbidden = bench.game()->jump()->u_turns() == UTurns::forbidden;
  if (ImGui::Checkbox("No U-turns", &forbidden))
    bench.set_u_turns(forbidden ? UTurns::forbidden : UTurns::allowed);
  ImGui::SameLine();
  ImGui::Checkbox("Distances to G", &bench.show_distances);
}

void player(Workbench& bench) {
  draw_agent_choice(bench, bench.game()->spec().agent);
  bool by_hand = bench.by_hand();
  if (ImGui::Checkbox("Play by hand", &by_hand)) bench.set_by_hand(by_hand);
}

void solutions(Workbench& bench) {
  LogicGame& game = *bench.game();
  const auto& all = game.solutions();
  if (all.empty()) return ImGui::TextWrapped("There is no way to the goal.");
  const auto shown = game.solution_shown();
  if (ImGui::RadioButton("the game", !shown)) game.show_solution(std::nullopt);
  const auto length = [&](std::size_t i) { return all[i].moves.size(); };
  if (ImGui::RadioButton(fmt::format("shortest: {} moves (breadth-first)", length(0)).c_str(),
                         shown == 0u))
    game.show_solution(0), game.time.play();
  if (all.size() < 2) return;
  if (ImGui::RadioButton(fmt::format("{}{} found depth-first", all.size() - 1,
                                     game.all_solutions_found() ? " without loops," : " of many,")
                             .c_str(),
                         shown && *shown > 0))
    game.show_solution(1), game.time.play();
  if (!shown || *shown == 0) return;
  int number = static_cast<int>(*shown);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::SliderInt("##solution", &number, 1, static_cast<int>(all.size()) - 1,
                       fmt::format("number %d: {} moves", length(*shown)).c_str()))
    game.show_solution(static_cast<std::size_t>(number)), game.time.play();
}

std::string status(const LogicGame& game) {
  const auto first = game.fewest_moves(game.first_state());
  const std::string best =
      first ? fmt::format("fewest possible: {}", *first) : "no way leads to the goal";
  if (game.solution_shown())
    return fmt::format("{}: move {} of {}", game.solutions()[*game.solution_shown()].name,
                       game.time.done(), game.track().size() - 1);
  const auto done = static_cast<std::size_t>(game.time.done());
  const std::string played = fmt::format("{} {}; {}", done, done == 1 ? "move" : "moves", best);
  if (game.world().is_goal(game.shown())) return "Solved: " + played;
  if (!game.shows_present()) return played;
  if (game.outcome() == Outcome::unsolvable)
    return played + ". The agent has tried all it can reach: it is trapped. R starts again.";
  if (!game.fewest_moves(game.state()))
    return played + ". The goal cannot be reached any more: you are trapped. R starts again.";
  return played;
}

const MoveNote* note_shown(const LogicGame& game) {
  const auto done = static_cast<std::size_t>(game.time.done());
  return game.solution_shown() || done == 0 ? nullptr : &game.notes()[done - 1];
}

void mind(const LogicGame& game) {
  const MoveNote* note = note_shown(game);
  draw_counters(note ? note->counters : Counters{}, note ? note->states_known : 1);
  ImGui::Separator();
  ImGui::TextWrapped("State %s", game.world().describe(game.shown()).c_str());
  if (!note)
    return ImGui::TextDisabled(game.solution_shown() ? "A solution is shown, not the game."
                                                     : "No move has been made yet.");
  const RecordedMove& move = game.moves()[static_cast<std::size_t>(game.time.done()) - 1];
  ImGui::TextWrapped("Move %d: %s", move.number, move_name(game, move.from, move.move).c_str());
  ImGui::TextWrapped("Because: %s", note->rule.c_str());
  if (note->expected)
    ImGui::TextWrapped("Expected: %s", game.world().describe(*note->expected).c_str());
  if (note->learned) ImGui::Text("Learned: %s", learned_text(*note->learned));
}

}  // namespace

void draw_logic_setup(Workbench& bench, const PanelBox& box) {
  begin_fixed("logic setup", box);
  ImGui::TextDisabled("MAZE");
  if (!choose_world(bench)) return ImGui::End();
  maze(bench);
  ImGui::TextWrapped("%s", rule_of(*bench.game()));
  ImGui::Spacing();
  ImGui::TextDisabled("WHO PLAYS");
  player(bench);
  ImGui::Spacing();
  ImGui::TextDisabled("SHOW");
  solutions(bench);
  ImGui::Spacing();
  if (ImGui::Button("Back to the marble")) bench.leave_game();
  ImGui::End();
}

void draw_logic_mind(Workbench& bench, const PanelBox& box) {
  begin_fixed("logic mind", box);
  draw_graph_above(bench, box, 250 * bench.ui_scale);
  const LogicGame& game = *bench.game();
  if (ImGui::BeginTabBar("tabs")) {
    if (ImGui::BeginTabItem("Mind")) mind(game), ImGui::EndTabItem();
    if (ImGui::BeginTabItem("Why")) {
      draw_why(note_shown(game),
               [&](StateId state, MoveId move) { return move_name(game, state, move); });
      ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
  }
  ImGui::End();
}

void draw_puzzle(Workbench& bench, const PanelBox& box) {
  const float s = bench.ui_scale, margin = 18 * s, head = 40 * s;
  const Palette& palette = bench.colours();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, im_colour(palette.background_rim));
  begin_fixed("puzzle", box, true);
  ImGui::SetCursorScreenPos({box.at.x + margin, box.at.y + 14 * s});
  ImGui::PushTextWrapPos(box.size.x - margin);
  ImGui::TextUnformatted(status(*bench.game()).c_str());
  ImGui::PopTextWrapPos();
  const PanelBox inside{{box.at.x + margin, box.at.y + head},
                        {box.size.x - 2 * margin, box.size.y - head - margin}};
  (bench.game()->four_bit() ? draw_lamps : draw_board)(bench, inside);
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace marblemaze

#include "render/panels/shortcuts.h"

#include <GLFW/glfw3.h>

#include "render/panels/panels.h"

namespace marblemaze {

std::span<const Shortcut> shortcuts() {
  static const Shortcut all[] = {
      {GLFW_KEY_F1, false, "F1", "this help", {Act::help}},
      {GLFW_KEY_SPACE, false, "Space", "play or pause", {Act::play_or_pause}},
      {GLFW_KEY_PERIOD, false, "Period", "one tick on", {Act::step_tick, 1}},
      {GLFW_KEY_COMMA, false, "Comma", "one tick back", {Act::step_tick, -1}},
      {GLFW_KEY_N, false, "N", "one move on", {Act::step_move, 1}},
      {GLFW_KEY_B, false, "B", "one move back", {Act::step_move, -1}},
      {GLFW_KEY_V, false, "V", "play backward in time", {Act::play_other_way}},
      {GLFW_KEY_END, false, "End", "to the newest moment", {Act::to_newest}},
      {GLFW_KEY_EQUAL, false, "Plus", "twice as fast", {Act::faster, 1}},
      {GLFW_KEY_MINUS, false, "Minus", "half as fast", {Act::faster, -1}},
      {GLFW_KEY_R, false, "R", "the same maze again", {Act::restart}},
      {GLFW_KEY_N, true, "Ctrl+N", "next maze", {Act::next_maze}},
      {GLFW_KEY_O, true, "Ctrl+O", "open or save a file", {Act::files}},
      {GLFW_KEY_P, false, "P", "play by hand, or let the agent", {Act::change_player}},
      {GLFW_KEY_LEFT, false, "Left", "by hand: tip the top, or jump, to the left", {Act::tip, 0}},
      {GLFW_KEY_RIGHT, false, "Right", "by hand: to the right", {Act::tip, 1}},
      {GLFW_KEY_UP, false, "Up", "by hand: away from you", {Act::tip, 2}},
      {GLFW_KEY_DOWN, false, "Down", "by hand: towards you", {Act::tip, 3}},
      {GLFW_KEY_1, false, "1 2 3 4", "by hand: move or lamp number", {Act::choose_move, 0}},
      {GLFW_KEY_2, false, "", "", {Act::choose_move, 1}},
      {GLFW_KEY_3, false, "", "", {Act::choose_move, 2}},
      {GLFW_KEY_4, false, "", "", {Act::choose_move, 3}},
      {GLFW_KEY_BACKSPACE, false, "Backspace", "undo (is refused)", {Act::refuse_undo}},
      {GLFW_KEY_L, false, "L", "levels", {Act::levels}},
      {GLFW_KEY_I, false, "I", "by hand: a hint", {Act::hint}},
      {GLFW_KEY_PAGE_DOWN, false, "Page Down", "lesson: next step", {Act::step_lesson, 1}},
      {GLFW_KEY_PAGE_UP, false, "Page Up", "lesson: back", {Act::step_lesson, -1}},
      {GLFW_KEY_D, false, "D", "fill dead ends: the cellular automaton", {Act::fill_dead_ends}},
      {GLFW_KEY_S, false, "S", "style of drawing", {Act::next_style}},
      {GLFW_KEY_E, false, "E", "edges: selective, all, none", {Act::next_edges}},
      {GLFW_KEY_W, false, "W", "colour of the walls", {Act::next_walls}},
      {GLFW_KEY_M, false, "M", "world or maze stands still", {Act::next_frame}},
      {GLFW_KEY_O, false, "O", "orientation points and moves", {Act::orientation_points}},
      {GLFW_KEY_H, false, "H", "vectors of a move: top before, after, axis", {Act::turn_vectors}},
      {GLFW_KEY_F, false, "F", "follow the marble", {Act::follow_marble}},
      {GLFW_KEY_HOME, false, "Home", "reset the camera", {Act::reset_camera}},
      {GLFW_KEY_A, false, "A", "all of the maze in the picture", {Act::fit_maze}},
      {GLFW_KEY_X, false, "X Y Z", "look along an axis of the maze", {Act::look_along, 0}},
      {GLFW_KEY_Y, false, "", "", {Act::look_along, 1}},
      {GLFW_KEY_Z, false, "", "", {Act::look_along, 2}},
      {GLFW_KEY_G, false, "G", "large explored state space", {Act::large_graph}},
      {GLFW_KEY_T, false, "T", "theme", {Act::next_palette}},
      {GLFW_KEY_TAB, false, "Tab", "panels", {Act::panels}},
      {GLFW_KEY_F6, false, "F6", "keyboard to the next panel", {Act::next_panel}},
      {GLFW_KEY_LEFT_BRACKET, false, "[ ]", "fold the left panel, the right", {Act::fold_setup}},
      {GLFW_KEY_RIGHT_BRACKET, false, "", "", {Act::fold_mind}},
      {GLFW_KEY_F12, false, "F12", "picture of the window", {Act::take_picture}},
      {GLFW_KEY_Q, true, "Ctrl+Q", "quit", {Act::quit}},
  };
  return all;
}

const char* keys_of(Act act) {
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.command.act == act) return shortcut.keys;
  return nullptr;
}

bool press(Workbench& bench, int key, bool control) {
  if (key == GLFW_KEY_ESCAPE) {
    bench.ask({Act::dismiss});
    close_menus();
    return true;
  }
  // No letter that is meant for a dialog acts on the run.
  if (!control && key < GLFW_KEY_F1 && dialog_open(bench)) return false;
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.key == key && shortcut.control == control) {
      bench.ask(shortcut.command);
      return true;
    }
  return false;
}

}  // namespace marblemaze

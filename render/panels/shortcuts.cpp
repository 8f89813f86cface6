#include "render/panels/shortcuts.h"

#include <array>

#include <GLFW/glfw3.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

template <class Choice>
void next(Choice& choice, int count) {
  choice = static_cast<Choice>((static_cast<int>(choice) + 1) % count);
}

// What "as there is room" came to is not known here: the first press folds.
void turn(Fold& fold) { fold = fold == Fold::folded ? Fold::open : Fold::folded; }

constexpr std::array kShortcuts = {
    Shortcut{GLFW_KEY_F1, false, "F1", "this help",
             [](Workbench& b) { b.show_help = !b.show_help; }},
    Shortcut{GLFW_KEY_SPACE, false, "Space", "play or pause",
             [](Workbench& b) { b.shown().play_or_pause(); }},
    Shortcut{GLFW_KEY_PERIOD, false, "Period", "one tick on",
             [](Workbench& b) { b.shown().time.step(1); }},
    Shortcut{GLFW_KEY_COMMA, false, "Comma", "one tick back",
             [](Workbench& b) { b.shown().time.step(-1); }},
    Shortcut{GLFW_KEY_N, false, "N", "one move on", [](Workbench& b) { b.shown().step_moves(1); }},
    Shortcut{GLFW_KEY_B, false, "B", "one move back",
             [](Workbench& b) { b.shown().step_moves(-1); }},
    Shortcut{GLFW_KEY_V, false, "V", "play the other way in time",
             [](Workbench& b) { b.shown().play(!b.shown().time.backward()); }},
    Shortcut{GLFW_KEY_END, false, "End", "to the newest moment",
             [](Workbench& b) { b.shown().to_newest(); }},
    Shortcut{GLFW_KEY_EQUAL, false, "Plus", "twice as fast",
             [](Workbench& b) { b.shown().time.set_speed(b.shown().time.speed() * 2); }},
    Shortcut{GLFW_KEY_MINUS, false, "Minus", "half as fast",
             [](Workbench& b) { b.shown().time.set_speed(b.shown().time.speed() * 0.5); }},
    Shortcut{GLFW_KEY_R, false, "R", "the same maze again", [](Workbench& b) { b.restart(); }},
    Shortcut{GLFW_KEY_N, true, "Ctrl+N", "next maze", [](Workbench& b) { b.next_maze(); }},
    Shortcut{GLFW_KEY_O, true, "Ctrl+O", "open or save a file",
             [](Workbench& b) { b.show_files = !b.show_files; }},
    Shortcut{GLFW_KEY_P, false, "P", "play by hand, or let the agent",
             [](Workbench& b) { b.set_by_hand(!b.played().by_hand()); }},
    Shortcut{GLFW_KEY_LEFT, false, "Left", "by hand: tip the top, or jump, to the left",
             [](Workbench& b) {
               b.choose_towards({-1, 0});
             }},
    Shortcut{GLFW_KEY_RIGHT, false, "Right", "by hand: to the right",
             [](Workbench& b) {
               b.choose_towards({1, 0});
             }},
    Shortcut{GLFW_KEY_UP, false, "Up", "by hand: away from you",
             [](Workbench& b) {
               b.choose_towards({0, 1});
             }},
    Shortcut{GLFW_KEY_DOWN, false, "Down", "by hand: towards you",
             [](Workbench& b) {
               b.choose_towards({0, -1});
             }},
    Shortcut{GLFW_KEY_1, false, "1 2 3 4", "by hand: move or lamp number",
             [](Workbench& b) { b.choose_move(MoveId(0)); }},
    Shortcut{GLFW_KEY_2, false, "", "", [](Workbench& b) { b.choose_move(MoveId(1)); }},
    Shortcut{GLFW_KEY_3, false, "", "", [](Workbench& b) { b.choose_move(MoveId(2)); }},
    Shortcut{GLFW_KEY_4, false, "", "", [](Workbench& b) { b.choose_move(MoveId(3)); }},
    Shortcut{GLFW_KEY_BACKSPACE, false, "Backspace", "undo (is refused)",
             [](Workbench& b) { b.refuse_undo(); }},
    Shortcut{GLFW_KEY_L, false, "L", "levels",
             [](Workbench& b) { b.show_levels = !b.show_levels; }},
    Shortcut{GLFW_KEY_I, false, "I", "by hand: a hint", [](Workbench& b) { b.give_hint(); }},
    Shortcut{GLFW_KEY_PAGE_DOWN, false, "Page Down", "lesson: next step",
             [](Workbench& b) { b.step_lesson(1); }},
    Shortcut{GLFW_KEY_PAGE_UP, false, "Page Up", "lesson: back",
             [](Workbench& b) { b.step_lesson(-1); }},
    Shortcut{GLFW_KEY_D, false, "D", "fill dead ends: the cellular automaton",
             [](Workbench& b) { b.show_filling(!b.filling()); }},
    Shortcut{GLFW_KEY_S, false, "S", "style of the picture",
             [](Workbench& b) { next(b.look.style, 3); }},
    Shortcut{GLFW_KEY_E, false, "E", "edges: selective, all, none",
             [](Workbench& b) { next(b.look.edges, 3); }},
    Shortcut{GLFW_KEY_W, false, "W", "colour of the walls",
             [](Workbench& b) { next(b.look.wall_colour, 3); }},
    Shortcut{GLFW_KEY_M, false, "M", "world or maze stands still",
             [](Workbench& b) { next(b.look.frame, 2); }},
    Shortcut{GLFW_KEY_O, false, "O", "orientation points and moves",
             [](Workbench& b) { b.look.orientation_points = !b.look.orientation_points; }},
    Shortcut{GLFW_KEY_H, false, "H", "vectors of a move: top now, top next, axis",
             [](Workbench& b) { b.look.turn_vectors = !b.look.turn_vectors; }},
    Shortcut{GLFW_KEY_F, false, "F", "follow the marble",
             [](Workbench& b) { b.follow_marble = !b.follow_marble; }},
    Shortcut{GLFW_KEY_HOME, false, "Home", "reset the camera",
             [](Workbench& b) { b.reset_camera(); }},
    Shortcut{GLFW_KEY_A, false, "A", "all of the maze in the picture",
             [](Workbench& b) { b.fit_maze(); }},
    Shortcut{GLFW_KEY_X, false, "X Y Z", "look along an axis of the maze",
             [](Workbench& b) { b.look_along(Axis::x); }},
    Shortcut{GLFW_KEY_Y, false, "", "", [](Workbench& b) { b.look_along(Axis::y); }},
    Shortcut{GLFW_KEY_Z, false, "", "", [](Workbench& b) { b.look_along(Axis::z); }},
    Shortcut{GLFW_KEY_G, false, "G", "large state graph",
             [](Workbench& b) { b.large_graph = !b.large_graph; }},
    Shortcut{GLFW_KEY_T, false, "T", "theme",
             [](Workbench& b) { b.palette = (b.palette + 1) % palettes().size(); }},
    Shortcut{GLFW_KEY_TAB, false, "Tab", "panels",
             [](Workbench& b) { b.show_panels = !b.show_panels; }},
    Shortcut{GLFW_KEY_F6, false, "F6", "keyboard to the next panel",
             [](Workbench&) { focus_next_panel(); }},
    Shortcut{GLFW_KEY_LEFT_BRACKET, false, "[ ]", "fold the panel at the left, at the right",
             [](Workbench& b) { turn(b.setup_fold); }},
    Shortcut{GLFW_KEY_RIGHT_BRACKET, false, "", "", [](Workbench& b) { turn(b.mind_fold); }},
    Shortcut{GLFW_KEY_F12, false, "F12", "picture of the window",
             [](Workbench& b) { b.take_picture(); }},
    Shortcut{GLFW_KEY_Q, true, "Ctrl+Q", "quit", [](Workbench& b) { b.quit = true; }},
};

}  // namespace

std::span<const Shortcut> shortcuts() { return kShortcuts; }

bool press(Workbench& bench, int key, bool control) {
  if (key == GLFW_KEY_ESCAPE) {
    bench.show_help = bench.show_files = bench.show_physics = bench.show_levels = false;
    bench.close_lesson();
    if (bench.shows_end()) bench.drop_end();  // not the news that is still to come
    bench.welcome = false;
    close_menus();
    return true;
  }
  for (const Shortcut& shortcut : kShortcuts)
    if (shortcut.key == key && shortcut.control == control) {
      shortcut.act(bench);
      return true;
    }
  return false;
}

}  // namespace marblemaze

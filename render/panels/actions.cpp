#include "render/panels/actions.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

template <class Choice>
void next(Choice& choice, std::size_t count) {
  choice = static_cast<Choice>((static_cast<std::size_t>(choice) + 1) % count);
}

void turn(bool& on) { on = !on; }

// Toggles a fold. The result of as_room is unknown here, so the first key press folds the
// panel.
void turn(PanelState& panels, Fold& fold) {
  fold == Fold::folded ? panels.unfold(fold) : void(fold = Fold::folded);
}

void look_along(Session& session, Axis axis) { session.view.look_along(axis); }

std::string no_last_run(const Session& session) {
  return session.has_last_run() ? "" : "No run of more than three moves has been replaced yet.";
}

std::string first_step(const Session& session) {
  return session.lesson().open() && session.lesson().number() == 0 ? "This is the first step." : "";
}

std::string no_export(const Session& session) {
  return session.files.exporting ? "" : "No video is being made.";
}

using S = Session;

constexpr Action kActions[] = {
    {"Keys and mouse", "show this help", "F1", GLFW_KEY_F1, false,
     [](S& s) { turn(s.panels.show_help); }},
    // Time.
    {"Play", "play or pause", "Space", GLFW_KEY_SPACE, false,
     [](S& s) { s.shown().play_or_pause(); }},
    {"Tick forward", "one tick forward", "Period", GLFW_KEY_PERIOD, false,
     [](S& s) { s.shown().step(1); }},
    {"Tick back", "one tick back", "Comma", GLFW_KEY_COMMA, false,
     [](S& s) { s.shown().step(-1); }},
    {"Move forward", "one move forward", "N", GLFW_KEY_N, false,
     [](S& s) { s.shown().step_moves(1); }},
    {"Move back", "one move back", "B", GLFW_KEY_B, false, [](S& s) { s.shown().step_moves(-1); }},
    {"Play backward", "play backward in time", "V", GLFW_KEY_V, false,
     [](S& s) { s.shown().play_towards(!s.shown().backward()); }},
    {"First", "go to the first moment", "", 0, false, [](S& s) { s.shown().to_start(); }},
    {"Newest", "go to the latest moment", "End", GLFW_KEY_END, false,
     [](S& s) { s.shown().to_newest(); }},
    {"Faster", "twice as fast", "Plus", GLFW_KEY_EQUAL, false,
     [](S& s) { s.shown().set_speed(2 * s.shown().speed()); }},
    {"Slower", "half as fast", "Minus", GLFW_KEY_MINUS, false,
     [](S& s) { s.shown().set_speed(s.shown().speed() / 2); }},
    // Mazes and files.
    {"Again", "start the same maze again", "R", GLFW_KEY_R, false,
     [](S& s) { s.act(&S::restart); }},
    {"Next maze", "build the next maze", "Ctrl+N", GLFW_KEY_N, true,
     [](S& s) { s.act(&S::next_maze); }},
    {"Open or save ...", "open or save a file", "Ctrl+O", GLFW_KEY_O, true,
     [](S& s) { turn(s.files.asks); }},
    {"Last run", "the previous run, at the moment at which it was left", "", 0, false,
     [](S& s) { s.act(&S::show_last_run); }, no_last_run},
    {"Video (mp4)", "video of the run", "", 0, false,
     [](S& s) { s.act(&S::export_film, ".mp4", false); }},
    {"Loop of ten seconds (mp4 and gif)",
     "ten seconds with the agent's reasons, as mp4 and gif; File > Export this run offers more "
     "formats",
     "", 0, false, [](S& s) { s.act(&S::export_film, ".mp4", true); }},
    {"Page for a browser (html)", "web page that replays the run", "", 0, false,
     [](S& s) { s.act(&S::export_page); }},
    {"Recording", "file that can replay the run", "", 0, false,
     [](S& s) { s.act(&S::save_run, s.files.new_file("-run.rec")); }},
    {"Maze", "file that contains the maze", "", 0, false,
     [](S& s) { s.act(&S::save_maze, s.files.new_file(".json")); }},
    {"Save as CSV", "all ticks of the run so far", "", 0, false,
     [](S& s) { s.act(&S::export_csv); }},
    {"Record a video of the window", "starts or stops a video of the window", "", 0, false,
     [](S& s) { s.files.film ? s.files.film.reset() : s.files.begin_film(); }},
    {"Cancel the video", "discards the video that is being created", "", 0, false,
     [](S& s) { s.files.exporting.reset(); }, no_export},
    // Play by hand.
    {"Change player", "play by hand, or let the agent play", "P", GLFW_KEY_P, false,
     [](S& s) { s.act(&S::play_by_hand, !s.by_hand()); }},
    {"Tip left", "by hand: tip the maze, or jump, to the left", "Left", GLFW_KEY_LEFT, false,
     [](S& s) { s.act(&S::choose_towards, glm::vec2(-1, 0)); }},
    {"Tip right", "by hand: tip it to the right", "Right", GLFW_KEY_RIGHT, false,
     [](S& s) { s.act(&S::choose_towards, glm::vec2(1, 0)); }},
    {"Tip away", "by hand: tip it away from you", "Up", GLFW_KEY_UP, false,
     [](S& s) { s.act(&S::choose_towards, glm::vec2(0, 1)); }},
    {"Tip towards you", "by hand: tip it towards you", "Down", GLFW_KEY_DOWN, false,
     [](S& s) { s.act(&S::choose_towards, glm::vec2(0, -1)); }},
    {"Move 1", "by hand: make this move, or press this lamp's button", "1 2 3 4", GLFW_KEY_1, false,
     [](S& s) { s.act(&S::choose, MoveId(0)); }},
    {"Move 2", "", "", GLFW_KEY_2, false, [](S& s) { s.act(&S::choose, MoveId(1)); }},
    {"Move 3", "", "", GLFW_KEY_3, false, [](S& s) { s.act(&S::choose, MoveId(2)); }},
    {"Move 4", "", "", GLFW_KEY_4, false, [](S& s) { s.act(&S::choose, MoveId(3)); }},
    {"Undo", "explain why no move can be undone", "Backspace", GLFW_KEY_BACKSPACE, false,
     [](S& s) { s.act(&S::refuse_undo); }},
    {"Levels ...", "show the levels", "L", GLFW_KEY_L, false,
     [](S& s) { turn(s.panels.show_levels); }},
    {"Hint", "by hand: show a hint", "I", GLFW_KEY_I, false, [](S& s) { s.act(&S::give_hint); }},
    {"Leave the levels", "back to the previous run, at the moment at which it was left", "", 0,
     false, [](S& s) { s.act(&S::leave_level); }},
    {"Recover", "continue: tip the marble off the edge on which it balances", "", 0, false,
     [](S& s) { s.act(&S::recover); }},
    {"Turn freely", "turn the maze about any axis at any time: drag it with the mouse", "", 0,
     false, [](S& s) { s.act(&S::set_tilt, true); }},
    // Guides.
    {"Lesson forward", "lesson: next step", "Page Down", GLFW_KEY_PAGE_DOWN, false,
     [](S& s) { s.act(&S::step_lesson, 1); }},
    {"Lesson back", "lesson: back", "Page Up", GLFW_KEY_PAGE_UP, false,
     [](S& s) { s.act(&S::step_lesson, -1); }, first_step},
    {"Why", "the agent's reasons", "", 0, false,
     [](S& s) { s.panels.unfold(s.panels.mind_fold), s.panels.tab = "Why"; }},
    {"Lessons ...", "short step-by-step lessons", "", 0, false,
     [](S& s) { s.panels.show_lessons = true; }},
    {"Watch, play or learn", "the choices of the first start", "", 0, false,
     [](S& s) { s.act(&S::show_doors); }},
    // Other displays instead of the marble.
    {"Dead ends of the maze", "fill dead ends with the cellular automaton", "D", GLFW_KEY_D, false,
     [](S& s) { s.act(&S::fill_dead_ends); }},
    {"Game of Life", "cells that live and die", "", 0, false,
     [](S& s) { s.act(&S::show_classic, ClassicSpec{}); }},
    {"Elementary rules", "rows of cells", "", 0, false,
     [](S& s) { s.act(&S::show_classic, ClassicSpec{.rule = kUsualRule}); }},
    {"Back to the marble", "the marble's maze", "", 0, false, [](S& s) { s.act(&S::show_marble); }},
    // The image.
    {"Style", "change the drawing style", "S", GLFW_KEY_S, false,
     [](S& s) { next(s.view.look.style, 3); }},
    {"Edges", "change the edges: selective, all, none", "E", GLFW_KEY_E, false,
     [](S& s) { next(s.view.look.edges, 3); }},
    {"Walls", "change the colours of the walls", "W", GLFW_KEY_W, false,
     [](S& s) { next(s.view.look.wall_colour, 3); }},
    {"Fixed", "keep the world or the maze still", "M", GLFW_KEY_M, false,
     [](S& s) { next(s.view.look.frame, 2); }},
    {"Orientation points", "show orientation points and moves", "O", GLFW_KEY_O, false,
     [](S& s) { turn(s.view.look.orientation_points); }},
    {"Turn vectors", "show the vectors of a move: top before, top after, axis", "H", GLFW_KEY_H,
     false,
     [](S& s) {
       turn(s.view.look.turn_vectors);
       s.say(s.view.look.turn_vectors ? "The vectors of a move are shown. Press H to hide them."
                                      : "The vectors of a move are hidden.");
     }},
    {"Follow", "follow the marble", "F", GLFW_KEY_F, false,
     [](S& s) { turn(s.view.follow_marble); }},
    {"Reset camera", "reset the camera", "Home", GLFW_KEY_HOME, false,
     [](S& s) { s.view.reset_camera(); }},
    {"Fit the whole maze", "fit the whole maze into the image", "A", GLFW_KEY_A, false,
     [](S& s) { s.view.fit_maze(); }},
    {"Along x", "look along an axis of the maze", "X Y Z", GLFW_KEY_X, false,
     [](S& s) { look_along(s, Axis::x); }},
    {"Along y", "", "", GLFW_KEY_Y, false, [](S& s) { look_along(s, Axis::y); }},
    {"Along z", "", "", GLFW_KEY_Z, false, [](S& s) { look_along(s, Axis::z); }},
    {"Large explored state space", "show the graph of explored states large", "G", GLFW_KEY_G,
     false, [](S& s) { turn(s.panels.large_graph); }},
    {"Theme", "change the theme", "T", GLFW_KEY_T, false,
     [](S& s) { next(s.view.palette, palettes().size()); }},
    // Panels and the window.
    {"Panels", "show or hide the panels", "Tab", GLFW_KEY_TAB, false,
     [](S& s) {
       turn(s.panels.show_panels);
       if (!s.panels.show_panels) s.say("Press Tab to show the panels again.");
     }},
    {"Physics ...", "all physics settings", "", 0, false,
     [](S& s) { turn(s.panels.show_physics); }},
    {"Next panel", "move the keyboard focus to the next panel", "F6", GLFW_KEY_F6, false,
     [](S& s) { s.panels.focus_next = true; }},
    {"Fold maze and agent", "fold the left or the right panel", "[ ]", GLFW_KEY_LEFT_BRACKET, false,
     [](S& s) { turn(s.panels, s.panels.setup_fold); }},
    {"Fold mind", "", "", GLFW_KEY_RIGHT_BRACKET, false, [](S& s) { turn(s.panels, s.panels.mind_fold); }},
    {"Screenshot of the window", "save an image of the window", "F12", GLFW_KEY_F12, false,
     [](S& s) { s.files.take_picture(); }},
    {"Full screen", "switch full screen on or off", "F11", GLFW_KEY_F11, false,
     [](S& s) { turn(s.view.full_screen); }},
    {"Glossary", "terms used in this program", "", 0, false,
     [](S& s) { turn(s.panels.show_glossary); }},
    {"About marblemaze", "version and licences", "", 0, false,
     [](S& s) { turn(s.panels.show_about); }},
    {"Quit", "quit the viewer", "Ctrl+Q", GLFW_KEY_Q, true, [](S& s) { s.ask_to_quit(); }},
};

// Returns why the action is unavailable, or an empty string.
std::string why_not(const Session& session, const Action& action) {
  return action.why_not ? action.why_not(session) : "";
}

}  // namespace

std::span<const Action> actions() { return kActions; }

const Action& action_named(std::string_view name) {
  for (const Action& action : kActions)
    if (action.name == name) return action;
  assert(false);
  return kActions[0];
}

void perform(Session& session, const Action& action) {
  const std::string words = why_not(session, action);
  words.empty() ? action.run(session) : session.say(words);
}

bool press(Session& session, int key, bool control) {
  if (key == GLFW_KEY_ESCAPE) {
    session.act(&Session::dismiss);
    close_menus();
    return true;
  }
  // Letters typed into a dialog must not trigger actions.
  if (!control && key < GLFW_KEY_F1 && dialog_open(session)) return false;
  for (const Action& action : kActions)
    if (action.key != 0 && action.key == key && action.control == control) {
      perform(session, action);
      return true;
    }
  return false;
}

void item(Session& session, const char* name, bool on, const char* label) {
  const Action& action = action_named(name);
  const std::string words = why_not(session, action);
  ImGui::BeginDisabled(!words.empty());
  if (menu_item(label ? label : name, *action.keys ? action.keys : nullptr, on))
    perform(session, action);
  ImGui::EndDisabled();
  tip(words.empty() ? capitalized(action.meaning) : words);
}

void action_button(Session& session, const std::string& label, const char* name, ButtonLook look) {
  const Action& action = action_named(name);
  if (look.words.empty()) look.words = capitalized(action.meaning);
  if (look.key.empty()) look.key = action.keys;
  look.why_not = why_not(session, action);
  if (button(label, look)) perform(session, action);
}

}  // namespace marblemaze

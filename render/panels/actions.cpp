#include "render/panels/actions.h"

#include <string_view>

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

template <class Choice>
void next(Choice& choice, std::size_t count) {
  choice = static_cast<Choice>((static_cast<std::size_t>(choice) + 1) % count);
}

void toggle(bool& on) { on = !on; }

template <Dialog dialog>
void toggle(Session& session) {
  session.panels.dialog = session.panels.dialog == dialog ? Dialog::none : dialog;
}

template <auto Function, auto... Arguments>
void act(Session& session) {
  if constexpr (std::is_invocable_v<decltype(Function), Playback&, decltype(Arguments)...>)
    std::invoke(Function, session.shown(), Arguments...);
  else
    session.act(Function, Arguments...);
}

// The first toggle always hides a panel with Fold::automatic, because the panel may be visible or
// hidden.
void toggle(PanelState& panels, Fold& fold) {
  fold == Fold::folded ? panels.open_panel(fold) : void(fold = Fold::folded);
}

std::string no_last_run(const Session& session) {
  return session.has_last_run() ? "" : "No run of more than three moves has been replaced yet.";
}

std::string first_step(const Session& session) {
  return session.lesson.is_open() && session.lesson.number() == 0 ? "This is the first step." : "";
}

std::string no_export(const Session& session) {
  return session.files.exporting ? "" : "No video is being created.";
}

using S = Session;

constexpr Action kActions[] = {
    {"Keys and mouse", "show this help", "F1", GLFW_KEY_F1, false, toggle<Dialog::help>},
    // Playback.
    {"Play", "play or pause", "Space", GLFW_KEY_SPACE, false, act<&Playback::play_or_pause>},
    {"Tick forward", "go forward one tick", "Period", GLFW_KEY_PERIOD, false, act<&Playback::step, 1>},
    {"Tick back", "go back one tick", "Comma", GLFW_KEY_COMMA, false, act<&Playback::step, -1>},
    {"Move forward", "go forward one move", "N", GLFW_KEY_N, false, act<&Playback::step_moves, 1>},
    {"Move back", "go back one move", "B", GLFW_KEY_B, false, act<&Playback::step_moves, -1>},
    {"Play backward", "play backward in time", "V", GLFW_KEY_V, false,
     [](S& s) { s.shown().play_towards(!s.shown().backward()); }},
    {"First", "go to the beginning", "", 0, false, act<&Playback::to_start>},
    {"Newest", "go to the latest moment", "End", GLFW_KEY_END, false, act<&Playback::to_latest>},
    {"Faster", "double the speed", "Plus", GLFW_KEY_EQUAL, false,
     [](S& s) { s.shown().set_speed(2 * s.shown().speed()); }},
    {"Slower", "halve the speed", "Minus", GLFW_KEY_MINUS, false,
     [](S& s) { s.shown().set_speed(s.shown().speed() / 2); }},
    // Mazes and files.
    {"Again", "start the same maze again", "R", GLFW_KEY_R, false, act<&S::restart>},
    {"Next maze", "build the next maze", "Ctrl+N", GLFW_KEY_N, true, act<&S::next_maze>},
    {"Open or save…", "open or save a file", "Ctrl+O", GLFW_KEY_O, true, toggle<Dialog::files>},
    {"Last run", "return to the previous run where you left it", "", 0, false,
     act<&S::show_last_run>, no_last_run},
    {"Video (MP4)", "video of the run", "", 0, false,
     [](S& s) { s.act(&export_video, ".mp4", false); }},
    {"Ten-second loop (MP4 and GIF)",
     "ten-second video with the agent's reasons (MP4 and GIF). For other formats, choose File > "
     "Export this run.",
     "", 0, false, [](S& s) { s.act(&export_video, ".mp4", true); }},
    {"Web page (HTML)", "web page that replays the run", "", 0, false, act<&export_page>},
    {"Recording", "file from which you can replay the run", "", 0, false,
     [](S& s) { s.act(&save_run_as, s.files.new_file("-run.rec")); }},
    {"Maze", "file that contains the maze", "", 0, false,
     [](S& s) { s.act(&save_maze_as, s.files.new_file(".json")); }},
    {"Save as CSV", "all ticks of the run so far", "", 0, false, act<&export_csv>},
    {"Record a video of the window", "start or stop a video of the window", "", 0, false,
     [](S& s) { s.files.video ? s.files.video.reset() : s.files.start_recording(); }},
    {"Cancel the video", "discard the video that is being created", "", 0, false,
     [](S& s) { s.files.exporting.reset(); }, no_export},
    // Manual play.
    {"Change player", "play by hand, or let the agent play", "P", GLFW_KEY_P, false,
     [](S& s) { s.act(&S::play_by_hand, !s.played().by_hand()); }},
    {"Tip left", "tip the maze (or jump) left", "Left", GLFW_KEY_LEFT, false,
     [](S& s) { s.act(&S::choose_towards, glm::vec2(-1, 0)); }},
    {"Tip right", "tip the maze (or jump) right", "Right", GLFW_KEY_RIGHT, false,
     [](S& s) { s.act(&S::choose_towards, glm::vec2(1, 0)); }},
    {"Tip away", "tip the maze (or jump) away from you", "Up", GLFW_KEY_UP, false,
     [](S& s) { s.act(&S::choose_towards, glm::vec2(0, 1)); }},
    {"Tip towards you", "tip the maze (or jump) towards you", "Down", GLFW_KEY_DOWN, false,
     [](S& s) { s.act(&S::choose_towards, glm::vec2(0, -1)); }},
    {"Move 1", "make this move (or press this lamp's button)", "1 2 3 4", GLFW_KEY_1, false,
     [](S& s) { s.act(&S::choose, MoveId(0)); }},
    {"Move 2", "", "", GLFW_KEY_2, false, [](S& s) { s.act(&S::choose, MoveId(1)); }},
    {"Move 3", "", "", GLFW_KEY_3, false, [](S& s) { s.act(&S::choose, MoveId(2)); }},
    {"Move 4", "", "", GLFW_KEY_4, false, [](S& s) { s.act(&S::choose, MoveId(3)); }},
    {"Undo", "explain why no move can be undone", "Backspace", GLFW_KEY_BACKSPACE, false,
     [](S& s) { s.show_message(page_text(s.game() ? "no_undo_of_logic" : "no_undo").text()); }},
    {"Levels…", "show the levels", "L", GLFW_KEY_L, false, toggle<Dialog::levels>},
    {"Hint", "show a hint", "I", GLFW_KEY_I, false, act<&S::give_hint>},
    {"Leave the levels", "return to the previous run where you left it", "", 0, false,
     act<&S::leave_level>},
    {"Recover", "continue: tip the marble off the edge on which it balances", "", 0, false,
     act<&S::recover>},
    {"Turn freely", "tilt the maze continuously by dragging it with the mouse (continuous control)",
     "", 0, false, act<&S::set_tilt, true>},
    // Guides.
    {"Lesson forward", "next step of the lesson", "Page Down", GLFW_KEY_PAGE_DOWN, false,
     act<&S::step_lesson, 1>},
    {"Lesson back", "previous step of the lesson", "Page Up", GLFW_KEY_PAGE_UP, false,
     act<&S::step_lesson, -1>, first_step},
    {"Why", "the agent's reasons", "", 0, false,
     [](S& s) { s.panels.open_panel(s.panels.agent_fold), s.panels.tab = "Why"; }},
    {"Lessons…", "short step-by-step lessons", "", 0, false,
     [](S& s) { s.panels.dialog = Dialog::lessons; }},
    {"Watch, play or learn", "show the welcome panel", "", 0, false, act<&S::show_welcome>},
    // Displays that replace the marble.
    {"Dead ends of the maze", "fill dead ends with the cellular automaton", "D", GLFW_KEY_D, false,
     [](S& s) { s.act(s.filling() ? &S::show_marble : &S::show_filling); }},
    {"Game of Life", "cells that live and die", "", 0, false,
     [](S& s) { s.act(&S::show_classic, ClassicSpec{}); }},
    {"Elementary rules", "rows of cells", "", 0, false,
     [](S& s) { s.act(&S::show_classic, ClassicSpec{.rule = kDefaultRule}); }},
    {"Back to the marble", "return to the marble maze", "", 0, false, act<&S::show_marble>},
    // View.
    {"Style", "change the drawing style", "S", GLFW_KEY_S, false,
     [](S& s) { next(s.view.look.style, 3); }},
    {"Edges", "change the edges: selective, all, none", "E", GLFW_KEY_E, false,
     [](S& s) { next(s.view.look.edges, 3); }},
    {"Walls", "change the colours of the walls", "W", GLFW_KEY_W, false,
     [](S& s) { next(s.view.look.wall_colour, 3); }},
    {"Fixed", "fix the world or the maze in the image", "M", GLFW_KEY_M, false,
     [](S& s) { next(s.view.look.frame, 2); }},
    {"Orientation points", "show orientation points and moves", "O", GLFW_KEY_O, false,
     [](S& s) { toggle(s.view.look.orientation_points); }},
    {"Turn vectors", "show the vectors of a move: top before, top after, axis", "H", GLFW_KEY_H,
     false,
     [](S& s) {
       toggle(s.view.look.turn_vectors);
       s.show_message(s.view.look.turn_vectors ? "The vectors of a move are shown. Press H to hide them."
                                      : "The vectors of a move are hidden.");
     }},
    {"Follow", "follow the marble", "F", GLFW_KEY_F, false,
     [](S& s) { toggle(s.view.follow_marble); }},
    {"Reset camera", "reset the camera", "Home", GLFW_KEY_HOME, false,
     [](S& s) { s.view.reset_camera(); }},
    {"Fit the whole maze", "fit the whole maze into the image", "A", GLFW_KEY_A, false,
     [](S& s) { s.view.fit_maze(); }},
    {"Along x", "look along an axis of the maze", "X Y Z", GLFW_KEY_X, false,
     [](S& s) { s.view.look_along(Axis::x); }},
    {"Along y", "", "", GLFW_KEY_Y, false, [](S& s) { s.view.look_along(Axis::y); }},
    {"Along z", "", "", GLFW_KEY_Z, false, [](S& s) { s.view.look_along(Axis::z); }},
    {"Large explored state space", "enlarge the graph of explored states", "G", GLFW_KEY_G, false,
     [](S& s) { toggle(s.panels.large_graph); }},
    {"Theme", "change the theme", "T", GLFW_KEY_T, false,
     [](S& s) { next(s.view.palette, palettes().size()); }},
    // Panels and window.
    {"Panels", "show or hide the panels", "Tab", GLFW_KEY_TAB, false,
     [](S& s) {
       toggle(s.panels.show_panels);
       if (!s.panels.show_panels) s.show_message("Press Tab to show the panels again.");
     }},
    {"Physics…", "all physics settings", "", 0, false,
     [](S& s) { toggle(s.panels.show_physics); }},
    {"Next panel", "move the keyboard focus to the next panel", "F6", GLFW_KEY_F6, false,
     [](S& s) { s.panels.focus_next = true; }},
    {"Fold maze and agent", "fold the left or the right panel", "[ ]", GLFW_KEY_LEFT_BRACKET, false,
     [](S& s) { toggle(s.panels, s.panels.setup_fold); }},
    {"Fold mind", "", "", GLFW_KEY_RIGHT_BRACKET, false,
     [](S& s) { toggle(s.panels, s.panels.agent_fold); }},
    {"Screenshot of the window", "save an image of the window", "F12", GLFW_KEY_F12, false,
     [](S& s) { s.files.request_screenshot(); }},
    {"Full screen", "switch full screen on or off", "F11", GLFW_KEY_F11, false,
     [](S& s) { toggle(s.view.full_screen); }},
    {"Glossary", "terms used in this program", "", 0, false, toggle<Dialog::glossary>},
    {"About marblemaze", "version and licences", "", 0, false, toggle<Dialog::about>},
    {"Quit", "quit the viewer", "Ctrl+Q", GLFW_KEY_Q, true, [](S& s) { s.request_quit(); }},
};

std::string disabled_reason(const Session& session, const Action& action) {
  return action.disabled_reason ? action.disabled_reason(session) : "";
}

// Requires: an action with this name exists.
const Action& action_named(std::string_view name) {
  for (const Action& action : kActions)
    if (action.name == name) return action;
  assert(false);
  return kActions[0];
}

}  // namespace

std::span<const Action> actions() { return kActions; }

void perform(Session& session, const Action& action) {
  const std::string words = disabled_reason(session, action);
  words.empty() ? action.run(session) : session.show_message(words);
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

void action_item(Session& session, const char* name, bool on, const char* label) {
  const Action& action = action_named(name);
  const std::string words = disabled_reason(session, action);
  ImGui::BeginDisabled(!words.empty());
  if (menu_item(label ? label : name, *action.keys ? action.keys : nullptr, on))
    perform(session, action);
  ImGui::EndDisabled();
  tooltip(words.empty() ? capitalized(action.meaning) : words);
}

void action_button(Session& session, const std::string& label, const char* name, ButtonLook look) {
  const Action& action = action_named(name);
  if (look.tooltip.empty()) look.tooltip = capitalized(action.meaning);
  if (look.key.empty()) look.key = action.keys;
  look.disabled_reason = disabled_reason(session, action);
  if (button(label, look)) perform(session, action);
}

}  // namespace marblemaze

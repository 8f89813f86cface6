#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <glm/glm.hpp>
#include <imgui.h>

#include "render/panels/widgets.h"
#include "render/session/session.h"

namespace marblemaze {

class Thumbnails;

/// Points: from this width on time, buttons and speed stand in one row of the transport's panel.
inline constexpr float kTransportRow = 760;

// Operators to add and scale positions in the window as vectors.
inline ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
inline ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }
inline ImVec2 operator*(ImVec2 a, float by) { return {a.x * by, a.y * by}; }
[[nodiscard]] inline float length_of(ImVec2 a) { return std::hypot(a.x, a.y); }
/// Returns the unit vector in the direction of `a`.
[[nodiscard]] inline ImVec2 direction_of(ImVec2 a) {
  return a * (1 / std::max(length_of(a), 1e-3f));
}
[[nodiscard]] inline ImVec2 turned_right(ImVec2 a) { return {-a.y, a.x}; }
/// Returns the unit vector at an angle in radians from x towards y.
[[nodiscard]] inline ImVec2 direction_at(float angle) { return {std::cos(angle), std::sin(angle)}; }

/// A part of the window in ImGui's coordinates: pixels, with the origin at the upper left.
struct PanelBox {
  ImVec2 at{0, 0}, size{0, 0};

  [[nodiscard]] ImVec2 end() const { return at + size; }
  [[nodiscard]] bool holds(ImVec2 p) const {
    return p.x >= at.x && p.y >= at.y && p.x <= end().x && p.y <= end().y;
  }
  [[nodiscard]] bool overlaps(const PanelBox& other) const {
    return at.x < other.end().x && other.at.x < end().x && at.y < other.end().y &&
           other.at.y < end().y;
  }
  [[nodiscard]] ImVec2 middle() const { return at + size * 0.5f; }
};

/// Layout of the panels in a window of a given size. Panels have fixed places, so that they do not
/// overlap each other and, if there is room, do not hide the maze.
struct PanelPlan {
  PanelBox menu, setup, mind, timeline;  ///< setup and mind have no size while folded
  PanelBox lesson;                       ///< above the scene, during a lesson
  PanelBox welcome;                      ///< below the scene, until it is dismissed
  PanelBox graph;  ///< the large graph of the explored state space, next to the scene
  PanelBox card;   ///< below the graph, while there is news of the run
  PanelBox moves;  ///< below the scene, while a person chooses a move
  PanelBox scene;  ///< part of the window in which the maze is drawn
};
/// Returns a square around its centre.
[[nodiscard]] inline PanelBox around(ImVec2 middle, float half) {
  return {middle - ImVec2{half, half}, {2 * half, 2 * half}};
}

/// Panels that a person has chosen to show.
struct PanelWishes {
  bool panels = true, lesson = false, large_graph = false, pictures = false, welcome = false;
  bool moves = false;  ///< a person chooses a move in a marble maze
  Fold setup = Fold::as_room, mind = Fold::as_room;
  float card = 0;  ///< height of the news, points
};
[[nodiscard]] PanelPlan plan_panels(glm::vec2 window, float ui_scale, const PanelWishes& wishes);
[[nodiscard]] PanelWishes wishes_of(const Session& session);

/// Draws all panels in the current ImGui frame. Actions that a person requests are performed at its
/// end, so that all panels show the same moment.
void draw_panels(Session& session, const PanelPlan& plan, Thumbnails& thumbnails);
/// Draws a thumbnail of this name and height, or leaves room for it if it is not ready yet.
void draw_thumbnail(Thumbnails& pictures, ImDrawList& list, ImVec2 at, ImVec2 size,
                    const std::string& name, const std::function<Frame()>& frame);
/// Adds a thumbnail to a window that describes the item under the mouse.
void add_thumbnail(Thumbnails& pictures, float ui_scale, const std::string& name,
                   const std::function<Frame()>& frame);

// Panels, each in a file of its own.
void draw_menu_bar(Session& session);
void draw_setup_panel(Session& session, const PanelBox& box);
void draw_picture_options(Session& session);
void draw_mind_panel(Session& session, const PanelBox& box, Thumbnails& pictures);
/// Draws the panel of a run under continuous control.
void draw_free_panel(Session& session, const PanelBox& box);
/// Words of the table of reasons: the names of a state and of a move of it in a few characters, and
/// the action of a row, which is the last item, if its move belongs to that state. No action: rows
/// do nothing.
struct ReasonWords {
  std::function<std::string(StateId)> place;
  std::function<std::string(StateId, MoveId)> move;
  std::function<void(const Candidate&, bool pressed)> row = {};
  std::optional<StateId> from = {};
};
/// Knowledge of the agent at the moment shown, and its intentions with the last move. States and
/// moves are in words; empty members are not shown.
struct MindMoment {
  Counters counters;
  std::size_t states_known = 1;
  const MoveNote* note = nullptr;  ///< of the last move; null before the first
  std::string move;                ///< "Move 3: \u2196 tip left", or why there is none yet
  std::string plan;                ///< what is meant to follow it
  std::string expected, ended;     ///< places; ended is empty while it is under way
  bool froze = false;              ///< it ended in no place
  std::optional<Learned> learned;
  ReasonWords words;
  std::string other_schemes;  ///< knowledge of other schemes than the current one
  std::string end;            ///< at the end of the run: the reason of the end
  bool thinks = false;        ///< the agent is computing the next move
};
[[nodiscard]] MindMoment mind_of(const LogicGame& game);
/// Draws the reasons of a move. `note` is null before the first move.
void draw_why(const MoveNote* note, const ReasonWords& words);
/// Offers another move instead of the one chosen at the moment shown, if there is one, as a second
/// run.
void draw_what_if(Session& session);
void draw_plots(Session& session);
/// Draws all settings of the physics over the scene while session.panels.show_physics is set.
void draw_physics(Session& session, const PanelPlan& plan);
void draw_graph(Session& session, const PanelBox& box, Thumbnails& pictures);
/// Draws the graph in a window of its own.
void draw_large_graph(Session& session, const PanelBox& box, Thumbnails& pictures);
/// Draws the graph in the upper part of a panel, above the following `lower` points.
void draw_graph_above(Session& session, const PanelBox& box, float lower, Thumbnails& pictures);
/// Draws the choice of the world: kinds of marble worlds for the current maze, and the registry's
/// worlds.
void draw_world_choice(Session& session);
/// The field of the seed; `pending`: it says differently from the maze that is shown.
void draw_seed(MazeRequest& request, float width, bool pending = false);
/// Buttons for another maze and for the same one again.
void offer_mazes(Session& session, void (Session::*make)());
void draw_agent_choice(Session& session);
/// Draws the choice whether a person plays.
void draw_hand(Session& session);
/// Returns the label of a move's button.
[[nodiscard]] std::string move_button(MoveId move);
/// Draws the moves that a person can choose, in the remaining width.
void draw_move_buttons(Session& session);
void draw_moves(Session& session, const PanelBox& box);
/// Draws an arrow at each corner of the cube that a move brings to the top. The arrow makes this
/// move.
void draw_corner_arrows(Session& session, const PanelBox& scene);
/// Draws the controls to play, step and scrub.
void draw_transport(Session& session, const PanelBox& box, Thumbnails& pictures);
// The following panels belong to logic mazes.
void draw_logic_setup(Session& session, const LogicGame& game, const PanelBox& box);
/// Draws the game in place of the marble's maze, each kind of maze in its own way.
void draw_puzzle(Session& session, const LogicGame& game, const PanelBox& box);
void draw_lamps(Session& session, const LogicGame& game, const PanelBox& box);
void draw_board(Session& session, const LogicGame& game, const JumpWorld& board,
                const PanelBox& box);
void draw_plain(Session& session, const LogicGame& game, const PanelBox& box);
// The following panels belong to cellular automata.
void draw_classic_setup(Session& session, const PanelBox& box);
void draw_classic_facts(const Session& session, const ClassicAutomaton& automaton,
                        const PanelBox& box);
/// Draws the cells in place of the maze.
void draw_cells(const Session& session, const ClassicAutomaton& automaton, const PanelBox& box);
void draw_filling(Session& session, const DeadEndFilling& filling, const PanelBox& box);
void draw_help();
/// Draws version, source and licences of the program.
void draw_about(Session& session);
/// Draws the terms of docs/reference/glossary.md.
void draw_glossary(Session& session);
/// Draws the question whether to quit although something would be lost.
void draw_quit(Session& session);
void draw_files(Session& session, const PanelPlan& plan);
/// Draws a frame around the control of that label, over everything; nothing if the control is not
/// drawn.
void draw_light(const Session& session, const std::string& label);
/// Draws the menu of levels while session.panels.show_levels is set, and the moves and stars of the
/// current level on its card.
void draw_levels(Session& session, const PanelPlan& plan);
/// Draws the hint button, while a person plays.
void draw_hint_button(Session& session);
/// Shows the predicted result of a move in the image while the mouse is over the last item, which
/// makes the move.
void preview_when_hovered(Session& session, MoveId move);
/// Draws the current step of a lesson, and a frame around the control that it describes.
void draw_lesson(Session& session, const PanelPlan& plan);
/// Draws the list of all lessons in order, with marks at those that were completed.
void draw_lessons(Session& session);
void draw_overlays(Session& session, const PanelPlan& plan);
/// Draws the legend of the lines in the image. Call it after the frame's commands, because the
/// image is drawn after them.
void draw_scene_legend(const Session& session, const PanelPlan& plan);
/// Draws the position of the marble in the whole maze, while the image shows only a part of it.
void draw_inset(Session& session, const PanelPlan& plan);
/// Returns the position of a point of the world in a box of the window; nothing if it is behind the
/// camera. `reach` is that of Camera::projection().
[[nodiscard]] std::optional<ImVec2> seen_at(const Camera& camera, const PanelBox& box,
                                            glm::vec3 point, float reach);

/// Returns the height of the card's contents in points; 0 if there is no card.
[[nodiscard]] float card_height(const Session& session);
/// Draws the result of the run and the next possible actions on the card.
void draw_end(Session& session, const PanelBox& box);
/// Draws the welcome panel until it is dismissed, and labels in the scene.
void draw_welcome(Session& session, const PanelPlan& plan);
/// Draws buttons that open a folded panel.
void draw_fold_buttons(Session& session, const PanelPlan& plan);

/// One of ImGui's windows, which receives all drawing during the lifetime of this object.
class OpenWindow {
 public:
  OpenWindow() = default;
  ~OpenWindow() { ImGui::End(); }
  OpenWindow(const OpenWindow&) = delete;
  OpenWindow& operator=(const OpenWindow&) = delete;
};
/// Begins a window that neither moves nor closes.
[[nodiscard]] OpenWindow begin_fixed(const char* name, const PanelBox& box, bool bare = false);
/// Begins a window in place of the maze.
[[nodiscard]] OpenWindow begin_stage(const char* name, const PanelBox& box);
/// Draws the first line of a panel: a heading, and a button that folds the panel.
void draw_panel_head(Session& session, const char* heading, Fold& fold);
/// Begins a window that covers others for some time. `alpha` is the opacity of its background.
[[nodiscard]] OpenWindow begin_over(const char* name, const PanelBox& box, float alpha);
/// Begins a window in the middle of the display. It is as large as its contents, but at most this
/// fraction of the display, beyond which it scrolls.
[[nodiscard]] OpenWindow begin_centred(const char* name, float most, float alpha);
/// Begins a small label over the scene. `pivot` and `more` are those of ImGui.
[[nodiscard]] OpenWindow begin_plate(const char* name, ImVec2 at, ImVec2 pivot,
                                     ImGuiWindowFlags more = 0);
/// Begins a section that folds by itself, unless something in it is in use. Returns whether it is
/// open.
[[nodiscard]] bool begin_section(const char* heading, bool open_at_first, bool in_use = false);

/// Moves the keyboard focus to the next panel, in which the arrow keys then move between controls.
/// Call it within a frame, before the panels are drawn.
void focus_next_panel();
/// Closes open menus and lists.
void close_menus();
/// Returns whether a dialog or a menu is open, which receives all keys.
[[nodiscard]] bool dialog_open(const Session& session);
/// Keeps held arrow keys from moving between controls after a control was clicked.
void leave_arrow_keys();
/// Returns whether a control has the focus and receives this key instead of the run.
[[nodiscard]] bool panels_take_key(int glfw_key);

/// Stores the position of the last item under its label, so that a test can click it.
void note_item(const std::string& label);
/// Stores the position of something that is not an item of ImGui.
void note_place(const std::string& label, const PanelBox& box);
/// Returns the position of the item with that label in the last frame, without the part after ##.
[[nodiscard]] std::optional<PanelBox> item_box(const std::string& label);
/// Returns the labels of all controls that were drawn in the last frame.
[[nodiscard]] std::vector<std::string> controls();

// ImGui's items, whose positions are stored. They return true if pressed.
inline bool noted(const std::string& label, bool pressed) { return note_item(label), pressed; }
inline bool button(const std::string& label, ImVec2 size = {0, 0}) {
  return push_button(label, {.size = size});
}
inline bool checkbox(const char* label, bool* on) { return toggle(label, on); }
inline bool radio_button(const std::string& label, bool on) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {2 * ui_scale(), 2 * ui_scale()});
  const bool pressed = noted(label, ImGui::RadioButton(label.c_str(), on));
  ImGui::PopStyleVar();
  return pressed;
}
inline bool menu_item(const char* label, const char* keys = nullptr, bool on = false) {
  return noted(label, ImGui::MenuItem(label, keys, on));
}
inline void menu(const char* label, const std::function<void()>& items) {
  if (noted(label, ImGui::BeginMenu(label))) items(), ImGui::EndMenu();
}
inline bool selectable(const std::string& label, bool selected = false) {
  return noted(label, ImGui::Selectable(label.c_str(), selected));
}

/// A button that cannot be pressed, and says why, unless `why_not` is empty.
inline bool button_unless(const std::string& why_not, const std::string& label) {
  return push_button(label, {.why_not = why_not});
}

/// A tab whose content scrolls by itself.
void tab(const char* name, const std::function<void()>& draw, bool to_front = false);

/// Range of a slider. The format defines the text and the unit of the number.
struct SliderRange {
  ImGuiDataType type;
  const void *low, *high;  ///< of the type of the value
  const char* format;
  ImGuiSliderFlags flags = 0;
};
/// Draws a slider with its number next to it, so that the handle never covers the number. Nothing
/// changes when the handle is only grabbed. The slider is stored under its label, the number under
/// "LABEL number". `width` is that of both; 0: the remaining width. Returns true while the value is
/// being changed.
bool slider(const std::string& label, const SliderRange& range, void* value, float width = 0);
inline bool slider(const std::string& label, float* value, float low, float high,
                   const char* format, float width = 0, ImGuiSliderFlags flags = 0) {
  return slider(label, {ImGuiDataType_Float, &low, &high, format, flags}, value, width);
}
inline bool slider(const std::string& label, int* value, int low, int high, const char* format) {
  return slider(label, {ImGuiDataType_S32, &low, &high, format, ImGuiSliderFlags_AlwaysClamp},
                value);
}

/// Returns the text in lines of at most this width in pixels. Lines break at spaces only, so that a
/// number stays whole; ImGui would break it after its decimal point.
[[nodiscard]] std::string in_lines(std::string text, float width);
/// Draws a text in lines; 0: in the remaining width.
void draw_wrapped(const std::string& text, float width = 0);

/// Draws a heading.
void draw_title(const char* text);
/// Draws a text in lines in that colour.
void draw_coloured(ImU32 colour, const std::string& text);
/// Draws a text that is less important than its surroundings.
void draw_dim(const std::string& text);

/// Draws two columns of a table: a name and its value.
void draw_row(const char* name, const std::string& value);
/// Draws a text centred at a point.
void draw_centred(ImDrawList& list, ImVec2 middle, float height, ImU32 colour,
                  const std::string& text);

/// Draws an arrow head of that length in a direction given by a unit vector.
void draw_arrow_head(ImDrawList& list, ImVec2 tip, ImVec2 direction, float length, ImU32 colour);
/// Draws a line that ends in an arrow head of that length.
void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float thick);

/// Draws a button with a sign on it, stored under its label. Returns true if pressed.
bool icon_button(const std::string& label, const char* sign, ImVec2 size, const std::string& words);

}  // namespace marblemaze

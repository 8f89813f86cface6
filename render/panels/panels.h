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

// Places in the window are added and scaled as vectors.
inline ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
inline ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }
inline ImVec2 operator*(ImVec2 a, float by) { return {a.x * by, a.y * by}; }
[[nodiscard]] inline float length_of(ImVec2 a) { return std::hypot(a.x, a.y); }
/// Of length 1, in which `a` points.
[[nodiscard]] inline ImVec2 direction_of(ImVec2 a) {
  return a * (1 / std::max(length_of(a), 1e-3f));
}
[[nodiscard]] inline ImVec2 turned_right(ImVec2 a) { return {-a.y, a.x}; }
/// At so many radians from x to y.
[[nodiscard]] inline ImVec2 direction_at(float angle) { return {std::cos(angle), std::sin(angle)}; }

/// A part of the window in ImGui's coordinates: pixels, origin at the upper left.
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

/// Where everything stands in a window of a given size. Panels have fixed places, so that they
/// neither overlap each other nor, where there is room, hide the maze.
struct PanelPlan {
  PanelBox menu, setup, mind, timeline;  ///< setup and mind without size: folded
  PanelBox lesson;                       ///< above the scene, while a lesson is read
  PanelBox welcome;                      ///< below the scene, until it was read
  PanelBox graph;  ///< the large graph of the explored state space, beside the scene
  PanelBox card;   ///< under it, while there is news of the run
  PanelBox moves;  ///< below the scene, while a person chooses among them
  PanelBox scene;  ///< where the maze is drawn
};
/// A square about its middle.
[[nodiscard]] inline PanelBox around(ImVec2 middle, float half) {
  return {middle - ImVec2{half, half}, {2 * half, 2 * half}};
}

/// What a person wants to see of them.
struct PanelWishes {
  bool panels = true, lesson = false, large_graph = false, pictures = false, welcome = false;
  bool moves = false;  ///< a person chooses among those of a marble maze
  Fold setup = Fold::as_room, mind = Fold::as_room;
  float card = 0;  ///< height of the news, points
};
[[nodiscard]] PanelPlan plan_panels(glm::vec2 window, float ui_scale, const PanelWishes& wishes);
[[nodiscard]] PanelWishes wishes_of(const Session& session);

/// All of them, in the current ImGui frame. What a person asks for with them is done at its end:
/// all show the same moment.
void draw_panels(Session& session, const PanelPlan& plan, Thumbnails& thumbnails);
/// A small picture under the name, of the height given, or as much room where it is not made yet.
void draw_thumbnail(Thumbnails& pictures, ImDrawList& list, ImVec2 at, ImVec2 size,
                    const std::string& name, const std::function<Frame()>& frame);
/// The same in a window that shows what is under the mouse.
void add_thumbnail(Thumbnails& pictures, float ui_scale, const std::string& name,
                   const std::function<Frame()>& frame);

// One file each.
void draw_menu_bar(Session& session);
void draw_setup_panel(Session& session, const PanelBox& box);
void draw_picture_options(Session& session);
void draw_mind_panel(Session& session, const PanelBox& box, Thumbnails& pictures);
/// The same of a run in which the maze is turned freely.
void draw_free_panel(Session& session, const PanelBox& box);
/// How the table of reasons calls a state, in a few characters, and a move of it; and what a row
/// does, which is the last item, where its move is one of that state: none, where rows do nothing.
struct ReasonWords {
  std::function<std::string(StateId)> place;
  std::function<std::string(StateId, MoveId)> move;
  std::function<void(const Candidate&, bool pressed)> row = {};
  std::optional<StateId> from = {};
};
/// What the agent knew at the moment shown, and what it had in mind with the last move. States and
/// moves are in words; what is empty is not shown.
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
  std::string other_schemes;  ///< what is known beside that of the scheme in force
  std::string end;            ///< at the end of the run: why it ended so
  bool thinks = false;        ///< the agent, about the next move
};
[[nodiscard]] MindMoment mind_of(const LogicGame& game);
/// Why a move was made: `note` is null before the first.
void draw_why(const MoveNote* note, const ReasonWords& words);
/// Another move for the one that was chosen in the moment shown, if one was: a run beside it.
void draw_what_if(Session& session);
void draw_plots(Session& session);
/// All settings of the physics, over the scene, while session.panels.show_physics.
void draw_physics(Session& session, const PanelPlan& plan);
void draw_graph(Session& session, const PanelBox& box, Thumbnails& pictures);
/// The same in a window of its own.
void draw_large_graph(Session& session, const PanelBox& box, Thumbnails& pictures);
/// The graph in the upper part of a panel; what follows stands in the lower.
void draw_graph_above(Session& session, const PanelBox& box, float lower, Thumbnails& pictures);
/// The world, of all there are: kinds of marble world for the present maze, and the registry's.
void draw_world_choice(Session& session);
/// The field of the seed; `pending`: it says differently from the maze that is shown.
void draw_seed(MazeRequest& request, float width, bool pending = false);
/// Buttons for another maze and for the same one again.
void offer_mazes(Session& session, void (Session::*make)());
void draw_agent_choice(Session& session);
/// Whether a person plays.
void draw_hand(Session& session);
/// Under which its button is noted.
[[nodiscard]] std::string move_button(MoveId move);
/// The moves that a person can choose, in the width that is left.
void draw_move_buttons(Session& session);
void draw_moves(Session& session, const PanelBox& box);
/// At each corner of the cube that a move brings to the top an arrow that makes this move.
void draw_corner_arrows(Session& session, const PanelBox& scene);
/// Play, step and scrub for what is shown.
void draw_transport(Session& session, const PanelBox& box, Thumbnails& pictures);
// Of a logic maze.
void draw_logic_setup(Session& session, const LogicGame& game, const PanelBox& box);
/// The game where else the marble's maze is, and each kind of maze in it.
void draw_puzzle(Session& session, const LogicGame& game, const PanelBox& box);
void draw_lamps(Session& session, const LogicGame& game, const PanelBox& box);
void draw_board(Session& session, const LogicGame& game, const JumpWorld& board,
                const PanelBox& box);
void draw_plain(Session& session, const LogicGame& game, const PanelBox& box);
// Of cellular automata.
void draw_classic_setup(Session& session, const PanelBox& box);
void draw_classic_facts(const Session& session, const ClassicAutomaton& automaton,
                        const PanelBox& box);
/// The cells where else the maze is.
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
/// A frame about the control of that label, over everything; nothing where it is not drawn.
void draw_light(const Session& session, const std::string& label);
/// All levels to choose from, while session.panels.show_levels; and on the card of the one that is
/// played moves and stars.
void draw_levels(Session& session, const PanelPlan& plan);
/// While a person plays.
void draw_hint_button(Session& session);
/// Of the last item, which makes that move: shows in the picture what it is believed to do.
void preview_when_hovered(Session& session, MoveId move);
/// The step of the lesson that is read, and a frame about the control that it is about.
void draw_lesson(Session& session, const PanelPlan& plan);
/// All lessons in order, and which were read.
void draw_lessons(Session& session);
void draw_overlays(Session& session, const PanelPlan& plan);
/// Draws what the lines of the picture mean. Call it after the frame's commands, as the picture is
/// drawn after them.
void draw_scene_legend(const Session& session, const PanelPlan& plan);
/// Where the marble is in the whole maze, while the picture shows only a part of it.
void draw_inset(Session& session, const PanelPlan& plan);
/// Where a point of the world is seen in a box of the window; nothing behind the eye. `reach` as
/// for Camera::projection().
[[nodiscard]] std::optional<ImVec2> seen_at(const Camera& camera, const PanelBox& box,
                                            glm::vec3 point, float reach);

/// The height of what the card holds, points; 0 where there is none.
[[nodiscard]] float card_height(const Session& session);
/// On the card how the run ended, and what can be done next.
void draw_end(Session& session, const PanelBox& box);
/// The doors, until a person has gone through one, and words beside things of the scene.
void draw_welcome(Session& session, const PanelPlan& plan);
/// Buttons that open a folded panel.
void draw_fold_buttons(Session& session, const PanelPlan& plan);

/// One of ImGui's windows, into which all is drawn as long as this lives.
class OpenWindow {
 public:
  OpenWindow() = default;
  ~OpenWindow() { ImGui::End(); }
  OpenWindow(const OpenWindow&) = delete;
  OpenWindow& operator=(const OpenWindow&) = delete;
};
/// A window that neither moves nor closes.
[[nodiscard]] OpenWindow begin_fixed(const char* name, const PanelBox& box, bool bare = false);
/// The same where else the maze is.
[[nodiscard]] OpenWindow begin_stage(const char* name, const PanelBox& box);
/// Its first line: a heading, and a button that folds the panel.
void draw_panel_head(Session& session, const char* heading, Fold& fold);
/// A window that lies over the others for a while. `alpha`: of its ground.
[[nodiscard]] OpenWindow begin_over(const char* name, const PanelBox& box, float alpha);
/// In the middle of the display, as large as what it holds but at most that part of it: then it
/// scrolls.
[[nodiscard]] OpenWindow begin_centred(const char* name, float most, float alpha);
/// A small plate over the scene. `pivot` and `more` as in ImGui.
[[nodiscard]] OpenWindow begin_plate(const char* name, ImVec2 at, ImVec2 pivot,
                                     ImGuiWindowFlags more = 0);
/// A part of a panel that folds by itself, unless something in it is in use; true while it is open.
[[nodiscard]] bool begin_section(const char* heading, bool open_at_first, bool in_use = false);

/// The keyboard goes to the next panel, whose controls the arrow keys then walk along; within a
/// frame, before the panels are drawn.
void focus_next_panel();
/// Menus and lists that hang open.
void close_menus();
/// Returns true if a dialog or a menu is open, which has the keyboard to itself.
[[nodiscard]] bool dialog_open(const Session& session);
/// Arrow keys that are held shall not walk along controls because one was clicked before.
void leave_arrow_keys();
/// A control is marked, and this key acts on it rather than on the run.
[[nodiscard]] bool panels_take_key(int glfw_key);

/// Notes where the last item was drawn, under the label that stands on it, so that a test can click
/// it.
void note_item(const std::string& label);
/// The same for what is no item of ImGui's.
void note_place(const std::string& label, const PanelBox& box);
/// Where an item of that label was drawn in the last frame, without what follows ##.
[[nodiscard]] std::optional<PanelBox> item_box(const std::string& label);
/// Returns the labels of all controls that were drawn in the last frame.
[[nodiscard]] std::vector<std::string> controls();

// ImGui's items, noted. True when pressed.
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

/// What a slider can be set to. The format says how the number is shown, and what it is of.
struct SliderRange {
  ImGuiDataType type;
  const void *low, *high;  ///< of that type, as the value
  const char* format;
  ImGuiSliderFlags flags = 0;
};
/// A slider with its number beside it, which the knob never covers. Nothing changes when the knob
/// is only taken. Noted under its label, the number under "LABEL number". `width` is that of both;
/// 0: what is left. True while it is changed.
bool slider(const std::string& label, const SliderRange& range, void* value, float width = 0);
inline bool slider(const std::string& label, float* value, float low, float high,
                   const char* format, float width = 0, ImGuiSliderFlags flags = 0) {
  return slider(label, {ImGuiDataType_Float, &low, &high, format, flags}, value, width);
}
inline bool slider(const std::string& label, int* value, int low, int high, const char* format) {
  return slider(label, {ImGuiDataType_S32, &low, &high, format, ImGuiSliderFlags_AlwaysClamp},
                value);
}

/// The text in lines of at most that width in pixels. They are broken at spaces only, so that a
/// number stays one word; ImGui would break it after its point.
[[nodiscard]] std::string in_lines(std::string text, float width);
/// The same, drawn; 0: in the width that is left.
void draw_wrapped(const std::string& text, float width = 0);

/// A heading.
void draw_title(const char* text);
/// As draw_wrapped(), in that colour.
void draw_coloured(ImU32 colour, const std::string& text);
/// Less important than what stands beside it.
void draw_dim(const std::string& text);

/// Two columns of a table: what, and its value.
void draw_row(const char* name, const std::string& value);
/// Text about a point.
void draw_centred(ImDrawList& list, ImVec2 middle, float height, ImU32 colour,
                  const std::string& text);

/// The head of an arrow, of that length, which points in a direction of length 1.
void draw_arrow_head(ImDrawList& list, ImVec2 tip, ImVec2 direction, float length, ImU32 colour);
/// A line that ends in a head of that length.
void draw_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float head, ImU32 colour, float thick);

/// A button with a sign on it, noted under its label. True when pressed.
bool icon_button(const std::string& label, const char* sign, ImVec2 size, const std::string& words);

}  // namespace marblemaze

#pragma once

#include <functional>
#include <optional>
#include <string>

#include <glm/glm.hpp>
#include <imgui.h>

#include "render/panels/actions.h"
#include "render/panels/widgets.h"
#include "render/session/session.h"

namespace marblemaze {

class Thumbnails;

/// Minimum width in points at which time, buttons and speed fit into one row of the transport
/// panel.
inline constexpr float kTransportRow = 760;

/// Layout of the panels in a window of a given size. Panels have fixed positions, so they do not
/// overlap each other and, if there is room, do not hide the maze.
struct PanelPlan {
  PanelBox menu, setup, mind, timeline;  ///< setup and mind have no size while folded
  PanelBox lesson;                       ///< above the scene, during a lesson
  PanelBox welcome;                      ///< below the scene, until it is dismissed
  PanelBox graph;   ///< the large graph of the explored state space, next to the scene
  PanelBox card;    ///< below the graph, while there is news about the run
  PanelBox moves;   ///< below the scene, while the user chooses a move
  PanelBox names;   ///< above two mazes, for their names
  PanelBox legend;  ///< below the scene, for its legend and messages
  PanelBox scene;   ///< part of the window in which the maze is drawn
};
/// Returns the layout for the current display of the session.
[[nodiscard]] PanelPlan plan_panels(const Session& session, glm::vec2 window);

/// Draws all panels in the current ImGui frame. Actions that the user requests run at its end, so
/// all panels show the same moment.
void draw_panels(Session& session, const PanelPlan& plan, Thumbnails& thumbnails);
/// Returns whether a dialog or a menu is open, which receives all keys.
[[nodiscard]] bool dialog_open(const Session& session);

// --- windows ---
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
/// Begins a window that replaces the maze.
[[nodiscard]] OpenWindow begin_stage(const char* name, const PanelBox& box);
/// Begins a window that temporarily covers others.
[[nodiscard]] OpenWindow begin_over(const char* name, const PanelBox& box);
/// Begins a small label over the scene. `pivot` and `more` have the same meaning as in ImGui.
[[nodiscard]] OpenWindow begin_plate(const char* name, ImVec2 at, ImVec2 pivot,
                                     ImGuiWindowFlags more = 0);
/// Draws the first line of a window: a heading and a close button with this label. Returns whether
/// the button was pressed.
[[nodiscard]] bool draw_head(const std::string& heading, const std::string& cross,
                             const char* words);
/// Draws the first line of a collapsible panel: a heading, and a button that collapses or expands
/// it.
void draw_panel_head(const char* heading, Fold& fold);

// --- panels at the sides and below the maze ---
void draw_menu_bar(Session& session);
/// Draws the controls for playing, stepping and scrubbing.
void draw_transport(Session& session, const PanelBox& box, Thumbnails& pictures);
void draw_setup_panel(Session& session, const PanelBox& box);
/// Draws a panel with the knowledge and reasons of the agent or tilt policy, in a marble maze or a
/// logic maze.
void draw_mind_panel(Session& session, const PanelBox& box, Thumbnails& pictures);
/// Draws the graph of the explored state space in a box of the current window.
void draw_graph(Session& session, const PanelBox& box, Thumbnails& pictures);
void draw_moves(Session& session, const PanelBox& box);
/// Draws the hint button while the user plays.
void draw_hint_button(Session& session);
/// Returns the label of a move's button.
[[nodiscard]] std::string move_button(MoveId move);
/// Shows the predicted result of a move in the image while the mouse is over the last item, which
/// executes the move.
void preview_when_hovered(Session& session, MoveId move);

// --- parts of the panels that set up a maze ---
/// Draws the choice of the world: kinds of marble worlds for the current maze, and the worlds of
/// the registry.
void draw_world_choice(Session& session);
/// Draws the field for the seed. `pending`: the seed differs from the maze that is shown.
void draw_seed(MazeRequest& request, float width, bool pending = false);
/// Draws the choice of the player: an agent or the user.
void draw_agent_choice(Session& session);
void draw_hand(Session& session);

// --- over the maze ---
/// Draws an arrow for each move near the corner of the cube that the move brings to the top.
/// Clicking an arrow executes its move.
void draw_corner_arrows(Session& session, const PanelBox& scene);
/// Draws the names of two runs, the position of the marble in a large maze, and messages.
void draw_overlays(Session& session, const PanelPlan& plan);
/// Draws the legend of the lines in the image. Call it after the commands of the frame are
/// recorded, because the image is drawn after them.
void draw_scene_legend(const Session& session, const PanelPlan& plan);
/// Returns the position of a point of the world in a box of the window; nullopt if it is behind the
/// camera. `reach` has the same meaning as in Camera::projection().
[[nodiscard]] std::optional<ImVec2> seen_at(const Camera& camera, const PanelBox& box,
                                            glm::vec3 point, float reach);
/// Draws a frame around the control with this label, over everything. Does nothing if the control
/// is not drawn.
void draw_light(const std::string& label);

// --- cards ---
/// Returns the height of the card's contents in points; 0 if there is no card.
[[nodiscard]] float card_height(const Session& session);
/// Draws the card below the maze: the result of a run and the possible next actions, the state of a
/// level, or the clock of a run under continuous control.
void draw_card(Session& session, const PanelPlan& plan);
/// Draws stars around a point; `count` of them are earned.
void draw_stars_at(ImDrawList& list, ImVec2 middle, int count, float radius);
/// Draws the welcome panel until it is dismissed, and labels in the scene.
void draw_welcome(Session& session, const PanelPlan& plan);
/// Draws the current step of a lesson, and a frame around the control that it describes.
void draw_lesson(Session& session, const PanelPlan& plan);

// --- contents of dialogs ---
void draw_help(Session& session);
void draw_about(Session& session);
void draw_glossary(Session& session);
void draw_quit(Session& session);
void draw_lessons(Session& session);
void draw_levels(Session& session);
void draw_physics(Session& session);
void draw_files(Session& session, const PanelPlan& plan);

// --- instead of the marble ---
/// Draws the game of a logic maze and its panel. Each kind of maze has its own display.
void draw_puzzle(Session& session, const LogicGame& game, const PanelBox& box);
void draw_logic_setup(Session& session, LogicGame& game, const PanelBox& box);
/// Draws the cells of a classic automaton, and its two panels.
void draw_cells(const ClassicAutomaton& automaton, const PanelBox& box);
void draw_classic_setup(Session& session, const PanelBox& box);
void draw_classic_facts(const ClassicAutomaton& automaton, const PanelBox& box);
/// Draws the panel of the automaton that fills dead ends.
void draw_filling(Session& session, const DeadEndFilling& filling, const PanelBox& box);

// --- thumbnails ---
/// Draws the thumbnail with this name in a box, or the colour of a field if the thumbnail is not
/// ready yet. `made` is the size of the image if it differs from the box, which then shows the
/// centre of the image.
void draw_thumbnail(Thumbnails& pictures, ImDrawList& list, const PanelBox& box,
                    const std::string& name, const std::function<Frame()>& frame, float radius,
                    std::optional<ImVec2> made = {});
/// Adds a thumbnail to a tooltip that describes the item under the mouse.
void add_thumbnail(Thumbnails& pictures, const std::string& name,
                   const std::function<Frame()>& frame);

}  // namespace marblemaze

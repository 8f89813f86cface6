#pragma once

#include <functional>
#include <optional>
#include <string>

#include <glm/glm.hpp>
#include <imgui.h>

#include "render/panels/actions.h"
#include "render/panels/widgets.h"
#include "render/scene/draw_lists.h"
#include "render/session/session.h"

namespace marblemaze {

class Thumbnails;

/// Minimum width in points for a transport panel with a single row.
inline constexpr float kTransportRow = 760;

/// Layout of the panels for a window size. Panels never overlap each other. They cover the maze
/// only if the window is too small.
struct PanelPlan {
  PanelBox menu, setup, mind, timeline;  ///< setup and mind are empty while folded
  PanelBox lesson;                       ///< above the scene; empty if no lesson is open
  PanelBox welcome;  ///< next to or below the scene; empty after it is dismissed
  PanelBox graph;    ///< large graph of the explored states, next to the scene
  PanelBox card;     ///< below the scene; empty if there is no card
  PanelBox moves;    ///< below the scene; empty unless the user chooses moves
  PanelBox names;    ///< above two mazes, for the names of their agents
  PanelBox legend;   ///< below the scene, for the legend and messages
  PanelBox scene;    ///< area in which the maze is drawn
};
/// Returns the layout for the session's current display.
[[nodiscard]] PanelPlan plan_panels(const Session& session, glm::vec2 window);

/// Draws all panels in the current ImGui frame. Actions run after drawing, so that all panels show
/// the same state.
void draw_panels(Session& session, const PanelPlan& plan, Thumbnails& thumbnails);
/// Returns true if a dialog or a menu is open. It then receives all keys.
[[nodiscard]] bool dialog_open(const Session& session);

// Windows.

/// Scope of an ImGui window. The destructor calls ImGui::End().
class OpenWindow {
 public:
  OpenWindow() = default;
  ~OpenWindow() { ImGui::End(); }
  OpenWindow(const OpenWindow&) = delete;
  OpenWindow& operator=(const OpenWindow&) = delete;
};
/// Begins a window with a fixed position and size.
[[nodiscard]] OpenWindow begin_panel(const char* name, const PanelBox& box, bool bare = false);
/// Begins a transparent window over the scene.
[[nodiscard]] OpenWindow begin_overlay(const char* name, const PanelBox& box);
/// Begins a small window over the scene. `pivot` is that of ImGui::SetNextWindowPos(), and `more`
/// contains additional window flags.
[[nodiscard]] OpenWindow begin_label(const char* name, ImVec2 at, ImVec2 pivot,
                                     ImGuiWindowFlags more = 0);
/// Draws a heading and a close button with the label `cross` and the tooltip `words`. Returns true
/// if the button was pressed.
[[nodiscard]] bool draw_head(const std::string& heading, const std::string& cross,
                             const char* words);
/// Draws the heading of a side panel and a button that folds it.
void draw_panel_head(const char* heading, Fold& fold);

// Panels around the maze.

void draw_menu_bar(Session& session);
/// Draws the timeline and the playback controls.
void draw_transport(Session& session, const PanelBox& box, Thumbnails& pictures);
void draw_setup_panel(Session& session, const PanelBox& box);
/// Draws the knowledge and the reasons of the agent or tilt policy.
void draw_mind_panel(Session& session, const PanelBox& box, Thumbnails& pictures);
/// Draws the graph of the explored states into a box of the current window.
void draw_graph(Session& session, const PanelBox& box, Thumbnails& pictures);
void draw_moves(Session& session, const PanelBox& box);
/// Draws the hint button. Draws nothing unless the user is playing.
void draw_hint_button(Session& session);
/// Returns the item label of a move's button.
[[nodiscard]] std::string move_button(MoveId move);
/// Previews a move in the scene and shows its prediction as a tooltip while the last item is
/// hovered.
void preview_when_hovered(Session& session, MoveId move);

// Sections of the setup panels.

/// Draws the list of worlds: physics engines for the current maze, and other mazes.
void draw_world_choice(Session& session);
/// Draws the seed field. `pending` marks a seed that has not been applied.
void draw_seed(MazeRequest& request, float width, bool pending = false);
/// Draws the list of agents.
void draw_agent_choice(Session& session);
void draw_hand(Session& session);

// Overlays.

/// Draws an arrow for each move near the corner of the cube that the move brings to the top. A
/// click makes the move.
void draw_corner_arrows(Session& session, const PanelBox& scene);
/// Draws the names of two runs, the inset map of a large maze, and messages.
void draw_overlays(Session& session, const PanelPlan& plan);
/// Draws the legend of the scene. The scene is rendered after all actions have run, so call this
/// function after them.
void draw_scene_legend(const Session& session, const PanelPlan& plan);
/// Projection of a maze into a box of the window. Positions behind the camera are nullopt.
struct MazeProjection {
  MazeProjection(const Session& session, const Scene& scene, const PanelBox& box);

  /// Returns the position of a world point.
  [[nodiscard]] std::optional<ImVec2> operator()(glm::vec3 world) const;
  [[nodiscard]] std::optional<ImVec2> marble() const { return (*this)(placement.marble()); }
  [[nodiscard]] std::optional<ImVec2> target() const;
  /// Returns the position of the vertex that is at the top in an orientation.
  [[nodiscard]] std::optional<ImVec2> top(const OrientationScheme& scheme,
                                          OrientationId orientation) const;

  MazePlacement placement;
  const Maze& maze;
  Camera camera;
  PanelBox box;
};
/// Returns the height of the message in a legend of this width.
[[nodiscard]] float message_height(const Session& session, float width);
/// Draws a highlight around the control with this label. Does nothing if the control is not
/// visible.
void draw_highlight(const std::string& label);

// Cards.

/// Returns the height of the card in points, or 0 if there is no card.
[[nodiscard]] float card_height(const Session& session);
/// Draws the card below the maze: the result of a run, the state of a level, or the clock of a run
/// under continuous control.
void draw_card(Session& session, const PanelPlan& plan);
/// Draws the stars of a level, centred at a point. `count` stars are filled.
void draw_stars_at(ImDrawList& list, ImVec2 middle, int count, float radius);
/// Draws the welcome panel if it is open, and the labels of the scene.
void draw_welcome(Session& session, const PanelPlan& plan);
/// Draws the current lesson step and highlights its control.
void draw_lesson(Session& session, const PanelPlan& plan);

// Contents of the dialogs.

void draw_help(Session& session);
void draw_about(Session& session);
void draw_glossary(Session& session);
void draw_quit(Session& session);
void draw_lessons(Session& session);
void draw_levels(Session& session);
void draw_physics(Session& session);
void draw_files(Session& session);

// Displays that replace the marble maze.

/// Draw a logic maze and its setup panel.
void draw_puzzle(Session& session, const LogicGame& game, const PanelBox& box);
void draw_logic_setup(Session& session, LogicGame& game, const PanelBox& box);
/// Draw a classic automaton and its two panels.
void draw_cells(const ClassicAutomaton& automaton, const PanelBox& box);
void draw_classic_setup(Session& session, const PanelBox& box);
void draw_classic_facts(const ClassicAutomaton& automaton, const PanelBox& box);
/// Draws the panel of the automaton that fills dead ends.
void draw_filling(Session& session, const DeadEndFilling& filling, const PanelBox& box);

// Thumbnails.

/// Draws a thumbnail into a box, or a placeholder until it is rendered. `frame` provides its scene.
/// `made` is the render size if it differs from the box, which then shows the centre.
void draw_thumbnail(Thumbnails& pictures, ImDrawList& list, const PanelBox& box,
                    const std::string& name, const std::function<Frame()>& frame, float radius,
                    std::optional<ImVec2> made = {});
/// Draws a thumbnail in the current tooltip.
void add_thumbnail(Thumbnails& pictures, const std::string& name,
                   const std::function<Frame()>& frame);

}  // namespace marblemaze

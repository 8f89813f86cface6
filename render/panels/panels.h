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

/// Minimum width of a transport panel with a single row, points.
inline constexpr float kTransportRow = 760;

/// Panels never overlap each other, and they cover the maze only if the window is too small.
struct PanelPlan {
  PanelBox menu, setup, agent, timeline;  ///< setup and agent are empty while folded
  PanelBox lesson;                        ///< above the scene; empty unless a lesson is open
  PanelBox welcome;  ///< next to or below the scene; empty after the user dismisses it
  PanelBox graph;
  PanelBox card;   ///< below the scene; may be empty
  PanelBox moves;  ///< below the scene; empty unless the user chooses moves
  PanelBox names;  ///< above two mazes, for the agent names
  PanelBox legend;
  PanelBox scene;
};
[[nodiscard]] PanelPlan plan_panels(const Session& session, glm::vec2 window);

/// Actions run after drawing, so that all panels show the same state.
void draw_panels(Session& session, const PanelPlan& plan, Thumbnails& thumbnails);
/// Returns true if a dialog or a menu is open and therefore receives all keys.
[[nodiscard]] bool dialog_open(const Session& session);

// Windows.

/// Ends the current ImGui window on destruction.
class WindowScope {
 public:
  WindowScope() = default;
  ~WindowScope() { ImGui::End(); }
  WindowScope(const WindowScope&) = delete;
  WindowScope& operator=(const WindowScope&) = delete;
};
[[nodiscard]] WindowScope begin_panel(const char* name, const PanelBox& box, bool bare = false);
/// Begins a transparent window.
[[nodiscard]] WindowScope begin_overlay(const char* name, const PanelBox& box);
/// `pivot` has the same meaning as in ImGui::SetNextWindowPos(), and `more` contains additional
/// window flags.
[[nodiscard]] WindowScope begin_label(const char* name, ImVec2 at, ImVec2 pivot,
                                      ImGuiWindowFlags more = 0);
/// Draws a heading and a close button with the label `cross` and the tooltip `words`. Returns true
/// if the button was pressed.
[[nodiscard]] bool draw_head(const std::string& heading, const std::string& cross,
                             const char* words);
void draw_panel_head(const char* heading, Fold& fold);

// Panels around the maze.

void draw_menu_bar(Session& session);
void draw_transport(Session& session, const PanelBox& box, Thumbnails& pictures);
void draw_setup_panel(Session& session, const PanelBox& box);
void draw_agent_panel(Session& session, const PanelBox& box, Thumbnails& pictures);
void draw_graph(Session& session, const PanelBox& box, Thumbnails& pictures);
void draw_moves(Session& session, const PanelBox& box);
void draw_hint_button(Session& session);
/// Returns the item label of a move's button.
[[nodiscard]] std::string move_button(MoveId move);
/// If the last item is hovered, previews a move in the scene and shows the predicted result as a
/// tooltip.
void preview_when_hovered(Session& session, MoveId move);

// Sections of the setup panels.

void draw_world_choice(Session& session);
/// `pending` marks a seed that has not been applied yet.
void draw_seed(MazeRequest& request, float width, bool pending = false);
void draw_agent_choice(Session& session);
void draw_hand(Session& session);

// Overlays.

/// Draws an arrow button for each move, near the corner of the cube that the move brings to the
/// top.
void draw_corner_arrows(Session& session, const PanelBox& scene);
void draw_overlays(Session& session, const PanelPlan& plan);
/// Call this function after all actions have run, because the scene is rendered later.
void draw_scene_legend(const Session& session, const PanelPlan& plan);
/// Projection of a maze into a box of the window. Functions return nullopt for positions behind the
/// camera.
struct MazeProjection {
  MazeProjection(const Session& session, const Scene& scene, const PanelBox& box);

  [[nodiscard]] std::optional<ImVec2> operator()(glm::vec3 world) const;
  [[nodiscard]] std::optional<ImVec2> marble() const { return (*this)(placement.marble()); }
  [[nodiscard]] std::optional<ImVec2> target() const;
  /// Returns the window position of the vertex at the top in this orientation.
  [[nodiscard]] std::optional<ImVec2> top(const OrientationScheme& scheme,
                                          OrientationId orientation) const;

  MazeTransform placement;
  const Maze& maze;
  Camera camera;
  PanelBox box;
};
[[nodiscard]] float message_height(const Session& session, float width);
void draw_highlight(const std::string& label);

// Cards.

[[nodiscard]] float card_height(const Session& session);
void draw_card(Session& session, const PanelPlan& plan);
/// `count` of the stars are filled.
void draw_stars_at(ImDrawList& list, ImVec2 middle, int count, float radius);
void draw_welcome(Session& session, const PanelPlan& plan);
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

void draw_puzzle(Session& session, const LogicGame& game, const PanelBox& box);
void draw_logic_setup(Session& session, LogicGame& game, const PanelBox& box);
void draw_cells(const ClassicAutomaton& automaton, const PanelBox& box);
void draw_classic_setup(Session& session, const PanelBox& box);
void draw_classic_facts(const ClassicAutomaton& automaton, const PanelBox& box);
void draw_filling(Session& session, const DeadEndFilling& filling, const PanelBox& box);

// Thumbnails.

/// Draws a thumbnail, or a placeholder until the thumbnail is rendered. `frame` provides the scene.
/// `made` is the render size if it differs from the box. The box shows the centre of a larger
/// image.
void draw_thumbnail(Thumbnails& pictures, ImDrawList& list, const PanelBox& box,
                    const std::string& name, const std::function<Frame()>& frame, float radius,
                    std::optional<ImVec2> made = {});
void add_thumbnail(Thumbnails& pictures, const std::string& name,
                   const std::function<Frame()>& frame);

}  // namespace marblemaze

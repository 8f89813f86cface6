#pragma once

#include <glm/glm.hpp>

namespace marblemaze {

/// A side panel stands open where the window has room for it beside the maze, unless a person has
/// said otherwise.
enum class Fold { as_room, open, folded };

/// The part of the timeline that is shown: all of it, or a stretch around a moment.
struct TimelineView {
  double zoom = 1;    ///< how many times the whole
  double middle = 0;  ///< steps
};

/// How a person looks at the drawing of the explored state space.
struct GraphEye {
  float zoom = 1;      ///< 1: all of it
  glm::vec2 shift{0};  ///< in the layout's units
};

/// Which panels a person sees, and what part of them.
struct PanelState {
  bool show_panels = true, show_help = false, show_files = false, show_physics = false,
       large_graph = false, show_distances = false, show_levels = false;
  bool show_why = false;    ///< the panel's tab of reasons shall come to the front
  bool focus_next = false;  ///< the keyboard shall go to the next panel
  bool welcome = false;     ///< say what this is about, as at the first start
  Fold setup_fold = Fold::as_room, mind_fold = Fold::as_room;
  TimelineView timeline;
  GraphEye graph_eye;
};

}  // namespace marblemaze

#pragma once

#include <imgui.h>

namespace marblemaze {

/// Signs of our own, drawn as strokes.
enum class Icon {
  eye,
  hand,
  book,
  play,
  play_back,
  pause,
  newest,
  left,
  right,
  down,
  restart,
  panel_left,
  panel_right,
  search,
  help,
  cube,
  dice,
  larger,
  smaller,
  branch,
  compare,
  hint,
  folder,
  keyboard,
  turn,
  cross,
  plus,
  minus,
  check,
  menu,
  share,
  sliders,
  agent,
  warning,
  star
};

/// Draws an icon about a point, as high and wide as `side`, in pixels of the display.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float side, ImU32 colour);

}  // namespace marblemaze

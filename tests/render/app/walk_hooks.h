#pragma once

#include <string>
#include <utility>
#include <vector>

#include <imgui_internal.h>

#include "render/panels/panels.h"

struct GLFWwindow;

/// What the linker puts between the window and its libraries (--wrap in tests/CMakeLists.txt): the
/// program itself is walked as it is. Clock and mouse are the walk's, each control is seen when it
/// tells ImGui of itself, and each text when it is drawn.
namespace marblemaze {

/// A control, as ImGui was told of it.
struct SeenControl {
  ImGuiID id = 0;
  std::string window, label;  ///< the label is what stands on it, or what it is noted under
  ImRect box{}, clip{};       ///< pixels: all of it, and where it can be seen
  ImGuiWindow* in = nullptr;
  bool disabled = false;
};

/// What was in the window when it was drawn last.
struct SeenFrame {
  std::vector<SeenControl> controls;
  std::vector<std::string> cut_texts;                    ///< what a person cannot read whole
  std::vector<std::pair<std::string, PanelBox>> places;  ///< see note_place()
};

/// Who is called by the window's loop, on its thread.
class WindowHooks {
 public:
  WindowHooks() = default;
  WindowHooks(const WindowHooks&) = delete;
  WindowHooks& operator=(const WindowHooks&) = delete;
  virtual ~WindowHooks() = default;

  /// Instead of events and of waiting for them.
  virtual void events() = 0;
  /// Panels of a test, beside the program's.
  virtual void add_panels() = 0;
  /// Is this frame looked at, whose panels are made? Else it is drawn without filling a pixel.
  [[nodiscard]] virtual bool looks() const = 0;
  /// A frame stands in the back buffer.
  virtual void drawn() = 0;

  ImVec2 mouse{-200, -200};  ///< pixels; outside the window at first
  bool button = false;       ///< the left one
  double clock_s = 0;        ///< what the program takes for the time
  SeenFrame seen;
};

/// Between construction and destruction these hooks are called.
class HookedWindow {
 public:
  explicit HookedWindow(WindowHooks& hooks);
  ~HookedWindow();
  HookedWindow(const HookedWindow&) = delete;
  HookedWindow& operator=(const HookedWindow&) = delete;
};

}  // namespace marblemaze

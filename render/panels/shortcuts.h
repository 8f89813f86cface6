#pragma once

#include <span>
#include <string>

#include "render/session/workbench.h"

namespace marblemaze {

/// Something that a key does. Key codes are GLFW's.
struct Shortcut {
  int key;
  bool control;
  const char* keys;  ///< as a person reads it
  const char* meaning;
  void (*act)(Workbench&);
};

/// The one table that the keyboard, the F1 overlay and the manual follow.
[[nodiscard]] std::span<const Shortcut> shortcuts();
/// True if the key does something.
bool press(Workbench& bench, int key, bool control);

}  // namespace marblemaze

#pragma once

#include <span>

#include "render/session/workbench.h"

namespace marblemaze {

/// What a key asks for. Key codes are GLFW's.
struct Shortcut {
  int key;
  bool control;
  const char* keys;  ///< as a person reads it; empty where another row says it for this one
  const char* meaning;
  WindowCommand command;
};

/// The one table that the keyboard, the menus, the F1 overlay and the manual follow.
[[nodiscard]] std::span<const Shortcut> shortcuts();
/// The key that asks for it, as a person reads it; null where there is none.
[[nodiscard]] const char* keys_of(Act act);
/// True if the key does something. While a dialog is open only Escape, the keys from F1 on, and
/// those with Ctrl do.
bool press(Workbench& bench, int key, bool control);

}  // namespace marblemaze

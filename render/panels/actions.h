#pragma once

#include <span>
#include <string>
#include <string_view>

#include "render/panels/widgets.h"
#include "render/session/session.h"

namespace marblemaze {

/// An action that a person can start with a key, a menu or a button.
struct Action {
  const char* name;     ///< name of its menu entry
  const char* meaning;  ///< description of its effect in the list of keys and in tooltips
  const char* keys;     ///< keys in words; empty if it has none or another row lists them
  int key;              ///< key code of GLFW; 0: none
  bool control;
  void (*run)(Session&);
  /// Returns the reason why the action cannot be done now, or an empty text. Null if it can always
  /// be done.
  std::string (*why_not)(const Session&) = nullptr;
};

/// Returns the table of all actions for keys, menus, buttons, tooltips, the F1 overlay and the
/// manual.
[[nodiscard]] std::span<const Action> actions();
/// Returns the action with this name. Requires: it exists.
[[nodiscard]] const Action& action_named(std::string_view name);
/// Runs an action, or shows the reason why it cannot be done.
void perform(Session& session, const Action& action);
/// Handles a key. Returns whether it had an effect. While a dialog is open, only Escape, the keys
/// from F1 on and keys with Ctrl have an effect.
bool press(Session& session, int key, bool control);

/// Draws a menu entry with a label, by default the name of the action, and with a check mark if
/// `on`.
void item(Session& session, const char* name, bool on = false, const char* label = nullptr);
/// Draws a button for an action. Its tooltip says the effect and the key, unless `look` does, or
/// why the action cannot be done.
void action_button(Session& session, const std::string& label, const char* name,
                   ButtonLook look = {});

}  // namespace marblemaze

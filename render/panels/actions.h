#pragma once

#include <span>
#include <string>
#include <string_view>

#include "render/panels/widgets.h"
#include "render/session/session.h"

namespace marblemaze {

/// An action that the user can start with a key, a menu or a button.
struct Action {
  const char* name;     ///< name of its menu entry
  const char* meaning;  ///< description of its effect in the list of keys and in tooltips
  const char* keys;     ///< names of its keys; empty if it has none or if another row lists them
  int key;              ///< key code of GLFW; 0: none
  bool control;
  void (*run)(Session&);
  /// Returns the reason why the action is unavailable, or an empty string. Null if it is always
  /// available.
  std::string (*why_not)(const Session&) = nullptr;
};

/// Returns the table of all actions for keys, menus, buttons, tooltips, the F1 overlay and the
/// manual.
[[nodiscard]] std::span<const Action> actions();
/// Returns the action with this name. Requires: it exists.
[[nodiscard]] const Action& action_named(std::string_view name);
/// Runs an action, or shows the reason why it is unavailable.
void perform(Session& session, const Action& action);
/// Handles a key. Returns whether the key had an effect. While a dialog is open, only Escape, the
/// function keys and keys with Ctrl have an effect.
bool press(Session& session, int key, bool control);

/// Draws a menu entry with a label, by default the name of the action, and with a check mark if
/// `on`.
void item(Session& session, const char* name, bool on = false, const char* label = nullptr);
/// Draws a button for an action. Its tooltip shows the effect and the key, unless `look` sets them,
/// or the reason why the action is unavailable.
void action_button(Session& session, const std::string& label, const char* name,
                   ButtonLook look = {});

}  // namespace marblemaze

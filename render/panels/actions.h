#pragma once

#include <span>
#include <string>
#include <string_view>

#include "render/panels/widgets.h"
#include "render/session/session.h"

namespace marblemaze {

/// Action that the user can trigger with a key, a menu item or a button.
struct Action {
  const char* name;     ///< label of the menu item
  const char* meaning;  ///< description in tooltips and in the list of keys
  const char* keys;     ///< key names; empty if there is no key or another row lists it
  int key;              ///< GLFW key code; 0: none
  bool control;
  void (*run)(Session&);
  /// Returns the reason why the action is unavailable, or an empty string. Null if the action is
  /// always available.
  std::string (*disabled_reason)(const Session&) = nullptr;
};

/// Returns all actions. Keys, menus, buttons, tooltips, the help dialog and the manual use this
/// table.
[[nodiscard]] std::span<const Action> actions();
/// Returns the action with this name. Requires: it exists.
[[nodiscard]] const Action& action_named(std::string_view name);
/// Runs an action. If it is unavailable, shows the reason as a message.
void perform(Session& session, const Action& action);
/// Handles a key press. Returns true if the key triggered an action. While a dialog is open, only
/// Escape, function keys and Ctrl combinations work.
bool press(Session& session, int key, bool control);

/// Draws a menu item for an action. `on` adds a check mark. The default label is the name of the
/// action.
void action_item(Session& session, const char* name, bool on = false, const char* label = nullptr);
/// Draws a button for an action. By default, the tooltip shows the action's meaning and key, or the
/// reason why it is unavailable. `look` can override the meaning and the key.
void action_button(Session& session, const std::string& label, const char* name,
                   ButtonLook look = {});

}  // namespace marblemaze

#pragma once

#include <span>
#include <string>

#include "render/panels/widgets.h"
#include "render/session/session.h"

namespace marblemaze {

struct Action {
  const char* name;
  const char* meaning;  ///< description for tooltips and the list of keys
  const char* keys;     ///< key names; empty if there is no key or another row lists it
  int key;              ///< GLFW key code; 0 if there is no key
  bool control;
  void (*run)(Session&);
  /// Returns the reason why the action is unavailable, or an empty string. Null if the action is
  /// always available.
  std::string (*disabled_reason)(const Session&) = nullptr;
};

/// Keys, menus, buttons, tooltips, the help dialog and the manual use this list.
[[nodiscard]] std::span<const Action> actions();
/// If the action is unavailable, shows the reason as a message.
void perform(Session& session, const Action& action);
/// Returns true if the key was handled. While a dialog is open, only Escape, function keys and Ctrl
/// combinations work.
bool press(Session& session, int key, bool control);

/// `on` adds a check mark. The label defaults to the name of the action.
void action_item(Session& session, const char* name, bool on = false, const char* label = nullptr);
/// By default, the tooltip shows the action's meaning and key, or the reason why the action is
/// unavailable. `look` can override the meaning and the key.
void action_button(Session& session, const std::string& label, const char* name,
                   ButtonLook look = {});

}  // namespace marblemaze

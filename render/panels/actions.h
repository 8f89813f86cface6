#pragma once

#include <span>
#include <string>
#include <string_view>

#include "render/session/session.h"

namespace marblemaze {

/// Something that a person can ask for by a key, a menu or a button.
struct Action {
  const char* name;     ///< its entry in a menu
  const char* meaning;  ///< what it does, for the list of keys and for tooltips
  const char* keys;  ///< as a person reads them; empty: it has none, or another row lists its own
  int key;           ///< GLFW's code; 0: none
  bool control;
  void (*run)(Session&);
  /// Returns why it cannot be done now; empty: it can. Null: it always can.
  std::string (*why_not)(const Session&) = nullptr;
};

/// Returns the one table that keys, menus, buttons, tooltips, the F1 overlay and the manual follow.
[[nodiscard]] std::span<const Action> actions();
/// Returns the action of that name. Requires: there is one.
[[nodiscard]] const Action& action_named(std::string_view name);
/// Returns the tooltip of an action: why it cannot be done, or what it does, with its key.
[[nodiscard]] std::string tip_of(const Session& session, const Action& action);
/// Runs an action, or shows why it cannot be done.
void perform(Session& session, const Action& action);
/// Returns true if the key does something. While a dialog is open only Escape, the keys from F1 on,
/// and those with Ctrl do.
bool press(Session& session, int key, bool control);

/// Draws an entry of a menu, with the action's name unless there is a label, and a tick if it is
/// on.
void item(Session& session, const char* name, bool on = false, const char* label = nullptr);
/// Draws a button for an action; `width` 0: as wide as its label.
void action_button(Session& session, const std::string& label, const char* name, float width = 0);

}  // namespace marblemaze

#pragma once

#include <functional>

#include "render/gl/gl_resources.h"
#include "render/session/session.h"

namespace marblemaze {

/// Opens the window, of session.view.window_size, and runs until it is closed, then keeps how it
/// looked. Where nothing moves and nobody does anything, nothing is drawn and next to no time is
/// used. Throws MachineFailure when there is no display or no OpenGL 3.3 on it.
void run_window(Session& session);

/// Draws into the framebuffer of that name and size; false where there is nothing more to draw.
using DrawNext = std::function<bool(GLuint target, glm::ivec2 pixels)>;
/// Shows picture after picture in a window of this size, and says of each with an empty line on
/// standard output that it is seen, until there are no more or the window is closed. `begin` is
/// called where OpenGL can be used. Throws as run_window().
void show_in_window(glm::ivec2 size, const std::function<DrawNext()>& begin);

}  // namespace marblemaze

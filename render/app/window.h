#pragma once

#include "render/session/workbench.h"

namespace marblemaze {

/// Opens the window and runs until it is closed, then keeps how it looked. Throws MachineFailure
/// when there is no display or no OpenGL 3.3 on it.
void run_window(Workbench& bench, glm::ivec2 size);

}  // namespace marblemaze

#pragma once

#include "render/session/workbench.h"

namespace marblemaze {

/// Opens the window, of bench.view.window_size, and runs until it is closed, then keeps how it
/// looked. Where nothing moves and nobody does anything, nothing is drawn and next to no time is
/// used. Throws MachineFailure when there is no display or no OpenGL 3.3 on it.
void run_window(Workbench& bench);

}  // namespace marblemaze

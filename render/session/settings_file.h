#pragma once

#include "render/session/workbench.h"

namespace marblemaze {

/// Keeps theme, style and switches of the picture from one start to the next, as JSON in the user's
/// configuration folder. A file that is missing or broken is as good as none: a first start, with
/// its welcome. Neither throws.
void load_view_settings(Workbench& bench);
void save_view_settings(const Workbench& bench);

}  // namespace marblemaze

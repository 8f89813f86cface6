#pragma once

#include "render/session/session.h"

namespace marblemaze {

/// Keeps theme, style and switches of the picture, and what was played, from one start to the next,
/// as JSON in the user's configuration folder. A file that is missing or broken is as good as none:
/// a first start, with its welcome. None of them throws.
void load_view_settings(Session& session);
/// Starts the marble's maze that was shown last, with its agent and scheme, in place of the
/// session's.
void load_played(Session& session);
void save_view_settings(const Session& session);

}  // namespace marblemaze

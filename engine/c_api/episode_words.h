#pragma once

#include <cstddef>

#include "engine/c_api/episode_object.h"
#include "maze/base/json.h"

namespace marblemaze::c_api {

/// How a run stands, as mm_episode_describe() tells it.
[[nodiscard]] Json described(const EpisodeObject& object);
/// The moves from an index on, as mm_episode_log() tells them. Needs a record.
[[nodiscard]] Json moves_from(const EpisodeObject& object, std::size_t first);

}  // namespace marblemaze::c_api

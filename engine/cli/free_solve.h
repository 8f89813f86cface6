#pragma once

#include <string>

#include "engine/cli/common/command_line.h"
#include "engine/run/free_episode.h"

namespace marblemaze {

/// `solve --free`: plays one run and tells of it, in words or as JSON; each wish goes as a line of
/// JSON into the file `trace`, and the whole as a recording into `record`, unless these are empty.
/// Throws BadInput as FreeEpisode does.
[[nodiscard]] Exit solve_free(const EpisodeSpec& spec, const std::string& trace,
                              const std::string& record, bool json);

}  // namespace marblemaze

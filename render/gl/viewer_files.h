#pragma once

#include <string_view>

namespace marblemaze {

/// Returns the contents of an embedded viewer file: a font ("Inter-Regular.otf"), the palettes, or
/// a level ("level-01.json"). A level is a maze file with a certificate and the member "level",
/// written by scripts/generate/levels.py. Returns an empty view if no file has this name. The
/// contents have static lifetime.
[[nodiscard]] std::string_view viewer_file(std::string_view name);

}  // namespace marblemaze

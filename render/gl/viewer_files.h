#pragma once

#include <string_view>

namespace marblemaze {

/// Returns the contents of an embedded file: a font ("Inter-Regular.otf"), the palettes, or a level
/// ("level-01.json"). A level is a maze file with a certificate and the member "level", written by
/// scripts/generate/levels.py. Returns an empty view if there is no file of this name. The contents
/// stay valid until the program exits.
[[nodiscard]] std::string_view viewer_file(std::string_view name);

}  // namespace marblemaze

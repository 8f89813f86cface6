#pragma once

#include <string_view>

namespace marblemaze {

/// Returns the bytes of a file that is embedded in the viewer under its base name: a typeface
/// ("Inter-Regular.otf"), the palettes, or a level ("level-01.json": a maze file with a certificate
/// and the member "level", written by scripts/generate/levels.py). Empty for any other name. The
/// bytes are valid until the program ends.
[[nodiscard]] std::string_view viewer_file(std::string_view name);

}  // namespace marblemaze

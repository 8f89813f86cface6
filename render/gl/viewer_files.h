#pragma once

#include <string_view>

namespace marblemaze {

/// Returns the bytes of a file that is built into the viewer by its base name: a typeface
/// ("Inter-Regular.otf"), the palettes, a level ("level-01.json", a maze file with a certificate
/// and the member "level", as scripts/generate/levels.py writes it). Empty for any other name. The
/// bytes live as long as the program.
[[nodiscard]] std::string_view viewer_file(std::string_view name);

}  // namespace marblemaze

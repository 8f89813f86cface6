#pragma once

#include <string_view>

namespace marblemaze {

/// The bytes of a file that is built into the viewer, by its bare name: a typeface
/// ("Inter-Regular.otf"), the palettes, a level ("level-01.json", a maze file with a certificate
/// and the member "level", as scripts/generate/levels.py writes it). Empty for any other name.
/// Lives as long as the program.
[[nodiscard]] std::string_view viewer_file(std::string_view name);

}  // namespace marblemaze

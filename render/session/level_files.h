#pragma once

#include <string_view>

namespace marblemaze {

/// A level that is built into the viewer ("level-01.json"): a maze file with a certificate and the
/// member "level", as scripts/generate/levels.py writes it. Empty for any other name. Lives as long
/// as the program.
[[nodiscard]] std::string_view level_file(std::string_view name);

}  // namespace marblemaze

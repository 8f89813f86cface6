#pragma once

#include <string_view>

namespace marblemaze {

/// Returns the bytes of a file that is built into the program by its base name, for example
/// "wall.frag": THIRD-PARTY, a file of shaders/, the packed page.html, a benchmark of
/// engine/bench/, or thesis_tables.csv. Empty if there is no such file. The bytes live as
/// long as the program.
[[nodiscard]] std::string_view embedded_file(std::string_view name);

}  // namespace marblemaze

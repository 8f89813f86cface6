#pragma once

#include <string>
#include <string_view>

namespace marblemaze {

struct Recording;

/// Returns the bytes of a file that is embedded in the program under its base name, for example
/// "wall.frag": THIRD-PARTY, a file of shaders/, the packed page.html, a benchmark of
/// engine/bench/, or thesis_tables.csv. Empty if there is no such file. The bytes are valid until
/// the program ends.
[[nodiscard]] std::string_view embedded_file(std::string_view name);

/// Returns a shader that is embedded in the program under its base name, for example "panel.vert".
/// The version line is removed, and each line #include "FILE" is replaced by that file of shaders/.
/// Empty if there is no such shader.
[[nodiscard]] std::string shader_source(const std::string& name);

/// Returns a recording as one HTML page that shows it in 3D. The page can be opened from a file in
/// any browser with WebGL 2, without a network. It is the interactive page without its engine; its
/// sources are in engine/replay_page/ and shaders/.
[[nodiscard]] std::string html_replay(const Recording& recording);

}  // namespace marblemaze
